//! Idle threads that spin instead of falling asleep, for whoever asks for it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::Yield;

/// How often an idle thread looks for work in vain before it naps: some milliseconds, longer than the
/// others need for a part of a small layer. Libraries read no clock, so looks are counted.
const PATIENCE: u32 = 4000;

/// How long it sleeps at a time if that was in vain, as while files are written.
const NAP: Duration = Duration::from_micros(100);

thread_local! {
    /// Whether the work of this thread was started by [`with_spinning_threads`].
    static SPINS: Cell<bool> = const { Cell::new(false) };
}

/// Works in the pool while its other threads spin, looking for something to do.
///
/// Waking a thread takes tens of microseconds, which counts where work comes in pieces of a
/// millisecond, one after the other. Idle threads take CPU time from other programs meanwhile, so
/// this is for programs that have the machine to themselves; nothing in the library spins unless it
/// runs inside this function. An idle thread yields to whatever else the machine has to run, and naps
/// once it has been idle for a few milliseconds.
///
/// ```
/// use twofold_layers::spin::with_spinning_threads;
///
/// assert_eq!(with_spinning_threads(|| 6 * 7), 42);
/// ```
pub fn with_spinning_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let done = AtomicBool::new(false);
    rayon::scope(|scope| {
        let _end = End(&done);
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| spin_until(|| done.load(Ordering::Acquire)));
        }
        let _marked = Marked(SPINS.replace(true));
        work()
    })
}

/// Spins until something has happened if the work of this thread is to spin; otherwise returns at
/// once, and the caller waits in some other way.
pub(crate) fn wait_for(has_happened: impl Fn() -> bool) {
    if SPINS.get() {
        spin_until(has_happened);
    }
}

/// Works at whatever the pool has to do until something has happened.
fn spin_until(has_happened: impl Fn() -> bool) {
    let mut idle = 0;
    while !has_happened() {
        if rayon::yield_now() == Some(Yield::Executed) {
            idle = 0;
        } else if idle < PATIENCE {
            idle += 1;
            std::thread::yield_now();
        } else {
            std::thread::sleep(NAP);
        }
    }
}

/// Says that work has ended, be it by a panic.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Puts back what the mark of this thread was before.
struct Marked(bool);

impl Drop for Marked {
    fn drop(&mut self) {
        SPINS.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn work_is_done_and_threads_are_free_again() {
        for _ in 0..3 {
            let sum = with_spinning_threads(|| (0..1000_u64).into_par_iter().sum::<u64>());
            assert_eq!(sum, 499_500);
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let result = std::panic::catch_unwind(|| with_spinning_threads(|| panic!("on purpose")));
        assert!(result.is_err());
        assert_eq!(with_spinning_threads(|| 7), 7);
    }

    #[test]
    fn nothing_spins_unless_asked_to() {
        // Would never return if it spun.
        wait_for(|| false);
        with_spinning_threads(|| assert!(SPINS.get()));
        assert!(!SPINS.get());
    }
}
