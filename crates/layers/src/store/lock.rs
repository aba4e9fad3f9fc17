//! The lock of a directory: one process writes, or any number read.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::store_error::StoreError;

/// The name of the lock file in its directory.
pub(super) const NAME: &str = "lock";

/// A lock that ends with this value.
#[derive(Debug)]
pub(super) struct Lock {
    /// Nothing, where nobody can write.
    _file: Option<File>,
}

/// Locks a directory against writers.
pub(super) fn shared(dir: &Path) -> Result<Lock, StoreError> {
    let path = plain(dir)?;
    let opened = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => create(&path),
        opened => opened,
    };
    let file = match opened {
        Ok(file) => file,
        // A store without a lock in a directory that cannot be written to: no writer will come.
        Err(error) if cannot_write(&error) => return Ok(Lock { _file: None }),
        Err(error) => return Err(StoreError::io(&path, error)),
    };
    in_use(path, file.try_lock_shared())?;
    Ok(Lock { _file: Some(file) })
}

/// Locks a directory against everybody else.
pub(super) fn exclusive(dir: &Path) -> Result<Lock, StoreError> {
    let path = plain(dir)?;
    let file = create(&path).map_err(|error| StoreError::io(&path, error))?;
    in_use(path, file.try_lock())?;
    Ok(Lock { _file: Some(file) })
}

/// The path of the lock file, unless something else has its name: opening a pipe would wait for ever.
fn plain(dir: &Path) -> Result<PathBuf, StoreError> {
    let path = dir.join(NAME);
    match fs::metadata(&path) {
        Ok(metadata) if !metadata.is_file() => {
            Err(StoreError::Damaged { path, what: "it is not a file".to_owned() })
        }
        _ => Ok(path),
    }
}

fn create(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

fn cannot_write(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

fn in_use(path: PathBuf, locked: Result<(), TryLockError>) -> Result<(), StoreError> {
    locked.map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::InUse { path },
        TryLockError::Error(error) => StoreError::io(&path, error),
    })
}
