//! Writing a layer file: under a temporary name until it is whole and on the disk.

use std::fs::{self, File};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::error::StoreError;
use super::header::{HEADER_LENGTH, Header, Role};
use crate::layers::{BoardsFile, Kind, LayerError};

/// What is added to the name of a file that is not yet whole.
pub(super) const UNFINISHED: &str = "tmp";

/// A layer file in the making. Unless it is finished, it never appears under its name.
#[derive(Debug)]
pub struct LayerWriter {
    path: PathBuf,
    unfinished: PathBuf,
    file: Option<BufWriter<File>>,
    header: Header,
    index: Vec<u8>,
    end: u64,
}

impl LayerWriter {
    /// Starts a file.
    pub fn create(
        path: &Path,
        fingerprint: u64,
        role: Role,
        kind: Kind,
        sum: u64,
    ) -> Result<LayerWriter, StoreError> {
        let unfinished = path.with_extension(UNFINISHED);
        let file = File::create(&unfinished).map_err(|error| StoreError::io(&unfinished, error))?;
        let header = Header {
            fingerprint,
            role,
            kind,
            sum,
            boards: 0,
            blocks: 0,
            index: 0,
            length: 0,
            checksum: 0,
        };
        let mut writer = LayerWriter {
            path: path.to_owned(),
            unfinished,
            file: Some(BufWriter::with_capacity(1 << 20, file)),
            header,
            index: Vec::new(),
            end: 0,
        };
        writer.write(&[0; HEADER_LENGTH])?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let file = self.file.as_mut().expect("open until it is finished");
        file.write_all(bytes).map_err(|error| StoreError::io(&self.unfinished, error))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Bytes so far.
    pub fn length(&self) -> u64 {
        self.end
    }

    /// Completes the file, puts it on the disk, and gives it its name.
    pub fn finish(mut self) -> Result<Header, StoreError> {
        self.header.index = self.end;
        self.header.checksum = xxh3_64(&self.index);
        let index = std::mem::take(&mut self.index);
        self.write(&index)?;
        self.header.length = self.end;
        let error = |error| StoreError::io(&self.unfinished, error);
        let buffered = self.file.take().expect("open until it is finished");
        let mut file = buffered.into_inner().map_err(|failed| error(failed.into_error()))?;
        file.seek(SeekFrom::Start(0)).map_err(error)?;
        file.write_all(&self.header.to_bytes()).map_err(error)?;
        file.sync_all().map_err(error)?;
        fs::rename(&self.unfinished, &self.path)
            .map_err(|error| StoreError::io(&self.path, error))?;
        Ok(self.header)
    }
}

impl BoardsFile for LayerWriter {
    fn block(&mut self, key: u64, boards: u64, bytes: &[u8]) -> Result<(), LayerError> {
        self.write(bytes)?;
        self.header.boards += boards;
        self.header.blocks += 1;
        for word in [key, boards, bytes.len() as u64, xxh3_64(bytes)] {
            self.index.extend_from_slice(&word.to_le_bytes());
        }
        Ok(())
    }
}

impl Drop for LayerWriter {
    fn drop(&mut self) {
        // What is left behind if this fails is removed when the store is next opened. After a
        // rename there is nothing of this name.
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}
