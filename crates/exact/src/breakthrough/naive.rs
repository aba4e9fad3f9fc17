//! The same by walking from position to position: the oracle of the fast way.

use std::collections::HashMap;

use twofold_core::breakthrough::{Baseline, Breakthrough, Position, Side};

use super::Counts;

/// Visits every position that can occur, and finds who wins it. For small boards only: recursion
/// goes as deep as a game is long, and memory as far as there are positions.
pub fn solve(game: &Breakthrough, baseline: Baseline) -> (Side, Counts) {
    let mut winners = HashMap::new();
    let winner = visit(game, baseline, &game.start(), &mut winners);
    let white = winners.values().filter(|&&winner| winner == Side::White).count() as u64;
    (winner, Counts { white, black: winners.len() as u64 - white })
}

fn visit(
    game: &Breakthrough,
    baseline: Baseline,
    position: &Position,
    winners: &mut HashMap<Position, Side>,
) -> Side {
    if let Some(&winner) = winners.get(position) {
        return winner;
    }
    let over = game.winner_by(position, baseline);
    let winner = over.unwrap_or_else(|| {
        let mover = position.to_move;
        // All moves, also after a winning one: every position that can occur counts.
        let wins = game
            .moves(position)
            .filter(|&ply| visit(game, baseline, &game.play(position, ply), winners) == mover)
            .count();
        if wins > 0 { mover } else { mover.other() }
    });
    winners.insert(*position, winner);
    winner
}
