//! What the page knows of a job.

use serde::Serialize;
use serde_json::{Map, Value};

/// A job as the page sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) command: String,
    pub(crate) options: Map<String, Value>,
    pub(crate) title: String,
    pub(crate) state: State,
    /// Milliseconds since 1970.
    pub(crate) created: u64,
    pub(crate) started: Option<u64>,
    pub(crate) ended: Option<u64>,
    pub(crate) progress: Option<ProgressJson>,
    /// A part of the result that is there already.
    pub(crate) interim: Option<Value>,
    pub(crate) remarks: Vec<String>,
    pub(crate) error: Option<Value>,
    /// Why the answer is no.
    pub(crate) negative: Option<String>,
    pub(crate) files: Vec<FileJson>,
    /// The store that the job makes.
    pub(crate) store: Option<String>,
    /// Bytes of memory that it may take.
    pub(crate) memory: u64,
    /// Bytes of memory that its data is expected to take, where that can be told beforehand.
    pub(crate) expected_memory: Option<u64>,
    /// Whether the result is that of a job that was cancelled: what was finished by then.
    pub(crate) partial: bool,
    /// The result; left out where jobs are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Value>,
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// It waits for its turn.
    Queued,
    Running,
    Done,
    /// It is done, and the answer is no.
    Negative,
    Failed,
    Cancelled,
}

/// How far a job is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ProgressJson {
    pub(crate) message: String,
    pub(crate) done: u64,
    pub(crate) total: Option<u64>,
    pub(crate) seconds_left: Option<f64>,
}

/// A file that a job has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileJson {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
}

impl State {
    /// Whether nothing more happens.
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}

impl Job {
    /// The job without what may be large.
    pub(crate) fn summary(&self) -> Job {
        Job { result: None, ..self.clone() }
    }
}
