//! `twofold store info`: the layers of a store.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_exact::solve::Solution;
use twofold_exact::store::{Identity, LayerEntry, Manifest, Store};

use super::solved;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::{amount, store_error};

/// Show the layers of a store, with their sizes
#[derive(Args)]
pub(super) struct Options {
    /// The directory of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    if Solution::is_at(&options.store) {
        return solved::info(&options.store, output);
    }
    let manifest = Store::peek(&options.store).map_err(store_error::tell)?;
    Ok(output.emit(&Info { manifest })?)
}

struct Info {
    manifest: Manifest,
}

#[derive(Serialize)]
struct Json {
    game: Identity,
    complete: bool,
    positions: u64,
    bytes: u64,
    bits_per_position: f64,
    layers: Vec<LayerJson>,
}

#[derive(Serialize)]
struct LayerJson {
    sum: u64,
    kind: String,
    live: u64,
    dead: u64,
    positions: u64,
    afterstates: u64,
    bytes: u64,
    bits_per_position: f64,
    file: String,
}

fn layer(entry: &LayerEntry) -> LayerJson {
    let total = entry.count().census.total();
    LayerJson {
        sum: entry.sum,
        kind: entry.positions.kind.clone(),
        live: total.live.canonical,
        dead: total.dead.canonical,
        positions: total.total().canonical,
        afterstates: entry.afterstates.canonical,
        bytes: entry.positions.bytes,
        bits_per_position: rounded(entry.positions.bits_per_board()),
        file: entry.positions.name.clone(),
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

impl Info {
    fn positions(&self) -> u64 {
        self.manifest.layers.iter().map(|layer| layer.positions.boards).sum()
    }

    fn bits_per_position(&self) -> f64 {
        let bytes: u64 = self.manifest.layers.iter().map(|layer| layer.positions.bytes).sum();
        8.0 * bytes as f64 / self.positions().max(1) as f64
    }
}

impl Report for Info {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            game: self.manifest.game.clone(),
            complete: self.manifest.complete,
            positions: self.positions(),
            bytes: self.manifest.bytes(),
            bits_per_position: rounded(self.bits_per_position()),
            layers: self.manifest.layers.iter().map(layer).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "#sum",
            "kind",
            "#live",
            "#dead",
            "#positions",
            "#afterstates",
            "#bytes",
            "#bits per position",
        ]);
        for entry in &self.manifest.layers {
            let layer = layer(entry);
            table.row([
                layer.sum.to_string(),
                layer.kind,
                layer.live.to_string(),
                layer.dead.to_string(),
                layer.positions.to_string(),
                layer.afterstates.to_string(),
                layer.bytes.to_string(),
                format!("{:.2}", layer.bits_per_position),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let state = if self.manifest.complete { "complete" } else { "not complete" };
        format!(
            "{}\n{}{} positions in {} layers, {}, {:.2} bits a position, {state}\n",
            self.manifest.game.brief(),
            self.table().text(context),
            self.positions(),
            self.manifest.layers.len(),
            amount::bytes(self.manifest.bytes() as f64),
            self.bits_per_position(),
        )
    }
}
