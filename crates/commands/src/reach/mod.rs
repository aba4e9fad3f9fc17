//! `twofold reach`: what Slider and Dropper can bring about together, and how.

mod answer;
mod sequences;
mod table;

pub(super) use answer::{WitnessJson, drawn};
use clap::{Args, ValueEnum};
use twofold_core::{Shape, notation};
use twofold_reach::{
    BoardPattern, BoardPatternError, DecideError, Destination, ReachQuestion, ReachQuestionError,
    Spawns, TILES, Turn, bytes_of_board, decide,
};

use super::memory_options::MemoryOptions;
use crate::error::{About as _, CommandError};
use crate::output::Output;
use crate::progress::Bar;

/// Find out whether a board can be reached, how, and in how many ways
///
/// Slider and Dropper work together from the empty board; only 2s are spawned. PATTERN is
/// `checkerboard` (1s and 2s in turn, either way round), `filled` (the board full of 1s and 2s), a
/// board, or a pattern with * for anything and + for any tile. Ranks are logarithmic: 1 is the tile
/// 2, 2 is the tile 4. No tile is made that is larger than the pattern names, or than --max-rank.
///
/// The answer is yes with a sequence that `twofold replay` plays back and that the rules engine has
/// checked, no with the reason (an exhaustive search or a theorem), or undecided with what was
/// searched. It is never no because a limit was hit.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold reach checkerboard 3x5
  twofold reach checkerboard 2x13 --deterministic --count
  twofold reach checkerboard 2x9 --deterministic --match '^(DUR)+DUD(UUD)+UU$' --list 3
  twofold reach checkerboard 3x3 --random 5 --seed 7
  twofold reach filled 10x10
  twofold reach '12/2*' 2x2 --max-rank 2
  twofold reach --table 8x8")]
pub struct Options {
    /// checkerboard, filled, a board such as 121/212, or a pattern such as 12/2*
    #[arg(required_unless_present = "table")]
    pattern: Option<String>,
    /// Rows and columns, such as 3x5 [default: those of the board or pattern]
    shape: Option<Shape>,
    /// Spawn tiles in the topmost, then leftmost empty cell instead of anywhere
    #[arg(long)]
    deterministic: bool,
    /// The highest rank that may be made [default: the highest that the pattern names; for
    /// patterns with wildcards on up to 15 cells, any]
    #[arg(long, value_name = "RANK", alias = "max-value")]
    max_rank: Option<u8>,
    /// Whose turn it is on the board to be reached
    #[arg(long, value_enum, default_value_t)]
    turn: TurnName,
    /// Count the sequences that lead there
    #[arg(long)]
    count: bool,
    /// List the first sequences that lead there
    #[arg(long, value_name = "N")]
    list: Option<usize>,
    /// Draw N random sequences that lead there, all equally likely
    #[arg(long, value_name = "N")]
    random: Option<usize>,
    /// The seed of --random
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Only deterministic sequences that match a regular expression; --list sets how many to show
    #[arg(long = "match", value_name = "REGEX", requires = "deterministic")]
    regex: Option<String>,
    /// The most boards that a search may visit
    #[arg(long, value_name = "BOARDS", default_value_t = 2_000_000)]
    limit: u64,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Print for all sizes up to this one whether they allow a checkerboard, and how that is known
    #[arg(long, value_name = "SHAPE", conflicts_with_all = ["pattern", "count", "list", "random"])]
    table: Option<Shape>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TurnName {
    /// After a spawn
    Slider,
    /// After a slide
    Dropper,
    /// After either
    #[default]
    Either,
}

/// Bytes of memory that a search takes for a board of any size.
const LARGE_BOARD: u64 = 1088;

/// Whether there is such a question.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    match options.table {
        Some(_) => Ok(()),
        None => question(options).map(drop),
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    if let Some(largest) = options.table {
        let limit = options.memory.lowered(options.limit, LARGE_BOARD, "boards", output);
        return table::run(largest, limit, output);
    }
    let question = question(options)?;
    let bytes = bytes_of_board(&question);
    let limit = options.memory.lowered(options.limit, bytes, "boards", output);
    let bar = Bar::new(output, format!("{}: boards, at most", question.destination));
    let answer = decide(&question, limit, &bar).map_err(failed)?;
    let wanted = options.count
        || options.list.is_some()
        || options.random.is_some()
        || options.regex.is_some();
    let found =
        if wanted { Some(sequences::collect(options, &question, limit, &bar)?) } else { None };
    drop(bar);
    Ok(output.emit(&answer::Reached {
        question,
        answer,
        sequences: found,
        limit,
        is_lowered: limit < options.limit,
    })?)
}

fn question(options: &Options) -> Result<ReachQuestion, CommandError> {
    let text = options.pattern.as_deref().expect("clap asks for a pattern");
    let shape = || {
        options.shape.ok_or_else(|| {
            let error = CommandError::input(format!("say the shape of the {text}"));
            error.hint(format!("for example `twofold reach {text} 3x5`")).about("shape")
        })
    };
    let destination = match text {
        "checkerboard" => Destination::checkerboard(shape()?),
        "filled" => Destination::filled(shape()?),
        _ => explicit(text, options.shape).about("pattern")?,
    };
    let question = match options.max_rank {
        Some(rank) => ReachQuestion::bounded(destination, rank),
        None => ReachQuestion::new(destination),
    };
    let mut question = question.map_err(|error| match &error {
        ReachQuestionError::TooManyCells => CommandError::input(&error)
            .hint("16x16 is the largest square board that is searched")
            .about("shape"),
        ReachQuestionError::Unbounded { .. } => CommandError::input(&error)
            .hint("bound the tiles with --max-rank, or name all of them")
            .about("max-rank"),
        ReachQuestionError::RankTooHigh => CommandError::input(&error)
            .hint("give a lower --max-rank; rank 15 is the tile 32768")
            .about("max-rank"),
    })?;
    question.spawns = if options.deterministic { Spawns::Deterministic } else { Spawns::Anywhere };
    question.turn = match options.turn {
        TurnName::Slider => Turn::Slider,
        TurnName::Dropper => Turn::Dropper,
        TurnName::Either => Turn::Either,
    };
    Ok(question)
}

/// A board in any notation, or a pattern with wildcards.
fn explicit(text: &str, shape: Option<Shape>) -> Result<Destination, CommandError> {
    if !text.contains(['*', '+']) {
        return Ok(Destination::board(&notation::parse_board(text, TILES, shape)?));
    }
    let pattern: BoardPattern = text.parse().map_err(CommandError::input)?;
    match shape {
        Some(expected) if expected != pattern.shape() => {
            let given = pattern.shape();
            Err(CommandError::input(BoardPatternError::Shape { given, expected }))
        }
        _ => Ok(Destination::pattern("pattern", pattern)),
    }
}

fn failed(error: DecideError) -> CommandError {
    match error {
        DecideError::Stopped(_) => CommandError::interrupted(),
        error @ DecideError::Contradiction(_) => CommandError::failed(&error),
    }
}
