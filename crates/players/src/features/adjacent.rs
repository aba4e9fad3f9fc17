//! What stands near the chain.

use super::{Sheet, chain, root};

/// Adjacent: the mean, over all tiles that are not part of the [chain](chain()), of the tile's value
/// divided by its distance from the [root](root()).
pub fn adjacent(sheet: &Sheet) -> f64 {
    let chain = chain(sheet);
    let root = root(sheet);
    let others = sheet
        .shape()
        .iter()
        .filter(|cell| sheet.rank(cell.row(), cell.column()) > 0 && !chain.contains(cell));
    let (mut sum, mut count) = (0.0, 0);
    for cell in others {
        sum += sheet.value(sheet.rank(cell.row(), cell.column())) / Sheet::distance(cell, root);
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::logarithmic};

    use super::*;

    #[test]
    fn near_tiles_count_more() {
        let of = |board: &str| {
            adjacent(&Sheet::new(&logarithmic::parse(board).unwrap(), TileSystem::Classic))
        };
        assert_eq!(of("9800/0000/0000/0000"), 0.0);
        assert_eq!(of("9000/0000/3000/0000"), 4.0);
        assert_eq!(of("9003/0000/0000/3000"), 8.0 / 3.0);
    }
}
