//! The same by walking from position to position: the oracle of the fast way.

use std::collections::{BTreeMap, HashMap};

use crate::{Baseline, Breakthrough, Position, Side};

use super::WinCounts;

/// Visits every position that can occur, and finds who wins it. For small boards only: recursion
/// goes as deep as a game is long, and memory as far as there are positions.
#[expect(clippy::disallowed_methods, reason = "counts do not depend on the order")]
pub fn solve(game: &Breakthrough, baseline: Baseline) -> (Side, WinCounts) {
    let mut winners = HashMap::new();
    let winner = visit(game, baseline, &game.start(), &mut winners);
    let white = winners.values().filter(|&&winner| winner == Side::White).count() as u64;
    (winner, WinCounts { white, black: winners.len() as u64 - white })
}

/// The plies of a position until the game is over, if the winner hurries and the loser delays, and
/// those of every position that it leads to. For small boards only, as [`solve`].
pub fn plies(game: &Breakthrough, position: &Position, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(&plies) = known.get(position) {
        return plies;
    }
    let next: Vec<u32> =
        game.moves(position).map(|ply| plies(game, &game.play(position, ply), known)).collect();
    // The winner has the last ply: an even number of plies is left where the side to move loses.
    let wins = next.iter().filter(|&&plies| plies % 2 == 0).min();
    let plies = match wins.or(next.iter().max()) {
        Some(plies) => plies + 1,
        None => 0,
    };
    known.insert(*position, plies);
    plies
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
