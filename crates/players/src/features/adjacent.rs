//! The adjacent feature.

use super::{FeatureBoard, chain, root};

/// Adjacent: the mean, over all tiles that are not part of the [chain](chain()), of the tile's face
/// divided by its distance from the [root](root()).
pub fn adjacent(board: &FeatureBoard) -> f64 {
    let chain = chain(board);
    let root = root(board);
    let others = board
        .shape()
        .iter()
        .filter(|cell| board.rank(cell.row(), cell.column()) > 0 && !chain.contains(cell));
    let (mut sum, mut count) = (0.0, 0);
    for cell in others {
        sum +=
            board.face(board.rank(cell.row(), cell.column())) / FeatureBoard::distance(cell, root);
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::ranks};

    use super::*;

    #[test]
    fn near_tiles_count_more() {
        let of = |board: &str| {
            adjacent(&FeatureBoard::new(&ranks::parse(board).unwrap(), TileSystem::Classic))
        };
        assert_eq!(of("9800/0000/0000/0000"), 0.0);
        assert_eq!(of("9000/0000/3000/0000"), 4.0);
        assert_eq!(of("9003/0000/0000/3000"), 8.0 / 3.0);
    }
}
