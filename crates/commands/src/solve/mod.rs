//! `twofold solve`: perfect play, from the end of the game backwards.

mod exact;
mod report;
pub(super) mod value;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use twofold_core::notation::parse_board;
use twofold_core::{AtomicFile, Rules, Shape, Tile, Watch};
use twofold_layers::LayerError;
use twofold_layers::store::Store;
use twofold_solve::count::{Forecast, forecast};
use twofold_solve::{
    AllBoards, AllBoardsSolved, Certificate, Goal, Opponent, Problem, ProblemError, Solved, Solver,
};

use self::report::{Found, Report};
use super::idle::IdleOptions;
use super::memory_options::MemoryOptions;
use super::rules::RulesOptions;
use crate::check::Expected;
use crate::error::{About as _, CommandError};
use crate::layer_bar::LayerBar;
use crate::output::Output;
use crate::{amount, layer_error, layered_game, memory, store_error};

/// Find perfect play, and what it is worth from the start
///
/// Slider always plays as well as possible. The spawns are chosen by chance, by an adversary who
/// minimises Slider's result, or by a helper who maximises it. The start is valued in three ways: two
/// tiles before the first slide, as in the published game; two tiles of the lowest rank; and an empty
/// board before the first spawn. An adversary or a helper chooses the first tiles, too. Rounded
/// numbers are printed only with digits that are certain.
#[derive(Args)]
#[command(after_help = "\
Goals:
  score          the score of the game
  tile           the probability of making the tile of --to, or whether it can be forced
  largest        the largest tile that can be forced (adversary) or reached (helper)
  most-slides    the most slides to the end of the game, or to the tile of --to
  fewest-slides  the fewest slides to the end of the game, or to the tile of --to

Examples:
  twofold solve 3x3                                      the expected score of perfect play
  twofold solve 2x4 --goal tile --to 256                 the probability of making a 256
  twofold solve 3x3 --goal largest --opponent adversary
  twofold solve 3x3 --goal tile --to 512 --opponent adversary --spawns 2
  twofold solve 4x4 --goal tile --to 32 --opponent adversary --spawns 2 --all-boards
  twofold solve 2x3 --goal tile:16 --opponent adversary --all-boards --store lost --certificate 16.json
  twofold solve 2x2 --goal tile:16 --opponent adversary --all-boards --count-from 0
  twofold solve 2x3 --goal most-slides --opponent helper the longest game
  twofold solve 3x3 --store solved                       keep all values, then
  twofold ask solved '2 4 8 / . 2 . / . . .'             look up a board
  twofold count 3x3 --store layers                       count first, then
  twofold solve 3x3 --counted layers                     solve with the counted positions
  twofold solve 2x3 --exact                              exact fractions")]
pub struct Options {
    /// Rows and columns, such as 3x3
    shape: Shape,
    /// What Slider maximises (see Goals below)
    #[arg(long, default_value = "score", value_parser = Goal::with_face)]
    goal: (Goal, Option<u64>),
    /// Who chooses the spawns: chance, adversary or helper
    #[arg(long, value_name = "WHO", default_value = "chance")]
    opponent: Opponent,
    /// Stop play when this tile is made [default: play on until no slide is legal]
    #[arg(long, value_name = "TILE")]
    to: Option<u64>,
    /// Start from this board instead, Slider to move, in any notation
    #[arg(long, value_name = "BOARD")]
    from: Option<String>,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    idle: IdleOptions,
    /// Keep all values in this directory, and resume from it after an interruption
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Take positions from this directory, which `twofold count --store` made for the same game,
    /// instead of finding them again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["exact", "narrow", "all_boards"])]
    counted: Option<PathBuf>,
    /// Checkpoint interval: keep every Nth layer and recompute the others on the way back
    #[arg(long, value_name = "N", default_value = "1")]
    keep_every: std::num::NonZeroUsize,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Let Slider consider only the N most promising slides: a smaller game, and a lower bound
    #[arg(long, value_name = "N", conflicts_with_all = ["store", "exact"])]
    narrow: Option<std::num::NonZeroUsize>,
    /// Decide every board, reachable or not, with a bit each; for the goal tile against an adversary
    #[arg(long, conflicts_with_all = ["exact", "narrow", "from"])]
    all_boards: bool,
    /// Keep only those layers of all boards in the store from which the pass can go on
    #[arg(long, requires = "all_boards", requires = "store")]
    only_checkpoints: bool,
    /// Also count the won and lost positions of all boards, Slider to move, from this tile sum up
    #[arg(long, value_name = "SUM", requires = "all_boards")]
    count_from: Option<u64>,
    /// Write what was found of all boards to this file, for `twofold certificate check`
    #[arg(long, value_name = "FILE", requires = "all_boards", requires = "store")]
    certificate: Option<PathBuf>,
    /// Compute with fractions, by plain recursion; for boards of up to six cells
    #[arg(long, conflicts_with_all = ["store", "from"])]
    exact: bool,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let problem = problem(options)?;
    if options.exact {
        return exact::run(&problem, output);
    }
    let start = Instant::now();
    let memory = memory::for_layers(options.memory.memory)?;
    let bar = LayerBar::new(output, memory);
    let found = match options.all_boards {
        true => Found::AllBoards(all_boards(options, &problem, memory, &bar)?),
        false => Found::Reachable(reachable(options, &problem, memory, &bar, output)?),
    };
    drop(bar);
    let positions = found.positions();
    output.emit(&Report { problem, found })?;
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

/// Solves the boards that can occur.
fn reachable(
    options: &Options,
    problem: &Problem,
    memory: u64,
    bar: &LayerBar,
    output: &Output,
) -> Result<Solved, CommandError> {
    let every = options.keep_every.get();
    let mut solver = Solver::new(problem).with_memory(memory).keep_every(every);
    if let Some(dir) = &options.store {
        solver = solver.with_store(dir).map_err(store_error::tell)?;
    }
    if let Some(dir) = &options.counted {
        solver = solver.with_counted(dir).map_err(store_error::tell)?;
    }
    let told = |error| layer_error::tell(error, options.store.as_deref());
    if problem.narrow().is_none() && !output.is_quiet() {
        let ahead = forecast(problem.game(), None, bar).map_err(told)?;
        if !ahead.is_exact {
            output.remark(&foretell(&ahead, memory, options.store.is_some()));
        }
        bar.expect(ahead.positions);
    }
    options.idle.run(|| solver.run(bar)).map_err(told)
}

/// Whether there is such a problem, and how much memory its solution takes at least.
pub(crate) fn check(
    options: &Options,
    watch: &dyn Watch,
) -> Result<Option<Expected>, CommandError> {
    let problem = problem(options)?;
    if options.exact {
        return exact::check(&problem).map(|()| None);
    }
    memory::for_layers(options.memory.memory)?;
    if options.all_boards {
        return all_boards_of(&problem).map(|_| None);
    }
    // Fewer slides lead to fewer positions than the first layers tell of.
    if problem.narrow().is_some() {
        return Ok(None);
    }
    match forecast(problem.game(), None, watch) {
        Ok(ahead) => Ok(Some(Expected {
            bytes: ahead.least_to_solve(options.store.is_some()),
            option: "shape",
            hint: match options.store {
                Some(_) => "choose a smaller shape or a lower --to",
                None => {
                    "keep the values in a store, which goes to disk; or choose a smaller shape or \
                     a lower --to"
                }
            },
        })),
        Err(LayerError::Stopped) => Ok(None),
        Err(error) => Err(layer_error::tell(error, None)),
    }
}

/// What is to be expected, in words.
fn foretell(ahead: &Forecast, memory: u64, has_store: bool) -> String {
    let mut text = format!(
        "about {} positions, certainly at most {}; {}",
        amount::count(ahead.positions),
        amount::count(ahead.at_most),
        memory::foretold(ahead.memory_to_solve(has_store), memory),
    );
    let least = ahead.least_to_solve(has_store);
    if least > memory as f64 {
        let least = amount::bytes_option(least);
        text += &format!("; the way back may not fit: it takes at least about {least}");
        if !has_store {
            text += ", or less with --store DIR";
        }
    }
    text
}

/// A pass over all boards, if a bit a board can hold the answer.
fn all_boards_of(problem: &Problem) -> Result<AllBoards, CommandError> {
    AllBoards::new(problem).map_err(|error| {
        CommandError::input(error).hint("leave --all-boards out").about("all-boards")
    })
}

/// Decides all boards.
fn all_boards(
    options: &Options,
    problem: &Problem,
    memory: u64,
    bar: &LayerBar,
) -> Result<AllBoardsSolved, CommandError> {
    let mut pass = all_boards_of(problem)?.with_memory(memory);
    if let Some(dir) = &options.store {
        pass = pass.with_store(dir);
    }
    if let Some(sum) = options.count_from {
        pass = pass.count_from(sum);
    }
    if options.only_checkpoints {
        pass = pass.only_checkpoints();
    }
    let solved = pass.run(bar).map_err(|error| match error {
        LayerError::Memory { sum, needed, allowed } => {
            let least = amount::bytes_option(needed as f64);
            let hint = format!("raise --memory to {least} or more, or ask for a smaller tile");
            layer_error::memory(sum, needed, allowed).hint(hint)
        }
        error => layer_error::tell(error, options.store.as_deref()),
    })?;
    if let (Some(path), Some(dir)) = (&options.certificate, &options.store) {
        let store = Store::open(dir).map_err(store_error::tell)?;
        let text = Certificate::new(problem, &solved, store.manifest()).write();
        let written = AtomicFile::write(path, text.as_bytes());
        written.map_err(|error| CommandError::failure(format!("{}: {error}", path.display())))?;
    }
    Ok(solved)
}

fn problem(options: &Options) -> Result<Problem, CommandError> {
    let rules = options.rules.rules(options.shape)?;
    let (goal, face) = options.goal;
    let face = match (face, options.to) {
        (Some(face), Some(to)) if face != to => {
            let error = format!("the goal tile:{face} ends the game at {face}, not at {to}");
            return Err(CommandError::input(error).hint("leave --to out").about("to"));
        }
        (face, to) => face.or(to),
    };
    let target = face.map(|face| tile(&rules, face)).transpose().about("to")?;
    let told = |error: ProblemError| {
        let told = CommandError::input(&error);
        match error {
            ProblemError::NoTarget => told.hint("name it: --goal tile --to 512").about("to"),
            ProblemError::LargestOfChance => {
                told.hint("ask for the chance of a tile: --goal tile --to 512").about("goal")
            }
            ProblemError::Precision => told,
            ProblemError::LimitedSlides => told.hint("leave --narrow out").about("narrow"),
            ProblemError::Game(error) => layered_game::tell(error),
        }
    };
    let tiles = rules.tiles;
    let mut problem = Problem::new(rules, goal, options.opponent, target).map_err(told)?;
    if let Some(slides) = options.narrow {
        problem = problem.narrowed(slides.get()).map_err(told)?;
    }
    match &options.from {
        None => Ok(problem),
        Some(text) => {
            let board = parse_board(text, tiles, Some(options.shape)).about("from")?;
            problem.starting_at(board).map_err(told)
        }
    }
}

fn tile(rules: &Rules, face: u64) -> Result<Tile, CommandError> {
    rules.tiles.tile_with_face(face).filter(|tile| !tile.is_empty()).ok_or_else(|| {
        CommandError::input(format!("{face} is not a tile of the {} game", rules.tiles))
    })
}
