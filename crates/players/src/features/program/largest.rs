//! The largest tile and its value.

use twofold_core::Cell;

use crate::features::FeatureBoard;

/// The root of chains and the value of its place: the face in a corner, half of it at the border, else 1.
///
/// Of several largest tiles it is the first in a corner, by columns; without one, the last at the border.
/// (The program means to double the value of a tile that has just grown, but compares a number with a
/// tile, which is never true.)
pub(super) fn root_and_value(board: &FeatureBoard) -> (Cell, f64) {
    let shape = board.shape();
    let largest = board.ranks().iter().copied().max().unwrap_or(0);
    let is_side = |place: usize, length: usize| place == 0 || place + 1 == length;
    let by_columns = (0..shape.columns())
        .flat_map(|column| (0..shape.rows()).map(move |row| Cell::new(row, column)))
        .filter(|cell| board.rank(cell.row(), cell.column()) == largest);
    let (mut root, mut value) = (None, 1.0);
    for cell in by_columns {
        let sides = (is_side(cell.row(), shape.rows()), is_side(cell.column(), shape.columns()));
        match sides {
            (true, true) => return (cell, board.face(largest)),
            (false, false) => root = root.or(Some(cell)),
            _ => (root, value) = (Some(cell), board.face(largest) / 2.0),
        }
    }
    (root.expect("some tile is the largest"), value)
}
