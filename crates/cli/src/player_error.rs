//! Errors of players as people see them.

use twofold_players::ntuple::WeightsError;
use twofold_players::{Recipe, RecipeError};

use crate::error::CommandError;

/// The error with what to do about it.
pub(crate) fn tell(error: RecipeError) -> CommandError {
    match error {
        RecipeError::Weights(error) => weights(&error),
        RecipeError::UnknownPlayer { .. } | RecipeError::UnknownParameter { .. } => {
            CommandError::input(error)
                .hint("`twofold player list` shows all players and parameters")
        }
        error => CommandError::input(error),
    }
}

/// The error with what to do about it.
pub(crate) fn weights(error: &WeightsError) -> CommandError {
    let input = CommandError::input(error);
    match error {
        WeightsError::Memory(_) => CommandError::failed(error),
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
pub(crate) fn recipe(text: &str) -> Result<Recipe, String> {
    text.parse().map_err(|error: RecipeError| error.to_string())
}
