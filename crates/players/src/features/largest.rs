//! Where the largest tile is.

use twofold_core::Cell;

use super::Sheet;

/// The tile that chains start from: a largest tile, in a corner if there is one there, else at the
/// border, else the first one by rows.
pub fn root(sheet: &Sheet) -> Cell {
    let shape = sheet.shape();
    let largest = sheet.ranks().iter().copied().max().unwrap_or(0);
    let side = |place: usize, length: usize| usize::from(place == 0 || place + 1 == length);
    let sides = |cell: Cell| side(cell.row(), shape.rows()) + side(cell.column(), shape.columns());
    let largest = |cell: &Cell| sheet.rank(cell.row(), cell.column()) == largest;
    // Of several equally good cells the last one is taken, so they are asked from the end.
    let cells = (0..shape.cells()).rev().map(|index| shape.cell(index));
    cells.filter(largest).max_by_key(|&cell| sides(cell)).expect("some tile is the largest")
}

/// Largest-tile position: the value of the largest tile if it stands in a corner, else 1.
///
/// The text gives 1024 for a 1024 in a corner and 1 for one in the centre; the authors' program gives
/// 1 at the border, too.
pub fn largest(sheet: &Sheet) -> f64 {
    let (shape, root) = (sheet.shape(), root(sheet));
    let corner = (root.row() == 0 || root.row() + 1 == shape.rows())
        && (root.column() == 0 || root.column() + 1 == shape.columns());
    if corner { sheet.value(sheet.rank(root.row(), root.column())) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::logarithmic};

    use super::*;

    fn sheet(board: &str) -> Sheet {
        Sheet::new(&logarithmic::parse(board).unwrap(), TileSystem::Classic)
    }

    #[test]
    fn corners_come_before_borders_and_these_before_the_inside() {
        assert_eq!(root(&sheet("000/030/000")), Cell::new(1, 1));
        assert_eq!(root(&sheet("000/033/000")), Cell::new(1, 2));
        assert_eq!(root(&sheet("030/033/003")), Cell::new(2, 2));
        assert_eq!(root(&sheet("303/000/303")), Cell::new(0, 0));
    }

    #[test]
    fn only_a_corner_counts() {
        assert_eq!(largest(&sheet("a000/0000/0000/0000")), 1024.0);
        assert_eq!(largest(&sheet("0a00/0000/0000/0000")), 1.0);
        assert_eq!(largest(&sheet("0000/0a00/0000/0000")), 1.0);
    }
}
