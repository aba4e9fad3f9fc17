//! `twofold shortest`: the fewest spawns until no slide is possible.

use clap::Args;
use serde::Serialize;
use twofold_core::{Figure, Shape};
use twofold_reach::DecideError;
use twofold_reach::shortest::{Limits, Shortest, conjectured, shortest, zeegers};

use super::memory_options::MemoryOptions;
use super::reach::{WitnessJson, drawn};
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, cells};
use crate::progress::Bar;

/// Find the shortest game: the fewest spawns until no slide is possible
///
/// Every full board without equal neighbours is a possible end, and its tile sum determines the number
/// of spawns. Ends with fewer spawns are searched first, backwards and exhaustively, so the first that
/// can be reached gives the shortest game. Where a search hits the limit, the result is a lower bound
/// and the best game found, by search or by construction.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold shortest 4x4
  twofold shortest 6x6
  twofold shortest 10x10 --limit 30000 --format json")]
pub struct Options {
    /// Rows and columns, such as 4x4
    shape: Shape,
    /// The most boards that each search may visit
    #[arg(long, value_name = "BOARDS", default_value_t = 100_000)]
    limit: u64,
    /// The most possible ends to try for each number of spawns, up to symmetry
    #[arg(long, value_name = "N", default_value_t = 2000)]
    ends: usize,
    #[command(flatten)]
    memory: MemoryOptions,
}

/// Bytes of memory that a search takes for a board of any size.
const BOARD: u64 = 1088;

/// Bytes of memory that a possible end takes beside its cells.
const END: u64 = 128;

/// Whether the board is not too large.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    if options.shape.cells() > 256 {
        let error = CommandError::input("boards of more than 256 cells are not searched");
        return Err(error.about("shape"));
    }
    Ok(())
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    check(options)?;
    let bar = Bar::new(output, format!("searching ends of games on {}", options.shape));
    // Ends take half of the memory, and a search the other half.
    let end = 2 * (END + 4 * options.shape.cells() as u64);
    let ends = options.memory.lowered(options.ends as u64, end, "ends", output);
    let boards = options.memory.lowered(options.limit, 2 * BOARD, "boards", output);
    let limits = Limits { boards, dead: ends as usize };
    let found = shortest(options.shape, limits, &bar).map_err(|error| match error {
        DecideError::Stopped(_) => CommandError::interrupted(),
        error @ DecideError::Contradiction(_) => CommandError::failed(&error),
    })?;
    drop(bar);
    Ok(output.emit(&found)?)
}

#[derive(Serialize)]
pub struct Json {
    shape: String,
    /// The fewest spawns.
    spawns: Figure,
    /// An upper bound of Zeegers.
    zeegers: Option<Figure>,
    /// What is believed to be an upper bound.
    conjectured_at_most: Option<Figure>,
    ends_ruled_out: u64,
    ends_undecided: u64,
    witness: Option<WitnessJson>,
}

/// What is believed to be an upper bound: nothing is known of its error.
fn conjecture(shape: Shape) -> Option<Figure> {
    conjectured(shape).map(|bound| Figure::Estimate(bound as f64))
}

impl Report for Shortest {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            shape: self.shape.to_string(),
            spawns: self.spawns(),
            zeegers: zeegers(self.shape).map(Figure::at_most),
            conjectured_at_most: conjecture(self.shape),
            ends_ruled_out: self.ruled_out,
            ends_undecided: self.undecided,
            witness: self.game.as_ref().map(WitnessJson::new),
        }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["shape", "~spawns", "~Zeegers", "~conjectured at most", "sequence"]);
        table.row(cells![
            self.shape.to_string(),
            self.spawns(),
            zeegers(self.shape).map(Figure::at_most),
            conjecture(self.shape),
            self.game.as_ref().map_or(String::new(), |game| game.text()),
        ]);
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let mut text =
            format!("the shortest game on {} has {} spawns\n", self.shape, self.spawns());
        text += &format!(
            "  {} possible ends ruled out exhaustively, {} undecided\n",
            self.ruled_out, self.undecided
        );
        for (name, bound) in [
            ("Zeegers' bound", zeegers(self.shape).map(Figure::at_most)),
            ("conjectured, at most", conjecture(self.shape)),
        ] {
            if let Some(bound) = bound {
                text += &format!("  {name}: {bound}\n");
            }
        }
        if let Some(game) = &self.game {
            text += &format!("  {}\n  {}\n", game.text(), drawn(game));
        }
        text
    }
}
