//! `twofold store list`: the stores in directories.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_exact::solve::{Solution, SolutionManifest};
use twofold_exact::store::{Manifest, Store, StoreError};

use crate::error::CommandError;
use crate::output::{Output, Report, Table};
use crate::{amount, store_error};

/// List the stores in directories, and the directories that are stores
#[derive(Args)]
pub(super) struct Options {
    /// Where to look
    #[arg(default_value = ".", value_name = "DIR")]
    dirs: Vec<PathBuf>,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let mut stores = Vec::new();
    for dir in &options.dirs {
        let cannot = |error| CommandError::input(format!("cannot read {}: {error}", dir.display()));
        let mut inside: Vec<PathBuf> = vec![dir.clone()];
        for entry in fs::read_dir(dir).map_err(cannot)? {
            inside.push(entry.map_err(cannot)?.path());
        }
        inside.sort();
        for path in inside.iter().filter(|path| path.is_dir()) {
            match Store::peek(path) {
                Ok(manifest) => stores.push(Listed::new(path, &manifest)),
                Err(StoreError::NoStore { .. }) if Solution::is_at(path) => {
                    let manifest = Solution::peek(path).map_err(store_error::tell)?;
                    stores.push(Listed::solved(path, &manifest));
                }
                Err(StoreError::NoStore { .. }) => {}
                Err(error) => return Err(store_error::tell(error)),
            }
        }
    }
    Ok(output.emit(&List { stores })?)
}

struct List {
    stores: Vec<Listed>,
}

#[derive(Clone, Serialize)]
struct Listed {
    store: String,
    game: String,
    complete: bool,
    layers: usize,
    positions: u64,
    bytes: u64,
}

impl Listed {
    fn new(path: &Path, manifest: &Manifest) -> Listed {
        Listed {
            store: path.display().to_string(),
            game: manifest.game.brief(),
            complete: manifest.complete,
            layers: manifest.layers.len(),
            positions: manifest.layers.iter().map(|layer| layer.positions.boards).sum(),
            bytes: manifest.bytes(),
        }
    }
}

impl Listed {
    fn solved(path: &Path, manifest: &SolutionManifest) -> Listed {
        Listed {
            store: path.display().to_string(),
            game: manifest.brief(),
            complete: manifest.complete,
            layers: manifest.layers.len(),
            positions: manifest.layers.iter().map(|layer| layer.positions).sum(),
            bytes: manifest.bytes(),
        }
    }
}

impl Report for List {
    type Json = Vec<Listed>;

    fn json(&self) -> Vec<Listed> {
        self.stores.clone()
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["store", "game", "complete", "#layers", "#positions", "#size"]);
        for store in &self.stores {
            table.row([
                store.store.clone(),
                store.game.clone(),
                (if store.complete { "yes" } else { "no" }).to_owned(),
                store.layers.to_string(),
                store.positions.to_string(),
                amount::bytes(store.bytes as f64),
            ]);
        }
        table
    }
}
