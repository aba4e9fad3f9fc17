//! Every question that Twofold answers, one file each: options in, a report out. A report can be
//! written as a text for people, as JSON and as CSV.
//!
//! The faces of the program (command line, browser, notebook) run these commands and differ in where
//! they read options from and where they show results. Nothing here prints, reads the environment or
//! ends the process.

mod advise;
mod amount;
mod arena;
mod ask;
mod board;
mod breakthrough;
mod certificate;
mod chains;
mod change;
pub mod check;
pub mod cluster;
mod count;
mod diagram;
pub mod error;
pub mod face;
mod game_file;
mod graph;
mod idle;
mod input_file;
mod layer_bar;
mod layer_error;
mod layered_game;
mod life;
pub mod memory;
mod memory_options;
pub mod output;
mod paint;
mod perft;
mod player;
pub mod players;
pub mod progress;
mod prove;
mod question;
mod reach;
mod replay;
mod reproduce;
pub mod request;
mod review;
pub mod rules;
mod shortest;
mod show;
mod solve;
mod stereogram;
mod store;
mod store_error;
mod symbolic;
mod table;
mod train;
mod tune;
mod walk;
pub mod write_lock;

use clap::Subcommand;

pub use crate::amount::{bytes as bytes_for_people, parse_bytes};
pub use crate::breakthrough::SolvedBoards;
pub use crate::error::{CommandError, Kind};
pub use crate::face::{Expendable, Face, Meter};
pub use crate::output::{Format, Output, Report, TextContext};

/// What the program can do.
#[derive(Subcommand)]
#[expect(missing_docs, reason = "the options of a command say what it does, and help shows that")]
pub enum Command {
    Reproduce(reproduce::Options),
    Board(board::Options),
    Count(count::Options),
    Graph(graph::Options),
    Solve(solve::Options),
    Certificate(certificate::Options),
    Ask(ask::Options),
    Walk(walk::Options),
    Perft(perft::Options),
    Reach(reach::Options),
    Shortest(shortest::Options),
    Prove(prove::Options),
    Breakthrough(Box<breakthrough::Options>),
    Diagram(diagram::Options),
    Replay(replay::Options),
    Review(review::Options),
    Store(store::Options),
    Table(table::Options),
    Change(Box<change::Options>),
    Show(show::Options),
    Chains(chains::Options),
    Paint(paint::Options),
    Life(life::Options),
    Stereogram(stereogram::Options),
    Arena(arena::Options),
    Player(player::Options),
    Advise(advise::Options),
    Train(Box<train::Options>),
    Tune(tune::Options),
}

/// Runs a command.
///
/// # Errors
/// If the options make no sense, if something breaks or is stopped, or if the answer is no.
pub fn run(command: Command, output: &mut Output) -> Result<(), CommandError> {
    match command {
        Command::Reproduce(options) => reproduce::run(&options, output),
        Command::Board(options) => board::run(&options, output),
        Command::Count(options) => count::run(&options, output),
        Command::Graph(options) => graph::run(&options, output),
        Command::Solve(options) => solve::run(&options, output),
        Command::Certificate(options) => certificate::run(&options, output),
        Command::Ask(options) => ask::run(&options, output),
        Command::Walk(options) => walk::run(&options, output),
        Command::Perft(options) => perft::run(&options, output),
        Command::Reach(options) => reach::run(&options, output),
        Command::Shortest(options) => shortest::run(&options, output),
        Command::Prove(options) => prove::run(&options, output),
        Command::Breakthrough(options) => breakthrough::run(&options, output),
        Command::Diagram(options) => diagram::run(&options, output),
        Command::Replay(options) => replay::run(&options, output),
        Command::Review(options) => review::run(&options, output),
        Command::Store(options) => store::run(&options, output),
        Command::Table(options) => table::run(&options, output),
        Command::Change(options) => change::run(&options, output),
        Command::Show(options) => show::run(&options, output),
        Command::Chains(options) => chains::run(&options, output),
        Command::Paint(options) => paint::run(&options, output),
        Command::Life(options) => life::run(&options, output),
        Command::Stereogram(options) => stereogram::run(&options, output),
        Command::Arena(options) => arena::run(&options, output),
        Command::Player(options) => player::run(&options, output),
        Command::Advise(options) => advise::run(&options, output),
        Command::Train(options) => train::run(&options, output),
        Command::Tune(options) => tune::run(&options, output),
    }
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
