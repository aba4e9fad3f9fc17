//! A static evaluation of boards by their rows and columns, for searches without training.
//!
//! Every row and column is rated on its own and the ratings are added, so that a fast search needs one
//! table of rows. The terms (empty cells, possible merges, monotonicity, few small tiles) and their
//! weights are those that Robert Xiao published for his program
//! (<https://stackoverflow.com/a/22498940>, weights tuned with CMA-ES).

use twofold_core::{Grid, Tile};

/// The weights of the terms of a row or column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineWeights {
    /// A constant for every line, which keeps ratings above that of a lost game.
    pub base: f64,
    /// For each empty cell.
    pub empty: f64,
    /// For each tile that touches an equal one.
    pub merges: f64,
    /// The penalty for a lack of monotonicity: the falls of rank^`order_power` along the line or its
    /// rises, whichever are less.
    pub order: f64,
    /// The power of ranks in `order`.
    pub order_power: f64,
    /// The penalty for tiles: the sum of rank^`sum_power`.
    pub sum: f64,
    /// The power of ranks in `sum`.
    pub sum_power: f64,
}

impl LineWeights {
    /// The published weights.
    pub const PUBLISHED: LineWeights = LineWeights {
        base: 200_000.0,
        empty: 270.0,
        merges: 700.0,
        order: 47.0,
        order_power: 4.0,
        sum: 11.0,
        sum_power: 3.5,
    };
}

/// Line weights with precomputed powers of ranks.
#[derive(Clone, Debug)]
pub struct LineRating {
    weights: LineWeights,
    order: Vec<f64>,
    sum: Vec<f64>,
}

impl LineRating {
    /// A rating with the given weights.
    pub fn new(weights: LineWeights) -> LineRating {
        let powers = |power: f64| (0..=Tile::MAX_RANK).map(|r| f64::from(r).powf(power)).collect();
        LineRating { order: powers(weights.order_power), sum: powers(weights.sum_power), weights }
    }

    /// The rating of one row or column, from the ranks of its cells.
    pub fn line(&self, ranks: impl IntoIterator<Item = u8>) -> f64 {
        let w = &self.weights;
        let (mut sum, mut empty, mut touching) = (0.0, 0.0, 0.0);
        let (mut falls, mut rises) = (0.0, 0.0);
        let (mut last_tile, mut run) = (0, 0.0);
        let mut before: Option<u8> = None;
        for rank in ranks {
            sum += self.sum[usize::from(rank)];
            if rank == 0 {
                empty += 1.0;
            } else if rank == last_tile {
                // The first pair of a run brings in two tiles, every further one another.
                touching += if run == 0.0 { 2.0 } else { 1.0 };
                run += 1.0;
            } else {
                (last_tile, run) = (rank, 0.0);
            }
            if let Some(before) = before {
                let step = self.order[usize::from(rank)] - self.order[usize::from(before)];
                if step < 0.0 { falls -= step } else { rises += step }
            }
            before = Some(rank);
        }
        w.base + w.empty * empty + w.merges * touching
            - w.order * f64::min(falls, rises)
            - w.sum * sum
    }

    /// The rating of a board: all rows and columns together.
    pub fn board<B: Grid>(&self, board: &B) -> f64 {
        let shape = board.shape();
        let rank = |row, column| board.tile(twofold_core::Cell::new(row, column)).rank();
        let rows = (0..shape.rows())
            .map(|row| self.line((0..shape.columns()).map(|column| rank(row, column))));
        let columns = (0..shape.columns())
            .map(|column| self.line((0..shape.rows()).map(|row| rank(row, column))));
        rows.chain(columns).sum()
    }
}

impl Default for LineRating {
    fn default() -> LineRating {
        LineRating::new(LineWeights::PUBLISHED)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;

    use super::*;

    #[test]
    fn lines_are_rated_by_what_is_in_them() {
        let rating = LineRating::default();
        let w = LineWeights::PUBLISHED;
        assert_eq!(rating.line([0; 4]), w.base + 4.0 * w.empty);
        // Two tiles touch, with an empty cell between them too, as in the published program.
        let pair = rating.line([0, 1, 0, 1]) - (w.base + 2.0 * w.empty - 2.0 * w.sum);
        assert_eq!(pair, 2.0 * w.merges - w.order);
        let four = rating.line([1; 4]) - (w.base - 4.0 * w.sum);
        assert_eq!(four, 4.0 * w.merges);
        // Order is order from either side.
        assert_eq!(rating.line([1, 2, 3, 4]), rating.line([4, 3, 2, 1]));
        assert!(rating.line([1, 2, 3, 4]) > rating.line([2, 4, 1, 3]));
    }

    #[test]
    fn symmetric_boards_are_rated_alike() {
        let rating = LineRating::default();
        let board = ranks::parse("1203/4521/0011").unwrap();
        for &symmetry in &twofold_core::Symmetry::ALL {
            assert!((rating.board(&board.image(symmetry)) - rating.board(&board)).abs() < 1e-6);
        }
    }
}
