//! Players that are loaded, and their errors as people see them.

use twofold_core::Rules;
use twofold_players::arena::ArenaError;
use twofold_players::ntuple::WeightsError;
use twofold_players::{Entrant, EvaluateError, ExecFault, PlayerError, PlayerSpec};

use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;

/// Prepares a player for a game, and says so while it takes a moment.
pub fn prepare(spec: &PlayerSpec, rules: &Rules, output: &Output) -> Result<Entrant, CommandError> {
    let _bar = Bar::new(output, format!("loading {spec}"));
    spec.prepare(rules).map_err(tell)
}

/// The error with what to do about it.
pub fn tell(error: PlayerError) -> CommandError {
    match error {
        PlayerError::Weights(error) => weights(&error),
        PlayerError::UnknownPlayer { .. } | PlayerError::UnknownParameter { .. } => {
            CommandError::input(error)
                .hint("`twofold player list` shows all players and parameters")
        }
        error => CommandError::input(error),
    }
}

/// Why games were not played to their end.
pub fn games(error: &ArenaError) -> CommandError {
    match error {
        ArenaError::Stopped(_) => CommandError::interrupted(),
        ArenaError::Player(error) => values(error),
        ArenaError::Start(_) => CommandError::input(error),
    }
}

/// Why a player has no values for a position.
pub fn values(error: &EvaluateError) -> CommandError {
    match error {
        EvaluateError::Stopped(_) => CommandError::interrupted(),
        EvaluateError::Tile(_) => CommandError::failed(error),
        EvaluateError::Exec(exec) => {
            let error = CommandError::failed(error);
            match exec.fault {
                ExecFault::Timeout { .. } => {
                    error.hint("give it more time: exec:timeout=1m,start=5m,command=…")
                }
                ExecFault::Closed { .. } | ExecFault::Ended { .. } | ExecFault::Shell(_) => {
                    error.hint("what it wrote to standard error may say why")
                }
                _ => error.hint("docs/players.md has the protocol and an example"),
            }
        }
    }
}

/// The error with what to do about it.
pub fn weights(error: &WeightsError) -> CommandError {
    let input = CommandError::input(error);
    match error {
        WeightsError::Memory(_) => CommandError::failed(error),
        WeightsError::File { path, error } if CommandError::is_full(error) => {
            CommandError::cannot_write(path, error)
        }
        WeightsError::File { .. } => input,
        WeightsError::Format { .. } => {
            input.hint("such files are made by `twofold train --save` and `--export`")
        }
        WeightsError::Version { .. } => input.hint("train again with this version"),
        WeightsError::Damaged { .. } => input.hint("take another copy of the file"),
        WeightsError::OtherGame { .. } => {
            input.hint("say the shape and the rules that it has learned, or train another one")
        }
        WeightsError::NoCheckpoint { .. } => {
            input.hint("give the file that `twofold train --save` wrote")
        }
    }
}

/// Reads the name of a player, for options.
pub fn spec(text: &str) -> Result<PlayerSpec, String> {
    text.parse().map_err(|error: PlayerError| error.to_string())
}
