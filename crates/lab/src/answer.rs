//! Look-ups: the same commands as on the command line, answered at once in this process.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use twofold_commands::request::{self, Files, Request};
use twofold_commands::{CommandError, Face, Kind, Meter, Output, SolvedBoards};
use twofold_core::Progress;

use crate::error::ApiError;
use crate::server::Lab;
use crate::stores::Stores;

/// Commands that are cheap, or soon notice that their time is up.
pub(crate) const COMMANDS: [&str; 16] = [
    "advise",
    "ask",
    "board",
    "breakthrough position",
    "chains",
    "change",
    "diagram",
    "perft",
    "player list",
    "reach",
    "replay",
    "reproduce",
    "review",
    "shortest",
    "show",
    "store info",
];

/// The time that a look-up may take.
const TIME: Duration = Duration::from_secs(2);

/// The answer of a command.
#[derive(Serialize)]
pub(crate) struct AnswerJson {
    /// What the command line prints with `--format json`.
    result: Option<Box<RawValue>>,
    /// Why the answer is no.
    negative: Option<String>,
}

impl AnswerJson {
    /// The result as a value.
    pub(crate) fn value(&self) -> Option<Value> {
        serde_json::from_str(self.result.as_deref()?.get()).ok()
    }
}

/// Answers `GET /api/v1/answer/COMMAND?option=value`.
pub(crate) async fn answer(
    State(lab): State<Lab>,
    Path(command): Path<String>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Json<AnswerJson>, ApiError> {
    let words: Vec<String> = command.split('/').map(str::to_owned).collect();
    if !COMMANDS.contains(&&words.join(" ")[..]) {
        let error = format!("`{}` is not a look-up", words.join(" "));
        return Err(ApiError::missing(error).hint("make it a job"));
    }
    let asked = Request { command: words, options: options(pairs) };
    lab.compute(move |lab| run(lab, &asked)).await.map(Json)
}

/// Options from a query: what is repeated is a list.
fn options(pairs: Vec<(String, String)>) -> Map<String, Value> {
    let mut options = Map::new();
    for (name, value) in pairs {
        let value = if value == "true" { Value::Bool(true) } else { Value::String(value) };
        match options.get_mut(&name) {
            None => drop(options.insert(name, value)),
            Some(Value::Array(values)) => values.push(value),
            Some(known) => *known = Value::Array(vec![known.take(), value]),
        }
    }
    options
}

fn run(lab: &Lab, asked: &Request) -> Result<AnswerJson, ApiError> {
    ask(&asked.arguments(&mut NoFiles(&lab.stores))?, Some(&lab.boards))
}

/// Runs a command in this process.
pub(crate) fn ask(
    arguments: &[String],
    boards: Option<&Arc<SolvedBoards>>,
) -> Result<AnswerJson, ApiError> {
    ask_about(String::new(), arguments, boards)
}

/// Runs a command in this process; what it reads from standard input is the given text.
pub(crate) fn ask_about(
    input: String,
    arguments: &[String],
    boards: Option<&Arc<SolvedBoards>>,
) -> Result<AnswerJson, ApiError> {
    let command = request::read(arguments)?;
    let face = Deadline { at: Instant::now() + TIME, boards: boards.cloned(), input };
    let (sink, face) = (Sink::default(), Arc::new(face));
    let mut output = Output::new(face, sink.clone()).quiet(true);
    let done = twofold_commands::run(command, &mut output);
    let bytes = std::mem::take(&mut *sink.0.lock().unwrap_or_else(PoisonError::into_inner));
    let result = String::from_utf8(bytes).ok().and_then(|text| RawValue::from_string(text).ok());
    match done {
        Ok(()) => Ok(AnswerJson { result, negative: None }),
        Err(error) if error.kind() == Kind::Negative => {
            Ok(AnswerJson { result, negative: Some(error.message().to_owned()) })
        }
        Err(error) => Err(told(error)),
    }
}

fn told(error: CommandError) -> ApiError {
    match error.kind() {
        Kind::Interrupted => {
            let slow = ApiError::slow("this takes longer than a look-up may take");
            match error.advice() {
                Some(hint) if hint.contains("again") => slow.hint(hint).again(1),
                _ => slow.hint("make it a job"),
            }
        }
        _ => ApiError::from(error),
    }
}

/// Look-ups read stores by name and write nothing.
struct NoFiles<'a>(&'a Stores);

impl Files for NoFiles<'_> {
    fn output(&mut self, _: &str, _: &str) -> Result<PathBuf, String> {
        Err("only jobs make files".to_owned())
    }

    fn store(&mut self, _: &str, name: &Value) -> Result<PathBuf, String> {
        self.0.path(name.as_str().unwrap_or_default())
    }

    fn input(&mut self, _: &str, _: &str) -> Result<PathBuf, String> {
        Err("only jobs read files".to_owned())
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

/// Nobody looks at the progress, and time is short.
struct Deadline {
    at: Instant,
    boards: Option<Arc<SolvedBoards>>,
    input: String,
}

struct Unseen;

impl Face for Deadline {
    fn meter(&self, _: &str) -> Box<dyn Meter> {
        Box::new(Unseen)
    }

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.at
    }

    fn remark(&self, _: &str) {}

    fn input(&self) -> Box<dyn io::BufRead + Send> {
        Box::new(io::Cursor::new(self.input.clone()))
    }

    fn solved_boards(&self) -> Option<Arc<SolvedBoards>> {
        self.boards.clone()
    }
}

impl Meter for Unseen {
    fn report(&self, _: Progress) {}

    fn say(&self, _: &str) {}

    fn is_hidden(&self) -> bool {
        true
    }
}
