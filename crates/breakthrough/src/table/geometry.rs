//! Which positions there are to solve, and how they are arranged.
//!
//! Play goes on only where no pawn has arrived: White's pawns on all rows but the last, Black's on
//! all but the first. For every set of White's pawns there is a table over the cells that are left
//! to Black's. White's moves lead to tables with one step less to go, Black's stay in their table
//! or, by taking a pawn, lead to one with less to go as well. So tables fall into layers.

use crate::{Breakthrough, Position, Side};

use super::subsets::words;

/// The arrangement of one board's positions.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) game: Breakthrough,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The cells that a pawn of White may stand on while play goes on.
    pub(super) white_cells: u64,
    /// The cells that a pawn of Black may stand on while play goes on.
    pub(super) black_cells: u64,
    /// Pawns of each side at the start.
    pub(super) pawns: u32,
}

impl Geometry {
    pub(super) fn new(game: &Breakthrough) -> Geometry {
        let shape = game.shape();
        let row = |row| Position::row(shape, row);
        let all = (0..shape.rows()).fold(0, |all, index| all | row(index));
        Geometry {
            game: *game,
            columns: shape.columns(),
            rows: shape.rows(),
            white_cells: all & !row(game.goal_row(Side::White)),
            black_cells: all & !row(game.goal_row(Side::Black)),
            pawns: 2 * shape.columns() as u32,
        }
    }

    /// The cells of a row.
    pub(super) fn row(&self, row: usize) -> u64 {
        Position::row(self.game.shape(), row)
    }

    /// The cells from which a side wins with its next move.
    pub(super) fn threats(&self, side: Side) -> u64 {
        self.row(self.game.threat_row(side))
    }

    /// The cells that a set of White's pawns leaves to Black's.
    pub(super) fn free(&self, white: u64) -> u64 {
        self.black_cells & !white
    }

    /// The number of elements of a table.
    pub(super) fn elements(&self, white: u64) -> u32 {
        self.free(white).count_ones()
    }

    /// The cells from which a pawn of a side may come to a cell, and whether diagonally.
    pub(super) fn origins(&self, side: Side, to: usize) -> impl Iterator<Item = (usize, bool)> {
        // Whoever comes from there would go there if colours were exchanged.
        self.targets(side.other(), to)
    }

    /// The cells to which a pawn of a side may go from a cell, and whether diagonally.
    pub(super) fn targets(&self, side: Side, from: usize) -> impl Iterator<Item = (usize, bool)> {
        let game = self.game;
        (0..3).filter_map(move |step| Some((game.target(side, from, step)?, step != 1)))
    }

    /// The steps that White's pawns still have to go.
    fn to_go(&self, white: u64) -> usize {
        let rows = 0..self.rows;
        rows.map(|row| (white & self.row(row)).count_ones() as usize * (self.rows - 1 - row)).sum()
    }

    /// Every set of White's pawns, in layers by the steps that they still have to go.
    pub(super) fn layers(&self) -> Vec<Vec<u64>> {
        let most = self.to_go(self.game.start().white);
        let mut layers = vec![Vec::new(); most + 1];
        for white in 0..=self.white_cells {
            if white.count_ones() <= self.pawns {
                layers[self.to_go(white)].push(white);
            }
        }
        layers
    }

    /// The bytes of all tables, for both sides to move.
    pub(super) fn bytes(&self) -> u128 {
        // Pawns on the first row take no cell from Black.
        let inner = self.columns * (self.rows - 2);
        let outer = self.columns;
        let mut bytes = 0;
        for first in 0..=outer {
            for others in 0..=inner {
                if first + others <= self.pawns as usize {
                    let tables = binomial(outer, first) * binomial(inner, others);
                    let elements = (inner + outer - others) as u32;
                    bytes += tables * words(elements) as u128 * 16;
                }
            }
        }
        bytes
    }
}

fn binomial(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |product, i| product * (n as u128 - i) / (i + 1))
}

/// The number of an element in a table whose cells are `free`.
pub(super) fn place(free: u64, cell: usize) -> u32 {
    (free & ((1 << cell) - 1)).count_ones()
}

/// The cells of a set.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_take_the_bytes_that_are_foretold() {
        for shape in ["4x2", "5x2", "4x3", "5x3", "4x4"] {
            let game = Breakthrough::new(shape.parse().unwrap()).unwrap();
            let geometry = Geometry::new(&game);
            let layers = geometry.layers();
            let sets = layers.iter().flatten();
            let bytes: usize = sets.map(|&white| 16 * words(geometry.elements(white))).sum();
            assert_eq!(bytes as u128, geometry.bytes(), "{shape}");
            assert_eq!(layers.last().unwrap(), &[game.start().white]);
        }
    }
}
