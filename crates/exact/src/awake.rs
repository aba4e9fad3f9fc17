//! Threads that wait for work without falling asleep.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::Yield;

/// How long a thread waits busily: longer than the others need for a task of a small layer.
const PATIENCE: Duration = Duration::from_millis(2);

/// How long it sleeps at a time if that was in vain, as while files are written.
const NAP: Duration = Duration::from_micros(100);

/// Works in the pool, and keeps the other threads of the pool looking for something to do meanwhile.
///
/// To wake a thread takes tens of microseconds. Where work comes in pieces of a millisecond, one after
/// the other, that would be a good part of it. A thread that finds nothing to do gives way to
/// whatever else the machine has to run, and begins to nap if that goes on.
pub(crate) fn with_threads_awake<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let done = AtomicBool::new(false);
    rayon::scope(|scope| {
        let _end = End(&done);
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| wait_busily(|| done.load(Ordering::Acquire)));
        }
        work()
    })
}

/// Works at whatever the pool has to do until something has happened.
pub(crate) fn wait_busily(has_happened: impl Fn() -> bool) {
    let mut idle: Option<Instant> = None;
    while !has_happened() {
        if rayon::yield_now() == Some(Yield::Executed) {
            idle = None;
        } else if idle.get_or_insert_with(Instant::now).elapsed() < PATIENCE {
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

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn work_is_done_and_threads_are_free_again() {
        for _ in 0..3 {
            let sum = with_threads_awake(|| (0..1000_u64).into_par_iter().sum::<u64>());
            assert_eq!(sum, 499_500);
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let result = std::panic::catch_unwind(|| with_threads_awake(|| panic!("on purpose")));
        assert!(result.is_err());
        assert_eq!(with_threads_awake(|| 7), 7);
    }
}
