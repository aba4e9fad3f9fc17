//! Rotations and reflections of boards.

use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::shape::Shape;

/// A rotation or reflection of boards: an element of the dihedral group of the square. Play on
/// images of a board is the image of play, so boards are counted and stored up to symmetry.
///
/// ```
/// use twofold_core::{Board, Grid, Symmetry};
///
/// let board: Board = "2 4 / 8 .".parse()?;
/// assert_eq!(board.image(Symmetry::Transpose).to_string(), "2 8 / 4 .");
/// assert_eq!(Symmetry::of(board.shape()).len(), 8);
/// assert_eq!("half-turn".parse(), Ok(Symmetry::HalfTurn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Left and right are exchanged.
    MirrorColumns,
    /// Top and bottom are exchanged.
    MirrorRows,
    /// A half turn.
    HalfTurn,
    /// Reflection in the main diagonal.
    Transpose,
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn counterclockwise.
    Counterclockwise,
    /// Reflection in the other diagonal.
    AntiTranspose,
}

use Symmetry::{
    AntiTranspose, Clockwise, Counterclockwise, HalfTurn, Identity, MirrorColumns, MirrorRows,
    Transpose,
};

impl Symmetry {
    /// The whole group; the first four elements keep the shape of every rectangle.
    pub const ALL: [Symmetry; 8] = [
        Identity,
        MirrorColumns,
        MirrorRows,
        HalfTurn,
        Transpose,
        Clockwise,
        Counterclockwise,
        AntiTranspose,
    ];

    /// The symmetries of a shape that act differently on its cells: eight of a square, four of
    /// another rectangle, two of a single row or column, one of a single cell.
    pub const fn of(shape: Shape) -> &'static [Symmetry] {
        match (shape.rows(), shape.columns()) {
            (1, 1) => &[Identity],
            (1, _) => &[Identity, MirrorColumns],
            (_, 1) => &[Identity, MirrorRows],
            (rows, columns) if rows == columns => &Self::ALL,
            _ => &[Identity, MirrorColumns, MirrorRows, HalfTurn],
        }
    }

    /// The name of the symmetry, as in `half-turn`.
    pub const fn name(self) -> &'static str {
        match self {
            Identity => "identity",
            MirrorColumns => "mirror-columns",
            MirrorRows => "mirror-rows",
            HalfTurn => "half-turn",
            Transpose => "transpose",
            Clockwise => "clockwise",
            Counterclockwise => "counterclockwise",
            AntiTranspose => "anti-transpose",
        }
    }

    /// Whether rows become columns.
    pub const fn transposes(self) -> bool {
        matches!(self, Transpose | Clockwise | Counterclockwise | AntiTranspose)
    }

    /// The shape of the image of a board.
    pub const fn shape(self, shape: Shape) -> Shape {
        if self.transposes() { shape.transposed() } else { shape }
    }

    /// Where a cell of a board of the given shape goes.
    pub const fn cell(self, shape: Shape, cell: Cell) -> Cell {
        let (row, column) = (cell.row(), cell.column());
        let (from_bottom, from_right) = (shape.rows() - 1 - row, shape.columns() - 1 - column);
        match self {
            Identity => cell,
            MirrorColumns => Cell::new(row, from_right),
            MirrorRows => Cell::new(from_bottom, column),
            HalfTurn => Cell::new(from_bottom, from_right),
            Transpose => Cell::new(column, row),
            Clockwise => Cell::new(column, from_bottom),
            Counterclockwise => Cell::new(from_right, row),
            AntiTranspose => Cell::new(from_right, from_bottom),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Clockwise => Counterclockwise,
            Counterclockwise => Clockwise,
            other => other,
        }
    }
}

/// A name that no symmetry has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no symmetry `{name}`")]
pub struct UnknownSymmetry {
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Symmetry, UnknownSymmetry> {
        let symmetry = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        symmetry.ok_or_else(|| UnknownSymmetry { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn permutation(symmetry: Symmetry, shape: Shape) -> Vec<usize> {
        let target = symmetry.shape(shape);
        shape.iter().map(|cell| target.index(symmetry.cell(shape, cell))).collect()
    }

    #[test]
    fn symmetries_of_a_shape_are_distinct_permutations() {
        for rows in 1..=4 {
            for columns in 1..=4 {
                let shape = Shape::new(rows, columns).unwrap();
                let group = Symmetry::of(shape);
                let actions: HashSet<_> = group.iter().map(|&s| permutation(s, shape)).collect();
                assert_eq!(actions.len(), group.len(), "{shape}");
                let fitting = Symmetry::ALL.iter().filter(|s| s.shape(shape) == shape);
                let all: HashSet<_> = fitting.map(|&s| permutation(s, shape)).collect();
                assert_eq!(all, actions, "{shape}: nothing is missing");
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        }
        assert!("rotation".parse::<Symmetry>().is_err());
    }

    #[test]
    fn inverses_undo() {
        let shape = Shape::new(2, 5).unwrap();
        for symmetry in Symmetry::ALL {
            for cell in shape.iter() {
                let there = symmetry.cell(shape, cell);
                let back = symmetry.inverse().cell(symmetry.shape(shape), there);
                assert_eq!(back, cell, "{symmetry:?}");
            }
        }
    }
}
