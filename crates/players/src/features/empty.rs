//! How much room there is.

use super::Sheet;

/// Empty tiles: the number of cells without a tile.
pub fn empty(sheet: &Sheet) -> f64 {
    sheet.ranks().iter().filter(|&&rank| rank == 0).count() as f64
}
