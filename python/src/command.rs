//! Commands by name, with options as data.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use twofold_commands::request::{self, Files, Request, Role};
use twofold_commands::{Kind, Output};

use crate::error;
use crate::watched::{Notebook, Shared, watched};

/// The result of a command as JSON, why the answer is no, and what was said besides.
type Answer = (Option<String>, Option<String>, Vec<String>);

/// Runs a command, given by its words, with options as a JSON object.
///
/// Returns the result as JSON, the reason if the answer is no, and remarks. The callback hears of progress:
/// an identifier of the part of the work, a message, how much is done, of how much, and whether the part
/// goes on.
#[pyfunction]
#[pyo3(signature = (command, options, *, input=None, progress=None))]
pub(crate) fn run(
    py: Python<'_>,
    command: Vec<String>,
    options: &str,
    input: Option<String>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let options: Map<String, Value> =
        serde_json::from_str(options).map_err(|problem| error::input(py, problem))?;
    let asked = Request { command, options };
    let arguments =
        asked.arguments(&mut OwnFiles).map_err(|problem| error::of_request(py, &problem))?;
    let command = request::read(&arguments).map_err(|problem| error::of_request(py, &problem))?;
    let shared = Shared::new(progress.is_none(), input);
    let (sink, face) = (Sink::default(), Arc::new(Notebook(Arc::clone(&shared))));
    let mut output = Output::new(face, sink.clone()).quiet(progress.is_none());
    let done =
        watched(py, &shared, progress, move |_| twofold_commands::run(command, &mut output))?;
    let bytes = std::mem::take(&mut *sink.0.lock().unwrap_or_else(PoisonError::into_inner));
    let result = String::from_utf8(bytes).ok().filter(|text| !text.is_empty());
    let remarks = shared.remarks();
    match done {
        Ok(()) => Ok((result, None, remarks)),
        Err(problem) if problem.kind() == Kind::Negative && result.is_some() => {
            Ok((result, Some(problem.message().to_owned()), remarks))
        }
        Err(problem) => Err(error::of_command(py, &problem)),
    }
}

/// Whoever writes Python names files of their own.
struct OwnFiles;

impl Files for OwnFiles {
    fn output(&mut self, _: &str, path: &str) -> Result<PathBuf, String> {
        Ok(path.into())
    }

    fn store(&mut self, option: &str, path: &Value) -> Result<PathBuf, String> {
        path.as_str().map(PathBuf::from).ok_or_else(|| format!("{option} is a path, not {path}"))
    }

    fn input(&mut self, _: &str, path: &str) -> Result<PathBuf, String> {
        Ok(path.into())
    }

    fn may_name_files(&self) -> bool {
        true
    }
}

/// Bytes that are read when the command is done.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All commands and their options, as a JSON array.
#[pyfunction]
pub(crate) fn commands() -> String {
    let mut found = Vec::new();
    let root = request::commands();
    root.get_subcommands().for_each(|command| describe(command, &mut Vec::new(), &mut found));
    Value::Array(found).to_string()
}

fn describe(command: &clap::Command, path: &mut Vec<String>, found: &mut Vec<Value>) {
    if command.get_name() == "help" {
        return;
    }
    path.push(command.get_name().to_owned());
    let option = |(name, argument, role): (String, &clap::Arg, Role)| {
        let text = |text: &clap::builder::StyledStr| text.to_string();
        let role = match role {
            Role::Flag => "flag",
            Role::Value => "value",
            Role::Player => "player",
            Role::Output => "output",
            Role::Input => "input",
            Role::Store => "store",
        };
        let defaults = argument.get_default_values().iter();
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        json!({
            "name": name,
            "role": role,
            "positional": argument.is_positional(),
            "required": argument.is_required_set(),
            "default": defaults.first(),
            "help": argument.get_help().map(text),
        })
    };
    let options: Vec<Value> = request::options(command).map(option).collect();
    let about = command.get_about().map(ToString::to_string);
    found.push(json!({ "command": path, "about": about, "options": options }));
    for inner in command.get_subcommands() {
        describe(inner, path, found);
    }
    path.pop();
}
