//! Work in parts of unequal size, spread over threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::spin;

/// Does the parts of some work on all threads of the pool, the largest first, and returns their
/// results in the order of the parts.
///
/// A thread takes the next part as soon as it is free, so that few and unequal parts keep all threads
/// busy to the end, where an iterator of `rayon` would hand out several at once. What `init` makes is
/// made once for each thread that has a part, and is given to `finish`.
pub(crate) fn largest_first<S, R: Send, E: Send>(
    parts: usize,
    size: impl Fn(usize) -> u64,
    init: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<R, E> + Sync,
    finish: impl Fn(S) -> Result<(), E> + Sync,
) -> Result<Vec<R>, E> {
    let mut order: Vec<usize> = (0..parts).collect();
    order.sort_by_key(|&part| std::cmp::Reverse(size(part)));
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(parts));
    let failed = Mutex::new(None);
    let fail = |error: E| {
        next.store(parts, Ordering::Relaxed);
        failed.lock().expect("no thread panics with the lock").get_or_insert(error);
    };
    let take_all = || {
        let mut scratch = None;
        let mut own = Vec::new();
        while let Some(&part) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            match work(scratch.get_or_insert_with(&init), part) {
                Ok(result) => own.push((part, result)),
                Err(error) => fail(error),
            }
        }
        if let Some(Err(error)) = scratch.map(&finish) {
            fail(error);
        }
        done.lock().expect("no thread panics with the lock").append(&mut own);
    };
    let others = rayon::current_num_threads().min(parts).saturating_sub(1);
    let ended = AtomicUsize::new(0);
    rayon::scope(|scope| {
        for _ in 0..others {
            scope.spawn(|_| {
                let _end = End(&ended);
                take_all();
            });
        }
        take_all();
        spin::wait_for(|| ended.load(Ordering::Acquire) == others);
    });
    if let Some(error) = failed.into_inner().expect("no thread panicked") {
        return Err(error);
    }
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_unstable_by_key(|&(part, _)| part);
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
        for parts in [0, 1, 7, 1000] {
            let finished = AtomicUsize::new(0);
            let work = |seen: &mut Vec<usize>, part| {
                assert!(!seen.contains(&part));
                seen.push(part);
                Ok::<_, ()>(part * part)
            };
            let squares = largest_first(
                parts,
                |part| part as u64 % 5,
                Vec::new,
                work,
                |seen| {
                    finished.fetch_add(seen.len(), Ordering::Relaxed);
                    Ok(())
                },
            );
            assert_eq!(squares, Ok((0..parts).map(|part| part * part).collect()));
            assert_eq!(finished.into_inner(), parts);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let work = |(): &mut (), part: usize| if part == 5 { Err(part) } else { Ok(()) };
        assert_eq!(largest_first(100, |_| 1, || (), work, |()| Ok(())), Err(5));
        let work = |(): &mut (), _: usize| Ok(());
        assert_eq!(largest_first(9, |_| 1, || (), work, |()| Err(7)), Err(7));
    }

    #[test]
    fn a_panic_is_passed_on() {
        let work = |(): &mut (), part: usize| {
            assert!(part < 50, "on purpose");
            Ok::<_, ()>(())
        };
        let all = || largest_first(100, |_| 1, || (), work, |()| Ok(()));
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
