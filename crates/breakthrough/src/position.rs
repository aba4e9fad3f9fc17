//! Who stands where, and whose turn it is.

use std::fmt;

use twofold_core::Shape;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Begins, and goes from the first row to the last.
    White,
    /// Goes from the last row to the first.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `first` or `second`: White moves first.
    pub const fn place(self) -> &'static str {
        match self {
            Side::White => "first",
            Side::Black => "second",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// A position: pawns as sets of cells, a bit for each cell, row by row from White's home row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The size of the board.
    pub shape: Shape,
    /// White's pawns.
    pub white: u64,
    /// Black's pawns.
    pub black: u64,
    /// Whose turn it is.
    pub to_move: Side,
}

impl Position {
    /// The pawns of a side.
    pub const fn pawns(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The cells of a row; row 0 is White's home.
    pub const fn row(shape: Shape, row: usize) -> u64 {
        // A row of 64 cells would overflow the shift; boards have at most 64 cells in four rows.
        ((1 << shape.columns()) - 1) << (row * shape.columns())
    }

    /// The position in a mirror that exchanges left and right.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let columns = self.shape.columns();
        let mirror = |pawns: u64| {
            let cells = (0..self.shape.cells()).filter(|cell| pawns >> cell & 1 == 1);
            cells.fold(0, |set, cell| {
                set | 1 << (cell / columns * columns + columns - 1 - cell % columns)
            })
        };
        Position { white: mirror(self.white), black: mirror(self.black), ..*self }
    }
}
