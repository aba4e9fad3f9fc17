//! Boards as pairs of halves.

use std::sync::Arc;

use twofold_core::Shape;

use super::super::layered_game::LayeredGame;
use super::halves::{Halves, kinds};
use super::matrix::Matrix;

/// A shape cut at a row boundary, with all its halves.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) shape: Shape,
    pub(super) upper: Arc<Halves>,
    pub(super) lower: Arc<Halves>,
    /// For each cell, whether it is in the upper half, and its weight in the code.
    weights: Vec<(bool, u32)>,
}

/// A board as codes of its halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) upper: u32,
    pub(super) lower: u32,
}

impl Geometry {
    /// The halves of a game's boards, if they are few enough for tables.
    pub(super) fn new(game: &LayeredGame) -> Option<Geometry> {
        let shape = game.rules().shape;
        let kinds = kinds(game);
        let height = shape.rows() / 2;
        let rest = shape.rows() - height;
        Halves::count(kinds, rest, shape.columns())?;
        let lower = Arc::new(Halves::new(game, kinds, rest));
        let upper =
            if height == rest { lower.clone() } else { Arc::new(Halves::new(game, kinds, height)) };
        let weight = |cell: twofold_core::Cell| match cell.row() < height {
            true => (true, upper.weight(cell.row(), cell.column())),
            false => (false, lower.weight(shape.rows() - 1 - cell.row(), cell.column())),
        };
        let weights = shape.iter().map(weight).collect();
        Some(Geometry { shape, upper, lower, weights })
    }

    /// Ranks that a cell may have, zero included.
    pub(super) fn kinds(&self) -> u32 {
        self.upper.kinds
    }

    /// The half that a cell belongs to, and its weight in the code: (is upper, weight).
    #[inline]
    pub(super) fn weight(&self, row: usize, column: usize) -> (bool, u32) {
        self.weights[row * self.shape.columns() + column]
    }

    /// The halves of a board without one of its tiles.
    #[inline]
    pub(super) fn without(&self, pair: Pair, cell: usize, rank: u8) -> Pair {
        let (upper, weight) = self.weights[cell];
        let part = weight * u32::from(rank);
        match upper {
            true => Pair { upper: pair.upper - part, ..pair },
            false => Pair { lower: pair.lower - part, ..pair },
        }
    }

    /// The halves of a packed code.
    pub(super) fn split(&self, code: u64) -> Pair {
        let shape = self.shape;
        let rank = |row: usize, column: usize| {
            let index = row * shape.columns() + column;
            (code >> (4 * (shape.cells() - 1 - index)) & 0xF) as u8
        };
        let height = self.upper.height;
        let row = |row: usize| (0..shape.columns()).map(move |column| rank(row, column));
        Pair {
            upper: self.upper.code((0..height).flat_map(row)),
            lower: self.lower.code((height..shape.rows()).rev().flat_map(row)),
        }
    }

    /// The packed code of two halves.
    pub(super) fn join(&self, pair: Pair) -> u64 {
        let upper = self.upper.cells(pair.upper);
        let lower = self.lower.cells(pair.lower);
        let columns = self.shape.columns();
        let below = lower.chunks(columns).rev().flatten();
        upper.iter().chain(below).fold(0, |code, &rank| code << 4 | u64::from(rank))
    }

    /// Whether a set of boards, closed under mirror images of the columns, contains a board.
    pub(super) fn contains(&self, matrix: &Matrix, pair: Pair) -> bool {
        let upper = self.upper.place(pair.upper);
        let lower = self.lower.place(pair.lower);
        let block = &matrix.blocks[upper.class as usize];
        if block.key != Some(lower.class as usize) {
            return false;
        }
        let class = &self.upper.classes[upper.class as usize];
        let row = class.row_of[upper.index as usize] as usize;
        let stored = upper.index <= class.mirror[upper.index as usize];
        let column = match stored {
            true => lower.index,
            false => self.lower.classes[lower.class as usize].mirror[lower.index as usize],
        };
        block.contains(row, column as usize)
    }

    /// An empty set of boards that is closed under mirror images of the columns: rows are upper
    /// halves up to mirror images, columns are all lower halves.
    pub(super) fn boards(&self, sum: u64) -> Matrix {
        let (rows, columns) =
            (|c: &super::halves::Class| c.rows.len(), |c: &super::halves::Class| c.codes.len());
        Matrix::new(sum, &self.upper, &self.lower, rows, columns)
    }

    /// An empty set of landed boards.
    pub(super) fn landed_boards(&self, sum: u64) -> Matrix {
        let count = |class: &super::halves::Class| class.landed.len();
        Matrix::new(sum, &self.upper, &self.lower, count, count)
    }
}
