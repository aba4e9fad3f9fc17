//! Tasks shared out one by one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::awake::wait_busily;

/// Does some numbered tasks on all threads of the pool, and lists what comes of them.
///
/// A thread takes the next task as soon as it is free, so that few and unequal tasks keep all threads
/// busy to the end, where an iterator of `rayon` would hand out several at once; large tasks come
/// first. What `init` makes is made once for each thread that has a task, and is given to `finish`.
pub(crate) fn share_out<S, R: Send, E: Send>(
    tasks: usize,
    size: impl Fn(usize) -> u64,
    init: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<R, E> + Sync,
    finish: impl Fn(S) -> Result<(), E> + Sync,
) -> Result<Vec<R>, E> {
    let mut order: Vec<usize> = (0..tasks).collect();
    order.sort_by_key(|&task| std::cmp::Reverse(size(task)));
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(tasks));
    let failed = Mutex::new(None);
    let fail = |error: E| {
        next.store(tasks, Ordering::Relaxed);
        failed.lock().expect("no thread panics with the lock").get_or_insert(error);
    };
    let take_all = || {
        let mut scratch = None;
        let mut own = Vec::new();
        while let Some(&task) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            match work(scratch.get_or_insert_with(&init), task) {
                Ok(result) => own.push((task, result)),
                Err(error) => fail(error),
            }
        }
        if let Some(Err(error)) = scratch.map(&finish) {
            fail(error);
        }
        done.lock().expect("no thread panics with the lock").append(&mut own);
    };
    let others = rayon::current_num_threads().min(tasks).saturating_sub(1);
    let ended = AtomicUsize::new(0);
    rayon::scope(|scope| {
        for _ in 0..others {
            scope.spawn(|_| {
                let _end = End(&ended);
                take_all();
            });
        }
        take_all();
        wait_busily(|| ended.load(Ordering::Acquire) == others);
    });
    if let Some(error) = failed.into_inner().expect("no thread panicked") {
        return Err(error);
    }
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_unstable_by_key(|&(task, _)| task);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Counts a thread that has ended, be it by a panic.
struct End<'a>(&'a AtomicUsize);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_and_listed_in_order() {
        for tasks in [0, 1, 7, 1000] {
            let finished = AtomicUsize::new(0);
            let work = |seen: &mut Vec<usize>, task| {
                assert!(!seen.contains(&task));
                seen.push(task);
                Ok::<_, ()>(task * task)
            };
            let squares = share_out(
                tasks,
                |task| task as u64 % 5,
                Vec::new,
                work,
                |seen| {
                    finished.fetch_add(seen.len(), Ordering::Relaxed);
                    Ok(())
                },
            );
            assert_eq!(squares, Ok((0..tasks).map(|task| task * task).collect()));
            assert_eq!(finished.into_inner(), tasks);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let work = |(): &mut (), task: usize| if task == 5 { Err(task) } else { Ok(()) };
        assert_eq!(share_out(100, |_| 1, || (), work, |()| Ok(())), Err(5));
        let work = |(): &mut (), _: usize| Ok(());
        assert_eq!(share_out(9, |_| 1, || (), work, |()| Err(7)), Err(7));
    }

    #[test]
    fn a_panic_is_passed_on() {
        let work = |(): &mut (), task: usize| {
            assert!(task < 50, "on purpose");
            Ok::<_, ()>(())
        };
        let all = || share_out(100, |_| 1, || (), work, |()| Ok(()));
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
