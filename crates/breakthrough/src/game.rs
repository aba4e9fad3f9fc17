//! Moves and wins.

use crate::position::{Position, Side};
use twofold_core::Shape;

/// Breakthrough on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    shape: Shape,
}

/// Breakthrough is not played on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Breakthrough needs at least 4 rows (two home rows each) and 2 columns, \
     and at most 64 cells, not {shape}"
)]
pub struct UnsupportedShape {
    /// The size that was asked for.
    pub shape: Shape,
}

/// When a game counts as won: the two baselines of de Vink 2021.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Baseline {
    /// Method 1: when the winning move has been made.
    #[default]
    Made,
    /// Method 2: when a pawn of the side to move stands one row before the opponent's home row, or
    /// all pawns have been taken. The same side wins, one move earlier.
    Imminent,
}

/// A pawn goes from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The index of the cell that the pawn leaves.
    pub from: u8,
    /// The index of the cell that it enters.
    pub to: u8,
}

impl Breakthrough {
    /// The game on a board of this size.
    pub const fn new(shape: Shape) -> Result<Breakthrough, UnsupportedShape> {
        if shape.rows() < 4 || shape.columns() < 2 || shape.cells() > 64 {
            return Err(UnsupportedShape { shape });
        }
        Ok(Breakthrough { shape })
    }

    /// The size of the board.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The first position.
    pub fn start(&self) -> Position {
        let row = |row| Position::row(self.shape, row);
        let rows = self.shape.rows();
        Position {
            shape: self.shape,
            white: row(0) | row(1),
            black: row(rows - 2) | row(rows - 1),
            to_move: Side::White,
        }
    }

    /// The row on which a side has won.
    pub const fn goal_row(&self, side: Side) -> usize {
        match side {
            Side::White => self.shape.rows() - 1,
            Side::Black => 0,
        }
    }

    /// The row from which one move wins.
    pub const fn threat_row(&self, side: Side) -> usize {
        match side {
            Side::White => self.shape.rows() - 2,
            Side::Black => 1,
        }
    }

    /// The side that has won, if the game is over.
    ///
    /// In a position that no game leads to, both may have; then the side that has just moved.
    pub fn winner(&self, position: &Position) -> Option<Side> {
        let has_won = |side: Side| {
            position.pawns(side) & Position::row(self.shape, self.goal_row(side)) != 0
                || position.pawns(side.other()) == 0
        };
        [position.to_move.other(), position.to_move].into_iter().find(|&side| has_won(side))
    }

    /// The side that has won by the given baseline.
    pub fn winner_by(&self, position: &Position, baseline: Baseline) -> Option<Side> {
        let mover = position.to_move;
        self.winner(position).or_else(|| {
            let threat = Position::row(self.shape, self.threat_row(mover));
            let imminent = baseline == Baseline::Imminent && position.pawns(mover) & threat != 0;
            imminent.then_some(mover)
        })
    }

    /// The moves of the side to move, by the cell that is left and then from left to right; none
    /// once the game is over.
    pub fn moves(&self, position: &Position) -> Moves {
        let is_over = self.winner(position).is_some();
        let pawns = if is_over { 0 } else { position.pawns(position.to_move) };
        Moves { game: *self, position: *position, pawns, side_step: 0 }
    }

    /// The position after a move, which has to be legal.
    #[must_use]
    pub fn play(&self, position: &Position, ply: Move) -> Position {
        let (from, to) = (1 << ply.from, 1 << ply.to);
        let Position { shape, white, black, to_move } = *position;
        let (white, black) = match to_move {
            Side::White => (white ^ from | to, black & !to),
            Side::Black => (white & !to, black ^ from | to),
        };
        Position { shape, white, black, to_move: to_move.other() }
    }

    /// The cell that a pawn enters when it goes forward by `side_step` columns to the left (0),
    /// none (1) or to the right (2), if the board has it.
    pub fn target(&self, side: Side, from: usize, side_step: usize) -> Option<usize> {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let row = match side {
            Side::White => (from / columns + 1 < rows).then_some(from / columns + 1)?,
            Side::Black => (from / columns).checked_sub(1)?,
        };
        let column = (from % columns + side_step).checked_sub(1)?;
        (column < columns).then_some(row * columns + column)
    }
}

/// The moves of a position.
#[derive(Clone, Debug)]
pub struct Moves {
    game: Breakthrough,
    position: Position,
    /// Pawns whose moves are not done.
    pawns: u64,
    side_step: usize,
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let side = self.position.to_move;
        while self.pawns != 0 {
            let from = self.pawns.trailing_zeros() as usize;
            let step = self.side_step;
            self.side_step = (step + 1) % 3;
            if self.side_step == 0 {
                self.pawns &= self.pawns - 1;
            }
            let Some(to) = self.game.target(side, from, step) else { continue };
            let free = match step {
                // Straight ahead nothing may stand; sideways only a pawn of one's own is in the way.
                1 => (self.position.white | self.position.black) >> to & 1 == 0,
                _ => self.position.pawns(side) >> to & 1 == 0,
            };
            if free {
                return Some(Move { from: from as u8, to: to as u8 });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::naive;

    /// Any placement of pawns on a small board, also ones that no game leads to.
    fn positions() -> impl Strategy<Value = (Breakthrough, Position)> {
        (4..=7_usize, 2..=6_usize, any::<[u64; 2]>(), any::<bool>()).prop_map(
            |(rows, columns, [white, black], first)| {
                let shape = Shape::new(rows, columns).unwrap();
                let game = Breakthrough::new(shape).unwrap();
                let all = (1 << shape.cells()) - 1;
                let to_move = if first { Side::White } else { Side::Black };
                let black = black & !white & all;
                (game, Position { shape, white: white & all, black, to_move })
            },
        )
    }

    proptest! {
        #[test]
        fn moves_are_those_of_the_definition((game, position) in positions()) {
            let fast: Vec<_> = game.moves(&position).collect();
            prop_assert_eq!(&fast, &naive::moves(&game, &position));
            for ply in fast {
                prop_assert_eq!(game.play(&position, ply), naive::play(&position, ply));
            }
            prop_assert_eq!(game.winner(&position), naive::winner(&game, &position));
        }

        #[test]
        fn whoever_has_not_lost_can_move((game, position) in positions()) {
            prop_assert_eq!(game.moves(&position).next().is_none(), game.winner(&position).is_some());
        }

        #[test]
        fn mirrored_positions_have_mirrored_moves((game, position) in positions()) {
            let mut there: Vec<_> = game.moves(&position)
                .map(|ply| game.play(&position, ply).mirrored()).collect();
            let mirrored = position.mirrored();
            prop_assert_eq!(mirrored.mirrored(), position);
            let mut here: Vec<_> =
                game.moves(&mirrored).map(|ply| game.play(&mirrored, ply)).collect();
            there.sort_unstable();
            here.sort_unstable();
            prop_assert_eq!(there, here);
        }
    }

    #[test]
    fn small_boards_are_refused() {
        for shape in ["3x4", "4x1", "9x8", "1x1", "64x64"] {
            assert!(Breakthrough::new(shape.parse().unwrap()).is_err(), "{shape}");
        }
        assert!(Breakthrough::new("8x8".parse().unwrap()).is_ok());
    }

    #[test]
    fn a_threat_is_a_win_one_move_later() {
        let game = Breakthrough::new("5x2".parse().unwrap()).unwrap();
        let threat: Position = "BB/W./../.B/W. w".parse().unwrap();
        assert_eq!(game.winner(&threat), None);
        assert_eq!(game.winner_by(&threat, Baseline::Imminent), Some(Side::White));
        let wins = game
            .moves(&threat)
            .any(|ply| game.winner(&game.play(&threat, ply)) == Some(Side::White));
        assert!(wins);
    }
}
