//! `twofold table build`: an endgame, solved into a store.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use twofold_core::Watch;
use twofold_layers::store::Store;
use twofold_solve::tables::Endgame;
use twofold_solve::{Problem, Solved, Solver};

use super::patterns::{PatternOptions, ProblemOptions};
use crate::error::CommandError;
use crate::idle::IdleOptions;
use crate::layer_bar::LayerBar;
use crate::memory_options::MemoryOptions;
use crate::output::{GameJson, Output, Report, Table, TextContext};
use crate::{amount, layer_error, memory, store_error};

/// Solve an endgame, and keep the chance of its target on every board that can occur
///
/// A table is a pattern and a tile to make, as in L3-256. Slider may not move large tiles out of the masks of the
/// pattern. Work can be interrupted and goes on with the same command.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table build free6-64 --store free6
  twofold table build L3-128 --store L3-128 --memory 2G
  twofold table build corner-64 --patterns mine.toml --store corner --bits 32")]
pub(super) struct Options {
    /// The pattern and the tile to make, as in L3-256
    #[arg(value_name = "PATTERN-TILE")]
    endgame: String,
    /// Keep the table in this directory, and resume from it after an interruption
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    #[command(flatten)]
    patterns: PatternOptions,
    #[command(flatten)]
    problem: ProblemOptions,
    #[command(flatten)]
    idle: IdleOptions,
    /// Checkpoint interval: keep every Nth layer and recompute the others on the way back
    #[arg(long, value_name = "N", default_value = "1")]
    keep_every: NonZeroUsize,
    #[command(flatten)]
    memory: MemoryOptions,
}

/// Whether there is such a table, and memory for it.
pub(super) fn check(options: &Options) -> Result<(), CommandError> {
    options.problem.problem(&options.patterns.endgame(&options.endgame)?)?;
    memory::for_layers(options.memory.memory).map(|_| ())
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let endgame = options.patterns.endgame(&options.endgame)?;
    let problem = options.problem.problem(&endgame)?;
    let start = Instant::now();
    let memory = memory::for_layers(options.memory.memory)?;
    let bar = LayerBar::new(output, memory);
    let solver = Solver::new(&problem)
        .named(&endgame.to_string())
        .with_memory(memory)
        .keep_every(options.keep_every.get())
        .with_store(&options.store)
        .map_err(store_error::tell)?;
    let told = |error| layer_error::tell(error, Some(&options.store));
    let solved = options.idle.run(|| solver.run(&bar)).map_err(told)?;
    let stopped = bar.is_stopped();
    drop(bar);
    if stopped {
        return Err(CommandError::interrupted());
    }
    let manifest = Store::peek(&options.store).map_err(store_error::tell)?;
    let afterstates = solved.afterstates;
    output.emit(&Built { endgame, problem, solved, bytes: manifest.bytes() })?;
    let seconds = start.elapsed().as_secs_f64();
    if seconds > 1.0 {
        let rate = amount::count(afterstates as f64 / seconds);
        let peak = memory::peak().map_or(String::new(), |peak| {
            format!(", at most {} of memory", amount::bytes(peak as f64))
        });
        output.remark(&format!("{}, {rate} boards a second{peak}", amount::duration(seconds)));
    }
    Ok(())
}

struct Built {
    endgame: Endgame,
    problem: Problem,
    solved: Solved,
    bytes: u64,
}

#[derive(Serialize)]
struct Json {
    table: String,
    game: GameJson,
    layers: usize,
    positions: u64,
    /// Boards that have a value.
    afterstates: u64,
    bytes: u64,
    bytes_per_board: f64,
}

impl Built {
    fn bytes_per_board(&self) -> f64 {
        self.bytes as f64 / self.solved.afterstates.max(1) as f64
    }
}

impl Report for Built {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            table: self.endgame.to_string(),
            game: self.problem.game().into(),
            layers: self.solved.layers,
            positions: self.solved.positions,
            afterstates: self.solved.afterstates,
            bytes: self.bytes,
            bytes_per_board: (self.bytes_per_board() * 1000.0).round() / 1000.0,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "table",
            "#layers",
            "#positions",
            "#afterstates",
            "#bytes",
            "#bytes a board",
        ]);
        table.row([
            self.endgame.to_string(),
            self.solved.layers.to_string(),
            self.solved.positions.to_string(),
            self.solved.afterstates.to_string(),
            self.bytes.to_string(),
            format!("{:.2}", self.bytes_per_board()),
        ]);
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let Solved { layers, positions, afterstates, .. } = &self.solved;
        format!(
            "{}: {} positions and {} afterstates in {layers} layers, {}, {:.2} bytes each\n",
            self.endgame,
            amount::grouped(*positions),
            amount::grouped(*afterstates),
            amount::bytes(self.bytes as f64),
            self.bytes_per_board(),
        )
    }
}
