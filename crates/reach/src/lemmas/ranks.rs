//! A small board spread out into an array, for predicates that read like the statements.

use twofold_core::{Direction, Packed, Shape};

/// The ranks of a board of at most sixteen cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks {
    shape: Shape,
    ranks: [u8; Packed::MAX_CELLS],
}

impl Ranks {
    pub(super) fn new(board: Packed) -> Ranks {
        use twofold_core::Grid;
        let shape = board.shape();
        let mut ranks = [0; Packed::MAX_CELLS];
        let mut code = board.code();
        for index in (0..shape.cells()).rev() {
            ranks[index] = (code & 0xF) as u8;
            code >>= 4;
        }
        Ranks { shape, ranks }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn at(&self, row: usize, column: usize) -> u8 {
        self.ranks[row * self.shape.columns() + column]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        self.ranks[..self.shape.cells()].iter().copied()
    }

    /// The lines along a direction, each from the border that tiles slide to.
    pub(super) fn lines(&self, direction: Direction) -> impl Iterator<Item = Line<'_>> {
        let vertical = direction.is_vertical();
        let count = if vertical { self.shape.columns() } else { self.shape.rows() };
        (0..count).map(move |number| Line { ranks: self, direction, number })
    }
}

/// A row or column of a board, read from the border that tiles slide to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    ranks: &'a Ranks,
    direction: Direction,
    number: usize,
}

impl Line<'_> {
    pub(super) fn len(self) -> usize {
        let shape = self.ranks.shape;
        if self.direction.is_vertical() { shape.rows() } else { shape.columns() }
    }

    /// The rank some steps away from the border.
    pub(super) fn at(self, step: usize) -> u8 {
        let along = if self.direction.is_forward() { self.len() - 1 - step } else { step };
        if self.direction.is_vertical() {
            self.ranks.at(along, self.number)
        } else {
            self.ranks.at(self.number, along)
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..self.len()).map(move |step| self.at(step))
    }

    /// The ranks of the tiles, gaps left out.
    pub(super) fn tiles(self) -> impl Iterator<Item = u8> + Clone {
        self.iter().filter(|&rank| rank > 0)
    }

    /// Whether two cells next to each other hold these ranks in this order.
    pub(super) fn has_pair(self, first: u8, second: u8) -> bool {
        (1..self.len()).any(|step| self.at(step - 1) == first && self.at(step) == second)
    }
}
