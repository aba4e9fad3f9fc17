//! The lock of a directory: one process writes, or any number read.

use std::fs::File;
use std::path::Path;

use super::error::StoreError;

/// The name of the lock file in its directory.
pub(crate) const NAME: &str = "lock";

fn open(dir: &Path) -> Result<(File, std::path::PathBuf), StoreError> {
    let path = dir.join(NAME);
    let options = File::options().read(true).write(true).create(true).truncate(false).clone();
    let file = options.open(&path).map_err(|error| StoreError::io(&path, error))?;
    Ok((file, path))
}

/// Locks a directory against writers; the lock ends with the file.
pub(crate) fn shared(dir: &Path) -> Result<File, StoreError> {
    let (file, path) = open(dir)?;
    in_use(&path, file.try_lock_shared())?;
    Ok(file)
}

/// Locks a directory against everybody else; the lock ends with the file.
pub(crate) fn exclusive(dir: &Path) -> Result<File, StoreError> {
    let (file, path) = open(dir)?;
    in_use(&path, file.try_lock())?;
    Ok(file)
}

fn in_use(path: &Path, locked: Result<(), std::fs::TryLockError>) -> Result<(), StoreError> {
    locked.map_err(|error| match error {
        std::fs::TryLockError::WouldBlock => StoreError::InUse { path: path.to_owned() },
        std::fs::TryLockError::Error(error) => StoreError::io(path, error),
    })
}
