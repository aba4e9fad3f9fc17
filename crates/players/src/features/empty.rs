//! The empty-tiles feature.

use super::FeatureBoard;

/// Empty tiles: the number of cells without a tile.
pub fn empty(board: &FeatureBoard) -> f64 {
    board.ranks().iter().filter(|&&rank| rank == 0).count() as f64
}
