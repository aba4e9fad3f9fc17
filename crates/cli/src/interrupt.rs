//! Ctrl-C, and the signals that end a process politely (SIGTERM, SIGHUP): the first one asks the
//! computation to stop at a safe point, the second one ends the process. So does the first one while
//! the process waits for standard input, since then there is nothing to stop, and while it computes
//! something of which nothing could be kept.

use std::fs;
use std::io::{self, BufReader, IsTerminal as _, Read, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether the process waits for standard input.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Computations of which nothing could be kept.
static EXPENDABLE: AtomicUsize = AtomicUsize::new(0);

/// The exit code after a signal.
const CODE: i32 = 130;

/// Starts to listen.
pub(crate) fn listen() {
    let handler = || {
        let is_expendable = EXPENDABLE.load(Ordering::SeqCst) > 0;
        if PRESSED.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) || is_expendable {
            if io::stderr().is_terminal() {
                // Whatever progress is shown there.
                let _ = io::stderr().write_all(b"\r\x1b[2K");
            }
            std::process::exit(CODE);
        }
    };
    // Without a handler a signal still ends the process at once, which is not worth an error.
    let _ = ctrlc::set_handler(handler);
}

/// Whether the user has pressed Ctrl-C, or the system has asked the process to end.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Waits until the user presses Ctrl-C, or the system asks the process to end.
pub(crate) async fn wait() {
    while !pressed() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// While it lives, a signal ends the process at once: nothing would be lost, and no safe point may be
/// near.
pub(crate) struct Expendable(());

impl Expendable {
    pub(crate) fn new() -> Expendable {
        EXPENDABLE.fetch_add(1, Ordering::SeqCst);
        Expendable(())
    }
}

impl Drop for Expendable {
    fn drop(&mut self) {
        EXPENDABLE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The text of a file. If it is a pipe, whoever writes to it may take any time; a signal ends the
/// process while it is waited for.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    let _expendable = Expendable::new();
    fs::read_to_string(path)
}

/// Standard input; a signal ends the process while it is waited for.
pub(crate) fn stdin() -> BufReader<Stdin> {
    BufReader::new(Stdin(io::stdin()))
}

/// Standard input that can be interrupted.
pub(crate) struct Stdin(io::Stdin);

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        WAITING.store(true, Ordering::SeqCst);
        if PRESSED.load(Ordering::SeqCst) {
            std::process::exit(CODE);
        }
        let read = self.0.read(buffer);
        WAITING.store(false, Ordering::SeqCst);
        read
    }
}
