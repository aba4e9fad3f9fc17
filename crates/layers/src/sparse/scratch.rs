//! A file for what does not fit into memory during one step.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use xxhash_rust::xxh3::xxh3_64;

use crate::LayerError;
use crate::store_error::StoreError;

/// Where something was written.
#[derive(Debug)]
pub(super) struct Place {
    offset: u64,
    length: usize,
    checksum: u64,
}

/// A scratch file that is made when it is first needed and removed at the end.
#[derive(Debug)]
pub(super) struct Scratch {
    path: Option<PathBuf>,
    file: Mutex<Option<(File, u64)>>,
}

impl Scratch {
    /// A scratch file of the given name; without one, nothing can be written.
    pub(super) fn new(path: Option<&Path>) -> Scratch {
        Scratch { path: path.map(Path::to_owned), file: Mutex::new(None) }
    }

    /// Whether there may be a file.
    pub(super) fn is_on_disk(&self) -> bool {
        self.path.is_some()
    }

    /// Writes bytes; `None` if there is no file to write to.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<Option<Place>, LayerError> {
        let Some(path) = &self.path else { return Ok(None) };
        let error = |error| StoreError::io(path, error);
        let mut file = self.file.lock().expect("no thread panics with the lock");
        if file.is_none() {
            let options =
                File::options().read(true).write(true).create(true).truncate(true).clone();
            *file = Some((options.open(path).map_err(error)?, 0));
        }
        let (file, end) = file.as_mut().expect("it was just made");
        file.seek(SeekFrom::Start(*end)).map_err(error)?;
        file.write_all(bytes).map_err(error)?;
        let place = Place { offset: *end, length: bytes.len(), checksum: xxh3_64(bytes) };
        *end += bytes.len() as u64;
        Ok(Some(place))
    }

    /// Reads what was written.
    pub(super) fn read(&self, place: &Place) -> Result<Vec<u8>, LayerError> {
        let path = self.path.clone().unwrap_or_default();
        let error = |error| StoreError::io(&path, error);
        let mut bytes = vec![0; place.length];
        let mut file = self.file.lock().expect("no thread panics with the lock");
        let (file, _) = file.as_mut().expect("a place is in a file");
        file.seek(SeekFrom::Start(place.offset)).map_err(error)?;
        file.read_exact(&mut bytes).map_err(error)?;
        if xxh3_64(&bytes) != place.checksum {
            let what = "what was written a moment ago has changed".to_owned();
            return Err(StoreError::Damaged { path, what }.into());
        }
        Ok(bytes)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let made = self.file.get_mut().is_ok_and(|file| file.take().is_some());
        if let Some(path) = self.path.as_ref().filter(|_| made) {
            // What is left behind is removed when the directory is next opened.
            let _ = std::fs::remove_file(path);
        }
    }
}
