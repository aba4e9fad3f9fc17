//! Complete chain paths: ways to walk over a whole board from neighbour to neighbour.
//!
//! Catania and Raymond (2024) order tiles along such a path, the largest first, and ask which
//! path is best to build a chain on. [`list()`] visits every path of a small board;
//! [`ChainCounts::of`] counts them on larger boards with a frontier, without listing.
//!
//! ```
//! use twofold_reach::chains::{ChainCounts, Start};
//!
//! let counts = ChainCounts::of("4x4".parse()?)?;
//! assert_eq!((counts.directed, counts.undirected), (552, 276));
//! assert_eq!((counts.directed_orbits, counts.undirected_orbits), (69, 38));
//! assert_eq!(counts.start(Start::Corner).orbits, 26);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
mod estimate;
mod frontier;
mod list;
mod measure;

pub use count::{ChainCounts, ChainsError, StartCounts};
pub use estimate::expected_memory;
pub use list::{ListError, MAX_LISTED_CELLS, list};
pub use measure::{Measure, measure};

use twofold_core::{Cell, Shape};

/// Where on the board a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Start {
    /// On the first or last row and on the first or last column.
    Corner,
    /// On one border only.
    Border,
    /// On no border.
    Inside,
}

impl Start {
    /// All of them, from the outside to the inside.
    pub const ALL: [Start; 3] = [Start::Corner, Start::Border, Start::Inside];

    /// The class of a cell.
    pub fn of(shape: Shape, cell: Cell) -> Start {
        let row = cell.row() == 0 || cell.row() + 1 == shape.rows();
        let column = cell.column() == 0 || cell.column() + 1 == shape.columns();
        match (row, column) {
            (true, true) => Start::Corner,
            (false, false) => Start::Inside,
            _ => Start::Border,
        }
    }

    /// The word of the class.
    pub const fn name(self) -> &'static str {
        match self {
            Start::Corner => "corner",
            Start::Border => "border",
            Start::Inside => "inside",
        }
    }
}

/// The cells beside a cell.
fn neighbours(shape: Shape, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column) = (cell.row(), cell.column());
    let up = row.checked_sub(1).map(|row| Cell::new(row, column));
    let left = column.checked_sub(1).map(|column| Cell::new(row, column));
    let (down, right) = (Cell::new(row + 1, column), Cell::new(row, column + 1));
    let inside = move |cell: &Cell| shape.contains(*cell);
    [up, left, Some(down), Some(right)].into_iter().flatten().filter(inside)
}
