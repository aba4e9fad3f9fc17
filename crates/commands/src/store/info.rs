//! `twofold store info`: the layers of a store.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_layers::store::{LayerEntry, Manifest, Role, Store};

use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table, TextContext};
use crate::{amount, store_error};

/// Show the layers of a store, with their sizes
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold store info four
  twofold store info four --format csv")]
pub(super) struct Options {
    /// The directory of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    show(&options.store, output)
}

/// Shows the layers of a store.
pub(crate) fn show(dir: &Path, output: &mut Output) -> Result<(), CommandError> {
    let manifest = Store::peek(dir).map_err(store_error::tell)?;
    Ok(output.emit(&Info { manifest })?)
}

struct Info {
    manifest: Manifest,
}

#[derive(Serialize)]
struct Json {
    game: Option<GameJson>,
    /// What was solved; nothing in a store of counts.
    goal: Option<String>,
    opponent: Option<String>,
    complete: bool,
    positions: u64,
    afterstates: u64,
    bytes: u64,
    layers: Vec<LayerJson>,
}

#[derive(Serialize)]
struct LayerJson {
    tile_sum: u64,
    live: u64,
    dead: u64,
    positions: u64,
    afterstates: u64,
    files: Vec<FileJson>,
    bytes: u64,
}

#[derive(Serialize)]
struct FileJson {
    holds: &'static str,
    kind: &'static str,
    bytes: u64,
    bits_per_board: f64,
}

fn layer(entry: &LayerEntry) -> LayerJson {
    let count = entry.count();
    let files = entry.files().map(|(role, file)| FileJson {
        holds: role.name(),
        kind: file.kind.name(),
        bytes: file.bytes,
        bits_per_board: (file.bits_per_board() * 1000.0).round() / 1000.0,
    });
    LayerJson {
        tile_sum: entry.sum,
        live: count.positions().live.orbits,
        dead: count.positions().dead.orbits,
        positions: count.total().orbits,
        afterstates: count.afterstates.orbits,
        files: files.collect(),
        bytes: entry.files().map(|(_, file)| file.bytes).sum(),
    }
}

impl Info {
    /// Bits that a board takes in all files of a role.
    fn bits(&self, wanted: Role) -> Option<f64> {
        let files = self.manifest.files().filter(|&(_, role, _)| role == wanted);
        let (bytes, boards) = files.fold((0, 0), |(bytes, boards), (_, _, file)| {
            (bytes + file.bytes, boards + file.boards)
        });
        (boards > 0).then(|| 8.0 * bytes as f64 / boards as f64)
    }
}

impl Report for Info {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            game: GameJson::of_store(&self.manifest.game),
            goal: self.manifest.problem.as_ref().map(|problem| problem.goal.clone()),
            opponent: self.manifest.problem.as_ref().map(|problem| problem.opponent.clone()),
            complete: self.manifest.complete,
            positions: self.manifest.positions(),
            afterstates: self.manifest.afterstates(),
            bytes: self.manifest.bytes(),
            layers: self.manifest.layers.iter().map(layer).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "#tile_sum",
            "#live",
            "#dead",
            "#positions",
            "#afterstates",
            "holds",
            "kind",
            "#bytes",
            "#bits a board",
        ]);
        for entry in &self.manifest.layers {
            let layer = layer(entry);
            let words = |word: fn(&FileJson) -> &'static str| {
                layer.files.iter().map(word).collect::<Vec<_>>().join(", ")
            };
            let bits = layer
                .files
                .first()
                .map_or(String::new(), |file| format!("{:.2}", file.bits_per_board));
            table.row([
                layer.tile_sum.to_string(),
                layer.live.to_string(),
                layer.dead.to_string(),
                layer.positions.to_string(),
                layer.afterstates.to_string(),
                words(|file| file.holds),
                words(|file| file.kind),
                layer.bytes.to_string(),
                bits,
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let state = if self.manifest.complete { "complete" } else { "not complete" };
        let (role, boards) = match self.manifest.problem {
            None => (Role::Positions, self.manifest.positions()),
            Some(_) => (Role::Values, self.manifest.afterstates()),
        };
        let name = if role == Role::Positions { "positions" } else { "afterstates" };
        let bits = self.bits(role).map_or(String::new(), |bits| format!(", {bits:.2} bits each"));
        format!(
            "{}\n{}{} {name} in {} layers, {}{bits}, {state}\n",
            self.manifest,
            self.table().text(context),
            amount::grouped(boards),
            self.manifest.layers.len(),
            amount::bytes(self.manifest.bytes() as f64),
        )
    }
}
