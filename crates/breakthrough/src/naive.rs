//! The rules word by word, on a grid of pawns: slow, plain, and the specification of the rest.

use super::game::{Breakthrough, Move};
use super::position::{Position, Side};

/// What stands on a cell; rows and columns may lie outside the board.
fn at(position: &Position, row: isize, column: isize) -> Option<Option<Side>> {
    let shape = position.shape;
    let inside = (0..shape.rows() as isize).contains(&row)
        && (0..shape.columns() as isize).contains(&column);
    inside.then(|| {
        let cell = row as usize * shape.columns() + column as usize;
        match (position.white >> cell & 1, position.black >> cell & 1) {
            (1, _) => Some(Side::White),
            (_, 1) => Some(Side::Black),
            _ => None,
        }
    })
}

/// Every cell with its row and column.
fn cells(position: &Position) -> impl Iterator<Item = (isize, isize)> + use<> {
    let columns = position.shape.columns() as isize;
    (0..position.shape.rows() as isize)
        .flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// All legal moves, by the cell that is left and then from left to right.
pub fn moves(game: &Breakthrough, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    if winner(game, position).is_some() {
        return moves;
    }
    let columns = position.shape.columns() as isize;
    let forward = if position.to_move == Side::White { 1 } else { -1 };
    for (row, column) in cells(position) {
        if at(position, row, column) != Some(Some(position.to_move)) {
            continue;
        }
        for aside in [-1, 0, 1] {
            let legal = match at(position, row + forward, column + aside) {
                None => false,
                Some(None) => true,
                Some(Some(pawn)) => aside != 0 && pawn != position.to_move,
            };
            if legal {
                let cell = |row, column| (row * columns + column) as u8;
                let to = cell(row + forward, column + aside);
                moves.push(Move { from: cell(row, column), to });
            }
        }
    }
    moves
}

/// The position after a move: the cell that is left is empty, the other holds the mover's pawn.
pub fn play(position: &Position, ply: Move) -> Position {
    let mut next = Position { white: 0, black: 0, to_move: position.to_move.other(), ..*position };
    let columns = position.shape.columns() as isize;
    for (row, column) in cells(position) {
        let cell = (row * columns + column) as u8;
        let pawn = if cell == ply.from {
            None
        } else if cell == ply.to {
            Some(position.to_move)
        } else {
            at(position, row, column).flatten()
        };
        match pawn {
            Some(Side::White) => next.white |= 1 << cell,
            Some(Side::Black) => next.black |= 1 << cell,
            None => {}
        }
    }
    next
}

/// The side with a pawn on the opponent's home row, or whose opponent has none left; the side that
/// has just moved if both have.
pub fn winner(_: &Breakthrough, position: &Position) -> Option<Side> {
    let last = position.shape.rows() as isize - 1;
    let stands = |side: Side, on: Option<isize>| {
        cells(position).any(|(row, column)| {
            at(position, row, column) == Some(Some(side)) && on.is_none_or(|on| row == on)
        })
    };
    let white = stands(Side::White, Some(last)) || !stands(Side::Black, None);
    let black = stands(Side::Black, Some(0)) || !stands(Side::White, None);
    match (white, black) {
        (true, true) => Some(position.to_move.other()),
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        (false, false) => None,
    }
}
