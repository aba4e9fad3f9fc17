//! What can be wrong with a store, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

/// Why a store cannot be used. Every variant names the file; [`StoreError::hint`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk, the quota or the allowed file size is used up.
    #[error("{}: no space left to write to", path.display())]
    Full {
        /// The file that was being written.
        path: PathBuf,
    },
    /// A file could not be read or written for some other reason.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no store.
    #[error("{}: this directory holds no store", path.display())]
    NoStore {
        /// The directory.
        path: PathBuf,
    },
    /// The work that fills the store is not at its end.
    #[error("{}: this store is not finished", path.display())]
    Unfinished {
        /// The directory.
        path: PathBuf,
    },
    /// The store holds values, and no positions.
    #[error("{}: this store holds values, and no positions", path.display())]
    NoPositions {
        /// The directory.
        path: PathBuf,
    },
    /// The store holds positions, and no values.
    #[error("{}: this store holds positions, and no values", path.display())]
    NoValues {
        /// The directory.
        path: PathBuf,
    },
    /// The store knows which boards are lost, and lists none.
    #[error("{}: this store decides all boards, and lists none", path.display())]
    AllBoards {
        /// The directory.
        path: PathBuf,
    },
    /// A game in which Slider considers only some slides is not kept.
    #[error("{}: a store holds whole games, not those with fewer slides", path.display())]
    Restricted {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds other files, and is not touched.
    #[error("{}: this directory holds other files and no store", path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// A file that the manifest names is not there.
    #[error("{}: this file of the store is missing", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file is shorter or longer than it was written.
    #[error("{}: the file has {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The bytes that were written.
        expected: u64,
        /// The bytes that are there.
        found: u64,
    },
    /// The content of a file is not what was written.
    #[error("{}: the file is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The file is of a version that this program does not read.
    #[error("{}: the file has format version {found}, and this program reads version {known}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file belongs to another game, or to another layer of the same game.
    #[error("{}: this belongs to another game or layer: {found}, not {expected}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it belongs to.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// Another process writes to the store, or reads it while this one wants to write.
    #[error("{}: the store is in use by another process", path.display())]
    InUse {
        /// The lock file.
        path: PathBuf,
    },
}

impl StoreError {
    /// An error of the operating system, told apart by whether the disk is full.
    pub fn io(path: &Path, source: io::Error) -> StoreError {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let path = path.to_owned();
        match source.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::Full { path },
            _ => StoreError::Io { path, source },
        }
    }

    /// The file that is concerned.
    pub fn path(&self) -> &Path {
        match self {
            StoreError::Full { path }
            | StoreError::Io { path, .. }
            | StoreError::NoStore { path }
            | StoreError::NotEmpty { path }
            | StoreError::NoPositions { path }
            | StoreError::NoValues { path }
            | StoreError::AllBoards { path }
            | StoreError::Restricted { path }
            | StoreError::Unfinished { path }
            | StoreError::Missing { path }
            | StoreError::Length { path, .. }
            | StoreError::Damaged { path, .. }
            | StoreError::Version { path, .. }
            | StoreError::OtherGame { path, .. }
            | StoreError::InUse { path } => path,
        }
    }

    /// What to do.
    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::Full { .. } => {
                "finished layers are safe: make room and give the same command again to go on"
            }
            StoreError::Io { .. } => {
                "finished layers are safe: check the disk and the permissions, then give the same command again"
            }
            StoreError::NoStore { .. } => "name a directory that `--store` made",
            StoreError::Unfinished { .. } => "give the command that made it again to go on",
            StoreError::NoPositions { .. } => "name a directory that `twofold count --store` made",
            StoreError::NoValues { .. } => "name a directory that `twofold solve --store` made",
            StoreError::AllBoards { .. } => {
                "look up boards one by one, or name a directory that `twofold solve --store` made without --all-boards"
            }
            StoreError::Restricted { .. } => {
                "let Slider consider every slide, or name no directory"
            }
            StoreError::NotEmpty { .. } => "name a new or an empty directory",
            StoreError::Missing { .. } | StoreError::Length { .. } | StoreError::Damaged { .. } => {
                "put the file back from a copy; if there is none, give the command that made the store again with a new directory"
            }
            StoreError::Version { .. } => {
                "the store is of another version of this program: read it with that one, or give the command that made it again with a new directory"
            }
            StoreError::OtherGame { .. } => "name another directory for this game",
            StoreError::InUse { .. } => "wait until the other process has ended, or stop it",
        }
    }
}
