//! One process at a time writes a checkpoint.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::CommandError;

/// The right to write a file for the length of a run.
///
/// Checkpoints are replaced by renaming, so the lock is on a file of its own beside them, which is gone
/// when the run ends. A process that is killed leaves it behind, unlocked, which is as good as gone.
pub struct WriteLock {
    path: PathBuf,
    _file: File,
}

impl WriteLock {
    /// Locks a file that is going to be written.
    pub fn take(path: &Path) -> Result<WriteLock, CommandError> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let lock = path.with_file_name(name);
        let cannot = |error| CommandError::cannot_write(path, &error);
        loop {
            let options = File::options().write(true).create(true).truncate(false).clone();
            let file = options.open(&lock).map_err(cannot)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let error = format!("another process is writing {}", path.display());
                    return Err(
                        CommandError::input(error).hint("wait for it, or name another file")
                    );
                }
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
            }
            // Whoever had it may have removed it meanwhile; then this lock is on nothing.
            if is_same(&file, &lock) {
                remove_leftovers(path);
                return Ok(WriteLock { path: lock, _file: file });
            }
        }
    }
}

/// Removes what processes that were killed left behind of the file: with the lock, nobody writes it.
fn remove_leftovers(path: &Path) {
    let (Some(dir), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
    else {
        return;
    };
    let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let is_leftover =
            found.to_str().and_then(|found| found.strip_prefix(name)).is_some_and(|rest| {
                let number = rest.strip_prefix('.').and_then(|rest| rest.strip_suffix(".tmp"));
                number.and_then(|number| number.split_once('-')).is_some_and(|(process, count)| {
                    process.parse::<u32>().is_ok() && count.parse::<u64>().is_ok()
                })
            });
        if is_leftover {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name still stands for an open file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().ok().map(place) == fs::metadata(path).ok().map(place)
}

/// Whether a name still stands for an open file: always, where open files cannot be removed.
#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    true
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // Removed while it is still locked, so that nobody can lock it in between.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let names = ["weights", "weights.12-0.tmp", "weights.tmp", "weights.a-0.tmp", "w.12-0.tmp"];
        for name in names {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let lock = WriteLock::take(&dir.path().join("weights")).unwrap();
        for name in names {
            assert_eq!(dir.path().join(name).exists(), name != names[1], "{name}");
        }
        drop(lock);
    }

    #[test]
    fn one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("weights");
        let lock = WriteLock::take(&path).unwrap();
        assert!(WriteLock::take(&path).is_err());
        assert!(WriteLock::take(&dir.path().join("other")).is_ok());
        drop(lock);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        assert!(WriteLock::take(&path).is_ok());
        assert!(WriteLock::take(&dir.path().join("no such directory/weights")).is_err());
    }
}
