//! The shift-load feature.

use twofold_core::Direction;

use super::FeatureBoard;

/// Shift load: the pairs of equal tiles that can merge across the direction of the last slide.
///
/// After a slide to the left or right, columns count; after one up or down, rows ("aligning
/// tiles of identical value within columns for horizontal moves and within rows for vertical moves").
/// Two tiles are a pair if only empty cells lie between them.
pub fn shift_load(board: &FeatureBoard, slide: Direction) -> f64 {
    let shape = board.shape();
    let (lines, length) = match slide.is_vertical() {
        true => (shape.rows(), shape.columns()),
        false => (shape.columns(), shape.rows()),
    };
    let mut pairs = 0;
    for line in 0..lines {
        let mut before = 0;
        for place in 0..length {
            let (row, column) = if slide.is_vertical() { (line, place) } else { (place, line) };
            let rank = board.rank(row, column);
            if rank > 0 {
                pairs += u32::from(rank == before);
                before = rank;
            }
        }
    }
    f64::from(pairs)
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::ranks};

    use super::*;

    #[test]
    fn pairs_lie_across_the_slide() {
        let board = ranks::parse("220/200/012").unwrap();
        let board = FeatureBoard::new(&board, TileSystem::Classic);
        assert_eq!(shift_load(&board, Direction::Left), 1.0);
        assert_eq!(shift_load(&board, Direction::Up), 1.0);
        let board = ranks::parse("202/000/202").unwrap();
        assert_eq!(
            shift_load(&FeatureBoard::new(&board, TileSystem::Classic), Direction::Right),
            2.0
        );
    }
}
