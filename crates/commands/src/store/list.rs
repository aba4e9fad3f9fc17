//! `twofold store list`: the stores in directories.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_layers::store::{Manifest, Store, StoreError};

use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table};
use crate::{amount, store_error};

/// List the stores in the given directories
///
/// A directory that is itself a store is listed, too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold store list
  twofold store list /data four --format json")]
pub(super) struct Options {
    /// Where to look
    #[arg(default_value = ".", value_name = "DIR")]
    dirs: Vec<PathBuf>,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let mut stores = Vec::new();
    let mut damaged = None;
    for (path, found) in stores_in(&options.dirs)? {
        match found {
            Ok(manifest) => stores.push(Listed::new(&path, &manifest)),
            Err(error) => damaged = damaged.or(Some(error)),
        }
    }
    // One that cannot be read does not hide the others.
    output.emit(&List { stores })?;
    damaged.map_or(Ok(()), |error| Err(store_error::tell(error)))
}

/// A store, and what it holds or why it cannot be read.
pub(crate) type Found = (PathBuf, Result<Manifest, StoreError>);

/// The stores in directories, and the directories themselves if they are stores, by name.
pub(crate) fn stores_in(dirs: &[PathBuf]) -> Result<Vec<Found>, CommandError> {
    let mut stores = Vec::new();
    for dir in dirs {
        let cannot = |error| CommandError::input(format!("cannot read {}: {error}", dir.display()));
        let mut inside: Vec<PathBuf> = vec![dir.clone()];
        for entry in fs::read_dir(dir).map_err(cannot)? {
            inside.push(entry.map_err(cannot)?.path());
        }
        inside.sort();
        for path in inside.iter().filter(|path| path.is_dir()) {
            match Store::peek(path) {
                Err(StoreError::NoStore { .. }) => {}
                found => stores.push((path.clone(), found)),
            }
        }
    }
    Ok(stores)
}

struct List {
    stores: Vec<Listed>,
}

#[derive(Serialize)]
struct Json {
    stores: Vec<Listed>,
}

#[derive(Clone, Serialize)]
struct Listed {
    store: String,
    game: Option<GameJson>,
    /// What was solved; nothing in a store of counts.
    goal: Option<String>,
    opponent: Option<String>,
    /// The same in a few words, for people.
    #[serde(skip)]
    title: String,
    complete: bool,
    layers: usize,
    positions: u64,
    bytes: u64,
}

impl Listed {
    fn new(path: &Path, manifest: &Manifest) -> Listed {
        let problem = manifest.problem.as_ref();
        Listed {
            store: path.display().to_string(),
            game: GameJson::of_store(&manifest.game),
            goal: problem.map(|problem| problem.goal.clone()),
            opponent: problem.map(|problem| problem.opponent.clone()),
            title: manifest.to_string(),
            complete: manifest.complete,
            layers: manifest.layers.len(),
            positions: manifest.positions(),
            bytes: manifest.bytes(),
        }
    }
}

impl Report for List {
    type Json = Json;

    fn json(&self) -> Json {
        Json { stores: self.stores.clone() }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["store", "game", "complete", "#layers", "#positions", "#size"]);
        for store in &self.stores {
            table.row([
                store.store.clone(),
                store.title.clone(),
                (if store.complete { "yes" } else { "no" }).to_owned(),
                store.layers.to_string(),
                store.positions.to_string(),
                amount::bytes(store.bytes as f64),
            ]);
        }
        table
    }
}
