//! Reading everything again.

use super::Store;
use super::error::StoreError;
use super::header::Role;
use super::manifest::FileEntry;
use super::reader::LayerReader;
use crate::layers::Blocks;
use crate::watch::{Progress, Watch};

/// A file that was read again from its first byte to its last.
#[derive(Debug)]
pub struct Checked {
    /// The name of the file.
    pub name: String,
    /// The bytes that were read.
    pub bytes: u64,
    /// What is wrong, if anything is.
    pub error: Option<StoreError>,
}

impl Store {
    /// Reads every file and recomputes every checksum; goes on after the first damaged file. Stops
    /// early if the watch says so.
    pub fn verify(&self, watch: &dyn Watch) -> Vec<Checked> {
        let positions = self.manifest.layers.iter();
        let positions = positions.map(|layer| (&layer.positions, Role::Positions, layer.sum));
        let pending = self.manifest.pending.iter();
        let pending = pending.map(|entry| (&entry.afterstates, Role::Afterstates, entry.sum));
        let mut checked = Vec::new();
        let mut progress = Progress { done: 0, total: Some(self.manifest.bytes()) };
        for (entry, role, sum) in positions.chain(pending) {
            if watch.is_stopped() {
                break;
            }
            let error = self.read_again(entry, role, sum).err();
            checked.push(Checked { name: entry.name.clone(), bytes: entry.bytes, error });
            progress.done += entry.bytes;
            watch.report(progress);
        }
        checked
    }

    fn read_again(&self, entry: &FileEntry, role: Role, sum: u64) -> Result<(), StoreError> {
        let reader = self.file(entry, role, sum)?;
        let mut bytes = Vec::new();
        for block in 0..reader.index().len() {
            reader.read_block(block, &mut bytes)?;
        }
        let boards: u64 = reader.index().iter().map(|block| block.boards).sum();
        if boards != entry.boards {
            let what = format!("its blocks hold {boards} boards instead of {}", entry.boards);
            return Err(StoreError::Damaged { path: reader.path().to_owned(), what });
        }
        let listed = self.manifest.layers.iter().find(|layer| layer.sum == sum);
        match listed.filter(|_| role == Role::Positions) {
            Some(layer) => check_count(&reader, layer.count().census.total().total().canonical),
            None => Ok(()),
        }
    }
}

fn check_count(reader: &LayerReader, counted: u64) -> Result<(), StoreError> {
    let boards = reader.header().boards;
    if boards == counted {
        return Ok(());
    }
    let what = format!("it holds {boards} boards, and {counted} were counted");
    Err(StoreError::Damaged { path: reader.path().to_owned(), what })
}
