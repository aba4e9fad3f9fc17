//! Another program as a face: progress, remarks and errors are lines of JSON on stderr.
//!
//! | line | when |
//! | --- | --- |
//! | `{"type":"progress","message":…,"done":…,"total":…}` | at most ten times a second |
//! | `{"type":"remark","text":…}` | whenever there is one |
//! | `{"type":"interim","part":…}` | a part of the result, at most ten times a second |
//! | `{"type":"error","kind":…,"message":…,"hint":…,"pointer":…,"option":…}` | at the end |

use std::ffi::OsString;
use std::io::{self, BufRead, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use twofold_commands::{CommandError, Expendable, Face, Kind, Meter};
use twofold_core::Progress;

use crate::environment;
use crate::interrupt;

/// The shortest time between two lines of one kind.
const INTERVAL: Duration = Duration::from_millis(100);

/// Parts of a result take at most one in so many parts of the time.
const SPARING: u32 = 20;

/// Tells another program what happens.
#[derive(Clone, Default)]
pub(crate) struct Machine {
    /// When the next part of a result may be told.
    interim: Arc<Mutex<Option<Instant>>>,
}

fn write(line: &Value) {
    // There is nobody left to tell if this fails.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Whether it is time again; the next time is an interval later.
fn is_due(next: &Mutex<Option<Instant>>) -> bool {
    let (mut next, now) = (next.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
    let is_due = next.is_none_or(|next| next <= now);
    if is_due {
        *next = Some(now + INTERVAL);
    }
    is_due
}

/// Tells why a command has no result.
pub(crate) fn tell(error: &CommandError) {
    let kind = match error.kind() {
        Kind::Negative => "negative",
        Kind::Input => "input",
        Kind::Failure => "failure",
        Kind::Interrupted => "interrupted",
        Kind::BrokenPipe => return,
    };
    write(&json!({
        "type": "error",
        "kind": kind,
        "message": error.message(),
        "hint": error.advice(),
        "pointer": error.pointed(),
        "option": error.option(),
    }));
}

impl Face for Machine {
    fn meter(&self, message: &str) -> Box<dyn Meter> {
        let told = Told { message: message.to_owned(), done: 0, total: None };
        Box::new(Lines { told: Mutex::new(told), next: Mutex::default() })
    }

    fn is_stopped(&self) -> bool {
        interrupt::pressed()
    }

    fn remark(&self, text: &str) {
        write(&json!({ "type": "remark", "text": text }));
    }

    fn interim(&self, part: &dyn Fn() -> Value) {
        if !is_due(&self.interim) {
            return;
        }
        let start = Instant::now();
        write(&json!({ "type": "interim", "part": part() }));
        let pause = INTERVAL.max(SPARING * start.elapsed());
        let mut next = self.interim.lock().unwrap_or_else(PoisonError::into_inner);
        *next = Some(start + pause);
    }

    fn input(&self) -> Box<dyn BufRead + Send> {
        Box::new(interrupt::stdin())
    }

    fn variable(&self, name: &str) -> Option<String> {
        environment::variable(name)
    }

    fn command_line(&self) -> Option<Vec<OsString>> {
        environment::command_line()
    }

    fn expendable(&self) -> Expendable {
        Box::new(interrupt::Expendable::new())
    }
}

struct Told {
    message: String,
    done: u64,
    total: Option<u64>,
}

struct Lines {
    told: Mutex<Told>,
    next: Mutex<Option<Instant>>,
}

impl Lines {
    fn change(&self, change: impl FnOnce(&mut Told)) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut told);
        if is_due(&self.next) {
            let Told { message, done, total } = &*told;
            write(&json!({ "type": "progress", "message": message, "done": done, "total": total }));
        }
    }
}

impl Meter for Lines {
    fn report(&self, progress: Progress) {
        self.change(|told| (told.done, told.total) = (progress.done, progress.total));
    }

    fn say(&self, message: &str) {
        self.change(|told| message.clone_into(&mut told.message));
    }

    fn is_hidden(&self) -> bool {
        false
    }
}
