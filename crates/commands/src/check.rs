//! What can be said of a command before it runs: whether its options fit each other and the rules, and
//! about how much memory it takes.

use twofold_core::Watch;

use crate::error::CommandError;
use crate::{
    Command, advise, arena, breakthrough, chains, count, graph, life, paint, prove, reach, review,
    shortest, solve, table, train, tune,
};

/// The memory that a command is expected to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Bytes for its data.
    pub bytes: f64,
    /// The option to change if that is too much.
    pub option: &'static str,
    /// What to do then.
    pub hint: &'static str,
}

/// Finds out whether the options of a command make sense, and how much memory it is expected to take if
/// that can be known beforehand. `memory` is what it will be allowed.
///
/// This takes a moment for games whose first layers have to be looked at; the watch may stop that, and
/// then nothing is known of the memory. What cannot be judged without running the command passes.
///
/// # Errors
/// As the command itself, if it would end before it has begun.
pub fn check(
    command: &Command,
    memory: u64,
    watch: &dyn Watch,
) -> Result<Option<Expected>, CommandError> {
    match command {
        Command::Arena(options) => arena::check(options).map(|()| None),
        Command::Advise(options) => advise::check(options).map(|()| None),
        Command::Count(options) => count::check(options, memory, watch),
        Command::Solve(options) => solve::check(options, watch),
        Command::Graph(options) => graph::check(options).map(|()| None),
        Command::Prove(options) => prove::check(options).map(|()| None),
        Command::Breakthrough(options) => breakthrough::check(options),
        Command::Chains(options) => Ok(Some(chains::expected(options))),
        Command::Reach(options) => reach::check(options).map(|()| None),
        Command::Shortest(options) => shortest::check(options).map(|()| None),
        Command::Life(options) => life::check(options).map(|()| None),
        Command::Paint(options) => paint::check(options).map(|()| None),
        Command::Table(options) => table::check(options).map(|()| None),
        Command::Review(options) => review::check(options).map(|()| None),
        Command::Train(options) => train::check(options),
        Command::Tune(options) => tune::check(options).map(|()| None),
        _ => Ok(None),
    }
}
