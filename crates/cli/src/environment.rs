//! What this process was started with.

use std::ffi::OsString;

/// A variable of the environment, if it is text and not empty.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The program and its arguments.
pub(crate) fn command_line() -> Option<Vec<OsString>> {
    let program = std::env::current_exe().ok()?;
    Some([program.into_os_string()].into_iter().chain(std::env::args_os().skip(1)).collect())
}
