//! Monotone rows and columns.

use twofold_core::Cell;

use super::{from_far_end, line};
use crate::features::FeatureBoard;

/// The number of rows and columns whose tiles never rise, read from the root's half. A gap ends a column,
/// but is skipped in a row.
pub(super) fn monotonicity(board: &FeatureBoard, root: Cell) -> f64 {
    let shape = board.shape();
    let rank = |cell: Cell| board.rank(cell.row(), cell.column());
    let rows = (0..shape.rows()).filter(|&row| {
        let cells = line(shape, false, row, from_far_end(root.column(), shape.columns()));
        never_rises(cells.into_iter().map(rank).filter(|&rank| rank > 0))
    });
    let columns = (0..shape.columns()).filter(|&column| {
        let cells = line(shape, true, column, from_far_end(root.row(), shape.rows()));
        never_rises(cells.into_iter().map(rank).take_while(|&rank| rank > 0))
    });
    (rows.count() + columns.count()) as f64
}

/// Whether there are two tiles at least, and none is larger than the one before.
fn never_rises(ranks: impl Iterator<Item = u8>) -> bool {
    let (mut length, mut before) = (0, u8::MAX);
    for rank in ranks {
        if rank > before {
            return false;
        }
        (length, before) = (length + 1, rank);
    }
    length >= 2
}
