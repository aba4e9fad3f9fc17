//! `twofold breakthrough table`: every board up to a size.

use clap::Args;
use serde::Serialize;
use twofold_breakthrough::table::{SolvedBoard, WinCounts, solve};
use twofold_breakthrough::{Baseline, Breakthrough, Side};
use twofold_core::Shape;

use super::super::memory_options::MemoryOptions;
use crate::error::CommandError;
use crate::output::{NumberJson, Output, Report, Table};
use crate::progress::Bar;

/// Solve every board of up to N cells, by both counting methods
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold breakthrough table --cells 16
  twofold breakthrough table --cells 20 --format csv")]
pub(super) struct Options {
    /// The largest number of cells
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u8).range(8..=25))]
    cells: u8,
    #[command(flatten)]
    memory: MemoryOptions,
}

impl Options {
    /// All boards, the small ones first.
    fn games(&self) -> Result<Vec<Breakthrough>, CommandError> {
        let cells = usize::from(self.cells);
        let mut shapes: Vec<Shape> = Vec::new();
        for columns in 2..=cells / 4 {
            shapes.extend((4..=cells / columns).filter_map(|rows| Shape::new(rows, columns).ok()));
        }
        shapes.sort_by_key(|shape| (shape.cells(), shape.columns()));
        let game = |shape| Breakthrough::new(shape).map_err(CommandError::input);
        shapes.into_iter().map(game).collect()
    }

    /// The bytes that the largest board takes.
    pub(super) fn bytes(&self) -> Result<u128, CommandError> {
        Ok(self.games()?.iter().map(SolvedBoard::bytes).max().unwrap_or(0))
    }
}

struct Row {
    shape: Shape,
    winner: Side,
    /// By method.
    counts: [WinCounts; 2],
}

struct Boards(Vec<Row>);

#[derive(Serialize)]
struct Json {
    rows: Vec<RowJson>,
}

#[derive(Serialize)]
struct RowJson {
    shape: String,
    winner: &'static str,
    methods: Vec<MethodJson>,
}

#[derive(Serialize)]
struct MethodJson {
    method: usize,
    reachable: NumberJson,
    white: NumberJson,
    black: NumberJson,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let (bar, expendable) = (Bar::new(output, "tables"), output.face().expendable());
    let mut rows = Vec::new();
    for game in options.games()? {
        // One method after the other, so that only one table is held at a time.
        let by = |baseline| {
            let solved = solve(&game, baseline, options.memory.bytes(), &bar);
            solved
                .map(|solved| (solved.winner(&game.start()), solved.counts))
                .map_err(|error| super::explain(&error).about("cells"))
        };
        let (winner, made) = by(Baseline::Made)?;
        let (_, imminent) = by(Baseline::Imminent)?;
        rows.push(Row { shape: game.shape(), winner, counts: [made, imminent] });
    }
    drop((bar, expendable));
    Ok(output.emit(&Boards(rows))?)
}

impl Report for Boards {
    type Json = Json;

    fn json(&self) -> Json {
        let row = |row: &Row| RowJson {
            shape: row.shape.to_string(),
            winner: row.winner.place(),
            methods: row
                .counts
                .iter()
                .enumerate()
                .map(|(index, counts)| MethodJson {
                    method: index + 1,
                    reachable: counts.reachable().into(),
                    white: counts.white.into(),
                    black: counts.black.into(),
                })
                .collect(),
        };
        Json { rows: self.0.iter().map(row).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "board",
            "winner",
            "#reachable 1",
            "#white 1",
            "#black 1",
            "#reachable 2",
            "#white 2",
            "#black 2",
        ]);
        for row in &self.0 {
            let mut cells = vec![row.shape.to_string(), row.winner.place().to_owned()];
            for counts in &row.counts {
                cells.push(counts.reachable().to_string());
                cells.extend([counts.white.to_string(), counts.black.to_string()]);
            }
            table.row(cells);
        }
        table
    }
}
