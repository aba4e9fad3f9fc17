//! Blocks on their way out of a step: in memory, or in a scratch file if they are too many.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::scratch::{Place, Scratch};
use crate::{BlockInfo, Blocks, LayerError, MemoryBlocks};

/// The blocks of a set in the making.
pub(super) struct Output {
    blocks: MemoryBlocks,
    /// Bytes that blocks in memory may take, if there is a file to go to.
    limit: u64,
    spilled: Option<Spilled>,
    scratch: Option<Scratch>,
}

/// Blocks in a scratch file, which lives as long as they do.
#[derive(Debug)]
struct Spilled {
    index: Vec<BlockInfo>,
    places: Vec<Place>,
    scratch: Scratch,
}

impl Output {
    pub(super) fn new(scratch: Option<&Path>, limit: u64) -> Output {
        // A set of the layer before may still be in its file.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = scratch.map(|dir| dir.join(format!("output-{number}.scratch")));
        let scratch = path.map(|path| Scratch::new(Some(&path)));
        Output { blocks: MemoryBlocks::default(), limit, spilled: None, scratch }
    }

    /// Appends blocks.
    pub(super) fn append(&mut self, blocks: MemoryBlocks) -> Result<(), LayerError> {
        self.blocks.append(blocks);
        if self.blocks.memory() > self.limit
            && let Some(scratch) = self.scratch.take()
        {
            self.spilled = Some(Spilled { index: Vec::new(), places: Vec::new(), scratch });
        }
        match &mut self.spilled {
            Some(spilled) => spilled.take(std::mem::take(&mut self.blocks)),
            None => Ok(()),
        }
    }

    /// All blocks.
    pub(super) fn finish(self) -> Arc<dyn Blocks> {
        match self.spilled {
            Some(spilled) => Arc::new(spilled),
            None => Arc::new(self.blocks),
        }
    }
}

impl Spilled {
    fn take(&mut self, blocks: MemoryBlocks) -> Result<(), LayerError> {
        let mut bytes = Vec::new();
        for (number, &info) in blocks.index().iter().enumerate() {
            blocks.read(number, &mut bytes)?;
            self.places.push(self.scratch.write(&bytes)?.expect("there is a file"));
            self.index.push(info);
        }
        Ok(())
    }
}

impl Blocks for Spilled {
    fn index(&self) -> &[BlockInfo] {
        &self.index
    }

    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> Result<(), LayerError> {
        *bytes = self.scratch.read(&self.places[block])?;
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.index.len() as u64 * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_to_the_file() {
        let dir = tempfile::tempdir().unwrap();
        for (limit, spills) in [(u64::MAX, false), (300, true)] {
            let mut output = Output::new(Some(dir.path()), limit);
            for number in 0..20_u64 {
                let mut blocks = MemoryBlocks::default();
                blocks.push(number, 1, vec![number as u8; 30]);
                output.append(blocks).unwrap();
            }
            let blocks = output.finish();
            let files = || std::fs::read_dir(dir.path()).unwrap().count();
            assert_eq!(files(), usize::from(spills));
            let mut bytes = Vec::new();
            for number in 0..20 {
                blocks.read(number, &mut bytes).unwrap();
                assert_eq!(
                    (blocks.index()[number].key, &bytes),
                    (number as u64, &vec![number as u8; 30])
                );
            }
        }
    }
}
