//! Errors as Python exceptions, with the texts of the command line.

use pyo3::prelude::*;
use twofold_commands::request::RequestError;
use twofold_commands::{CommandError, Kind};

use crate::names::class;

/// An exception of the package: its class, its message, and what the command line would add to it.
fn raise(
    py: Python<'_>,
    name: &str,
    message: &str,
    pointer: Option<&str>,
    hint: Option<&str>,
    option: Option<&str>,
) -> PyErr {
    let made =
        class(py, "_errors", name).and_then(|class| class.call1((message, pointer, hint, option)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// What a command says went wrong.
pub(crate) fn of_command(py: Python<'_>, error: &CommandError) -> PyErr {
    let name = match error.kind() {
        Kind::Negative => "NegativeAnswer",
        Kind::Input => "InputError",
        Kind::Failure | Kind::BrokenPipe => "FailureError",
        Kind::Interrupted => return pyo3::exceptions::PyKeyboardInterrupt::new_err("interrupted"),
    };
    raise(py, name, error.message(), error.pointed(), error.advice(), None)
}

/// Why a question cannot be read.
pub(crate) fn of_request(py: Python<'_>, error: &RequestError) -> PyErr {
    raise(py, "InputError", &error.to_string(), None, None, error.option())
}

/// Input that makes no sense.
pub(crate) fn input(py: Python<'_>, error: impl std::fmt::Display) -> PyErr {
    raise(py, "InputError", &error.to_string(), None, None, None)
}

/// Something broke.
pub(crate) fn failure(py: Python<'_>, error: impl std::fmt::Display) -> PyErr {
    raise(py, "FailureError", &error.to_string(), None, None, None)
}
