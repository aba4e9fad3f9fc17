//! `twofold table plan`: which tables fit a machine.

use std::collections::BTreeMap;
use std::thread::available_parallelism;

use clap::Args;
use serde::Serialize;
use twofold_core::Figure;
use twofold_solve::tables::{Endgame, ForecastError, Pattern, TableForecast, forecast};

use super::patterns::{PatternOptions, ProblemOptions, tell};
use crate::error::{About as _, CommandError};
use crate::layer_bar::LayerBar;
use crate::memory_options::MemoryOptions;
use crate::output::{Output, Report, Table, TextContext, cells};
use crate::{amount, layer_error};

/// Targets that are looked at where none is named.
const TARGETS: [u64; 5] = [64, 128, 256, 512, 1024];

/// Forecast the size of tables and the time to build them, and say which fit this machine
///
/// The sizes are extrapolated from tables of the same pattern with low targets, which are counted. They are
/// estimates: expect them to be wrong by a factor of two or three.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table plan L3-128 442-256
  twofold table plan L3 --memory 4G --disk 20G --hours 2    all targets of a pattern
  twofold table plan                                        all patterns, which takes a minute")]
pub(super) struct Options {
    /// Patterns, as in L3, or tables, as in L3-256 [default: all patterns]
    #[arg(value_name = "PATTERN")]
    wanted: Vec<String>,
    /// Space on disk, such as 20G
    #[arg(long, value_name = "BYTES", value_parser = amount::parse_bytes)]
    disk: Option<u64>,
    /// Hours that a build may take
    #[arg(long, value_name = "HOURS")]
    hours: Option<f64>,
    #[command(flatten)]
    patterns: PatternOptions,
    #[command(flatten)]
    problem: ProblemOptions,
    #[command(flatten)]
    memory: MemoryOptions,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let patterns = options.patterns.read()?;
    let mut wanted: BTreeMap<String, (Pattern, Vec<u64>)> = BTreeMap::new();
    let mut add = |pattern: &Pattern, targets: &[u64]| {
        let entry = wanted.entry(pattern.name.clone());
        entry.or_insert_with(|| (pattern.clone(), Vec::new())).1.extend(targets);
    };
    if options.wanted.is_empty() {
        patterns.iter().for_each(|pattern| add(pattern, &TARGETS));
    }
    for name in &options.wanted {
        match patterns.get(name) {
            Some(pattern) => add(pattern, &TARGETS),
            None => {
                let endgame = Endgame::parse(name, &patterns).map_err(tell).about("wanted")?;
                add(endgame.pattern(), &[endgame.target()]);
            }
        }
    }
    let bar = LayerBar::new(output, options.memory.bytes());
    let cores = available_parallelism().map_or(1, usize::from);
    let mut rows = Vec::new();
    for (pattern, mut targets) in wanted.into_values() {
        targets.sort_unstable();
        targets.dedup();
        let rules = options.problem.rules(pattern.shape)?;
        let found = forecast(&pattern, &targets, rules.tiles, &rules.spawn, &bar);
        let found = found.map_err(|error| match error {
            ForecastError::Endgame(error) => tell(error),
            ForecastError::Layer(error) => layer_error::while_reading(error),
        })?;
        for (&target, forecast) in targets.iter().zip(found) {
            let table = Endgame::new(pattern.clone(), target).to_string();
            rows.push(Row::new(table, &forecast, options, cores));
        }
    }
    drop(bar);
    Ok(output.emit(&Plan { rows })?)
}

struct Plan {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Json {
    tables: Vec<Row>,
}

#[derive(Clone, Serialize)]
struct Row {
    table: String,
    afterstates: Figure,
    /// Bytes on disk.
    disk: Figure,
    /// Bytes of memory that it takes at least.
    memory: Figure,
    /// Hours on all cores.
    hours: Figure,
    fits: bool,
}

impl Row {
    fn new(table: String, forecast: &TableForecast, options: &Options, cores: usize) -> Row {
        let (disk, memory) = (forecast.disk(options.problem.bits), forecast.memory());
        let hours = forecast.seconds() / 3600.0 / cores as f64;
        let fits = memory <= options.memory.bytes() as f64
            && options.disk.is_none_or(|most| disk <= most as f64)
            && options.hours.is_none_or(|most| hours <= most);
        let afterstates = match forecast.is_exact {
            true => Figure::exact(forecast.afterstates as u64),
            false => Figure::Estimate(forecast.afterstates),
        };
        let estimate = Figure::Estimate;
        Row {
            table,
            afterstates,
            disk: estimate(disk),
            memory: estimate(memory),
            hours: estimate(hours),
            fits,
        }
    }
}

impl Report for Plan {
    type Json = Json;

    fn json(&self) -> Json {
        Json { tables: self.rows.clone() }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["table", "~afterstates", "~disk", "~memory", "~hours", "fits"]);
        for row in &self.rows {
            table.row(cells![
                row.table.clone(),
                Some(row.afterstates.clone()),
                Some(row.disk.clone()),
                Some(row.memory.clone()),
                Some(row.hours.clone()),
                if row.fits { "yes" } else { "no" },
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut table = Table::new(&["table", "#afterstates", "#disk", "#memory", "#time", "fits"]);
        let tilde = |is_exact: bool, text: String| if is_exact { text } else { format!("~{text}") };
        for row in &self.rows {
            let is_exact = !matches!(row.afterstates, Figure::Estimate(_));
            table.row([
                row.table.clone(),
                tilde(is_exact, amount::count(row.afterstates.to_f64())),
                tilde(false, amount::bytes(row.disk.to_f64())),
                tilde(false, amount::bytes(row.memory.to_f64())),
                tilde(false, amount::duration(3600.0 * row.hours.to_f64())),
                (if row.fits { "yes" } else { "no" }).to_owned(),
            ]);
        }
        table.text(context)
    }
}
