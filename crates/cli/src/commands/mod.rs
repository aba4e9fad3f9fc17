//! One file per command.

mod advise;
mod arena;
mod ask;
mod board;
mod breakthrough;
mod chains;
mod change;
mod completions;
mod count;
mod diagram;
mod graph;
mod layered_game;
mod life;
mod man;
mod memory_options;
mod paint;
mod perft;
mod play;
mod player;
mod prove;
mod reach;
mod replay;
mod reproduce;
mod rules;
mod shortest;
mod show;
mod solve;
mod stereogram;
mod store;
mod symbolic;
mod train;
mod tune;
mod walk;

use clap::Subcommand;

use crate::error::CommandError;
use crate::output::Output;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Reproduce(reproduce::Options),
    Board(board::Options),
    Count(count::Options),
    Graph(graph::Options),
    Solve(solve::Options),
    Ask(ask::Options),
    Walk(walk::Options),
    Perft(perft::Options),
    Reach(reach::Options),
    Shortest(shortest::Options),
    Prove(prove::Options),
    Breakthrough(Box<breakthrough::Options>),
    Diagram(diagram::Options),
    Replay(replay::Options),
    Store(store::Options),
    Change(Box<change::Options>),
    Show(show::Options),
    Chains(chains::Options),
    Paint(paint::Options),
    Life(life::Options),
    Stereogram(stereogram::Options),
    Play(play::Options),
    Arena(arena::Options),
    Player(player::Options),
    Advise(advise::Options),
    Train(Box<train::Options>),
    Tune(tune::Options),
    Completions(completions::Options),
    Man(man::Options),
}

/// Runs a command.
pub(crate) fn run(command: Command, output: &mut Output) -> Result<(), CommandError> {
    match command {
        Command::Reproduce(options) => reproduce::run(&options, output),
        Command::Board(options) => board::run(&options, output),
        Command::Count(options) => count::run(&options, output),
        Command::Graph(options) => graph::run(&options, output),
        Command::Solve(options) => solve::run(&options, output),
        Command::Ask(options) => ask::run(&options, output),
        Command::Walk(options) => walk::run(&options, output),
        Command::Perft(options) => perft::run(&options, output),
        Command::Reach(options) => reach::run(&options, output),
        Command::Shortest(options) => shortest::run(&options, output),
        Command::Prove(options) => prove::run(&options, output),
        Command::Breakthrough(options) => breakthrough::run(&options, output),
        Command::Diagram(options) => diagram::run(&options, output),
        Command::Replay(options) => replay::run(&options, output),
        Command::Store(options) => store::run(&options, output),
        Command::Change(options) => change::run(&options, output),
        Command::Show(options) => show::run(&options, output),
        Command::Chains(options) => chains::run(&options, output),
        Command::Paint(options) => paint::run(&options, output),
        Command::Life(options) => life::run(&options, output),
        Command::Stereogram(options) => stereogram::run(&options, output),
        Command::Play(options) => play::run(&options, output),
        Command::Arena(options) => arena::run(&options, output),
        Command::Player(options) => player::run(&options, output),
        Command::Advise(options) => advise::run(&options, output),
        Command::Train(options) => train::run(&options, output),
        Command::Tune(options) => tune::run(&options, output),
        Command::Completions(options) => completions::run(&options, output),
        Command::Man(options) => man::run(&options, output),
    }
}
