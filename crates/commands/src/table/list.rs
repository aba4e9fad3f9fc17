//! `twofold table list`: patterns, and tables in directories.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_layers::store::{Manifest, StoreError};
use twofold_solve::tables::Pattern;

use super::patterns::PatternOptions;
use crate::error::CommandError;
use crate::output::{Output, Report, Table as TextTable};
use crate::{amount, store, store_error};

/// List the patterns, or the tables in the given directories
///
/// A directory that is itself a table is listed, too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table list
  twofold table list --patterns mine.toml
  twofold table list /data free6 --format json")]
pub(super) struct Options {
    /// Where to look for tables
    #[arg(value_name = "DIR")]
    dirs: Vec<PathBuf>,
    #[command(flatten)]
    patterns: PatternOptions,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    if options.dirs.is_empty() {
        let patterns = options.patterns.read()?;
        let patterns = patterns.iter().map(PatternJson::new).collect();
        return Ok(output.emit(&List { patterns: Some(patterns), tables: None })?);
    }
    let mut tables = Vec::new();
    let mut damaged: Option<StoreError> = None;
    for (path, found) in store::stores_in(&options.dirs)? {
        match found {
            Ok(manifest) => tables.extend(TableJson::new(&path, &manifest)),
            Err(error) => damaged = damaged.or(Some(error)),
        }
    }
    output.emit(&List { patterns: None, tables: Some(tables) })?;
    damaged.map_or(Ok(()), |error| Err(store_error::tell(error)))
}

#[derive(Clone, Serialize)]
struct List {
    #[serde(skip_serializing_if = "Option::is_none")]
    patterns: Option<Vec<PatternJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tables: Option<Vec<TableJson>>,
}

#[derive(Clone, Serialize)]
struct PatternJson {
    name: String,
    about: String,
    shape: String,
    free_cells: usize,
    large_tiles: u8,
    masks: Vec<String>,
    target_cells: Option<String>,
}

impl PatternJson {
    fn new(pattern: &Pattern) -> PatternJson {
        PatternJson {
            name: pattern.name.clone(),
            about: pattern.about.clone(),
            shape: pattern.shape.to_string(),
            free_cells: pattern.free_cells(),
            large_tiles: pattern.large,
            masks: pattern.drawings(),
            target_cells: pattern.target_drawing(),
        }
    }
}

#[derive(Clone, Serialize)]
struct TableJson {
    store: String,
    table: String,
    complete: bool,
    layers: usize,
    positions: u64,
    afterstates: u64,
    bits: u8,
    bytes: u64,
}

impl TableJson {
    /// What a store holds; nothing if it is no table.
    fn new(path: &Path, manifest: &Manifest) -> Option<TableJson> {
        let problem = manifest.problem.as_ref()?;
        Some(TableJson {
            store: path.display().to_string(),
            table: problem.table.clone()?,
            complete: manifest.complete,
            layers: manifest.layers.len(),
            positions: manifest.positions(),
            afterstates: manifest.afterstates(),
            bits: problem.bits.unwrap_or(64),
            bytes: manifest.bytes(),
        })
    }
}

impl Report for List {
    type Json = List;

    fn json(&self) -> List {
        self.clone()
    }

    fn table(&self) -> TextTable {
        if let Some(tables) = &self.tables {
            let mut text = TextTable::new(&[
                "store",
                "table",
                "complete",
                "#layers",
                "#afterstates",
                "#bits",
                "#size",
            ]);
            for table in tables {
                text.row([
                    table.store.clone(),
                    table.table.clone(),
                    (if table.complete { "yes" } else { "no" }).to_owned(),
                    table.layers.to_string(),
                    table.afterstates.to_string(),
                    table.bits.to_string(),
                    amount::bytes(table.bytes as f64),
                ]);
            }
            return text;
        }
        let mut text = TextTable::new(&[
            "pattern",
            "#free cells",
            "#large tiles",
            "large tiles at",
            "target at",
        ]);
        for pattern in self.patterns.iter().flatten() {
            text.row([
                pattern.name.clone(),
                pattern.free_cells.to_string(),
                pattern.large_tiles.to_string(),
                if pattern.masks.is_empty() {
                    "anywhere".to_owned()
                } else {
                    pattern.masks.join(", ")
                },
                pattern.target_cells.clone().unwrap_or_else(|| "anywhere".to_owned()),
            ]);
        }
        text
    }
}
