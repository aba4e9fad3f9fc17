//! `twofold review`: the mistakes of a recorded game.

mod plot;
mod report;

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use twofold_core::{Game, Rules};
use twofold_players::PlayerSpec;
use twofold_players::review::{Judge, ReviewError, review};
use twofold_solve::{Opponent, Solution};

use self::report::Review;
use crate::error::{About as _, CommandError};
use crate::game_file::GameOptions;
use crate::output::{Output, picture};
use crate::progress::Bar;
use crate::{layer_error, players, store_error};

/// Mark the mistakes of a recorded game: what each slide lost against the best one
///
/// A solved store judges exactly, with values as certain as its own. A player or a search gives
/// estimates, or ratings of which only the order matters, and they are marked as such. The value of
/// the position is that of the best slide; a slide loses the difference. Where rounding or equal values leave
/// open which slide is best, it is no mistake. Ctrl-C reports the slides that are judged by then.
#[derive(Args)]
#[command(
    group = ArgGroup::new("by").required(true).args(["store", "judge"]),
    after_help = "\
Examples:
  twofold solve 3x3 --store solved
  twofold review game.txt --store solved
  twofold review game.txt --store solved --list game --plot value.svg
  twofold review game.txt --judge ntuple:depth=1 --least 100 --most 10
  twofold review game.txt --judge expectimax:depth=3 --list all --format csv"
)]
pub struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// Judge by a solved store: the directory that `twofold solve --store` made
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Judge by a player, with parameters if you like; `twofold player list` shows them
    #[arg(long, value_name = "PLAYER", value_parser = players::spec)]
    judge: Option<PlayerSpec>,
    /// Which slides are listed; JSON has all of them
    #[arg(long, value_enum, default_value_t)]
    list: List,
    /// List at most this many slides
    #[arg(long, value_name = "SLIDES")]
    most: Option<usize>,
    /// List only mistakes that lost at least this much
    #[arg(long, value_name = "LOSS")]
    least: Option<f64>,
    /// Save a plot of the value along the game, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Which slides are listed, in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum List {
    /// Mistakes, the worst first
    #[default]
    Worst,
    /// Mistakes, in the order of the game
    Game,
    /// Every slide, in the order of the game
    All,
}

/// Whether there is a judge. The game is read when the command runs.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    if options.least.is_some_and(|least| !least.is_finite() || least < 0.0) {
        let error = CommandError::input("a loss is a number that is not negative");
        return Err(error.about("least"));
    }
    if let Some(store) = &options.store {
        Solution::open(store).map_err(store_error::tell).about("store")?;
    }
    Ok(())
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    check(options)?;
    let replay = options.game.read(output)?;
    let frames = replay.play().map_err(CommandError::input).about(options.game.option())?;
    let slides = replay.steps.len() as u64 - spawns(&replay.steps);
    let game = Game::new(replay.rules.clone());
    let (solution, entrant);
    let (judge, name, opponent) = if let Some(store) = &options.store {
        solution = Solution::open(store).map_err(store_error::tell).about("store")?;
        fits(&solution, &replay.rules)?;
        (Judge::Store(&solution), "store".to_owned(), Some(solution.problem().opponent()))
    } else {
        let spec = options.judge.as_ref().expect("clap asks for a store or a judge");
        entrant = players::prepare(spec, &replay.rules, output).about("judge")?;
        (Judge::Player(&entrant), entrant.name().to_owned(), None)
    };
    let bar = Bar::new(output, "slides");
    let judged = review(&game, &frames, judge, &bar).map_err(|error| match error {
        ReviewError::Player(error) => players::values(&error).about("judge"),
        ReviewError::Store(error) => layer_error::while_reading(error).about("store"),
    })?;
    drop(bar);
    let done = judged.len() as u64;
    if done == 0 && slides > 0 {
        return Err(CommandError::interrupted().hint("no slide was judged"));
    }
    let review = Review {
        rules: replay.rules,
        frames,
        slides,
        judge: name,
        opponent: opponent.map(Opponent::name),
        judged,
        list: options.list,
        most: options.most,
        least: options.least,
    };
    // Files come after the result, which is not lost if the disk is full.
    output.emit(&review)?;
    if let Some(path) = &options.plot {
        picture::save_svg(&plot::values(&review).to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if done < slides {
        let hint = format!("{done} of {slides} slides are judged");
        return Err(CommandError::interrupted().hint(hint));
    }
    Ok(())
}

fn spawns(steps: &[twofold_core::notation::sequence::Step]) -> u64 {
    use twofold_core::notation::sequence::Step;
    steps.iter().filter(|step| matches!(step, Step::Spawn { .. })).count() as u64
}

/// Whether a store is about the game that was played.
fn fits(solution: &Solution, rules: &Rules) -> Result<(), CommandError> {
    let solved = solution.problem().game().rules();
    if solved == rules {
        return Ok(());
    }
    let error = format!("the store is about {solved}, but the game is {rules}");
    Err(CommandError::input(error).hint("solve the game that was played").about("store"))
}
