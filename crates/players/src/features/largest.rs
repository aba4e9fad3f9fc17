//! The largest-tile feature, and the root of chains.

use twofold_core::Cell;

use super::FeatureBoard;

/// The cell that chains start from: that of a largest tile, preferably in a corner, then at the border;
/// the first by rows on a tie.
pub fn root(board: &FeatureBoard) -> Cell {
    let shape = board.shape();
    let largest = board.ranks().iter().copied().max().unwrap_or(0);
    let side = |place: usize, length: usize| usize::from(place == 0 || place + 1 == length);
    let sides = |cell: Cell| side(cell.row(), shape.rows()) + side(cell.column(), shape.columns());
    let largest = |cell: &Cell| board.rank(cell.row(), cell.column()) == largest;
    // `max_by_key` takes the last of equal cells, so the order is reversed.
    let cells = (0..shape.cells()).rev().map(|index| shape.cell(index));
    cells.filter(largest).max_by_key(|&cell| sides(cell)).expect("some tile is the largest")
}

/// Largest-tile position: the face of the largest tile if it is in a corner, else 1.
///
/// The text gives 1024 for a 1024 in a corner and 1 for one in the centre; the authors' program gives
/// 1 at the border, too.
pub fn largest(board: &FeatureBoard) -> f64 {
    let (shape, root) = (board.shape(), root(board));
    let corner = (root.row() == 0 || root.row() + 1 == shape.rows())
        && (root.column() == 0 || root.column() + 1 == shape.columns());
    if corner { board.face(board.rank(root.row(), root.column())) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::ranks};

    use super::*;

    fn board(board: &str) -> FeatureBoard {
        FeatureBoard::new(&ranks::parse(board).unwrap(), TileSystem::Classic)
    }

    #[test]
    fn corners_come_before_borders_and_these_before_the_inside() {
        assert_eq!(root(&board("000/030/000")), Cell::new(1, 1));
        assert_eq!(root(&board("000/033/000")), Cell::new(1, 2));
        assert_eq!(root(&board("030/033/003")), Cell::new(2, 2));
        assert_eq!(root(&board("303/000/303")), Cell::new(0, 0));
    }

    #[test]
    fn only_a_corner_counts() {
        assert_eq!(largest(&board("a000/0000/0000/0000")), 1024.0);
        assert_eq!(largest(&board("0a00/0000/0000/0000")), 1.0);
        assert_eq!(largest(&board("0000/0a00/0000/0000")), 1.0);
    }
}
