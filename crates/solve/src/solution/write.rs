//! Adding values to a store.

use std::path::Path;
use std::sync::Arc;

use super::block;
use super::file::ValuesFile;
use super::numbering::Numberings;
use crate::problem::Problem;
use crate::table::{LayerTable, Spacing};
use crate::value::Value;
use twofold_layers::store::{ProblemEntry, Role, Store, StoreError, StoreWriter};
use twofold_layers::{BoardsFile, Kind, LayerError};

/// The words of the manifest for a problem.
pub(super) fn entry(problem: &Problem) -> ProblemEntry {
    ProblemEntry {
        goal: problem.goal().to_string(),
        opponent: problem.opponent().to_string(),
        all_boards: false,
        bits: problem.precision().bits(),
        table: None,
    }
}

/// Opens the store of a pass over all boards, or makes it in a new or empty directory.
pub(crate) fn open_all_boards(dir: &Path, problem: &Problem) -> Result<StoreWriter, StoreError> {
    let entry = ProblemEntry { all_boards: true, ..entry(problem) };
    StoreWriter::open(dir, problem.game(), Some(entry), 1)
}

/// Opens the store of a problem, or makes it in a new or empty directory.
pub(crate) fn open(
    dir: &Path,
    problem: &Problem,
    table: Option<&str>,
    every: usize,
) -> Result<StoreWriter, StoreError> {
    let entry = ProblemEntry { table: table.map(str::to_owned), ..entry(problem) };
    StoreWriter::open(dir, problem.game(), Some(entry), every)
}

/// Adds the values of a layer, and lets its afterstates go.
pub(crate) fn add_values<V: Value>(
    store: &mut StoreWriter,
    sum: u64,
    codes: &[u64],
    values: &[V],
) -> Result<(), LayerError> {
    let numberings = Numberings::new(store.game());
    let numbering = numberings.of(sum);
    let mut file = store.create(Role::Values, Kind::Sparse, sum)?;
    for (codes, values) in codes.chunks(block::BLOCK).zip(values.chunks(block::BLOCK)) {
        file.block(codes[0], codes.len() as u64, &block::write(numbering, codes, values))?;
    }
    let mut files = vec![file.finish()?];
    if V::HAS_DETAILS {
        let mut file = store.create(Role::Details, Kind::Sparse, sum)?;
        for (codes, values) in codes.chunks(block::BLOCK).zip(values.chunks(block::BLOCK)) {
            let details = values.iter().flat_map(|value| value.details().to_le_bytes());
            file.block(codes[0], codes.len() as u64, &details.collect::<Vec<u8>>())?;
        }
        files.push(file.finish()?);
    }
    Ok(store.add_values(&files)?)
}

/// The table of a layer, if its values are known.
pub(crate) fn table<V: Value>(
    store: &Store,
    sum: u64,
    spacing: Spacing,
) -> Result<Option<LayerTable<V>>, StoreError> {
    let numberings = Arc::new(Numberings::new(store.game()));
    let Some(file) = ValuesFile::open(store, &numberings, sum)? else { return Ok(None) };
    let codes = file.at_most() as usize;
    // Details go when no value depends on them any more: openings do without.
    let Some(details) = store.file(sum, Role::Details)? else {
        return LayerTable::from_parts(codes, spacing, |add| file.each_block(add)).map(Some);
    };
    let (mut block, mut bytes) = (0, Vec::new());
    let mut failed = None;
    let table = LayerTable::from_parts(codes, spacing, |add| {
        file.each_block(&mut |codes, values: &[V]| {
            if let Err(error) = details.read_block(block, &mut bytes) {
                failed.get_or_insert(error);
                return;
            }
            block += 1;
            let details = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            let values: Vec<V> =
                values.iter().zip(details).map(|(value, more)| value.with_details(more)).collect();
            add(codes, &values);
        })
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok(Some(table)),
    }
}
