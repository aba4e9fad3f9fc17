//! A file of codes and values, mapped into memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use super::block::Block;
use super::numbering::Numberings;
use crate::value::Value;
use twofold_layers::Blocks;
use twofold_layers::store::{LayerReader, Role, Store, StoreError};

/// The values of a layer. Blocks are checked when they are first touched.
#[derive(Debug)]
pub(super) struct ValuesFile {
    reader: Arc<LayerReader>,
    map: Mmap,
    checked: Vec<AtomicBool>,
    numberings: Arc<Numberings>,
    sum: u64,
}

impl ValuesFile {
    /// The values of a layer, if they are known.
    pub(super) fn open(
        store: &Store,
        numberings: &Arc<Numberings>,
        sum: u64,
    ) -> Result<Option<ValuesFile>, StoreError> {
        let Some(reader) = store.file(sum, Role::Values)? else { return Ok(None) };
        let map = reader.map()?;
        let checked = reader.index().iter().map(|_| AtomicBool::new(false)).collect();
        let numberings = Arc::clone(numberings);
        Ok(Some(ValuesFile { reader, map, checked, numberings, sum }))
    }

    fn damaged(&self, block: usize) -> StoreError {
        let what = format!("block {block} is not what was written");
        StoreError::Damaged { path: self.reader.path().to_owned(), what }
    }

    /// The bytes of a block.
    fn block(&self, number: usize) -> Result<&[u8], StoreError> {
        let (start, checksum) = self.reader.place(number);
        let length = self.reader.index()[number].bytes as usize;
        let bytes = self.map.get(start as usize..).and_then(|bytes| bytes.get(..length));
        let bytes = bytes.ok_or_else(|| self.damaged(number))?;
        if !self.checked[number].load(Ordering::Relaxed) {
            if xxh3_64(bytes) != checksum {
                return Err(self.damaged(number));
            }
            self.checked[number].store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    /// The value of a code; `None` if it is not there.
    pub(super) fn find<V: Value>(&self, code: u64) -> Result<Option<V>, StoreError> {
        let after = self.reader.index().partition_point(|block| block.key <= code);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let block = Block::new(self.numberings.of(self.sum), self.block(number)?, V::BYTES);
        block.and_then(|block| block.find(code)).ok_or_else(|| self.damaged(number))
    }

    /// How many codes there are at most: each takes a byte or more.
    pub(super) fn at_most(&self) -> u64 {
        self.reader.index().iter().map(|block| block.boards.min(block.bytes)).sum()
    }

    /// Calls back with the codes and values of one block after the other.
    pub(super) fn each_block<V: Value>(
        &self,
        each: &mut dyn FnMut(&[u64], &[V]),
    ) -> Result<(), StoreError> {
        let (mut codes, mut values) = (Vec::new(), Vec::new());
        for number in 0..self.reader.index().len() {
            codes.clear();
            values.clear();
            let block = Block::new(self.numberings.of(self.sum), self.block(number)?, V::BYTES);
            let listed = block.and_then(|block| block.list(&mut codes, &mut values));
            listed.ok_or_else(|| self.damaged(number))?;
            each(&codes, &values);
        }
        Ok(())
    }

    /// All codes, ascending, and their values.
    pub(super) fn all<V: Value>(&self) -> Result<(Vec<u64>, Vec<V>), StoreError> {
        let (mut codes, mut values) = (Vec::new(), Vec::new());
        self.each_block(&mut |more, their| {
            codes.extend_from_slice(more);
            values.extend_from_slice(their);
        })?;
        Ok((codes, values))
    }
}
