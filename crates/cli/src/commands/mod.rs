//! The commands that only make sense at a terminal; all others are in `twofold-commands`.

mod cluster;
mod completions;
mod lab;
mod man;
mod play;

use clap::Subcommand;
use twofold_commands::{CommandError, Output};

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Shared(twofold_commands::Command),
    Play(play::Options),
    Cluster(cluster::Options),
    Lab(lab::Options),
    Completions(completions::Options),
    Man(man::Options),
}

/// Runs a command.
pub(crate) fn run(command: Command, output: &mut Output) -> Result<(), CommandError> {
    match command {
        Command::Shared(command) => twofold_commands::run(command, output),
        Command::Play(options) => play::run(&options, output),
        Command::Cluster(options) => cluster::run(&options, output),
        Command::Lab(options) => lab::run(&options, output),
        Command::Completions(options) => completions::run(&options),
        Command::Man(options) => man::run(&options),
    }
}
