//! Whether a position can be reached, and the way there.

use serde::Serialize;
use twofold_change::{
    AbstractGame, Checked, Coins, CoinsError, Inequality, Natural, Reach, ReachError,
    SequenceError, Step, Strategy, Watched, reach,
};

use super::input::Input;
use crate::amount;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

/// Ways with more steps than this are described by their length alone.
const PLAYED: u64 = 100_000_000;
/// Tile values that are kept in memory for the way.
const KEPT: usize = 10_000_000;

/// How much to read and to show.
#[derive(Clone, Copy)]
pub(super) struct ReachLimits {
    /// The most terms to read.
    pub(super) terms: u64,
    /// The most steps to show.
    pub(super) shown: usize,
}

pub(super) fn run(
    input: &mut Input,
    tiles: &str,
    cells: usize,
    limits: ReachLimits,
    output: &mut Output,
) -> Result<(), CommandError> {
    let position = parse(tiles)?;
    let source = input.source()?;
    let at_end = source.at_end();
    let mut read = 0;
    let bar = Bar::new(output, "reading terms");
    let terms = Checked::new(Watched::new(source.into_terms(), &bar)).map(|term| {
        read += 1;
        match term {
            Ok(last) if read > limits.terms => {
                Err(SequenceError::TooManyTerms { limit: read - 1, last })
            }
            term => term,
        }
    });
    let answer = reach(&position, cells, terms, at_end).map_err(|error| match error {
        ReachError::TooManyTiles { .. } => {
            CommandError::input(error).hint("give more --cells").about("cells")
        }
        ReachError::NotATile { .. } => CommandError::input(error).about("reach"),
        ReachError::Sequence(error) => error.into(),
    })?;
    drop(bar);
    let way = match answer {
        Reach::Reachable { .. } => Some(play(input, &position, cells, limits.shown, output)?),
        Reach::Unreachable { .. } => None,
    };
    Ok(output.emit(&Answer { cells, position, answer, way })?)
}

fn parse(text: &str) -> Result<Vec<Natural>, CommandError> {
    let split = text.split(|c: char| c == ',' || c.is_whitespace());
    let tiles = split.filter(|tile| !tile.is_empty()).map(str::parse::<Natural>);
    let tiles: Vec<Natural> = tiles.collect::<Result<_, _>>().map_err(|error| {
        CommandError::input(error).hint("write the tiles like '1 2 8' or 1,2,8").about("reach")
    })?;
    // A zero is an empty cell, which does not have to be mentioned.
    Ok(tiles.into_iter().filter(|tile| !tile.is_zero()).collect())
}

/// Plays the strategy of Corollary 10 on a board that checks every step.
fn play(
    input: &mut Input,
    position: &[Natural],
    cells: usize,
    shown: usize,
    output: &Output,
) -> Result<Way, CommandError> {
    let length: Natural = position.iter().sum();
    let mut way = Way { length: length.clone(), steps: Vec::new(), checked: false };
    let (Some(count), Some(largest)) =
        (length.to_u64().filter(|length| *length <= PLAYED), position.iter().max())
    else {
        return Ok(way);
    };
    let bar = Bar::new(output, "playing");
    let terms = Watched::new(input.source()?.into_terms(), &bar);
    let coins = match Coins::up_to(terms, largest, KEPT) {
        Ok(coins) => coins,
        Err(CoinsError::Sequence(SequenceError::Stopped)) => {
            return Err(CommandError::interrupted());
        }
        Err(_) => return Ok(way),
    };
    let tiles: Vec<u64> = position.iter().filter_map(Natural::to_u64).collect();
    let mut game = AbstractGame::new(cells, |tile| coins.contains(&tile.into()));
    for step in Strategy::new(&tiles, cells, &coins) {
        game.play(&step).map_err(|error| CommandError::failed(&error))?;
        if way.steps.len() < shown {
            way.steps.push(Played { step, cells: game.cells().to_vec() });
        }
        if game.steps() % 4096 == 0 {
            use twofold_core::{Progress, Watch};
            bar.report(Progress { done: game.steps(), total: Some(count) });
            if bar.is_stopped() {
                return Err(CommandError::interrupted());
            }
        }
    }
    let mut goal = tiles;
    goal.sort_unstable();
    way.checked = game.tiles() == goal;
    if way.checked {
        Ok(way)
    } else {
        Err(CommandError::negative("the strategy did not reach the position, against Corollary 10"))
    }
}

struct Answer {
    cells: usize,
    position: Vec<Natural>,
    answer: Reach,
    way: Option<Way>,
}

/// The way to a position.
struct Way {
    length: Natural,
    steps: Vec<Played>,
    /// Whether it was played to its end and led where it should.
    checked: bool,
}

struct Played {
    step: Step,
    cells: Vec<u64>,
}

#[derive(Serialize)]
struct Json {
    cells: usize,
    position: Vec<String>,
    reachable: bool,
    inequalities: Vec<InequalityJson>,
    violated: Option<InequalityJson>,
    step_count: Option<String>,
    checked: Option<bool>,
    steps: Vec<StepJson>,
}

#[derive(Serialize)]
struct InequalityJson {
    place: u64,
    tile: String,
    single: Option<String>,
    holds: bool,
}

#[derive(Serialize)]
struct StepJson {
    place: usize,
    merges: Vec<MergeJson>,
    /// The tile on every cell afterwards, 0 for none.
    tiles: Vec<u64>,
}

#[derive(Serialize)]
struct MergeJson {
    cells: Vec<usize>,
    into: usize,
}

fn inequality(inequality: &Inequality) -> InequalityJson {
    InequalityJson {
        place: inequality.place,
        tile: inequality.tile.to_string(),
        single: inequality.single.as_ref().map(Natural::to_string),
        holds: inequality.holds(),
    }
}

impl Report for Answer {
    type Json = Json;

    fn json(&self) -> Json {
        let (inequalities, violated) = match &self.answer {
            Reach::Reachable { inequalities } => {
                (inequalities.iter().map(inequality).collect(), None)
            }
            Reach::Unreachable { violated } => (Vec::new(), Some(inequality(violated))),
        };
        let step = |played: &Played| StepJson {
            place: played.step.place,
            merges: played
                .step
                .merges
                .iter()
                .map(|merge| MergeJson { cells: merge.cells.clone(), into: merge.into })
                .collect(),
            tiles: played.cells.clone(),
        };
        let way = self.way.as_ref();
        Json {
            cells: self.cells,
            position: self.position.iter().map(Natural::to_string).collect(),
            reachable: violated.is_none(),
            inequalities,
            violated,
            step_count: way.map(|way| way.length.to_string()),
            checked: way.map(|way| way.checked),
            steps: way.map_or_else(Vec::new, |way| way.steps.iter().map(step).collect()),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#step", "#placed on cell", "merged", "board"]);
        for (index, played) in self.way.iter().flat_map(|way| &way.steps).enumerate() {
            let merges = played.step.merges.iter().map(|merge| {
                let cells: Vec<_> = merge.cells.iter().map(|cell| (cell + 1).to_string()).collect();
                format!("{} -> {}", cells.join(" + "), merge.into + 1)
            });
            let board = played.cells.iter().map(|tile| match tile {
                0 => ".".to_owned(),
                tile => tile.to_string(),
            });
            table.row([
                (index + 1).to_string(),
                (played.step.place + 1).to_string(),
                merges.collect::<Vec<_>>().join(", "),
                board.collect::<Vec<_>>().join(" "),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = String::new();
        match &self.answer {
            Reach::Unreachable { violated } => {
                let single = violated.single.as_ref().map_or_else(String::new, Natural::to_string);
                text += &format!(
                    "Not reachable on {} cells: cell {} from the smallest holds {}, and \
                     Single({}) is {single}.\n",
                    self.cells, violated.place, violated.tile, violated.place
                );
            }
            Reach::Reachable { inequalities } => {
                text += &format!("Reachable on {} cells:\n", self.cells);
                let mut table = Table::new(&["#place", "#tile", "", "#single"]);
                for inequality in inequalities {
                    let single = inequality.single.as_ref();
                    table.row([
                        inequality.place.to_string(),
                        inequality.tile.to_string(),
                        "≤".to_owned(),
                        single.map_or_else(|| "larger".into(), Natural::to_string),
                    ]);
                }
                text += &table.text(context);
            }
        }
        if let Some(way) = &self.way {
            if !way.steps.is_empty() {
                text += &self.table().text(context);
            }
            text += &format!("{} steps", amount::grouped(&way.length));
            if Natural::from(way.steps.len() as u64) < way.length && !way.steps.is_empty() {
                text += &format!(", of which the first {} are shown", way.steps.len());
            }
            text += if way.checked {
                "; all of them were played and checked.\n"
            } else {
                ": too many to play.\n"
            };
        }
        text
    }
}
