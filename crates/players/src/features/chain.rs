//! The chain that starts at the largest tile.

use twofold_core::Cell;

use super::{Sheet, root};

/// Chain: the cells of the longer one of two snakes.
///
/// One snake leaves the [root](root()) along its row, the other along its column, each towards the
/// side with more room; at the end of the line it turns into the next one and comes back. It goes on
/// as long as each tile equals the one before it or is its half. Of two equally long ones, that along
/// the row is taken.
pub fn chain(sheet: &Sheet) -> Vec<Cell> {
    let along_row = snake(sheet, false);
    let along_column = snake(sheet, true);
    if along_column.len() > along_row.len() { along_column } else { along_row }
}

fn snake(sheet: &Sheet, along_column: bool) -> Vec<Cell> {
    let shape = sheet.shape();
    let root = root(sheet);
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
    // Towards more room: up to the far end of the line, and to the far end of the lines.
    let mut forward = 2 * place + 1 < length;
    let lines_forward = 2 * line + 1 < lines;
    let mut cells = vec![root];
    let mut before = sheet.rank(root.row(), root.column());
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
        let rank = sheet.rank(next.row(), next.column());
        if rank == 0 || rank != before && rank + 1 != before {
            return cells;
        }
        cells.push(next);
        before = rank;
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Grid, Symmetry, TileSystem, notation::logarithmic};

    use super::*;

    fn length(board: &str) -> usize {
        chain(&Sheet::new(&logarithmic::parse(board).unwrap(), TileSystem::Classic)).len()
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
        let board = logarithmic::parse("9876/2345/0000/0000").unwrap();
        for symmetry in Symmetry::ALL {
            let image = Sheet::new(&board.image(symmetry), TileSystem::Classic);
            assert_eq!(chain(&image).len(), 8, "{symmetry:?}");
        }
    }
}
