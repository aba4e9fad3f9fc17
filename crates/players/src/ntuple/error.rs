//! Errors about networks and their files.

use std::io;
use std::path::PathBuf;

/// Why a network cannot be used.
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
    #[error("there is not enough memory for the weights: {0}")]
    Memory(io::Error),
    /// The file is not one of ours.
    #[error("{name} is not a network file")]
    Format {
        /// The file.
        name: String,
    },
    /// A later version of this program wrote it.
    #[error("{name} has version {found} of the format; this program knows versions up to {known}")]
    Version {
        /// The file.
        name: String,
        /// Its version.
        found: u32,
        /// The latest that we know.
        known: u32,
    },
    /// It is truncated or changed.
    #[error("{name} is damaged: {reason}")]
    Damaged {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It was trained for another game.
    #[error("the network was trained for {learned}, not for {asked}")]
    OtherGame {
        /// The game of the network.
        learned: String,
        /// The game that was asked for.
        asked: String,
    },
    /// Training cannot be resumed from a network alone.
    #[error("{name} is a network without the state of its training")]
    NoCheckpoint {
        /// The file.
        name: String,
    },
}
