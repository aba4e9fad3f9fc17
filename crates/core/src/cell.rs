//! A place on a board.

use std::fmt;

/// A cell by row and column, counted from zero inside the program.
///
/// People count from one, top left first, and so does the written form:
///
/// ```
/// use twofold_core::Cell;
///
/// assert_eq!(Cell::new(0, 2).to_string(), "(1,3)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// The cell in the given row and column, both counted from zero.
    ///
    /// # Panics
    /// If either exceeds 255, which lies outside every board.
    pub const fn new(row: usize, column: usize) -> Cell {
        assert!(row <= u8::MAX as usize && column <= u8::MAX as usize);
        Cell { row: row as u8, column: column as u8 }
    }

    /// The row, counted from zero at the top.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, counted from zero at the left.
    pub const fn column(self) -> usize {
        self.column as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
