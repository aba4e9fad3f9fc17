//! Positions on their way into a file.

use rayon::prelude::*;

use super::packing::{Effort, Packing};
use crate::{BoardsFile, LayerError};

/// Codes of a block, unless memory is scarce. What repeats within a block is compressed, and much
/// does: on large layers of 4×4, blocks of four million take a third less than blocks of 65536.
const MOST: u64 = 1 << 22;
const LEAST: u64 = 1 << 16;

/// Gathers ascending codes until there are enough for large blocks, one for each thread.
pub(super) struct Kept<'a> {
    packing: &'a Packing,
    block: usize,
    held: Vec<u64>,
}

impl<'a> Kept<'a> {
    /// Nothing so far; takes a small part of so many bytes of memory.
    pub(super) fn new(packing: &'a Packing, memory: u64) -> Kept<'a> {
        Kept { packing, block: (memory / 256).clamp(LEAST, MOST) as usize, held: Vec::new() }
    }

    /// Takes codes that follow those before.
    pub(super) fn push(
        &mut self,
        codes: &[u64],
        file: &mut dyn BoardsFile,
    ) -> Result<(), LayerError> {
        self.held.extend_from_slice(codes);
        if self.held.len() < self.block * rayon::current_num_threads() {
            return Ok(());
        }
        let whole = self.held.len() / self.block * self.block;
        self.write(whole, file)
    }

    /// Writes what is left.
    pub(super) fn finish(mut self, file: &mut dyn BoardsFile) -> Result<(), LayerError> {
        self.write(self.held.len(), file)
    }

    fn write(&mut self, count: usize, file: &mut dyn BoardsFile) -> Result<(), LayerError> {
        let codes = &self.held[..count];
        let blocks = codes.par_chunks(self.block);
        let packed: Vec<Vec<u8>> =
            blocks.map(|codes| self.packing.pack(codes, Effort::More)).collect();
        for (codes, bytes) in codes.chunks(self.block).zip(packed) {
            file.block(codes[0], codes.len() as u64, &bytes)?;
        }
        self.held.drain(..count);
        Ok(())
    }
}
