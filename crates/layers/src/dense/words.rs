//! Words that several threads set bits in.
//!
//! The only module of the crate that may contain unsafe code.

use std::sync::atomic::{AtomicU64, Ordering};

/// Words that are borrowed exclusively, shared among threads that only ever set bits.
pub(super) struct SharedWords<'a>(&'a [AtomicU64]);

impl<'a> SharedWords<'a> {
    #[allow(unsafe_code)]
    pub(super) fn new(words: &'a mut [u64]) -> SharedWords<'a> {
        let pointer: *mut u64 = words.as_mut_ptr();
        // SAFETY: an AtomicU64 has the size and the representation of a u64, and on every platform
        // with 64-bit atomics that this crate is built for also its alignment, which is checked
        // below. The words are borrowed exclusively for 'a, so nobody reads or writes them
        // otherwise while they are shared.
        const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
        SharedWords(unsafe { std::slice::from_raw_parts(pointer.cast(), words.len()) })
    }

    /// Sets a bit of a word.
    #[inline]
    pub(super) fn set(&self, word: usize, bit: usize) {
        let mask = 1 << bit;
        // Threads never depend on what other threads have set, and joining them orders everything.
        self.0[word].fetch_or(mask, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_set_by_several_threads_are_all_there() {
        let mut words = vec![0; 4];
        let shared = SharedWords::new(&mut words);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let shared = &shared;
                scope.spawn(move || {
                    (0..256)
                        .filter(|bit| bit % 4 == thread)
                        .for_each(|bit| shared.set(bit / 64, bit % 64))
                });
            }
        });
        assert_eq!(words, [u64::MAX; 4]);
    }
}
