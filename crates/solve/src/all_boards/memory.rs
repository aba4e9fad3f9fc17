//! What a pass over all boards needs of memory.

use std::sync::atomic::{AtomicU64, Ordering};

use twofold_layers::LayerError;

use super::geometry::Geometry;
use super::halves::Halves;
use super::pass::Tables;

/// How much memory the pass may take, and how much of it is taken by what does not change.
#[derive(Debug)]
pub(super) struct Memory {
    allowed: u64,
    tables: u64,
    /// The highest sum of a board, whose layer is the first one.
    first: u64,
    /// Bytes for work on the largest block.
    blocks: AtomicU64,
}

impl Memory {
    pub(super) fn new(geometry: &Geometry, allowed: u64) -> Memory {
        let halves = |side: usize| geometry.halves(side).unwrap_or(0);
        let halves = halves(0) + if geometry.is_even() { 0 } else { halves(1) };
        let tables = Halves::memory(halves, geometry.columns);
        let first = geometry.faces.iter().max().unwrap_or(&0) * geometry.shape.cells() as u64;
        Memory { allowed, tables, first, blocks: AtomicU64::new(0) }
    }

    /// Whether the tables fit.
    pub(super) fn check_tables(&self) -> Result<(), LayerError> {
        self.check(self.first, 0)
    }

    /// Whether work on the largest block fits beside the tables: two matrices of its size, and at most
    /// two of what slides lead to, for which only halves with an empty cell count.
    pub(super) fn check_blocks(&self, tables: &Tables, sums: &[u64]) -> Result<(), LayerError> {
        let sides = tables.sides();
        let bytes = |[upper, lower]: [usize; 2]| {
            let [upper, lower] = [sides.class(0, upper), sides.class(1, lower)];
            let matrix = upper.count as u64 * lower.words() as u64 * 8;
            matrix * 4
        };
        let largest = |&sum: &u64| (sides.plan(sum).into_iter().map(bytes).max().unwrap_or(0), sum);
        let Some((blocks, sum)) = sums.iter().map(largest).max() else { return Ok(()) };
        self.blocks.store(blocks, Ordering::Relaxed);
        self.check(sum, 0)
    }

    /// Whether layers of so many bytes fit beside the rest.
    pub(super) fn check(&self, sum: u64, held: u64) -> Result<(), LayerError> {
        let needed = self.tables + self.blocks.load(Ordering::Relaxed) + held;
        match needed > self.allowed {
            true => Err(LayerError::Memory { sum, needed, allowed: self.allowed }),
            false => Ok(()),
        }
    }
}
