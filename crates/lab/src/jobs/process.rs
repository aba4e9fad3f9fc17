//! A job at work: a process of its own, which reports as lines of JSON and ends when it is asked to.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::watch;

use super::job::ProgressJson;

/// What a process says while it works.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Report {
    Progress { message: String, done: u64, total: Option<u64> },
    Remark { text: String },
    Interim { part: Value },
    Error(Value),
}

/// How a process ended.
pub(crate) struct Ended {
    pub(crate) status: std::io::Result<ExitStatus>,
    pub(crate) output: Vec<u8>,
}

/// Results larger than this are not kept.
const MOST_OUTPUT: u64 = 64 << 20;

/// How long a process has to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// Runs the program with arguments in a directory, until it ends or is cancelled.
pub(crate) async fn run(
    program: &Path,
    arguments: &[String],
    directory: &Path,
    mut cancelled: watch::Receiver<bool>,
    mut report: impl FnMut(Report),
) -> std::io::Result<Ended> {
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let stdout = child.stdout.take().expect("a pipe");
    let stderr = child.stderr.take().expect("a pipe");
    let output = tokio::spawn(async move {
        let mut output = Vec::new();
        let read = stdout.take(MOST_OUTPUT + 1).read_to_end(&mut output).await;
        read.map(|_| output)
    });
    let mut lines = BufReader::new(stderr).lines();
    let mut is_asked = false;
    loop {
        tokio::select! {
            line = lines.next_line() => match line {
                Ok(Some(line)) => {
                    if let Ok(said) = serde_json::from_str(&line) {
                        report(said);
                    } else if !line.trim().is_empty() {
                        report(Report::Remark { text: line });
                    }
                }
                Ok(None) | Err(_) => break,
            },
            changed = cancelled.changed(), if !is_asked => {
                if changed.is_err() || *cancelled.borrow() {
                    is_asked = true;
                    ask_to_end(&child);
                    let id = child.id();
                    tokio::spawn(async move {
                        tokio::time::sleep(GRACE).await;
                        end(id);
                    });
                }
            }
        }
    }
    let status = child.wait().await;
    let output = output.await.map_err(std::io::Error::other)??;
    if output.len() as u64 > MOST_OUTPUT {
        return Err(std::io::Error::other("the result is too large for the page"));
    }
    Ok(Ended { status, output })
}

#[cfg(unix)]
fn ask_to_end(child: &Child) {
    send(child.id(), rustix::process::Signal::INT);
}

#[cfg(unix)]
fn end(id: Option<u32>) {
    send(id, rustix::process::Signal::KILL);
}

#[cfg(unix)]
fn send(id: Option<u32>, signal: rustix::process::Signal) {
    let pid = id.and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()));
    if let Some(pid) = pid {
        // It may have ended meanwhile.
        let _ = rustix::process::kill_process(pid, signal);
    }
}

#[cfg(not(unix))]
fn ask_to_end(child: &Child) {
    end(child.id());
}

#[cfg(not(unix))]
fn end(id: Option<u32>) {
    if let Some(id) = id {
        let kill =
            std::process::Command::new("taskkill").args(["/F", "/PID", &id.to_string()]).status();
        drop(kill);
    }
}

/// Turns amounts of work into the time that is left.
pub(crate) struct Clock {
    /// When the work of this message began, and how much was done then.
    begun: Option<(String, Instant, u64)>,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        Clock { begun: None }
    }

    /// Progress with the time that is left, if it can be told.
    pub(crate) fn progress(
        &mut self,
        message: String,
        done: u64,
        total: Option<u64>,
    ) -> ProgressJson {
        let now = Instant::now();
        // The name of the work is its beginning; the rest tells numbers.
        let name: String = message.chars().take_while(|letter| !letter.is_ascii_digit()).collect();
        let is_same =
            self.begun.as_ref().is_some_and(|(known, _, from)| *known == name && *from <= done);
        if !is_same {
            self.begun = Some((name, now, done));
        }
        let (_, since, from) = self.begun.as_ref().expect("set just now");
        let seconds = now.duration_since(*since).as_secs_f64();
        let rate = (done - from) as f64 / seconds;
        let left = total.filter(|&total| total > done && seconds > 0.5 && done > *from);
        let seconds_left = left.map(|total| (total - done) as f64 / rate);
        ProgressJson { message, done, total, seconds_left }
    }
}
