//! Threads that let everything else go first.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// So many threads for work that nobody waits for, or not for long.
pub(crate) fn threads(number: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let named = |index| format!("background-{index}");
    ThreadPoolBuilder::new()
        .num_threads(number)
        .thread_name(named)
        .start_handler(|_| make_way())
        .build()
}

/// Lets other threads go first; on Linux a thread has a priority of its own.
#[cfg(target_os = "linux")]
fn make_way() {
    // A thread may always ask for less; if not, it runs as others do.
    let _ = rustix::process::nice(10);
}

#[cfg(not(target_os = "linux"))]
fn make_way() {}
