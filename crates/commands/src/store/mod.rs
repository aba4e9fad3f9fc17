//! `twofold store`: a look into kept layers.

mod export;
mod info;
mod list;
mod policy;
mod solved;
mod values;
mod verify;

use clap::{Args, Subcommand};

use crate::error::CommandError;
use crate::output::Output;

/// Inspect, verify and export a store
///
/// A store is a directory that `twofold count --store` or `twofold solve --store` made: a file for each
/// layer of boards, and a manifest that lists them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold store list .                     the stores in this directory
  twofold store info four                  the layers of one store, with their sizes
  twofold store verify four                check every byte
  twofold store export four positions.parquet --sum 60
  twofold store export solved values.parquet
  twofold store policy solved best.policy  perfect play, two bits per position
  twofold store policy solved best.csv     the same as rows")]
pub struct Options {
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(Subcommand)]
enum StoreCommand {
    List(list::Options),
    Info(info::Options),
    Verify(verify::Options),
    Export(export::Options),
    Policy(policy::Options),
}

pub(crate) use info::show as info;
pub(crate) use list::stores_in;
pub(crate) use verify::check as verify;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    match &options.command {
        StoreCommand::List(options) => list::run(options, output),
        StoreCommand::Info(options) => info::run(options, output),
        StoreCommand::Verify(options) => verify::run(options, output),
        StoreCommand::Export(options) => export::run(options, output),
        StoreCommand::Policy(options) => policy::run(options, output),
    }
}
