//! The size of a board.

use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::direction::Direction;

/// The number of rows and columns of a board; every shape in existence is a valid one.
///
/// ```
/// use twofold_core::Shape;
///
/// let shape: Shape = "3x4".parse()?;
/// assert_eq!((shape.rows(), shape.columns(), shape.cells()), (3, 4, 12));
/// assert_eq!(shape.to_string(), "3x4");
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

/// Why a pair of numbers or a text is not a shape.
///
/// ```
/// use twofold_core::Shape;
///
/// let error = "4by4".parse::<Shape>().unwrap_err();
/// assert!(error.to_string().starts_with("`4by4` is not a shape"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A side is zero or longer than [`Shape::MAX_SIDE`].
    #[error("a board has 1 to {max} rows and columns, not {rows}x{columns}", max = Shape::MAX_SIDE)]
    OutOfRange {
        /// The rows that were asked for.
        rows: usize,
        /// The columns that were asked for.
        columns: usize,
    },
    /// The text is not two numbers around an `x`.
    #[error("`{text}` is not a shape; write rows, an x, and columns, as in 4x4 or 2x3")]
    Syntax {
        /// The text that was given.
        text: String,
    },
}

impl Shape {
    /// The longest side that a board may have.
    pub const MAX_SIDE: usize = 64;

    /// A shape of the given size.
    pub const fn new(rows: usize, columns: usize) -> Result<Shape, ShapeError> {
        if rows == 0 || columns == 0 || rows > Self::MAX_SIDE || columns > Self::MAX_SIDE {
            return Err(ShapeError::OutOfRange { rows, columns });
        }
        Ok(Shape { rows: rows as u8, columns: columns as u8 })
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of cells.
    pub const fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether the board is as high as it is wide.
    pub const fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// The shape with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Shape {
        Shape { rows: self.columns, columns: self.rows }
    }

    /// The cell at a row-major index.
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.columns(), index % self.columns())
    }

    /// The row-major index of a cell.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row() * self.columns() + cell.column()
    }

    /// Whether the cell lies on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row() < self.rows() && cell.column() < self.columns()
    }

    /// All cells by rows, from the upper left.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..self.cells()).map(move |index| self.cell(index))
    }

    /// The lines along a direction, each from the border that tiles slide to.
    pub fn lines(
        self,
        direction: Direction,
    ) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = Cell> + Clone> + Clone {
        let (count, length) = if direction.is_vertical() {
            (self.columns(), self.rows())
        } else {
            (self.rows(), self.columns())
        };
        (0..count).map(move |line| {
            (0..length).map(move |step| {
                let along = if direction.is_forward() { length - 1 - step } else { step };
                if direction.is_vertical() {
                    Cell::new(along, line)
                } else {
                    Cell::new(line, along)
                }
            })
        })
    }

    /// Whether the cell has fewer than four neighbours.
    pub const fn is_border(self, cell: Cell) -> bool {
        cell.row() == 0
            || cell.column() == 0
            || cell.row() + 1 == self.rows()
            || cell.column() + 1 == self.columns()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let syntax = || ShapeError::Syntax { text: text.to_owned() };
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let side = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if plain { digits.parse::<usize>().map_err(|_| syntax()) } else { Err(syntax()) }
        };
        Shape::new(side(rows)?, side(columns)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_shapes() {
        for text in ["1x1", "4x4", "2x13", "64x64"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
        assert_eq!("3×5".parse::<Shape>().unwrap(), Shape::new(3, 5).unwrap());
    }

    #[test]
    fn refuses_what_is_no_shape() {
        for text in ["", "4", "x", "4x", "x4", "-1x2", "+1x2", "4x4x4", "0x4", "4x0", "65x1"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn cells_and_indices_are_inverse() {
        let shape = Shape::new(3, 5).unwrap();
        for (index, cell) in shape.iter().enumerate() {
            assert!(shape.contains(cell));
            assert_eq!(shape.index(cell), index);
        }
    }
}
