//! Tiles around the chain.

use twofold_core::Cell;

use crate::features::FeatureBoard;

/// The mean face of the tiles around the chain, weighted by rings.
///
/// The first ring are the tiles next to the chain, the second those next to these, and so on; tiles that
/// are cut off count nothing, but add an empty ring. The weights fall linearly from ring to ring, and
/// within a ring in the order in which its tiles are found: for each cell before, up, right, down, left.
pub(super) fn adjacent(board: &FeatureBoard, chain: &[Cell]) -> f64 {
    let tiles = board.ranks().iter().filter(|&&rank| rank > 0).count();
    let mut seen = chain.to_vec();
    let mut rings: Vec<Vec<Cell>> = Vec::new();
    while seen.len() < tiles {
        let ring = around(board, &seen);
        // Nothing at all around the chain leaves no ring; later it leaves an empty one.
        if ring.is_empty() && rings.is_empty() {
            break;
        }
        seen.extend(&ring);
        let is_last = ring.is_empty();
        rings.push(ring);
        if is_last {
            break;
        }
    }
    let counted: usize = rings.iter().map(Vec::len).sum();
    if counted == 0 {
        return 0.0;
    }
    let falling = |index: usize, length: usize| (length - index) as f64 / length as f64;
    let ring_sum = |ring: &[Cell]| -> f64 {
        let weighted = ring.iter().enumerate().map(|(index, cell)| {
            board.face(board.rank(cell.row(), cell.column())) * falling(index, ring.len())
        });
        weighted.sum()
    };
    let rings_weighted =
        rings.iter().enumerate().map(|(index, ring)| ring_sum(ring) * falling(index, rings.len()));
    rings_weighted.sum::<f64>() / counted as f64
}

/// The tiles next to some cells that are not among them, in the order in which they are found.
fn around(board: &FeatureBoard, cells: &[Cell]) -> Vec<Cell> {
    let shape = board.shape();
    let mut found = Vec::new();
    for cell in cells {
        let (row, column) = (cell.row(), cell.column());
        let neighbours = [
            row.checked_sub(1).map(|row| (row, column)),
            Some((row, column + 1)),
            Some((row + 1, column)),
            column.checked_sub(1).map(|column| (row, column)),
        ];
        for (row, column) in neighbours.into_iter().flatten() {
            if row >= shape.rows() || column >= shape.columns() || board.rank(row, column) == 0 {
                continue;
            }
            let next = Cell::new(row, column);
            if !cells.contains(&next) && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found
}
