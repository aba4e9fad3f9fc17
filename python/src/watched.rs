//! Long work: on a thread of its own, while the caller's thread shows progress and looks out for Ctrl-C.
//!
//! Python code runs in the caller's thread only, and only there can a signal be seen. So that thread waits,
//! without the interpreter, for the work to end; it wakes up many times a second, and for every question
//! that the work has for Python.

use std::any::Any;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use twofold_commands::{Expendable, Face, Meter};
use twofold_core::{Progress, Watch};

use crate::error;

/// How long the caller's thread sleeps at most.
const PERIOD: Duration = Duration::from_millis(50);

/// The stack of the thread that works, as large as that of a process.
const STACK: usize = 16 << 20;

/// Stands for an unknown total.
const UNKNOWN: u64 = u64::MAX;

/// What the work and the caller's thread know of each other.
#[derive(Default)]
pub(crate) struct Shared {
    stop: AtomicBool,
    /// How many parts of the work would lose nothing if they were left alone.
    expendable: AtomicUsize,
    meters: Mutex<Vec<Arc<Shown>>>,
    remarks: Mutex<Vec<String>>,
    input: Mutex<Option<String>>,
    /// Whether nobody looks at the progress.
    is_hidden: bool,
}

/// How far a part of the work is.
struct Shown {
    message: Mutex<String>,
    done: AtomicU64,
    total: AtomicU64,
    is_open: AtomicBool,
    changes: AtomicU64,
    shown: AtomicU64,
}

impl Shared {
    pub(crate) fn new(is_hidden: bool, input: Option<String>) -> Arc<Shared> {
        Arc::new(Shared { is_hidden, input: Mutex::new(input), ..Shared::default() })
    }

    /// What was said that is not a result.
    pub(crate) fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.remarks))
    }

    fn open(&self, message: &str) -> Arc<Shown> {
        let shown = Arc::new(Shown {
            message: Mutex::new(message.to_owned()),
            done: AtomicU64::new(0),
            total: AtomicU64::new(UNKNOWN),
            is_open: AtomicBool::new(true),
            changes: AtomicU64::new(1),
            shown: AtomicU64::new(0),
        });
        lock(&self.meters).push(Arc::clone(&shown));
        shown
    }

    /// Tells the callback what has changed: an identifier of the part, its message, how much is done, of
    /// how much, and whether the part goes on.
    fn show(&self, progress: &Bound<'_, PyAny>) -> PyResult<()> {
        let meters = lock(&self.meters).clone();
        for meter in &meters {
            let changes = meter.changes.load(Ordering::Acquire);
            if meter.shown.swap(changes, Ordering::AcqRel) == changes {
                continue;
            }
            let identifier = Arc::as_ptr(meter) as usize;
            let message = lock(&meter.message).clone();
            let done = meter.done.load(Ordering::Relaxed);
            let total = Some(meter.total.load(Ordering::Relaxed)).filter(|&total| total != UNKNOWN);
            let is_open = meter.is_open.load(Ordering::Acquire);
            progress.call1((identifier, message, done, total, is_open))?;
        }
        lock(&self.meters).retain(|meter| {
            let is_told =
                meter.shown.load(Ordering::Acquire) == meter.changes.load(Ordering::Acquire);
            meter.is_open.load(Ordering::Acquire) || !is_told
        });
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A meter of the work; also what libraries report to.
pub(crate) struct Bar {
    shared: Arc<Shared>,
    shown: Arc<Shown>,
}

impl Bar {
    pub(crate) fn new(shared: &Arc<Shared>, message: &str) -> Bar {
        Bar { shared: Arc::clone(shared), shown: shared.open(message) }
    }
}

impl Meter for Bar {
    fn report(&self, progress: Progress) {
        self.shown.done.store(progress.done, Ordering::Relaxed);
        self.shown.total.store(progress.total.unwrap_or(UNKNOWN), Ordering::Relaxed);
        self.shown.changes.fetch_add(1, Ordering::Release);
    }

    fn say(&self, message: &str) {
        message.clone_into(&mut lock(&self.shown.message));
        self.shown.changes.fetch_add(1, Ordering::Release);
    }

    fn is_hidden(&self) -> bool {
        self.shared.is_hidden
    }
}

impl Watch for Bar {
    fn report(&self, progress: Progress) {
        Meter::report(self, progress);
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.shown.is_open.store(false, Ordering::Release);
        self.shown.changes.fetch_add(1, Ordering::Release);
    }
}

/// A notebook as a face of the commands.
pub(crate) struct Notebook(pub(crate) Arc<Shared>);

impl Face for Notebook {
    fn meter(&self, message: &str) -> Box<dyn Meter> {
        Box::new(Bar::new(&self.0, message))
    }

    fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    fn remark(&self, text: &str) {
        lock(&self.0.remarks).push(text.to_owned());
    }

    fn input(&self) -> Box<dyn BufRead + Send> {
        Box::new(io::Cursor::new(lock(&self.0.input).take().unwrap_or_default()))
    }

    fn expendable(&self) -> Expendable {
        self.0.expendable.fetch_add(1, Ordering::SeqCst);
        Box::new(Guard(Arc::clone(&self.0)))
    }
}

/// Lives while work could be left alone.
struct Guard(Arc<Shared>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.expendable.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A question of the work, to be answered by Python.
type Call = Box<dyn for<'py> FnOnce(Python<'py>) -> PyResult<()> + Send>;

/// How the work asks the caller's thread.
#[derive(Clone)]
pub(crate) struct Caller(Sender<Event>);

impl Caller {
    /// Has the caller's thread run something with the interpreter; `None` if it failed, which ends the
    /// work with the exception.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        call: impl for<'py> FnOnce(Python<'py>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = mpsc::channel();
        let call: Call = Box::new(move |py| {
            let value = call(py)?;
            // Nobody waits for the answer if the work broke down meanwhile.
            let _ = answer.send(value);
            Ok(())
        });
        self.0.send(Event::Call(call)).ok()?;
        answered.recv().ok()
    }
}

enum Event {
    Call(Call),
    Done,
}

/// Runs work on a thread of its own; returns what it returns.
///
/// On Ctrl-C, or if the progress callback or a call fails, the work is asked to stop, and the exception is
/// raised once it has: a store is left in order. Work that would lose nothing, and work that is interrupted
/// twice, is left to itself.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    shared: &Arc<Shared>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Caller) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let caller = Caller(sender);
    let thread = thread::Builder::new().name("twofold".to_owned()).stack_size(STACK);
    let handle = thread.spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(|| work(&caller)));
        let _ = caller.0.send(Event::Done);
        result
    })?;
    let receiver = Mutex::new(receiver);
    let mut failed: Option<PyErr> = None;
    let fail = |error: PyErr, failed: &mut Option<PyErr>| {
        shared.stop.store(true, Ordering::Relaxed);
        failed.get_or_insert(error);
    };
    loop {
        match py.detach(|| wait(&receiver)) {
            Ok(Event::Call(call)) if failed.is_none() => {
                if let Err(error) = call(py) {
                    fail(error, &mut failed);
                }
            }
            // Dropped, which tells the work that there is no answer.
            Ok(Event::Call(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Event::Done) | Err(RecvTimeoutError::Disconnected) => break,
        }
        let is_second = failed.is_some();
        if let Err(error) = py.check_signals() {
            fail(error, &mut failed);
            if is_second {
                return Err(failed.expect("just set"));
            }
        }
        if let (None, Some(progress)) = (&failed, progress)
            && let Err(error) = shared.show(progress)
        {
            fail(error, &mut failed);
        }
        if shared.expendable.load(Ordering::SeqCst) > 0
            && let Some(error) = failed.take()
        {
            return Err(error);
        }
    }
    if let Some(error) = failed {
        return Err(error);
    }
    if let Some(progress) = progress {
        shared.show(progress)?;
    }
    let result = py.detach(|| handle.join());
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(panic)) | Err(panic) => Err(error::failure(py, broken(&*panic))),
    }
}

fn wait(receiver: &Mutex<Receiver<Event>>) -> Result<Event, RecvTimeoutError> {
    lock(receiver).recv_timeout(PERIOD)
}

/// What a panic said.
fn broken(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the computation broke down: {}", said.unwrap_or("no reason given"))
}
