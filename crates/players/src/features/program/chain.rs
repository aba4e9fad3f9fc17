//! The chain.

use twofold_core::Cell;

use super::{from_far_end, line};
use crate::features::FeatureBoard;

/// The longer of two snakes, along the root's row and along its column; on a tie that along the row. A snake
/// starts at the first largest tile of the line, which need not be the root.
pub(super) fn chain(board: &FeatureBoard, root: Cell) -> Vec<Cell> {
    let along_row = snake(board, root, false);
    let along_column = snake(board, root, true);
    if along_column.len() > along_row.len() { along_column } else { along_row }
}

fn snake(board: &FeatureBoard, root: Cell, is_column: bool) -> Vec<Cell> {
    let shape = board.shape();
    let rank = |cell: Cell| board.rank(cell.row(), cell.column());
    let follows = |next: u8, before: u8| next > 0 && (next == before || next + 1 == before);
    let (place, length, mut index, lines) = match is_column {
        true => (root.row(), shape.rows(), root.column(), shape.columns()),
        false => (root.column(), shape.columns(), root.row(), shape.rows()),
    };
    let backwards = 2 * index + 1 > lines;
    let mut reversed = from_far_end(place, length);
    let mut cells = line(shape, is_column, index, reversed);
    let largest = cells.iter().map(|&cell| rank(cell)).max().unwrap_or(0);
    let mut at = cells.iter().position(|&cell| rank(cell) == largest).unwrap_or(0);
    let mut snake = vec![cells[at]];
    while at + 1 < length {
        let (current, next) = (cells[at], cells[at + 1]);
        if !follows(rank(next), rank(current)) {
            break;
        }
        snake.push(next);
        at += 1;
        if at + 1 < length {
            continue;
        }
        // The end of the line: the next one is read the other way.
        if index == if backwards { 0 } else { lines - 1 } {
            break;
        }
        index = if backwards { index - 1 } else { index + 1 };
        reversed = !reversed;
        cells = line(shape, is_column, index, reversed);
        if !follows(rank(cells[0]), rank(next)) {
            break;
        }
        snake.push(cells[0]);
        at = 0;
    }
    snake
}
