//! Merges that a slide has lined up.

use twofold_core::Direction;

use super::Sheet;

/// Shift load: the pairs of equal tiles across the last slide that can merge at once.
///
/// After a slide to the left or right, columns are looked at; after one up or down, rows ("aligning
/// tiles of identical value within columns for horizontal moves and within rows for vertical moves").
/// Two tiles are a pair if nothing but empty cells lies between them.
pub fn shift_load(sheet: &Sheet, slide: Direction) -> f64 {
    let shape = sheet.shape();
    let (lines, length) = match slide.is_vertical() {
        true => (shape.rows(), shape.columns()),
        false => (shape.columns(), shape.rows()),
    };
    let mut pairs = 0;
    for line in 0..lines {
        let mut before = 0;
        for place in 0..length {
            let (row, column) = if slide.is_vertical() { (line, place) } else { (place, line) };
            let rank = sheet.rank(row, column);
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
    use twofold_core::{TileSystem, notation::logarithmic};

    use super::*;

    #[test]
    fn pairs_lie_across_the_slide() {
        let board = logarithmic::parse("220/200/012").unwrap();
        let sheet = Sheet::new(&board, TileSystem::Classic);
        assert_eq!(shift_load(&sheet, Direction::Left), 1.0);
        assert_eq!(shift_load(&sheet, Direction::Up), 1.0);
        let board = logarithmic::parse("202/000/202").unwrap();
        assert_eq!(shift_load(&Sheet::new(&board, TileSystem::Classic), Direction::Right), 2.0);
    }
}
