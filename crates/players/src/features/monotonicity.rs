//! The monotonicity feature.

use super::{FeatureBoard, root};

/// Monotonicity: the number of monotone rows and columns.
///
/// A line is monotone if it has at least two tiles between the side of the [root](root()) and the first
/// gap, and they never rise. The text asks for lines "in the same direction"; that the
/// direction is the root's, and that a gap ends the line, is how the authors' program reads it.
pub fn monotonicity(board: &FeatureBoard) -> f64 {
    let (shape, root) = (board.shape(), root(board));
    let (rows, columns) = (shape.rows(), shape.columns());
    let from_right = 2 * root.column() + 1 >= columns;
    let from_bottom = 2 * root.row() + 1 >= rows;
    let turn =
        |index: usize, length: usize, turned: bool| if turned { length - 1 - index } else { index };
    let row = |row: usize| {
        in_order((0..columns).map(|column| board.rank(row, turn(column, columns, from_right))))
    };
    let column = |column: usize| {
        in_order((0..rows).map(|row| board.rank(turn(row, rows, from_bottom), column)))
    };
    ((0..rows).filter(|&index| row(index)).count()
        + (0..columns).filter(|&index| column(index)).count()) as f64
}

fn in_order(ranks: impl Iterator<Item = u8>) -> bool {
    let mut length = 0;
    let mut before = u8::MAX;
    for rank in ranks.take_while(|&rank| rank > 0) {
        if rank > before {
            return false;
        }
        before = rank;
        length += 1;
    }
    length >= 2
}

#[cfg(test)]
mod tests {
    use twofold_core::{Grid, Symmetry, TileSystem, notation::ranks};

    use super::*;

    fn count(board: &str) -> f64 {
        monotonicity(&FeatureBoard::new(&ranks::parse(board).unwrap(), TileSystem::Classic))
    }

    #[test]
    fn the_snake_has_six_of_eight_lines_in_order() {
        // The document: "6 of the 8 rows and columns are decreasing in the same direction".
        assert_eq!(count("hgfe/abcd/9876/2345"), 6.0);
    }

    #[test]
    fn gaps_end_a_line_and_one_tile_is_no_order() {
        assert_eq!(count("500/000/000"), 0.0);
        assert_eq!(count("541/000/000"), 1.0);
        assert_eq!(count("540/000/000"), 1.0);
        assert_eq!(count("504/000/000"), 0.0);
        assert_eq!(count("514/000/000"), 0.0);
    }

    #[test]
    fn it_does_not_matter_how_the_board_is_turned() {
        let board = ranks::parse("9752/8431/2210/0100").unwrap();
        for symmetry in Symmetry::ALL {
            let image = FeatureBoard::new(&board.image(symmetry), TileSystem::Classic);
            assert_eq!(monotonicity(&image), count("9752/8431/2210/0100"), "{symmetry:?}");
        }
    }
}
