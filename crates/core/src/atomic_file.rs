//! Files that appear whole under their name, or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What the name of an unfinished file ends with.
pub const UNFINISHED: &str = "tmp";

/// A file that is written under another name, and takes the place of the old one when it is
/// [committed](AtomicFile::commit). Dropped before that, it leaves nothing behind.
///
/// The other name lies in the same directory and is unique, so that two processes that write the same
/// file do not disturb each other: the last one to commit wins. Writes are buffered.
///
/// ```
/// use std::io::Write;
/// use twofold_core::AtomicFile;
///
/// let dir = std::env::temp_dir();
/// let path = dir.join(format!("atomic-{}", std::process::id()));
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"whole")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"whole");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    /// Open until the file is committed.
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Starts a file.
    ///
    /// # Errors
    /// Those of the system, and if the name is that of a device, a pipe or a directory, whose place a
    /// file must not take.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a plain file"));
        }
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let mut name = path.file_name().map(OsString::from).unwrap_or_default();
            name.push(format!(".{}-{number}.{UNFINISHED}", std::process::id()));
            let temporary = path.with_file_name(name);
            match File::options().read(true).write(true).create_new(true).open(&temporary) {
                Ok(file) => return Ok(AtomicFile::over(path, &temporary, file)),
                // Left behind by a process that had the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A file that has another name until it is committed.
    pub fn over(path: &Path, temporary: &Path, file: File) -> AtomicFile {
        let file = Some(BufWriter::with_capacity(1 << 20, file));
        AtomicFile { path: path.to_owned(), temporary: temporary.to_owned(), file }
    }

    /// Writes a whole file.
    pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = AtomicFile::create(path)?;
        file.write_all(bytes)?;
        file.commit()
    }

    /// The name until the file is committed.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Puts the file on the disk and gives it its name; then the name is on the disk as well.
    pub fn commit(self) -> io::Result<()> {
        let path = self.path.clone();
        self.commit_unsynced()?;
        sync_directory(&path)
    }

    /// Puts the file on the disk and gives it its name, which survives a power failure only after the
    /// directory is synced: for whoever commits several files and syncs once.
    pub fn commit_unsynced(mut self) -> io::Result<()> {
        let file = self.file.take().expect("open until it is committed");
        let renamed = file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.temporary, &self.path));
        if renamed.is_err() {
            let _ = fs::remove_file(&self.temporary);
        }
        renamed
    }

    fn open(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("open until it is committed")
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open().flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.open().seek(position)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // What is buffered is not worth writing.
            drop(file.into_parts().0);
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Puts the names of the files beside a path on the disk.
pub fn sync_directory(path: &Path) -> io::Result<()> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Directories cannot be opened everywhere; where they cannot, names need no syncing.
    if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device that is renamed over is gone for everybody.
    #[cfg(unix)]
    #[test]
    fn devices_are_not_replaced() {
        let error = AtomicFile::create(Path::new("/dev/null")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(AtomicFile::create(&std::env::temp_dir()).is_err());
    }

    fn dir(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("twofold-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let dir = dir("atomic");
        let path = dir.join("file");
        AtomicFile::write(&path, b"old").unwrap();
        let mut one = AtomicFile::create(&path).unwrap();
        let mut two = AtomicFile::create(&path).unwrap();
        assert_ne!(one.temporary(), two.temporary());
        one.write_all(b"first").unwrap();
        two.write_all(b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        two.commit().unwrap();
        drop(one);
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "nothing is left behind");
        fs::remove_dir_all(dir).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let dir = dir("full");
        let path = dir.join("file");
        AtomicFile::write(&path, b"old").unwrap();
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let mut file = AtomicFile::over(&path, &dir.join("unused"), full());
        file.write_all(b"new").unwrap();
        assert!(file.commit().is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::remove_dir_all(dir).unwrap();
    }
}
