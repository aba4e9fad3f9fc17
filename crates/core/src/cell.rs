//! A place on a board.

use std::fmt;
use std::str::FromStr;

/// A place on a board by row and column, counted from zero inside the program.
///
/// People count from one, top left first, and so does the written form:
///
/// ```
/// use twofold_core::Cell;
///
/// assert_eq!(Cell::new(0, 2).to_string(), "(1,3)");
/// assert_eq!("(1,3)".parse(), Ok(Cell::new(0, 2)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

/// A text that is not a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a cell; write row and column from 1, as in (1,3)")]
pub struct CellError {
    /// The text that was given.
    pub text: String,
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

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Cell, CellError> {
        let parse = || {
            let inner = text.strip_prefix('(')?.strip_suffix(')')?;
            let (row, column) = inner.split_once(',')?;
            let number = |digits: &str| {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = if plain { digits.parse::<usize>().ok()? } else { return None };
                (1..=usize::from(u8::MAX) + 1).contains(&number).then(|| number - 1)
            };
            Some(Cell::new(number(row.trim())?, number(column.trim())?))
        };
        parse().ok_or_else(|| CellError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_back() {
        for cell in [Cell::new(0, 0), Cell::new(63, 7), Cell::new(255, 255)] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for text in ["", "1,1", "(0,1)", "(1,257)", "(+1,1)", "(1;1)", "(1,1", "(1,1,1)"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
