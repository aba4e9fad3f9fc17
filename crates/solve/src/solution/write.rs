//! Adding values to a store.

use std::path::Path;

use super::block;
use super::file::ValuesFile;
use crate::problem::Problem;
use crate::table::{LayerTable, Spacing};
use crate::value::Value;
use twofold_layers::store::{ProblemEntry, Role, Store, StoreError, StoreWriter};
use twofold_layers::{BoardsFile, Kind, LayerError};

/// The words of the manifest for a problem.
pub(super) fn entry(problem: &Problem) -> ProblemEntry {
    let (goal, opponent) = (problem.goal().to_string(), problem.opponent().to_string());
    ProblemEntry { goal, opponent, all_boards: false }
}

/// Opens the store of a pass over all boards, or makes it in a new or empty directory.
pub(crate) fn open_all_boards(dir: &Path, problem: &Problem) -> Result<StoreWriter, StoreError> {
    let entry = ProblemEntry { all_boards: true, ..entry(problem) };
    StoreWriter::open(dir, problem.game(), Some(entry), 1)
}

/// Opens the store of a problem, or makes it in a new or empty directory.
pub(crate) fn open(dir: &Path, problem: &Problem, every: usize) -> Result<StoreWriter, StoreError> {
    StoreWriter::open(dir, problem.game(), Some(entry(problem)), every)
}

/// Adds the values of a layer, and lets its afterstates go.
pub(crate) fn add_values<V: Value>(
    store: &mut StoreWriter,
    sum: u64,
    codes: &[u64],
    values: &[V],
) -> Result<(), LayerError> {
    let mut file = store.create(Role::Values, Kind::Sparse, sum)?;
    for (codes, values) in codes.chunks(block::BLOCK).zip(values.chunks(block::BLOCK)) {
        file.block(codes[0], codes.len() as u64, &block::write(codes, values))?;
    }
    Ok(store.add_values(&file.finish()?)?)
}

/// The table of a layer, if its values are known.
pub(crate) fn table<V: Value>(
    store: &Store,
    sum: u64,
    spacing: Spacing,
) -> Result<Option<LayerTable<V>>, StoreError> {
    let Some(file) = ValuesFile::open(store, sum)? else { return Ok(None) };
    let codes = file.at_most() as usize;
    LayerTable::from_parts(codes, spacing, |add| file.each_block(add)).map(Some)
}
