//! What can go wrong while layers are made.

use twofold_core::TileTooLarge;

use crate::store_error::StoreError;

/// Why a layer could not be made or read.
#[derive(Debug, thiserror::Error)]
pub enum LayerError {
    /// The watch asked to stop.
    #[error("stopped before the layer was finished")]
    Stopped,
    /// Two tiles of the highest rank that a packed board holds were merged.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
    /// The data of a layer needs more memory than allowed, and there is no disk to go to.
    #[error(
        "the layer of tile sum {sum} needs {needed} bytes of memory or more, and {allowed} are allowed"
    )]
    Memory {
        /// The layer.
        sum: u64,
        /// The bytes that are needed, at least.
        needed: u64,
        /// The bytes that were allowed.
        allowed: u64,
    },
    /// Blocks of a file do not describe a layer.
    #[error("the blocks of the layer of tile sum {sum} make no sense: {what}")]
    Blocks {
        /// The layer.
        sum: u64,
        /// What is wrong.
        what: String,
    },
    /// A file could not be read or written, or is not what it should be.
    #[error(transparent)]
    Store(#[from] StoreError),
}
