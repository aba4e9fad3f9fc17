//! Reading a layer file, and never trusting it.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use super::header::{HEADER_LENGTH, Header};
use crate::store_error::StoreError;
use crate::{BlockInfo, Blocks, LayerError};

/// Bytes of an entry of the index.
const ENTRY: usize = 32;

/// A layer file whose header and index have been checked; blocks are checked as they are read.
#[derive(Debug)]
pub struct LayerReader {
    path: PathBuf,
    file: Mutex<File>,
    header: Header,
    index: Vec<BlockInfo>,
    places: Vec<(u64, u64)>,
}

impl LayerReader {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<LayerReader, StoreError> {
        let io = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => StoreError::Missing { path: path.to_owned() },
            _ => StoreError::io(path, error),
        };
        let damaged =
            |what: &str| StoreError::Damaged { path: path.to_owned(), what: what.to_owned() };
        // Opening a pipe would wait for a writer.
        let metadata = fs::metadata(path).map_err(io)?;
        if !metadata.is_file() {
            return Err(damaged("it is not a file"));
        }
        let mut file = File::open(path).map_err(io)?;
        let found = metadata.len();
        let wrong_length = |expected| StoreError::Length { path: path.to_owned(), expected, found };
        if found < HEADER_LENGTH as u64 {
            return Err(wrong_length(HEADER_LENGTH as u64));
        }
        let mut bytes = [0; HEADER_LENGTH];
        file.read_exact(&mut bytes).map_err(io)?;
        let header = Header::from_bytes(path, &bytes)?;
        if found != header.length {
            return Err(wrong_length(header.length));
        }
        let length =
            header.length.checked_sub(header.index).and_then(|length| usize::try_from(length).ok());
        let entries = header.blocks.checked_mul(ENTRY as u64);
        let length = length.filter(|&length| entries == Some(length as u64));
        let length = length.ok_or_else(|| damaged("the index lies outside the file"))?;
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(header.index)).map_err(io)?;
        file.read_exact(&mut bytes).map_err(io)?;
        if xxh3_64(&bytes) != header.checksum {
            return Err(damaged("the index does not match its checksum"));
        }
        let mut index = Vec::with_capacity(length / ENTRY);
        let mut places = Vec::with_capacity(length / ENTRY);
        let mut offset = HEADER_LENGTH as u64;
        for entry in bytes.chunks_exact(ENTRY) {
            let word =
                |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes"));
            index.push(BlockInfo { key: word(0), boards: word(8), bytes: word(16) });
            places.push((offset, word(24)));
            offset = offset.saturating_add(word(16));
        }
        if offset != header.index {
            return Err(damaged("the blocks do not fill the file"));
        }
        Ok(LayerReader { path: path.to_owned(), file: Mutex::new(file), header, index, places })
    }

    /// What the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a block starts, and its checksum.
    pub fn place(&self, block: usize) -> (u64, u64) {
        self.places[block]
    }

    /// The whole file, mapped into memory.
    #[expect(unsafe_code, reason = "a map is only as steady as its file")]
    pub fn map(&self) -> Result<Mmap, StoreError> {
        let file = self.file.lock().expect("no thread panics with the lock");
        // SAFETY: files of a store are written once, under another name, and never changed; the
        // lock of the store keeps our own writers away. Whoever truncates them regardless gets a
        // bus error, not a wrong answer: blocks are checked before they are used.
        let map = unsafe { Mmap::map(&*file) };
        map.map_err(|error| StoreError::io(&self.path, error))
    }

    /// Replaces `bytes` by the content of a block, after checking it.
    pub fn read_block(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), StoreError> {
        let io = |error| StoreError::io(&self.path, error);
        let (offset, checksum) = self.places[block];
        bytes.clear();
        bytes.resize(self.index[block].bytes as usize, 0);
        {
            let mut file = self.file.lock().expect("no thread panics with the lock");
            file.seek(SeekFrom::Start(offset)).map_err(io)?;
            file.read_exact(bytes).map_err(io)?;
        }
        if xxh3_64(bytes) != checksum {
            let what = format!("block {block} does not match its checksum");
            return Err(StoreError::Damaged { path: self.path.clone(), what });
        }
        Ok(())
    }
}

impl Blocks for LayerReader {
    fn index(&self) -> &[BlockInfo] {
        &self.index
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), LayerError> {
        Ok(self.read_block(block, bytes)?)
    }

    fn memory(&self) -> u64 {
        self.index.len() as u64 * 40
    }
}
