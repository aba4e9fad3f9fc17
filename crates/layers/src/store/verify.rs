//! Reading everything again.

use super::header::Role;
use super::manifest::FileEntry;
use super::{Store, file_name};
use crate::Blocks;
use crate::store_error::StoreError;
use twofold_core::{Progress, Watch};

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
        let mut checked = Vec::new();
        let mut progress = Progress { done: 0, total: Some(self.manifest.bytes()) };
        for (sum, role, entry) in self.manifest.files() {
            if watch.is_stopped() {
                break;
            }
            let error = self.read_again(sum, role, entry).err();
            checked.push(Checked { name: file_name(sum, role), bytes: entry.bytes, error });
            progress.done += entry.bytes;
            watch.report(progress);
        }
        checked
    }

    fn read_again(&self, sum: u64, role: Role, entry: &FileEntry) -> Result<(), StoreError> {
        let reader = self.listed(sum, role, entry)?;
        let mut bytes = Vec::new();
        for block in 0..reader.index().len() {
            reader.read_block(block, &mut bytes)?;
        }
        let damaged = |what| StoreError::Damaged { path: reader.path().to_owned(), what };
        let mut boards = 0_u64;
        for block in reader.index() {
            boards = boards.saturating_add(block.boards);
        }
        if boards != entry.boards {
            let listed = entry.boards;
            return Err(damaged(format!("its blocks hold {boards} boards instead of {listed}")));
        }
        let counted = self.manifest.layer(sum).map_or(0, |layer| layer.boards(role));
        if boards != counted {
            return Err(damaged(format!("it holds {boards} boards, and {counted} were counted")));
        }
        Ok(())
    }
}
