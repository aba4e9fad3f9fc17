//! One file per command.

mod board;
mod chains;
mod completions;
mod life;
mod man;
mod paint;
mod perft;
mod replay;
mod reproduce;
mod rules;
mod show;
mod stereogram;

use clap::Subcommand;

use crate::error::CommandError;
use crate::output::Output;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Reproduce(reproduce::Options),
    Board(board::Options),
    Perft(perft::Options),
    Replay(replay::Options),
    Show(show::Options),
    Chains(chains::Options),
    Paint(paint::Options),
    Life(life::Options),
    Stereogram(stereogram::Options),
    Completions(completions::Options),
    Man(man::Options),
}

/// Runs a command.
pub(crate) fn run(command: Command, output: &mut Output) -> Result<(), CommandError> {
    match command {
        Command::Reproduce(options) => reproduce::run(&options, output),
        Command::Board(options) => board::run(&options, output),
        Command::Perft(options) => perft::run(&options, output),
        Command::Replay(options) => replay::run(&options, output),
        Command::Show(options) => show::run(&options, output),
        Command::Chains(options) => chains::run(&options, output),
        Command::Paint(options) => paint::run(&options, output),
        Command::Life(options) => life::run(&options, output),
        Command::Stereogram(options) => stereogram::run(&options, output),
        Command::Completions(options) => completions::run(&options, output),
        Command::Man(options) => man::run(&options, output),
    }
}
