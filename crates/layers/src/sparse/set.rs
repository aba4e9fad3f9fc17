//! A set of boards as blocks of sorted codes.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::packing::{Effort, Packing, compressed};
use crate::{Blocks, Boards, BoardsFile, Kind, LayerError};

/// A sorted set of canonical codes in blocks, in memory or on disk.
pub struct SparseBoards {
    packing: Packing,
    blocks: Arc<dyn Blocks>,
    boards: u64,
}

impl SparseBoards {
    pub(super) fn new(packing: Packing, blocks: Arc<dyn Blocks>) -> SparseBoards {
        let index = blocks.index().iter();
        let boards = index.fold(0_u64, |boards, block| boards.saturating_add(block.boards));
        SparseBoards { packing, blocks, boards }
    }
}

impl Boards for SparseBoards {
    fn kind(&self) -> Kind {
        Kind::Sparse
    }

    fn len(&self) -> u64 {
        self.boards
    }

    fn parts(&self) -> usize {
        self.blocks.index().len()
    }

    fn part_len(&self, index: usize) -> u64 {
        self.blocks.index()[index].boards
    }

    fn part(&self, index: usize, codes: &mut Vec<u64>) -> Result<(), LayerError> {
        let mut bytes = Vec::new();
        self.blocks.read(index, &mut bytes)?;
        let before = codes.len();
        let info = self.blocks.index()[index];
        self.packing.unpack_block(&bytes, info.boards, codes)?;
        let listed = &codes[before..];
        if listed.len() as u64 != info.boards || listed.first() != Some(&info.key) {
            let what = format!("block {index} does not hold what the index says");
            return Err(LayerError::Blocks { sum: self.packing.sum(), what });
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.blocks.memory()
    }

    fn write(&self, file: &mut dyn BoardsFile) -> Result<(), LayerError> {
        let mut bytes = Vec::new();
        for (index, info) in self.blocks.index().iter().enumerate() {
            self.blocks.read(index, &mut bytes)?;
            file.block(info.key, info.boards, &compressed(&bytes, Effort::Little))?;
        }
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Debug for SparseBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} boards of sum {} in {} blocks", self.boards, self.packing.sum(), self.parts())
    }
}
