//! `twofold change`: the abstract generalized game, and the change-making theory behind it.

mod greediness;
mod hardest;
mod input;
mod picture;
mod reach;
mod represent;
mod study;
mod tight;

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use twofold_change::{Named, Natural};
use twofold_core::Shape;

use self::input::Input;
use super::memory_options::MemoryOptions;
use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::Output;

/// Find the largest tile and total of an abstract 2048-like game
///
/// In the abstract game on n cells, every step places a tile with the face 1 and may merge any sets
/// of tiles whose sums are allowed faces. Single(n) is the largest tile that n cells can hold,
/// Total(n) the largest sum, and GreedyCoins(n) the smallest amount for which a greedy cashier with
/// the same faces as coins hands out n coins (Eppstein 2018, "Making Change in 2048"). Total and
/// GreedyCoins are computed independently and compared.
///
/// SEQUENCE is a name, an OEIS number, a file with one value per line (or an OEIS b-file), or - for
/// standard input. Names: powers-of-two, fibonacci, mersenne, primes, practical, 3-smooth, threes,
/// fives, a126684, squares, factorials, triangular, naturals, odd.
#[derive(Args)]
#[command(
    group(ArgGroup::new("question").multiple(false)),
    after_help = "\
Examples:
  twofold change fibonacci --cells 16
  twofold change practical --cells 5               the value that the paper left open
  twofold change --expr 'n^2+1' --cells 12
  seq 1 3 1000000 | twofold change - --cells 6
  twofold change 3-smooth --represent 185          185 in coins, greedily and at best
  twofold change 3-smooth --hardest 6              the smallest amounts that need 6 coins
  twofold change primes --totally-greedy
  twofold change mersenne --reach '3 15' --cells 5 how to get there, step by step
  twofold change --tight 2x3 --rules threes        the bound against all real games
  twofold change powers-of-two --with fibonacci,threes --cells 20 --plot totals.svg
  twofold change --zigzag zigzag.svg               the strategy on real boards"
)]
pub struct Options {
    /// A name, an OEIS number, a file, or - for standard input
    #[arg(required_unless_present_any = ["expr", "tight", "zigzag"], value_hint = ValueHint::FilePath)]
    sequence: Option<String>,
    /// The values of a formula in n, from n = 0 if that gives 1, otherwise from n = 1
    #[arg(long, value_name = "FORMULA", conflicts_with = "sequence")]
    expr: Option<String>,
    /// The first n of the formula
    #[arg(long, value_name = "N", requires = "expr")]
    from: Option<u64>,
    /// The file or standard input holds all values there are, not just the first ones
    #[arg(long)]
    complete: bool,
    /// The largest number of cells
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    cells: u64,
    /// The most values to read
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    terms: u64,
    /// Change this amount, greedily and with as few coins as possible
    #[arg(long, value_name = "AMOUNT", group = "question")]
    represent: Option<Natural>,
    /// The smallest amounts that need this many coins, greedily and at best
    #[arg(long, value_name = "COINS", group = "question", value_parser = clap::value_parser!(u32).range(..=4096))]
    hardest: Option<u32>,
    /// Whether greedy change is optimal for every beginning of the sequence
    #[arg(long, group = "question")]
    totally_greedy: bool,
    /// Whether these tiles can be reached on --cells cells, and how
    #[arg(long, value_name = "TILES", group = "question")]
    reach: Option<String>,
    /// How many of the steps to show
    #[arg(long, value_name = "N", default_value_t = 100, requires = "reach")]
    steps: usize,
    /// Play every real sliding game on a board and compare with the abstract bound
    #[arg(long, value_name = "SHAPE", group = "question", conflicts_with_all = ["sequence", "expr"])]
    tight: Option<Shape>,
    /// Positions after which a board counts as too large to be exhausted
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "tight")]
    limit: u64,
    #[command(flatten)]
    memory: MemoryOptions,
    #[command(flatten)]
    rules: RulesOptions,
    /// Save a plot of Total(n), as SVG or PNG by the ending of the name
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// More sequences to plot
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "plot")]
    with: Vec<Named>,
    /// Save a picture of the zigzag strategy for 2048 and 987 on a board of --board
    #[arg(long, value_name = "FILE", group = "question", conflicts_with_all = ["sequence", "expr"])]
    zigzag: Option<PathBuf>,
    /// The board of the picture
    #[arg(long, value_name = "SHAPE", default_value = "4x4", requires = "zigzag")]
    board: Shape,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    if let Some(shape) = options.tight {
        // Positions arise several times before repetitions are thrown out.
        let bytes = 256 + 16 * shape.cells() as u64;
        let limit = options.memory.lowered(options.limit, bytes, "positions", output);
        return tight::run(shape, &options.rules, limit, output);
    }
    options.memory.only_for("--tight")?;
    if let Some(path) = &options.zigzag {
        return picture::zigzag(options.board, path, output);
    }
    let mut input = Input::new(options, output.face())?;
    if let Some(amount) = &options.represent {
        return represent::run(&mut input, amount, output);
    }
    if let Some(coins) = options.hardest {
        return hardest::run(&mut input, coins, output);
    }
    if options.totally_greedy {
        return greediness::run(&mut input, options.terms, output);
    }
    if let Some(tiles) = &options.reach {
        let cells = usize::try_from(options.cells).unwrap_or(usize::MAX);
        let limits = reach::ReachLimits { terms: options.terms, shown: options.steps };
        return reach::run(&mut input, tiles, cells, limits, output);
    }
    study::run(&mut input, options, output)
}
