//! Ctrl-C: the first one asks the computation to stop, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Starts to listen.
pub(crate) fn listen() {
    let handler = || {
        if PRESSED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C still ends the process at once, which is not worth an error.
    let _ = ctrlc::set_handler(handler);
}

/// Whether the user has pressed Ctrl-C.
pub(crate) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
