//! Looking up boards in a store that a pass over all boards has made.

use std::fmt;
use std::sync::{Arc, Mutex};

use std::collections::BTreeMap;

use twofold_layers::store::{LayerReader, Role, Store};
use twofold_layers::{Blocks, LayerError};

use super::file;
use super::geometry::Geometry;
use super::layer::Block;
use super::pass::Tables;
use crate::problem::Problem;

/// By tile sum, and by the class of the upper half; `None` if no board of the block is lost.
type BlocksBySum = BTreeMap<(u64, usize), Option<Arc<Block>>>;

/// The lost boards of a store, read block by block as they are asked for.
pub(crate) struct LostBoards {
    tables: Tables,
    /// By tile sum; `None` if the store has let the layer go.
    files: Mutex<BTreeMap<u64, Option<Arc<LayerReader>>>>,
    blocks: Mutex<BlocksBySum>,
}

impl fmt::Debug for LostBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LostBoards").finish_non_exhaustive()
    }
}

impl LostBoards {
    /// For the stores of a problem; `None` if not all its boards can be decided.
    pub(crate) fn new(problem: &Problem) -> Option<LostBoards> {
        let game = problem.game();
        let tables = Tables::new(game, &Geometry::new(game)?);
        Some(LostBoards { tables, files: Mutex::default(), blocks: Mutex::default() })
    }

    /// Whether the target cannot be forced from a board with a tile about to appear; `None` if no slide
    /// leads to it, up to symmetry, or if the store has let the layer go.
    pub(crate) fn is_lost(
        &self,
        store: &Store,
        sum: u64,
        code: u64,
    ) -> Result<Option<bool>, LayerError> {
        let Some([upper, lower]) = self.tables.place(code) else { return Ok(None) };
        let mut files = self.files.lock().expect("no thread panics with the lock");
        let file = match files.get(&sum) {
            Some(file) => file.clone(),
            None => {
                let file = store.file(sum, Role::Lost)?;
                files.insert(sum, file.clone());
                file
            }
        };
        drop(files);
        let Some(file) = file else { return Ok(None) };
        let sides = self.tables.sides();
        let (row, column) =
            if sides.alike && upper.0 < lower.0 { (lower, upper) } else { (upper, lower) };
        let mut blocks = self.blocks.lock().expect("no thread panics with the lock");
        let block = match blocks.get(&(sum, row.0)) {
            Some(block) => block.clone(),
            None => {
                let place = file.index().iter().position(|info| info.key == row.0 as u64);
                let read = |place| file::read_block(&file, &sides, sum, row.0, place).map(Arc::new);
                let block = place.map(read).transpose()?;
                blocks.insert((sum, row.0), block.clone());
                block
            }
        };
        Ok(Some(block.is_some_and(|block| block.contains(row.1, column.1))))
    }
}
