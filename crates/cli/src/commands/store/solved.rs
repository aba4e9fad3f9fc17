//! A look into solved stores.

use std::path::Path;

use serde::Serialize;
use twofold_exact::solve::{Solution, SolutionManifest};
use twofold_exact::store::Identity;

use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;
use crate::{amount, layer_error, store_error};

/// Shows the layers of a solved store.
pub(super) fn info(dir: &Path, output: &mut Output) -> Result<(), CommandError> {
    let manifest = Solution::peek(dir).map_err(store_error::tell)?;
    Ok(output.emit(&Info { manifest })?)
}

struct Info {
    manifest: SolutionManifest,
}

#[derive(Serialize)]
struct Json {
    game: Identity,
    goal: String,
    opponent: String,
    complete: bool,
    positions: u64,
    afterstates: u64,
    bytes: u64,
    layers: Vec<LayerJson>,
}

#[derive(Serialize)]
struct LayerJson {
    sum: u64,
    positions: u64,
    afterstates: u64,
    solved: bool,
    bytes: u64,
}

impl Info {
    fn layers(&self) -> impl Iterator<Item = LayerJson> + '_ {
        self.manifest.layers.iter().map(|layer| LayerJson {
            sum: layer.sum,
            positions: layer.positions,
            afterstates: layer.afterstates,
            solved: layer.values.is_some(),
            bytes: layer.kept.iter().chain(&layer.values).map(|file| file.bytes).sum(),
        })
    }
}

impl Report for Info {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            game: self.manifest.game.clone(),
            goal: self.manifest.goal.clone(),
            opponent: self.manifest.opponent.clone(),
            complete: self.manifest.complete,
            positions: self.layers().map(|layer| layer.positions).sum(),
            afterstates: self.layers().map(|layer| layer.afterstates).sum(),
            bytes: self.manifest.bytes(),
            layers: self.layers().collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#sum", "#positions", "#afterstates", "solved", "#bytes"]);
        for layer in self.layers() {
            table.row([
                layer.sum.to_string(),
                layer.positions.to_string(),
                layer.afterstates.to_string(),
                (if layer.solved { "yes" } else { "no" }).to_owned(),
                layer.bytes.to_string(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let state = if self.manifest.complete { "complete" } else { "not complete" };
        let afterstates: u64 = self.layers().map(|layer| layer.afterstates).sum();
        format!(
            "{}\n{}{afterstates} boards after slides in {} layers, {}, {state}\n",
            self.manifest.brief(),
            self.table().text(context),
            self.manifest.layers.len(),
            amount::bytes(self.manifest.bytes() as f64),
        )
    }
}

/// Computes every value of a solved store again from the ones above it.
pub(super) fn verify_values(dir: &Path, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(dir).map_err(store_error::tell)?;
    let bar = Bar::new(output, "layers computed again");
    let residual = solution.residual(&bar);
    drop(bar);
    let residual = residual.map_err(|error| layer_error::tell(error, None))?;
    Ok(output.emit(&Residual { residual })?)
}

struct Residual {
    residual: f64,
}

#[derive(Serialize)]
struct ResidualJson {
    residual: f64,
}

impl Report for Residual {
    type Json = ResidualJson;

    fn json(&self) -> ResidualJson {
        ResidualJson { residual: self.residual }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#largest difference"]);
        table.row([format!("{:e}", self.residual)]);
        table
    }
}
