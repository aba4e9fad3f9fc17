//! Codes on their way into a sorted set: scattered over ranges, within bounded memory.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::packing::{Effort, Packing};
use super::scratch::Scratch;
use super::splitters::Splitters;
use super::unique::{merged, unique};
use crate::LayerError;

/// The smallest number of codes that a bucket may hold before it is thinned out.
const LEAST_SHARE: usize = 1 << 9;

/// Codes that a thread collects before it hands them over: two megabytes.
const MUCH: usize = 1 << 18;

/// Ranges of codes that threads fill at once.
///
/// A bucket that holds more than its share of memory is sorted and rid of repetitions. If that does
/// not help, its codes are packed into a run, in memory or, if there is not enough, on disk.
pub(super) struct Buckets<'a> {
    splitters: Splitters,
    buckets: Vec<Mutex<Bucket>>,
    packing: &'a Packing,
    scratch: &'a Scratch,
    /// Makes one list without repetition of the pieces of a bucket.
    unite: fn(Vec<Vec<u64>>) -> Vec<u64>,
    /// Codes that a bucket may hold unpacked.
    share: usize,
    /// Bytes that all runs in memory may hold.
    run_limit: u64,
    run_bytes: AtomicU64,
}

#[derive(Default)]
struct Bucket {
    pieces: Vec<Vec<u64>>,
    codes: usize,
    runs: Vec<Run>,
}

enum Run {
    Memory(Vec<u8>),
    Disk(super::scratch::Place),
}

impl<'a> Buckets<'a> {
    /// Empty buckets that hold at most about `memory` bytes.
    pub(super) fn new(
        splitters: Splitters,
        packing: &'a Packing,
        scratch: &'a Scratch,
        memory: u64,
    ) -> Buckets<'a> {
        let buckets = (0..splitters.len()).map(|_| Mutex::default()).collect();
        let share = (memory / 2 / 8) as usize / splitters.len();
        Buckets {
            buckets,
            packing,
            scratch,
            unite: unique,
            share: share.max(LEAST_SHARE),
            run_limit: memory / 2,
            run_bytes: AtomicU64::new(0),
            splitters,
        }
    }

    /// Empty buckets for codes that come in ascending runs.
    pub(super) fn of_runs(
        splitters: Splitters,
        packing: &'a Packing,
        scratch: &'a Scratch,
        memory: u64,
    ) -> Buckets<'a> {
        Buckets { unite: merged, ..Buckets::new(splitters, packing, scratch, memory) }
    }

    /// Takes ascending codes.
    pub(super) fn add_sorted(&self, codes: &[u64]) -> Result<(), LayerError> {
        let mut rest = codes;
        while let Some(&first) = rest.first() {
            let index = self.splitters.range(first);
            let count = match self.splitters.above(index) {
                Some(bound) => rest.partition_point(|&code| code < bound),
                None => rest.len(),
            };
            let (own, others) = rest.split_at(count);
            self.add(index, own)?;
            rest = others;
        }
        Ok(())
    }

    /// The number of buckets.
    pub(super) fn len(&self) -> usize {
        self.buckets.len()
    }

    /// How many codes a bucket holds unpacked, repetitions counted.
    pub(super) fn codes(&self, index: usize) -> u64 {
        self.buckets[index].lock().expect("no thread panics with the lock").codes as u64
    }

    /// A scatterer for one thread.
    pub(super) fn scatter(&self) -> Scatter<'_> {
        Scatter { buckets: self, pieces: vec![Vec::new(); self.len()], codes: 0 }
    }

    fn add(&self, index: usize, piece: &[u64]) -> Result<(), LayerError> {
        let mut bucket = self.buckets[index].lock().expect("no thread panics with the lock");
        bucket.codes += piece.len();
        bucket.pieces.push(piece.to_vec());
        if bucket.codes <= self.share {
            return Ok(());
        }
        let codes = (self.unite)(std::mem::take(&mut bucket.pieces));
        if codes.len() <= self.share / 2 {
            bucket.codes = codes.len();
            bucket.pieces.push(codes);
            return Ok(());
        }
        bucket.codes = 0;
        let effort = if self.scratch.is_on_disk() { Effort::Little } else { Effort::None };
        let bytes = self.packing.pack(&codes, effort);
        let held = self.run_bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let run = if held + bytes.len() as u64 <= self.run_limit {
            Run::Memory(bytes)
        } else {
            self.run_bytes.fetch_sub(bytes.len() as u64, Ordering::Relaxed);
            let place = self.scratch.write(&bytes)?;
            Run::Disk(place.ok_or(LayerError::Memory {
                sum: self.packing.sum(),
                needed: 2 * (self.run_limit + bytes.len() as u64),
                allowed: 2 * self.run_limit,
            })?)
        };
        bucket.runs.push(run);
        Ok(())
    }

    /// Empties a bucket: its codes in ascending order, without repetition.
    pub(super) fn take(&self, index: usize) -> Result<Vec<u64>, LayerError> {
        let bucket =
            std::mem::take(&mut *self.buckets[index].lock().expect("no panic with the lock"));
        let mut pieces = bucket.pieces;
        for run in bucket.runs {
            let bytes = match run {
                Run::Memory(bytes) => {
                    self.run_bytes.fetch_sub(bytes.len() as u64, Ordering::Relaxed);
                    bytes
                }
                Run::Disk(place) => self.scratch.read(&place)?,
            };
            let mut codes = Vec::new();
            self.packing.unpack(&bytes, &mut codes)?;
            pieces.push(codes);
        }
        Ok((self.unite)(pieces))
    }
}

/// Collects the codes of one thread until there are enough to hand over.
pub(super) struct Scatter<'a> {
    buckets: &'a Buckets<'a>,
    pieces: Vec<Vec<u64>>,
    /// How many they are.
    codes: usize,
}

impl Scatter<'_> {
    /// Takes a code.
    #[inline]
    pub(super) fn push(&mut self, code: u64) {
        self.pieces[self.buckets.splitters.range(code)].push(code);
        self.codes += 1;
    }

    /// Hands everything over if it is much.
    pub(super) fn relieve(&mut self) -> Result<(), LayerError> {
        if self.codes < MUCH { Ok(()) } else { self.flush() }
    }

    /// Hands everything over.
    pub(super) fn flush(&mut self) -> Result<(), LayerError> {
        self.codes = 0;
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            if !piece.is_empty() {
                self.buckets.add(index, piece)?;
                piece.clear();
            }
        }
        Ok(())
    }
}
