//! What can be wrong with weights.

use std::io;
use std::path::PathBuf;

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// A file cannot be read or written.
    #[error("cannot use {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is not enough memory.
    #[error("there is no room for the weights: {0}")]
    Memory(io::Error),
    /// It is something else.
    #[error("{name} holds no weights of a network")]
    Format {
        /// The file.
        name: String,
    },
    /// It comes from another version of this program.
    #[error("{name} has version {found} of the format; this program knows versions up to {known}")]
    Version {
        /// The file.
        name: String,
        /// Its version.
        found: u32,
        /// The latest that we know.
        known: u32,
    },
    /// It is cut short or changed.
    #[error("{name} is damaged: {reason}")]
    Damaged {
        /// The file.
        name: String,
        /// How one can tell.
        reason: String,
    },
    /// It was learned in another game.
    #[error("the network has learned {learned}, not {asked}")]
    OtherGame {
        /// The game of the weights.
        learned: String,
        /// The game that was asked for.
        asked: String,
    },
    /// Learning cannot go on from a network alone.
    #[error("{name} is a finished network; learning goes on from a checkpoint only")]
    NoCheckpoint {
        /// The file.
        name: String,
    },
}
