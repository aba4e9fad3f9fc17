//! Errors of work on layers as people see them.

use std::path::Path;

use twofold_layers::LayerError;

use crate::error::CommandError;
use crate::{amount, store_error};

/// The error of a command that reads a store and writes none, so that nothing is kept.
pub(crate) fn while_reading(error: LayerError) -> CommandError {
    match error {
        LayerError::Stopped => CommandError::interrupted(),
        error => tell(error, None),
    }
}

/// The error of work that reads a store and writes none.
impl From<LayerError> for CommandError {
    fn from(error: LayerError) -> CommandError {
        while_reading(error)
    }
}

/// The error with what to do about it, given where layers are kept.
pub(crate) fn tell(error: LayerError, store: Option<&Path>) -> CommandError {
    let again = "give the same command again to go on";
    match error {
        LayerError::Stopped => match store {
            Some(dir) => CommandError::interrupted()
                .hint(format!("finished layers are safe in {}; {again}", dir.display())),
            None => CommandError::interrupted()
                .hint("with --store DIR, finished layers are kept and work can go on later"),
        },
        LayerError::Store(error) => store_error::tell(error),
        LayerError::Memory { sum, needed, allowed } => {
            let raise =
                format!("raise --memory to {} or more", amount::bytes_option(needed as f64));
            memory(sum, needed, allowed).hint(match store {
                Some(_) => raise,
                None => format!("add --store DIR to go to disk, or {raise}"),
            })
        }
        error @ (LayerError::Tile(_) | LayerError::Blocks { .. }) => CommandError::failed(&error),
    }
}

/// A layer that needs more memory than there is.
pub(crate) fn memory(sum: u64, needed: u64, allowed: u64) -> CommandError {
    let [needed, allowed] = [needed, allowed].map(|bytes| amount::bytes(bytes as f64));
    CommandError::failure(format!(
        "the layer of tile sum {sum} needs at least {needed} of memory, and {allowed} are allowed"
    ))
}
