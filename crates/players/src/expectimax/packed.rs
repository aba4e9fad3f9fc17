//! The search for classic 2048 on 4×4.

use twofold_core::kernel::transpose;

use super::cache::Cache;
use crate::four::{Classic4x4, slide_rows};

/// How boards at the end of a fast search are valued.
pub(crate) trait Leaf {
    /// The value of a board on which a tile is about to appear.
    fn afterstate(&self, board: u64) -> f32;

    /// What the points of a slide add to the values behind it.
    fn points(&self, score: f32) -> f32;

    /// The value of a board one spawn before the end; tiles of chance zero do not appear.
    fn last(&self, four: &Classic4x4, board: u64, chances: [f32; 2]) -> f32
    where
        Self: Sized,
    {
        last_by_definition(self, four, board, chances)
    }
}

/// Bits of the lowest bit of each cell.
const CELLS: u64 = 0x1111_1111_1111_1111;

/// The lowest bit of every empty cell.
#[inline(always)]
pub(crate) fn empty_cells(board: u64) -> u64 {
    let occupied = board | board >> 2;
    !(occupied | occupied >> 1) & CELLS
}

/// The mean over all tiles that may appear of the best slide behind them.
pub(crate) fn last_by_definition(
    leaf: &impl Leaf,
    four: &Classic4x4,
    board: u64,
    chances: [f32; 2],
) -> f32 {
    mean_over_spawns(board, chances, |next, _| {
        best_slide(four, next, |slid, score| leaf.points(score) + leaf.afterstate(slid))
    })
}

/// The weighted mean of a value over all tiles that may appear; the value is given the board and the
/// probability of the tile.
#[inline(always)]
fn mean_over_spawns(board: u64, chances: [f32; 2], mut value: impl FnMut(u64, f32) -> f32) -> f32 {
    let empty = empty_cells(board);
    let count = empty.count_ones() as f32;
    let mut total = 0.0;
    let mut cells = empty;
    while cells != 0 {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        for (rank, chance) in (1_u64..).zip(chances) {
            if chance > 0.0 {
                total += chance * value(board | (cell * rank), chance / count);
            }
        }
    }
    total / (count * (chances[0] + chances[1]))
}

/// The value of the best legal slide, nothing if there is none.
#[inline(always)]
fn best_slide(four: &Classic4x4, board: u64, mut value: impl FnMut(u64, f32) -> f32) -> f32 {
    let slides = &four.slides;
    let mut best: Option<f32> = None;
    let mut consider = |value: f32| best = Some(best.map_or(value, |best| best.max(value)));
    let turned = transpose(board);
    for (lines, is_turned) in [(turned, true), (board, false)] {
        let score = slides.row_score(lines);
        for table in [&slides.left, &slides.right] {
            let slid = slide_rows(lines, table);
            if slid != lines {
                consider(value(if is_turned { transpose(slid) } else { slid }, score));
            }
        }
    }
    best.unwrap_or(0.0)
}

/// A search with its memory.
pub(crate) struct Search<L> {
    four: Classic4x4,
    leaf: L,
    cache: Cache,
    cutoff: f32,
}

/// Slots of the transposition table, as a power of two: one megabyte, which stays in the cache.
const CACHE_BITS: u32 = 16;

impl<L: Leaf> Search<L> {
    pub(crate) fn new(four: Classic4x4, leaf: L, cutoff: f64) -> Search<L> {
        Search { four, leaf, cache: Cache::new(CACHE_BITS), cutoff: cutoff as f32 }
    }

    /// Begins a new decision.
    pub(crate) fn forget(&mut self) {
        self.cache.forget();
    }

    /// The value of an afterstate, `depth` spawns deep; what is left out is said at the plain search.
    pub(crate) fn afterstate(&mut self, board: u64, depth: u8, likelihood: f32) -> f32 {
        if depth == 0 {
            return self.leaf.afterstate(board);
        }
        // All cells are equally likely, so a tile is left out in all of them or in none.
        let share = likelihood / empty_cells(board).count_ones() as f32;
        let chances =
            self.four.chances.map(|chance| if share * chance < self.cutoff { 0.0 } else { chance });
        if share.is_infinite() || chances == [0.0; 2] {
            return self.leaf.afterstate(board);
        }
        if let Some(value) = self.cache.get(board, depth) {
            return value;
        }
        let value = if depth == 1 {
            self.leaf.last(&self.four, board, chances)
        } else {
            let four = self.four.clone();
            mean_over_spawns(board, chances, |next, chance| {
                best_slide(&four, next, |slid, score| {
                    self.leaf.points(score) + self.afterstate(slid, depth - 1, likelihood * chance)
                })
            })
        };
        self.cache.put(board, depth, value);
        value
    }
}
