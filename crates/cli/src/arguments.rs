//! What every command understands.

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, ValueEnum};

use twofold_commands::{CommandError, Format};

use crate::commands::Command;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// An exact laboratory for 2048-like games: counts, perfect play, proofs and pictures.
#[derive(Parser)]
#[command(name = "twofold", version, styles = STYLES, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  twofold reproduce                     recompute published figures and compare
  twofold board '4 8 / 2 .'             show a board and its slides
  twofold count 3x3 --to 1024           count every position that can occur
  twofold solve 3x3 --goal score        the value of perfect play
  twofold perft 4x4 --depth 6           count play to a depth with every engine
  twofold change practical --cells 5    the largest tile and total of an abstract 2048
  twofold COMMAND --help                more about a command, with examples";

/// Options that every command has.
#[derive(Args, Clone, Debug)]
pub(crate) struct Global {
    /// How results are written
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Global options")]
    pub(crate) format: Format,
    /// When to use colours; `auto` looks at the terminal and at NO_COLOR
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Global options")]
    pub(crate) color: Color,
    /// How progress is shown: as a bar, or as lines of JSON on stderr for other programs
    #[arg(long, value_enum, default_value_t, global = true, help_heading = "Global options")]
    pub(crate) progress: ProgressName,
    /// Run at the lowest priority, and end when the process that started this one ends
    #[arg(long, global = true, help_heading = "Global options")]
    pub(crate) background: bool,
    /// Print only results and errors, no progress or remarks
    #[arg(long, short, global = true, help_heading = "Global options")]
    pub(crate) quiet: bool,
    /// Width of tables in columns [default: the terminal's; unlimited in files and pipes]
    #[arg(long, value_name = "COLUMNS", global = true, help_heading = "Global options")]
    pub(crate) width: Option<u16>,
    /// Threads to compute with [default: all cores]
    #[arg(long, value_name = "N", global = true, help_heading = "Global options", value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

impl Global {
    /// Gives the thread pool the size that was asked for.
    pub(crate) fn set_up_threads(&self) -> Result<(), CommandError> {
        let Some(threads) = self.threads else { return Ok(()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().map_err(|error| CommandError::failed(&error))
    }
}

/// More threads than this only cost memory, unless the machine has more cores.
const MOST_THREADS: usize = 256;

/// Reads a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = MOST_THREADS.max(cores);
    let number: usize = text.parse().map_err(|_| format!("`{text}` is no number of threads"))?;
    match number {
        0 => Err("there must be one thread at least".to_owned()),
        number if number > most => Err(format!("there may be {most} threads at most")),
        number => Ok(number),
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressName {
    /// For people
    #[default]
    Bar,
    /// Lines of JSON
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// If the output is a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
