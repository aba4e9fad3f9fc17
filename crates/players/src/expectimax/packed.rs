//! The fast search on 4×4, with boards packed into one word.

use twofold_core::kernel::transpose;

use super::transposition::TranspositionTable;
use crate::four::{Classic4x4, slide_rows};

/// The evaluation of leaves of the fast search.
pub(crate) trait LeafEvaluator {
    /// The value of an afterstate.
    fn afterstate(&self, board: u64) -> f32;

    /// What the score of a slide adds to the value of its afterstate.
    fn points(&self, score: f32) -> f32;

    /// The value of an afterstate one spawn above the leaves; spawns of probability zero are left out.
    fn last(&self, four: &Classic4x4, board: u64, chances: [f32; 2]) -> f32
    where
        Self: Sized,
    {
        last_by_definition(self, four, board, chances)
    }
}

/// The lowest bit of each cell.
const CELLS: u64 = 0x1111_1111_1111_1111;

/// The lowest bit of every empty cell.
#[inline(always)]
pub(crate) fn empty_cells(board: u64) -> u64 {
    let occupied = board | board >> 2;
    !(occupied | occupied >> 1) & CELLS
}

/// The mean over all spawns of the best slide after each.
pub(crate) fn last_by_definition(
    leaf: &impl LeafEvaluator,
    four: &Classic4x4,
    board: u64,
    chances: [f32; 2],
) -> f32 {
    mean_over_spawns(board, chances, |next, _| {
        best_slide(four, next, |slid, score| leaf.points(score) + leaf.afterstate(slid))
    })
}

/// The weighted mean of a value over all spawns; `value` takes the board and the probability of the
/// spawn.
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

/// The value of the best legal slide; zero if there is none.
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

/// A search with its transposition table.
pub(crate) struct Search<L> {
    four: Classic4x4,
    leaf: L,
    cache: TranspositionTable<f32>,
    cutoff: f32,
}

/// Slots of the transposition table, as a power of two: one megabyte, which fits the L2 cache.
const CACHE_BITS: u32 = 16;

impl<L: LeafEvaluator> Search<L> {
    pub(crate) fn new(four: Classic4x4, leaf: L, cutoff: f64) -> Search<L> {
        Search { four, leaf, cache: TranspositionTable::new(CACHE_BITS), cutoff: cutoff as f32 }
    }

    /// Starts a new decision.
    pub(crate) fn clear(&mut self) {
        self.cache.clear();
    }

    /// The value of an afterstate, searched `depth` spawns deep; see [`super::plain::afterstate`] for the
    /// cutoff.
    pub(crate) fn afterstate(&mut self, board: u64, depth: u8, likelihood: f32) -> f32 {
        if depth == 0 {
            return self.leaf.afterstate(board);
        }
        // All cells are equally likely, so a tile is cut off in all of them or in none.
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
