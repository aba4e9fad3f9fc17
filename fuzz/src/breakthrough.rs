//! What is fuzzed of Breakthrough: positions and moves take any text without panicking, and what they
//! accept survives being written and read again.

use twofold_breakthrough::{Breakthrough, Position};

/// Positions, and the moves of those that are accepted.
pub(crate) fn position(text: &str) {
    let Ok(position) = text.parse::<Position>() else { return };
    assert_eq!(position.to_string().parse(), Ok(position));
    let game = Breakthrough::new(position.shape).expect("the shape was checked");
    assert_eq!(game.moves(&position).next().is_none(), game.winner(&position).is_some());
    for ply in game.moves(&position) {
        assert_eq!(game.parse_move(&position, &game.write_move(ply)), Ok(ply));
    }
}

/// Moves from the start of a small board and of the largest one.
pub(crate) fn ply(text: &str) {
    for shape in ["4x4", "4x16"] {
        let game = Breakthrough::new(shape.parse().expect("a shape")).expect("a board");
        if let Ok(ply) = game.parse_move(&game.start(), text) {
            let next = game.play(&game.start(), ply);
            assert_eq!(next.white.count_ones(), game.start().white.count_ones());
        }
    }
}
