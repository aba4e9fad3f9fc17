//! Blocks: what sets of boards consist of when they are written down.

use std::fmt;

use super::error::LayerError;

/// What is known of a block without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockInfo {
    /// What tells it apart: the first code of a sparse block, the first row of a dense one. Keys
    /// ascend.
    pub key: u64,
    /// The number of boards in it, up to symmetry.
    pub boards: u64,
    /// The length of its content in bytes.
    pub bytes: u64,
}

/// A file that a set of boards is written into: a sequence of blocks. Each carries its own
/// checksum, so that it can be read, and trusted, alone.
pub trait BoardsFile: Send {
    /// Appends a block.
    fn block(&mut self, key: u64, boards: u64, bytes: &[u8]) -> Result<(), LayerError>;
}

/// Blocks that can be read again, from memory or from a file.
pub trait Blocks: Send + Sync + fmt::Debug {
    /// What there is, in the order in which it was written.
    fn index(&self) -> &[BlockInfo];

    /// Replaces `bytes` by the content of a block, after checking it.
    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), LayerError>;

    /// Bytes of memory that the blocks hold.
    fn memory(&self) -> u64;
}

/// Blocks in memory.
///
/// ```
/// use twofold_layers::{Blocks, BoardsFile, MemoryBlocks};
///
/// let mut blocks = MemoryBlocks::default();
/// blocks.block(7, 2, b"two boards")?;
/// let mut bytes = Vec::new();
/// blocks.read(0, &mut bytes)?;
/// assert_eq!((blocks.index()[0].key, bytes.as_slice()), (7, &b"two boards"[..]));
/// # Ok::<(), twofold_layers::LayerError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryBlocks {
    index: Vec<BlockInfo>,
    contents: Vec<Box<[u8]>>,
}

impl MemoryBlocks {
    /// Appends a block without copying it.
    pub fn push(&mut self, key: u64, boards: u64, bytes: Vec<u8>) {
        self.index.push(BlockInfo { key, boards, bytes: bytes.len() as u64 });
        self.contents.push(bytes.into_boxed_slice());
    }

    /// Appends all blocks of another sequence.
    pub fn append(&mut self, mut other: MemoryBlocks) {
        self.index.append(&mut other.index);
        self.contents.append(&mut other.contents);
    }
}

impl BoardsFile for MemoryBlocks {
    fn block(&mut self, key: u64, boards: u64, bytes: &[u8]) -> Result<(), LayerError> {
        self.push(key, boards, bytes.to_vec());
        Ok(())
    }
}

impl Blocks for MemoryBlocks {
    fn index(&self) -> &[BlockInfo] {
        &self.index
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), LayerError> {
        bytes.clear();
        bytes.extend_from_slice(&self.contents[block]);
        Ok(())
    }

    fn memory(&self) -> u64 {
        let contents: u64 = self.index.iter().map(|block| block.bytes).sum();
        contents + self.index.len() as u64 * (size_of::<BlockInfo>() as u64 + 16)
    }
}
