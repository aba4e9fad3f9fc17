//! Where new tiles appear.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;

/// A corner of the board.
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

/// How cells are searched from a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// Along the corner's row first, then the next row.
    Rows,
    /// Along the corner's column first, then the next column.
    Columns,
}

/// The last slide, as far as spawns depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    /// Where tiles slid to.
    pub direction: Direction,
    /// A bit for every line (row or column along the direction) that changed.
    pub moved: u64,
}

/// The rule that picks the cells where a new tile may appear; all of them are equally likely.
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

    /// The placement of a name.
    pub fn from_name(name: &str) -> Option<Placement> {
        let all = Placement::styles().chain([Placement::TrailingEdge]);
        all.into_iter().find(|placement| placement.name() == name)
    }

    /// Whether the rule looks at the last slide.
    pub const fn depends_on_slide(self) -> bool {
        matches!(self, Placement::TrailingEdge)
    }

    /// The cells where a tile may appear, by rows; empty only if the board is full.
    pub fn cells<B: Grid>(self, board: &B, entry: Option<Entry>) -> Vec<Cell> {
        match (self, entry) {
            (Placement::Nearest { corner, scan }, _) => {
                nearest(board, corner, scan).into_iter().collect()
            }
            (Placement::TrailingEdge, Some(entry)) => trailing_edge(board, entry),
            (Placement::Anywhere | Placement::TrailingEdge, _) => board.empty_cells().collect(),
        }
    }
}

fn nearest<B: Grid>(board: &B, corner: Corner, scan: Scan) -> Option<Cell> {
    let (rows, columns) = (board.shape().rows(), board.shape().columns());
    let row = |i: usize| if corner.is_bottom() { rows - 1 - i } else { i };
    let column = |j: usize| if corner.is_right() { columns - 1 - j } else { j };
    let cell = |index: usize| match scan {
        Scan::Rows => Cell::new(row(index / columns), column(index % columns)),
        Scan::Columns => Cell::new(row(index % rows), column(index / rows)),
    };
    (0..rows * columns).map(cell).find(|&cell| board.tile(cell).is_empty())
}

fn trailing_edge<B: Grid>(board: &B, entry: Entry) -> Vec<Cell> {
    let shape = board.shape();
    let (lines, length) = if entry.direction.is_vertical() {
        (shape.columns(), shape.rows())
    } else {
        (shape.rows(), shape.columns())
    };
    let far = if entry.direction.is_forward() { 0 } else { length - 1 };
    let moved = (0..lines).filter(|line| entry.moved >> line & 1 == 1);
    let cells = moved.map(|line| {
        if entry.direction.is_vertical() { Cell::new(far, line) } else { Cell::new(line, far) }
    });
    cells.filter(|&cell| board.tile(cell).is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn there_are_nine_styles_with_names() {
        assert_eq!(Placement::styles().count(), 9);
        for placement in Placement::styles().chain([Placement::TrailingEdge]) {
            assert_eq!(Placement::from_name(placement.name()), Some(placement));
        }
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
            let cells = Placement::from_name(name).unwrap().cells(&board, None);
            assert_eq!(cells, [Cell::new(row, column)], "{name}");
        }
    }

    #[test]
    fn trailing_edge_lies_opposite_in_moved_lines() {
        let board = Board::new("3x3".parse().unwrap());
        let entry = Entry { direction: Direction::Left, moved: 0b101 };
        let cells = Placement::TrailingEdge.cells(&board, Some(entry));
        assert_eq!(cells, [Cell::new(0, 2), Cell::new(2, 2)]);
        let entry = Entry { direction: Direction::Down, moved: 0b010 };
        assert_eq!(Placement::TrailingEdge.cells(&board, Some(entry)), [Cell::new(0, 1)]);
    }
}
