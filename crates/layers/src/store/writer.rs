//! Writing a layer file: under another name until it is whole and on the disk.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use twofold_core::AtomicFile;
use xxhash_rust::xxh3::xxh3_64;

use super::header::{HEADER_LENGTH, Header, Role};
use crate::store_error::StoreError;
use crate::{BoardsFile, Kind, LayerError};

/// A layer file in the making. Unless it is finished, it never appears under its name.
#[derive(Debug)]
pub struct LayerWriter {
    path: PathBuf,
    file: AtomicFile,
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
        let file = AtomicFile::create(path).map_err(|error| StoreError::io(path, error))?;
        LayerWriter::over(path, file, fingerprint, role, kind, sum)
    }

    /// Starts a file that has another name until it is finished.
    pub fn over(
        path: &Path,
        file: AtomicFile,
        fingerprint: u64,
        role: Role,
        kind: Kind,
        sum: u64,
    ) -> Result<LayerWriter, StoreError> {
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
        let mut writer =
            LayerWriter { path: path.to_owned(), file, header, index: Vec::new(), end: 0 };
        writer.write(&[0; HEADER_LENGTH])?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(|error| StoreError::io(&self.path, error))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Completes the file, puts it on the disk, and gives it its name. The name is on the disk when
    /// the directory is synced.
    pub fn finish(mut self) -> Result<Header, StoreError> {
        self.header.index = self.end;
        self.header.checksum = xxh3_64(&self.index);
        let index = std::mem::take(&mut self.index);
        self.write(&index)?;
        self.header.length = self.end;
        let LayerWriter { path, mut file, header, .. } = self;
        let named = (|| {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header.to_bytes())?;
            file.commit_unsynced()
        })();
        named.map_err(|error| StoreError::io(&path, error))?;
        Ok(header)
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
