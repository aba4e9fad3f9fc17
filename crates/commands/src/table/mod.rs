//! `twofold table`: endgames with large tiles, solved.

mod build;
mod list;
mod patterns;
mod plan;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::error::CommandError;
use crate::output::Output;
use crate::store;

/// Solve endgames: the chance of one more tile while large tiles stand in a pattern
///
/// A table is a store: `twofold ask DIR BOARD` looks up a board in it, whichever large tiles it has and in
/// whichever orientation. The patterns that are built in have the usual names: 442 for 4 + 4 + 2 free cells in the first
/// three rows, L3, LL and t for shapes, free9 for nine free cells with large tiles anywhere.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table list                            the patterns
  twofold table plan L3 --memory 4G             which targets fit, and what they take
  twofold table build free6-64 --store free6    solve one
  twofold ask free6 '64 128 256 512 / 1024 2048 4096 8192 / 16384 32768 . . / 2 . . .'
  twofold table list .                          the tables in this directory
  twofold table info free6                      the layers of a table, with their sizes
  twofold table verify free6                    check every byte")]
pub struct Options {
    #[command(subcommand)]
    command: TableCommand,
}

#[derive(Subcommand)]
enum TableCommand {
    Build(build::Options),
    Plan(plan::Options),
    List(list::Options),
    Info(InfoOptions),
    Verify(VerifyOptions),
}

/// Show the layers of a table, with their sizes
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table info free6
  twofold table info free6 --format csv")]
struct InfoOptions {
    /// The directory of the table
    #[arg(value_name = "STORE")]
    store: PathBuf,
}

/// Check every byte of a table against its checksums
///
/// All damaged files are listed, and the exit code is then 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold table verify free6
  twofold table verify free6 --values    also recompute every value")]
struct VerifyOptions {
    /// The directory of the table
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Also recompute every value from the layers above
    #[arg(long)]
    values: bool,
}

/// Whether there is such a table.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    match &options.command {
        TableCommand::Build(options) => build::check(options),
        _ => Ok(()),
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    match &options.command {
        TableCommand::Build(options) => build::run(options, output),
        TableCommand::Plan(options) => plan::run(options, output),
        TableCommand::List(options) => list::run(options, output),
        TableCommand::Info(options) => store::info(&options.store, output),
        TableCommand::Verify(options) => store::verify(&options.store, options.values, output),
    }
}
