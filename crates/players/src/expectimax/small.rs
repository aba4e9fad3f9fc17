//! The fast search on boards of at most twelve cells.

use std::sync::Arc;

use super::transposition::TranspositionTable;
use crate::heuristic::LineRating;
use crate::small::SmallBoards;

/// The evaluation of leaves of a search on small boards.
pub(crate) trait SmallEvaluator {
    /// The value of an afterstate.
    fn afterstate(&mut self, board: u64) -> f64;

    /// What the score of a slide adds to the value of its afterstate.
    fn points(&self, score: u32) -> f64;
}

/// Slots of the transposition table, as a power of two.
const CACHE_BITS: u32 = 18;

/// A search with its transposition table.
pub(crate) struct SmallSearch<L> {
    boards: Arc<SmallBoards>,
    leaf: L,
    /// Without rounding, so that values do not depend on what was searched before.
    cache: TranspositionTable<f64>,
    cutoff: f64,
}

impl<L: SmallEvaluator> SmallSearch<L> {
    pub(crate) fn new(boards: Arc<SmallBoards>, leaf: L, cutoff: f64) -> SmallSearch<L> {
        let mut cache = TranspositionTable::new(CACHE_BITS);
        cache.clear();
        SmallSearch { boards, leaf, cache, cutoff }
    }

    /// Starts a new decision. Without a cutoff, values depend on boards and depths alone, so those of
    /// earlier decisions stay valid.
    pub(crate) fn begin(&mut self) {
        if self.cutoff > 0.0 {
            self.cache.clear();
        }
    }

    /// The value of an afterstate, searched `depth` spawns deep; see [`super::plain::afterstate`] for the
    /// cutoff.
    pub(crate) fn afterstate(&mut self, board: u64, depth: u8, likelihood: f64) -> f64 {
        let empty = self.boards.empty(board);
        let share = likelihood / f64::from(empty.count_ones());
        let chances = self
            .boards
            .chances()
            .map(|chance| if share * chance < self.cutoff { 0.0 } else { chance });
        if depth == 0 || empty == 0 || chances == [0.0; 2] {
            return self.leaf.afterstate(board);
        }
        if let Some(value) = self.cache.get(board, depth) {
            return value;
        }
        let (mut total, mut cells) = (0.0, empty);
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            for (rank, chance) in (1..).zip(chances) {
                if chance > 0.0 {
                    let best = self.position(board | (cell * rank), depth - 1, share * chance);
                    total += chance * best;
                }
            }
        }
        let value = total / (f64::from(empty.count_ones()) * (chances[0] + chances[1]));
        self.cache.put(board, depth, value);
        value
    }

    /// The value of the best legal slide; zero if there is none.
    fn position(&mut self, board: u64, depth: u8, likelihood: f64) -> f64 {
        let slides = self.boards.slides(board).into_iter().flatten();
        let value = |slide: crate::small::SmallSlide| {
            self.leaf.points(slide.score) + self.afterstate(slide.board, depth, likelihood)
        };
        slides.map(value).reduce(f64::max).unwrap_or(0.0)
    }
}

/// The line rating as the evaluation of small boards: a table of all rows, and one of all columns.
#[derive(Clone)]
pub(crate) struct SmallLines {
    boards: Arc<SmallBoards>,
    rows: Ratings,
    columns: Ratings,
}

impl SmallLines {
    pub(crate) fn new(boards: Arc<SmallBoards>, rating: &LineRating) -> SmallLines {
        let shape = boards.shape();
        let (rows, columns) = (shape.rows(), shape.columns());
        let ratings = |length, count| Ratings::new(rating, length, count);
        SmallLines { rows: ratings(columns, rows), columns: ratings(rows, columns), boards }
    }
}

impl SmallEvaluator for SmallLines {
    fn afterstate(&mut self, board: u64) -> f64 {
        self.rows.sum(board) + self.columns.sum(self.boards.transposed(board))
    }

    /// Ratings account for the score by the tiles on the board.
    fn points(&self, _: u32) -> f64 {
        0.0
    }
}

/// The ratings of all lines of a length, and how many lines a board has.
#[derive(Clone)]
struct Ratings {
    table: Arc<[f64]>,
    bits: u32,
    count: u32,
}

impl Ratings {
    fn new(rating: &LineRating, length: usize, count: usize) -> Ratings {
        let bits = 4 * length as u32;
        let rank = |line: u64, cell: usize| (line >> (4 * (length - 1 - cell)) & 0xF) as u8;
        let rated = |line: u64| rating.line((0..length).map(|cell| rank(line, cell)));
        Ratings { table: (0..1 << bits).map(rated).collect(), bits, count: count as u32 }
    }

    fn sum(&self, board: u64) -> f64 {
        let line = |index: u32| board >> (index * self.bits) & ((1 << self.bits) - 1);
        (0..self.count).map(|index| self.table[line(index) as usize]).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{BitParallel, Game, Packed, Rules};

    use super::super::plain;
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn the_search_is_the_plain_one(
            code: u64,
            gaps: u64,
            shape in 0_usize..4,
            depth in 0_u8..=2,
            cut: bool,
        ) {
            let rules = Rules::classic(["2x2", "2x3", "3x3", "4x2"][shape].parse().unwrap());
            let boards = Arc::new(SmallBoards::of(&rules).unwrap());
            let cells = (1_u64 << (4 * rules.shape.cells())) - 1;
            let code = code & ((gaps & 0x1111_1111_1111_1111) * 15) & 0x7777_7777_7777_7777 & cells;
            let game = Game::with_engine(BitParallel::new(&rules).unwrap());
            let start = game.afterstate(Packed::from_code(rules.shape, code).unwrap()).unwrap();
            // With a cutoff, boards that are met twice are valued by their first likelihood.
            let cutoff = if cut && depth < 2 { 0.03 } else { 0.0 };
            let rating = LineRating::default();
            let slow = plain::afterstate(&game, &rating, &start, depth, 1.0, cutoff).unwrap();
            let leaf = SmallLines::new(boards.clone(), &rating);
            let mut search = SmallSearch::new(boards, leaf, cutoff);
            let fast = search.afterstate(code, depth, 1.0);
            prop_assert!((fast - slow).abs() <= 1e-9 * slow.abs(), "{fast} {slow}");
            // What was searched before changes nothing.
            search.begin();
            prop_assert_eq!(search.afterstate(code, depth, 1.0), fast);
        }
    }
}
