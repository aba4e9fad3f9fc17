//! `twofold chains`: complete chain paths of a board.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::{Cell, Shape, Symmetry};
use twofold_reach::chains::{
    self, ChainCounts, ChainsError, Measure, Start, expected_memory, measure,
};
use twofold_studio::Panel;

use super::memory_options::MemoryOptions;
use crate::amount;
use crate::check::Expected;
use crate::error::CommandError;
use crate::output::{NumberJson, Output, Report, Table, TextContext, picture};
use crate::progress::Bar;

/// Count the complete chain paths of a board, and measure and draw those of small boards
///
/// A complete chain path visits every cell once, from neighbour to neighbour. The command counts directed
/// and undirected paths, both also up to the symmetries of the board, and directed paths by the class of
/// their first cell. On boards of up to 25 cells it also lists the paths, to find the fewest turns and the
/// most rows and columns passed in order.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold chains 4x4
  twofold chains 8x8 --format json
  twofold chains 4x4 --gallery chains.svg")]
pub struct Options {
    /// Rows and columns, such as 4x4
    shape: Shape,
    /// Draw one directed path of each class, the most ordered first, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    gallery: Option<PathBuf>,
    /// The most paths to draw
    #[arg(long, value_name = "N", default_value_t = 100, requires = "gallery")]
    limit: usize,
    #[command(flatten)]
    memory: MemoryOptions,
}

/// Boards of more cells are counted, not listed.
const LISTED_CELLS: usize = 25;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let shape = options.shape;
    let counts = counted(options, output)?;
    let measures = if shape.cells() <= LISTED_CELLS { measures(shape)? } else { BTreeMap::new() };
    if let Some(path) = &options.gallery {
        let paths = orbits(shape)?;
        let shown = paths.iter().take(options.limit);
        picture::save(&shown.map(|(_, path)| described(shape, path)).collect(), path)?;
        let (drawn, all) = (options.limit.min(paths.len()), paths.len());
        output.remark(&format!("drew {drawn} of {all} paths into {}", path.display()));
    }
    Ok(output.emit(&Chains { shape, counts, measures })?)
}

/// The memory that counting takes.
pub(crate) fn expected(options: &Options) -> Expected {
    let bytes = expected_memory(options.shape) as f64;
    Expected { bytes, option: "shape", hint: "make the shorter side shorter" }
}

/// Counts within the memory that is allowed, and says beforehand how much large boards take.
fn counted(options: &Options, output: &Output) -> Result<ChainCounts, CommandError> {
    let shape = options.shape;
    let allowed = options.memory.bytes();
    let expected = expected_memory(shape);
    if (WORTH_SAYING..=allowed).contains(&expected) {
        let (expected, allowed) = (amount::bytes(expected as f64), amount::bytes(allowed as f64));
        output.remark(&format!("up to {expected} of memory (allowed: {allowed})"));
    }
    let bar = Bar::new(output, "edges between cells decided");
    ChainCounts::within(shape, allowed, &bar).map_err(|error| match error {
        ChainsError::Stopped(_) => CommandError::interrupted(),
        ChainsError::TooMany { .. } => CommandError::input(error).about("shape"),
        ChainsError::Memory { needed, allowed, .. } => {
            let is_enough = crate::memory::total().is_none_or(|total| needed <= total);
            let (needed, allowed) = (amount::bytes(needed as f64), amount::bytes(allowed as f64));
            let error = format!(
                "the paths of a {shape} board take about {needed} of memory to count, but {allowed} \
                 are allowed"
            );
            CommandError::input(error).hint(match is_enough {
                true => "make the shorter side shorter, or raise --memory",
                false => "that is more than this machine has; make the shorter side shorter",
            })
            .about("shape")
        }
    })
}

/// Less memory than this is not worth a remark.
const WORTH_SAYING: u64 = 256 << 20;

/// A path with its turns and its monotone rows and columns.
fn described(shape: Shape, path: &[Cell]) -> Panel {
    let Measure { turns, monotone, .. } = measure(shape, path);
    let lines = shape.rows() + shape.columns();
    Panel::chain(shape, path.iter().copied())
        .caption(format!("{turns} turns\n{monotone} of {lines} in order"))
}

fn measures(shape: Shape) -> Result<BTreeMap<Measure, u64>, CommandError> {
    let mut measures = BTreeMap::new();
    chains::list(shape, |path| *measures.entry(measure(shape, path)).or_insert(0) += 1)
        .map_err(CommandError::input)?;
    Ok(measures)
}

type Order = (std::cmp::Reverse<usize>, usize);

/// One directed path of each class: those with many monotone lines and few turns first.
fn orbits(shape: Shape) -> Result<BTreeSet<(Order, Vec<Cell>)>, CommandError> {
    let mut orbits = BTreeSet::new();
    chains::list(shape, |path| {
        let image = |symmetry: &Symmetry| -> Vec<Cell> {
            path.iter().map(|&cell| symmetry.cell(shape, cell)).collect()
        };
        let smallest = Symmetry::of(shape).iter().map(image).min();
        if smallest.as_deref() == Some(path) {
            let Measure { turns, monotone, .. } = measure(shape, path);
            orbits.insert(((std::cmp::Reverse(monotone), turns), path.to_vec()));
        }
    })
    .map_err(CommandError::input)?;
    Ok(orbits)
}

struct Chains {
    shape: Shape,
    counts: ChainCounts,
    /// How many directed paths have the same measure, on small boards.
    measures: BTreeMap<Measure, u64>,
}

#[derive(Serialize)]
struct StartJson {
    start: &'static str,
    cells: usize,
    directed: NumberJson,
    orbits: NumberJson,
}

#[derive(Serialize)]
struct MeasureJson {
    turns: usize,
    monotone: usize,
    aligned: usize,
    directed: u64,
}

#[derive(Serialize)]
struct Json {
    shape: String,
    directed: NumberJson,
    undirected: NumberJson,
    directed_orbits: NumberJson,
    undirected_orbits: NumberJson,
    starts: Vec<StartJson>,
    measures: Vec<MeasureJson>,
}

impl Report for Chains {
    type Json = Json;

    fn json(&self) -> Json {
        let start = |start: Start| {
            let counts = self.counts.start(start);
            StartJson {
                start: start.name(),
                cells: counts.cells,
                directed: counts.directed.into(),
                orbits: counts.orbits.into(),
            }
        };
        let measure = |(&measure, &directed): (&Measure, &u64)| {
            let Measure { turns, monotone, aligned } = measure;
            MeasureJson { turns, monotone, aligned, directed }
        };
        Json {
            shape: self.shape.to_string(),
            directed: self.counts.directed.into(),
            undirected: self.counts.undirected.into(),
            directed_orbits: self.counts.directed_orbits.into(),
            undirected_orbits: self.counts.undirected_orbits.into(),
            starts: Start::ALL.map(start).into(),
            measures: self.measures.iter().map(measure).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["start", "#cells", "#directed", "#orbits"]);
        for start in Start::ALL {
            let counts = self.counts.start(start);
            let cells = [counts.cells.to_string(), counts.directed.to_string()];
            let [cells, directed] = cells;
            table.row([start.name().to_owned(), cells, directed, counts.orbits.to_string()]);
        }
        let all = self.shape.cells().to_string();
        let (directed, orbits) = (self.counts.directed, self.counts.directed_orbits);
        table.row(["all".to_owned(), all, directed.to_string(), orbits.to_string()]);
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let ChainCounts { directed, undirected, directed_orbits, undirected_orbits, .. } =
            self.counts;
        let [directed, undirected, directed_orbits, undirected_orbits] =
            [directed, undirected, directed_orbits, undirected_orbits].map(amount::grouped);
        let mut text = format!(
            "complete chain paths on {}: {directed} directed, {undirected} undirected\n\
             up to symmetry: {directed_orbits} directed, {undirected_orbits} undirected\n",
            self.shape
        );
        text += &self.table().text(context);
        let fewest = self.measures.keys().map(|measure| measure.turns).min();
        let most = self.measures.keys().map(|measure| measure.monotone).max();
        if let Some((turns, monotone)) = fewest.zip(most) {
            let count = |holds: &dyn Fn(&Measure) -> bool| -> u64 {
                self.measures
                    .iter()
                    .filter(|(measure, _)| holds(measure))
                    .map(|(_, count)| count)
                    .sum()
            };
            let lines = self.shape.rows() + self.shape.columns();
            text += &format!(
                "fewest turns: {turns}, on {} directed paths\n\
                 most rows and columns in order: {monotone} of {lines}, on {} directed paths\n",
                count(&|measure| measure.turns == turns),
                count(&|measure| measure.monotone == monotone),
            );
        }
        text
    }
}
