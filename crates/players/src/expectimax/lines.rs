//! The line rating as the evaluation of the fast search.
//!
//! The last ply is incremental: a spawn changes one row and one column, so that a slide along rows moves
//! the three other rows as it would without the spawn. Only the changed row is looked up again, and its
//! cells are replaced in the columns.

use std::sync::Arc;

use twofold_core::kernel::transpose;

use super::packed::{LeafEvaluator, empty_cells};
use crate::four::{Classic4x4, ROWS, table};
use crate::heuristic::LineRating;

/// The ratings of all rows.
#[derive(Clone)]
pub(crate) struct LineTable {
    ratings: Arc<[f32; ROWS]>,
}

impl LineTable {
    pub(crate) fn new(rating: &LineRating) -> LineTable {
        let row = |row: usize| rating.line([12, 8, 4, 0].map(|shift| (row >> shift & 0xF) as u8));
        LineTable { ratings: Arc::from(table((0..ROWS).map(|code| row(code) as f32))) }
    }

    #[inline(always)]
    fn row(&self, row: u64) -> f32 {
        self.ratings[(row & 0xFFFF) as usize]
    }

    #[inline(always)]
    fn rows(&self, board: u64) -> f32 {
        (self.row(board) + self.row(board >> 16)) + (self.row(board >> 32) + self.row(board >> 48))
    }
}

impl LeafEvaluator for LineTable {
    #[inline(always)]
    fn afterstate(&self, board: u64) -> f32 {
        self.rows(board) + self.rows(transpose(board))
    }

    #[inline(always)]
    fn points(&self, _: f32) -> f32 {
        0.0
    }

    fn last(&self, four: &Classic4x4, board: u64, chances: [f32; 2]) -> f32 {
        let turned = transpose(board);
        let slides = &four.slides;
        let along_rows =
            [Slid::new(self, board, &slides.left), Slid::new(self, board, &slides.right)];
        let along_columns =
            [Slid::new(self, turned, &slides.left), Slid::new(self, turned, &slides.right)];
        let empty = empty_cells(board);
        let mut total = 0.0;
        let mut cells = empty;
        while cells != 0 {
            let place = cells.trailing_zeros();
            cells &= cells - 1;
            // Row and column are counted from the low end of the word.
            let (row, column) = (place / 16, place % 16 / 4);
            let row_before = (board >> (16 * row)) as u16;
            let column_before = (turned >> (16 * column)) as u16;
            for (rank, chance) in (1_u16..).zip(chances) {
                if chance == 0.0 {
                    continue;
                }
                let row_now = row_before | rank << (4 * column);
                let column_now = column_before | rank << (4 * row);
                let mut best = 0.0;
                for slid in &along_rows {
                    slid.with(self, row, row_now, &mut best);
                }
                for slid in &along_columns {
                    slid.with(self, column, column_now, &mut best);
                }
                total += chance * best;
            }
        }
        total / (empty.count_ones() as f32 * (chances[0] + chances[1]))
    }
}

/// A board after a slide along rows, prepared for the replacement of one row.
struct Slid<'a> {
    table: &'a [u16; ROWS],
    /// For each row, the transposed board without the cells of that row.
    turned: [u64; 4],
    /// For each row, the sum of the ratings of the others.
    ratings: [f32; 4],
    /// A bit for each row that moved.
    moved: u32,
}

impl<'a> Slid<'a> {
    #[inline(always)]
    fn new(lines: &LineTable, board: u64, table: &'a [u16; ROWS]) -> Slid<'a> {
        let row = |index: u32| (board >> (16 * index)) as u16;
        let slid = [0, 1, 2, 3].map(|index| table[usize::from(row(index))]);
        let ratings = slid.map(|row| lines.row(row.into()));
        let all = slid.iter().rev().fold(0, |all, &row| all << 16 | u64::from(row));
        let turned = transpose(all);
        let moved = |index: u32| u32::from(slid[index as usize] != row(index)) << index;
        let sum = (ratings[0] + ratings[1]) + (ratings[2] + ratings[3]);
        Slid {
            table,
            turned: [0, 1, 2, 3].map(|index| turned & !(0x000F_000F_000F_000F << (4 * index))),
            ratings: ratings.map(|own| sum - own),
            moved: moved(0) | moved(1) | moved(2) | moved(3),
        }
    }

    /// Raises `best` to the rating of the board with one row replaced before the slide, if the slide is
    /// legal.
    #[inline(always)]
    fn with(&self, lines: &LineTable, index: u32, row: u16, best: &mut f32) {
        let slid = self.table[usize::from(row)];
        if slid == row && self.moved & !(1 << index) == 0 {
            return;
        }
        let turned = self.turned[index as usize] | spread(slid) << (4 * index);
        let rating = self.ratings[index as usize] + lines.row(slid.into()) + lines.rows(turned);
        *best = best.max(rating);
    }
}

/// The four cells of a row, each at the low end of sixteen bits.
#[inline(always)]
fn spread(row: u16) -> u64 {
    let row = u64::from(row);
    (row & 0xF) | (row & 0xF0) << 12 | (row & 0xF00) << 24 | (row & 0xF000) << 36
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::packed::last_by_definition;
    use super::*;
    use crate::four::classic;

    proptest! {
        #[test]
        fn the_last_layer_equals_its_definition(code: u64, gaps: u64, with_fours: bool) {
            let board = code & ((gaps & 0x1111_1111_1111_1111) * 15) & 0x7777_7777_7777_7777;
            let four = Classic4x4::of(classic().rules()).unwrap();
            let lines = LineTable::new(&LineRating::default());
            if empty_cells(board) != 0 {
                let chances = [0.9, if with_fours { 0.1 } else { 0.0 }];
                let fast = lines.last(&four, board, chances);
                let slow = last_by_definition(&lines, &four, board, chances);
                prop_assert!((fast - slow).abs() <= 1e-6 * slow.abs(), "{} {}", fast, slow);
            }
        }
    }
}
