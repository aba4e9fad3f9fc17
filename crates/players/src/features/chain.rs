//! The chain feature.

use twofold_core::Cell;

use super::{FeatureBoard, root};

/// Chain: the cells of the longer of two snakes.
///
/// One snake leaves the [root](root()) along its row, the other along its column, each towards the side
/// with more room; at the end of a line it turns into the next line and comes back. It continues while
/// each tile equals the previous one or is half of it. On a tie, the snake along the row is taken.
pub fn chain(board: &FeatureBoard) -> Vec<Cell> {
    let along_row = snake(board, false);
    let along_column = snake(board, true);
    if along_column.len() > along_row.len() { along_column } else { along_row }
}

fn snake(board: &FeatureBoard, along_column: bool) -> Vec<Cell> {
    let shape = board.shape();
    let root = root(board);
    let (length, lines) = match along_column {
        true => (shape.rows(), shape.columns()),
        false => (shape.columns(), shape.rows()),
    };
    let (mut place, mut line) = match along_column {
        true => (root.row(), root.column()),
        false => (root.column(), root.row()),
    };
    let cell = |place: usize, line: usize| match along_column {
        true => Cell::new(place, line),
        false => Cell::new(line, place),
    };
    // Towards the side with more room, along the line and across lines.
    let mut forward = 2 * place + 1 < length;
    let lines_forward = 2 * line + 1 < lines;
    let mut cells = vec![root];
    let mut before = board.rank(root.row(), root.column());
    loop {
        let at_end = if forward { place + 1 == length } else { place == 0 };
        if at_end {
            let last_line = if lines_forward { line + 1 == lines } else { line == 0 };
            if last_line {
                return cells;
            }
            line = if lines_forward { line + 1 } else { line - 1 };
            forward = !forward;
        } else {
            place = if forward { place + 1 } else { place - 1 };
        }
        let next = cell(place, line);
        let rank = board.rank(next.row(), next.column());
        if rank == 0 || rank != before && rank + 1 != before {
            return cells;
        }
        cells.push(next);
        before = rank;
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Grid, Symmetry, TileSystem, notation::ranks};

    use super::*;

    fn length(board: &str) -> usize {
        chain(&FeatureBoard::new(&ranks::parse(board).unwrap(), TileSystem::Classic)).len()
    }

    #[test]
    fn chains_go_on_while_tiles_halve() {
        assert_eq!(length("9876/2345/0000/0000"), 8);
        assert_eq!(length("9876/2344/0000/0000"), 4);
        assert_eq!(length("9865/0000/0000/0000"), 2);
        assert_eq!(length("9000/8000/7000/6000"), 4);
        assert_eq!(length("9988/0000/0000/0000"), 4);
        assert_eq!(length("9000/0000/0000/0000"), 1);
    }

    #[test]
    fn the_ideal_board_is_one_chain() {
        assert_eq!(length("2345/9876/abcd/hgfe"), 16);
    }

    #[test]
    fn it_does_not_matter_how_the_board_is_turned() {
        let board = ranks::parse("9876/2345/0000/0000").unwrap();
        for symmetry in Symmetry::ALL {
            let image = FeatureBoard::new(&board.image(symmetry), TileSystem::Classic);
            assert_eq!(chain(&image).len(), 8, "{symmetry:?}");
        }
    }
}
