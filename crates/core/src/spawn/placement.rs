//! Where new tiles appear.

use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;

/// A corner of the board, from which [`Placement::Nearest`] searches.
///
/// ```
/// use twofold_core::{Corner, Placement, Scan};
///
/// let placement = Placement::Nearest { corner: Corner::BottomRight, scan: Scan::Columns };
/// assert_eq!(placement.to_string(), "bottom-right-columns");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Corner {
    /// All corners, by rows.
    pub const ALL: [Corner; 4] =
        [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];

    const fn is_bottom(self) -> bool {
        matches!(self, Corner::BottomLeft | Corner::BottomRight)
    }

    const fn is_right(self) -> bool {
        matches!(self, Corner::TopRight | Corner::BottomRight)
    }
}

/// How [`Placement::Nearest`] goes on from its corner.
///
/// ```
/// use twofold_core::{Board, Cell, Corner, Placement, Scan};
///
/// let board: Board = "2 . / . 2".parse()?;
/// let first = |scan| Placement::Nearest { corner: Corner::TopLeft, scan }.cells(&board, None).next();
/// assert_eq!(first(Scan::Rows), Some(Cell::new(0, 1)));
/// assert_eq!(first(Scan::Columns), Some(Cell::new(1, 0)));
/// # Ok::<(), twofold_core::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// Along the corner's row first, then the next row.
    Rows,
    /// Along the corner's column first, then the next column.
    Columns,
}

/// The last slide, as far as spawns depend on it: what [`Placement::TrailingEdge`] looks at.
///
/// ```
/// use twofold_core::{Board, Cell, Direction, Entry, Placement};
///
/// let board = Board::new("3x3".parse()?);
/// let entry = Entry { direction: Direction::Left, moved: 0b010 };
/// let cells: Vec<Cell> = Placement::TrailingEdge.cells(&board, Some(entry)).collect();
/// assert_eq!(cells, [Cell::new(1, 2)]);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    /// Where tiles slid to.
    pub direction: Direction,
    /// A bit for every line (row or column along the direction) that changed.
    pub moved: u64,
}

/// The rule that picks the cells where a new tile may appear; all of them are equally likely.
///
/// ```
/// use twofold_core::{Board, Cell, Placement};
///
/// let board: Board = "2 . / . 4".parse()?;
/// let cells: Vec<Cell> = Placement::Anywhere.cells(&board, None).collect();
/// assert_eq!(cells, [Cell::new(0, 1), Cell::new(1, 0)]);
///
/// let placement: Placement = "bottom-left-rows".parse()?;
/// assert_eq!(placement.cells(&board, None).next(), Some(Cell::new(1, 0)));
/// assert_eq!(placement.to_string(), "bottom-left-rows");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Any empty cell.
    Anywhere,
    /// The first empty cell in a search that starts at a corner.
    Nearest {
        /// Where the search starts.
        corner: Corner,
        /// How it goes on.
        scan: Scan,
    },
    /// A cell at the border that tiles slid away from, in a line that moved. Before the first
    /// slide, any empty cell.
    TrailingEdge,
}

impl Placement {
    /// The nine spawn styles of Catania & Raymond 2024: anywhere, and for each corner the nearest
    /// empty cell by rows and by columns.
    pub fn styles() -> impl Iterator<Item = Placement> {
        let nearest = Corner::ALL.into_iter().flat_map(|corner| {
            [Scan::Rows, Scan::Columns].map(|scan| Placement::Nearest { corner, scan })
        });
        std::iter::once(Placement::Anywhere).chain(nearest)
    }

    /// The name that commands use: `anywhere`, `top-left-rows`, …, `trailing-edge`.
    pub const fn name(self) -> &'static str {
        use {Corner::*, Scan::*};
        match self {
            Placement::Anywhere => "anywhere",
            Placement::TrailingEdge => "trailing-edge",
            Placement::Nearest { corner, scan } => match (corner, scan) {
                (TopLeft, Rows) => "top-left-rows",
                (TopLeft, Columns) => "top-left-columns",
                (TopRight, Rows) => "top-right-rows",
                (TopRight, Columns) => "top-right-columns",
                (BottomLeft, Rows) => "bottom-left-rows",
                (BottomLeft, Columns) => "bottom-left-columns",
                (BottomRight, Rows) => "bottom-right-rows",
                (BottomRight, Columns) => "bottom-right-columns",
            },
        }
    }

    /// Every placement.
    pub fn all() -> impl Iterator<Item = Placement> {
        Placement::styles().chain([Placement::TrailingEdge])
    }

    /// Whether the rule looks at the last slide.
    pub const fn depends_on_slide(self) -> bool {
        matches!(self, Placement::TrailingEdge)
    }

    /// The cells where a tile may appear, by rows; none only if the board is full.
    pub fn cells<B: Grid>(self, board: &B, entry: Option<Entry>) -> Cells<'_, B> {
        let shape = board.shape();
        let (order, end) = match (self, entry) {
            (Placement::Nearest { corner, scan }, _) => (Order::From(corner, scan), shape.cells()),
            (Placement::TrailingEdge, Some(entry)) => {
                let vertical = entry.direction.is_vertical();
                let lines = if vertical { shape.columns() } else { shape.rows() };
                (Order::Trailing(entry), lines)
            }
            (Placement::Anywhere | Placement::TrailingEdge, _) => (Order::Rows, shape.cells()),
        };
        Cells { board, order, next: 0, end }
    }
}

/// A name that no placement has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no placement `{name}`; there are anywhere, top-left-rows, top-left-columns and so on for every corner, and trailing-edge"
)]
pub struct UnknownPlacement {
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Placement {
    type Err = UnknownPlacement;

    fn from_str(name: &str) -> Result<Placement, UnknownPlacement> {
        let placement = Placement::all().find(|placement| placement.name() == name);
        placement.ok_or_else(|| UnknownPlacement { name: name.to_owned() })
    }
}

/// The cells where a tile may appear, in turn: what [`Placement::cells`] returns.
///
/// ```
/// use twofold_core::{Board, Cell, Placement};
///
/// let board: Board = "2 . / . 2".parse()?;
/// let cells: Vec<Cell> = Placement::Anywhere.cells(&board, None).collect();
/// assert_eq!(cells, [Cell::new(0, 1), Cell::new(1, 0)]);
/// # Ok::<(), twofold_core::notation::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cells<'a, B> {
    board: &'a B,
    order: Order,
    /// The next candidate, and the number of candidates.
    next: usize,
    end: usize,
}

/// In which order candidates are looked at.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// All cells by rows.
    Rows,
    /// All cells from a corner, until one is found.
    From(Corner, Scan),
    /// By lines, the cell that a slide left behind; none in a line that did not move.
    Trailing(Entry),
}

impl<B: Grid> Cells<'_, B> {
    fn candidate(&self, index: usize) -> Option<Cell> {
        let shape = self.board.shape();
        let (rows, columns) = (shape.rows(), shape.columns());
        match self.order {
            Order::Rows => Some(shape.cell(index)),
            Order::From(corner, scan) => {
                let (i, j) = match scan {
                    Scan::Rows => (index / columns, index % columns),
                    Scan::Columns => (index % rows, index / rows),
                };
                let row = if corner.is_bottom() { rows - 1 - i } else { i };
                let column = if corner.is_right() { columns - 1 - j } else { j };
                Some(Cell::new(row, column))
            }
            Order::Trailing(Entry { moved, .. }) if moved >> index & 1 == 0 => None,
            Order::Trailing(Entry { direction, .. }) => Some(match direction {
                Direction::Up => Cell::new(rows - 1, index),
                Direction::Down => Cell::new(0, index),
                Direction::Left => Cell::new(index, columns - 1),
                Direction::Right => Cell::new(index, 0),
            }),
        }
    }
}

impl<B: Grid> Iterator for Cells<'_, B> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        while self.next < self.end {
            let candidate = self.candidate(self.next);
            self.next += 1;
            if let Some(cell) = candidate.filter(|&cell| self.board.tile(cell).is_empty()) {
                if let Order::From(..) = self.order {
                    self.next = self.end;
                }
                return Some(cell);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn there_are_nine_styles_with_names() {
        assert_eq!(Placement::styles().count(), 9);
        for placement in Placement::all() {
            assert_eq!(placement.to_string().parse(), Ok(placement));
        }
        assert!("somewhere".parse::<Placement>().is_err());
    }

    #[test]
    fn corner_styles_search_from_their_corner() {
        let board = Board::from_ranks("2x3".parse().unwrap(), &[1, 0, 0, 0, 0, 1]).unwrap();
        let expected = [
            ("top-left-rows", (0, 1)),
            ("top-left-columns", (1, 0)),
            ("top-right-rows", (0, 2)),
            ("top-right-columns", (0, 2)),
            ("bottom-left-rows", (1, 0)),
            ("bottom-left-columns", (1, 0)),
            ("bottom-right-rows", (1, 1)),
            ("bottom-right-columns", (0, 2)),
        ];
        for (name, (row, column)) in expected {
            let cells = name.parse::<Placement>().unwrap().cells(&board, None);
            assert_eq!(cells.collect::<Vec<_>>(), [Cell::new(row, column)], "{name}");
        }
    }

    #[test]
    fn trailing_edge_lies_opposite_in_moved_lines() {
        let board = Board::new("3x3".parse().unwrap());
        let entry = Entry { direction: Direction::Left, moved: 0b101 };
        let cells = |entry| Placement::TrailingEdge.cells(&board, Some(entry)).collect::<Vec<_>>();
        assert_eq!(cells(entry), [Cell::new(0, 2), Cell::new(2, 2)]);
        let entry = Entry { direction: Direction::Down, moved: 0b010 };
        assert_eq!(cells(entry), [Cell::new(0, 1)]);
    }
}
