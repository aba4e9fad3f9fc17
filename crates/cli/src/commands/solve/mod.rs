//! `twofold solve`: perfect play, from the end of the game backwards.

mod exact;
mod report;
mod worth;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use twofold_core::notation::parse_board;
use twofold_core::{Rules, Shape, Tile};
use twofold_exact::layers::LayerError;
use twofold_exact::solve::{Goal, Opponent, Question, QuestionError, SolutionWriter, Solver};

use self::report::Report;
pub(super) use self::worth::Worth;
use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::layer_bar::LayerBar;
use crate::output::Output;
use crate::{amount, layer_error, memory, store_error};

/// Find perfect play, and what it is worth from the start
///
/// Slider always plays as well as possible. The tiles are dropped by chance (random), by an adversary
/// who chooses cell and tile to hurt, or by a friend who helps. Values are given for two tiles that
/// appear before the first slide, as people play, for two tiles of the lowest kind, and for an empty
/// board with one tile to appear; against an adversary or with a friend, these choose the first tiles
/// too. Real numbers are printed with as many digits as rounding leaves certain.
#[derive(Args)]
#[command(after_help = "\
Goals:
  score         the score of the game
  tile:T        the probability, or the certainty, of making the tile T
  max-tile      the largest tile that can be forced (adversary) or hoped for (friend)
  moves         the most slides until the end, or until --to TILE
  fewest-moves  the fewest slides until the end, or until --to TILE

Examples:
  twofold solve 3x3                                      the expected score of perfect play
  twofold solve 2x4 --goal tile:256                      the best chance of 256
  twofold solve 3x3 --goal max-tile --opponent adversary
  twofold solve 3x3 --goal tile:512 --opponent adversary --drops 2
  twofold solve 4x4 --goal tile:32 --opponent adversary --drops 2 --all-boards
  twofold solve 2x3 --goal moves --opponent friend       the longest game
  twofold solve 3x3 --store solved                       keep every value; then
  twofold ask solved '2 4 8 / . 2 . / . . .'
  twofold solve 2x3 --exact                              a fraction, without any rounding")]
pub(crate) struct Options {
    /// Rows and columns, such as 3x3
    shape: Shape,
    /// What Slider plays for
    #[arg(long, default_value = "score")]
    goal: String,
    /// Who drops the tiles: random, adversary or friend
    #[arg(long, value_name = "WHO", default_value = "random", value_parser = opponent)]
    opponent: Opponent,
    /// Stop play when this tile is made [default: play on until no slide is legal]
    #[arg(long, value_name = "TILE")]
    to: Option<u64>,
    /// Start from this board instead, Slider to move, in any notation
    #[arg(long, value_name = "BOARD")]
    from: Option<String>,
    #[command(flatten)]
    rules: RulesOptions,
    /// Keep the values of all boards in this directory, and go on where they end
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Keep one in so many layers on the way forward, and make the others again on the way back
    #[arg(long, value_name = "LAYERS", default_value = "1")]
    keep_every: std::num::NonZeroUsize,
    /// Memory for data, such as 800M or 16G [default: 75 % of what the machine has]
    #[arg(long, value_name = "BYTES", value_parser = amount::parse_bytes)]
    memory: Option<u64>,
    /// Let Slider consider only his N most promising slides: a smaller game, and a lower bound
    #[arg(long, value_name = "N", conflicts_with_all = ["store", "exact"])]
    narrow: Option<std::num::NonZeroUsize>,
    /// Decide every board that there is, whether it can occur or not, with a bit for each: for a tile
    /// against an adversary on 2x2 and 4x4
    #[arg(long, conflicts_with_all = ["store", "exact", "narrow", "from"])]
    all_boards: bool,
    /// Compute with fractions, by plain recursion; for boards of up to six cells
    #[arg(long, conflicts_with_all = ["store", "from"])]
    exact: bool,
}

fn opponent(name: &str) -> Result<Opponent, String> {
    let names = Opponent::ALL.map(Opponent::name).join(", ");
    Opponent::from_name(name).ok_or_else(|| format!("choose one of {names}"))
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let question = question(options)?;
    if options.exact {
        return exact::run(&question, output);
    }
    let start = Instant::now();
    let memory = options.memory.unwrap_or_else(memory::three_quarters);
    let every = options.keep_every.get();
    let mut solver = Solver::new(&question).with_memory(memory).keep_every(every);
    if let Some(dir) = &options.store {
        let store = SolutionWriter::open(dir, &question, every).map_err(store_error::tell)?;
        solver = solver.with_store(store);
    }
    let bar = LayerBar::new(output);
    let solved = solver.run(&bar).map_err(|error| match error {
        LayerError::Stopped if options.all_boards => CommandError::interrupted(),
        LayerError::Memory { .. } if options.all_boards => {
            CommandError::failed(&error).hint("raise --memory, or ask for a smaller tile")
        }
        error => layer_error::tell(error, options.store.as_deref()),
    })?;
    drop(bar);
    let positions = solved.positions();
    output.emit(&Report { question, solved })?;
    let seconds = start.elapsed().as_secs_f64();
    if seconds > 1.0 {
        let rate = amount::count(positions as f64 / seconds);
        let peak = memory::peak().map_or(String::new(), |peak| {
            format!(", at most {} of memory", amount::bytes(peak as f64))
        });
        output.remark(&format!("{}, {rate} positions a second{peak}", amount::duration(seconds)));
    }
    Ok(())
}

fn question(options: &Options) -> Result<Question, CommandError> {
    let rules = options.rules.rules(options.shape)?;
    let goal = Goal::from_name(&options.goal, &rules).ok_or_else(|| {
        CommandError::input(format!("`{}` is no goal of this game", options.goal))
            .hint("choose score, tile:T with a tile T, max-tile, moves or fewest-moves")
    })?;
    let to = options.to.map(|value| tile(&rules, value)).transpose()?;
    let told = |error: QuestionError| {
        let told = CommandError::input(&error);
        match error {
            QuestionError::TwoTiles { .. } => told.hint("leave --to out"),
            QuestionError::MaxTileOfChance => {
                told.hint("ask for the chance of a tile: --goal tile:T")
            }
            QuestionError::Narrow => told.hint("leave --narrow out"),
            QuestionError::AllBoards => told.hint("leave --all-boards out"),
            QuestionError::Task(_) => told,
        }
    };
    let tiles = rules.tiles;
    let mut question = Question::new(rules, goal, options.opponent, to).map_err(told)?;
    if let Some(slides) = options.narrow {
        question = question.narrowed(slides.get()).map_err(told)?;
    }
    if options.all_boards {
        question = question.about_all_boards().map_err(told)?;
    }
    match &options.from {
        None => Ok(question),
        Some(text) => {
            let board = parse_board(text, tiles, Some(options.shape))?;
            question.starting_at(board).map_err(told)
        }
    }
}

fn tile(rules: &Rules, value: u64) -> Result<Tile, CommandError> {
    rules.tiles.tile_of(value).filter(|tile| !tile.is_empty()).ok_or_else(|| {
        CommandError::input(format!("{value} is not a tile of the {} game", rules.tiles))
    })
}
