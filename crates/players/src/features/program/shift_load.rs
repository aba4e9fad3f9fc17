//! Pairs of equal tiles.

use super::line;
use crate::features::FeatureBoard;

/// Pairs of equal tiles in all rows and columns.
///
/// Neighbours are counted as they are. Across gaps, a tile is compared with the first tile of the line that
/// stood before a gap, whatever lies between: the program never forgets that tile.
pub(super) fn shift_load(board: &FeatureBoard) -> f64 {
    let shape = board.shape();
    let pairs = |is_column: bool, index: usize| {
        let cells = line(shape, is_column, index, false);
        let ranks: Vec<u8> =
            cells.into_iter().map(|cell| board.rank(cell.row(), cell.column())).collect();
        pairs(&ranks)
    };
    let rows: u32 = (0..shape.rows()).map(|row| pairs(false, row)).sum();
    let columns: u32 = (0..shape.columns()).map(|column| pairs(true, column)).sum();
    f64::from(rows + columns)
}

fn pairs(ranks: &[u8]) -> u32 {
    let (mut pairs, mut before_gap) = (0, None);
    for neighbours in ranks.windows(2) {
        match (neighbours[0], neighbours[1]) {
            (0, 0) => {}
            (0, tile) => pairs += u32::from(before_gap == Some(tile)),
            (tile, 0) => match before_gap {
                None => before_gap = Some(tile),
                Some(before) => pairs += u32::from(before == tile),
            },
            (one, other) => pairs += u32::from(one == other),
        }
    }
    pairs
}
