//! Errors of stores as people see them.

use twofold_layers::store::StoreError;

use crate::error::CommandError;

/// The error with what to do about it.
pub(crate) fn tell(error: StoreError) -> CommandError {
    let told = match &error {
        StoreError::NoStore { .. } | StoreError::NotEmpty { .. } | StoreError::OtherGame { .. } => {
            CommandError::input(&error)
        }
        _ => CommandError::failed(&error),
    };
    told.hint(error.hint())
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        tell(error)
    }
}
