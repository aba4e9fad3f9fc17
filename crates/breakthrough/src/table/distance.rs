//! How long a game lasts: plies to the end if the winner hurries and the loser delays.
//!
//! Who wins within d plies follows from who wins within d − 1, by the step of the pass backward.
//! The step is repeated for both sides as attackers until every position is decided. A position is
//! undecided for as many d as it has plies to go, and these are counted for all positions of a table
//! at once: the binary digits of the counts are tables themselves.

use rayon::prelude::*;
use twofold_core::{Progress, Watch};

use crate::{Breakthrough, Position, Side};

use super::backward::lost_later;
use super::geometry::Geometry;
use super::solve::SolveError;
use super::subsets::{all, words};
use super::{Tables, bit, index};

/// The plies of every position of a board, whether it can occur or not.
///
/// ```
/// use twofold_breakthrough::Breakthrough;
/// use twofold_breakthrough::table::Distances;
///
/// let game = Breakthrough::new("4x2".parse()?)?;
/// let distances = Distances::new(&game, 1 << 24, &())?;
/// // A pawn before the opponent's home row wins with the next ply.
/// assert_eq!(distances.plies(&".B/W./../.. w".parse()?), 1);
/// assert_eq!(distances.plies(&"W./.B/../.. b".parse()?), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    geometry: Geometry,
    /// By binary digit, the lowest first, and by placement of White's pawns.
    digits: Vec<Vec<Tables>>,
}

/// Tables that exist at the same time: those of both attackers, a layer of new ones, and digits.
const TABLES: u128 = 9;

impl Distances {
    /// The bytes that the distances of a board take.
    pub fn bytes(game: &Breakthrough) -> u128 {
        Geometry::new(game).bytes() * TABLES
    }

    /// Finds the distances of all positions within `memory` bytes.
    pub fn new<W: Watch + ?Sized>(
        game: &Breakthrough,
        memory: u64,
        watch: &W,
    ) -> Result<Distances, SolveError> {
        let needed = Distances::bytes(game);
        if needed > u128::from(memory) {
            return Err(SolveError::Memory { needed, given: memory });
        }
        let geometry = Geometry::new(game);
        let layers = geometry.layers();
        let placements = geometry.white_cells as usize + 1;
        let mut attacks = Side::BOTH.map(|side| {
            let mut tables = vec![Tables::default(); placements];
            for &white in layers.iter().flatten() {
                tables[white as usize] = undecided(&geometry, side, white);
            }
            tables
        });
        let mut distances = Distances { geometry, digits: Vec::new() };
        let mut plies = 0;
        while distances.count(&layers, &attacks) {
            plies += 1;
            for attack in &mut attacks {
                // Moves lead to layers with less to go, which still know of one ply less.
                for layer in layers.iter().rev() {
                    if watch.is_stopped() {
                        return Err(SolveError::Stopped);
                    }
                    let step = |&white: &u64| lost_later(&distances.geometry, white, attack);
                    let next: Vec<Tables> = layer.par_iter().map(step).collect();
                    for (&white, next) in layer.iter().zip(next) {
                        attack[white as usize] = next;
                    }
                }
            }
            watch.report(Progress { done: plies, total: None });
        }
        Ok(distances)
    }

    /// The plies until the game is over: the winner takes as few as possible, the loser as many.
    ///
    /// # Panics
    ///
    /// If the position belongs to another board, or has more pawns than a game begins with.
    pub fn plies(&self, position: &Position) -> u32 {
        assert_eq!(position.shape, self.geometry.game.shape(), "a position of another board");
        if self.geometry.game.winner(position).is_some() {
            return 0;
        }
        let index = index(self.geometry.free(position.white), position.black);
        let digits = self.digits.iter().enumerate();
        digits.fold(0, |plies, (digit, tables)| {
            let table = tables[position.white as usize].of(position.to_move);
            plies | u32::from(bit(table, index)) << digit
        })
    }

    /// Adds one to the plies of every position that neither side is known to win; whether there was
    /// any.
    fn count(&mut self, layers: &[Vec<u64>], attacks: &[Vec<Tables>; 2]) -> bool {
        let Distances { geometry, digits } = self;
        let mut any = false;
        for &white in layers.iter().flatten() {
            let [by_white, by_black] = attacks.each_ref().map(|attack| &attack[white as usize]);
            // White to move is lost if Black's attack says so, and not won if White's does.
            let mut carry = Tables {
                white: minus(&by_white.white, &by_black.white),
                black: minus(&by_black.black, &by_white.black),
            };
            let mut digit = 0;
            while !carry.is_empty() {
                any = true;
                if digit == digits.len() {
                    digits.push(vec![Tables::default(); geometry.white_cells as usize + 1]);
                }
                let here = &mut digits[digit][white as usize];
                if here.white.is_empty() {
                    let words = words(geometry.elements(white));
                    let zero = || vec![0; words].into_boxed_slice();
                    *here = Tables { white: zero(), black: zero() };
                }
                add(&mut here.white, &mut carry.white);
                add(&mut here.black, &mut carry.black);
                digit += 1;
            }
        }
        any
    }
}

/// The positions of one placement of White's pawns that the side to move loses within no ply at all,
/// if one side attacks and everything else counts as saved.
fn undecided(geometry: &Geometry, attacker: Side, white: u64) -> Tables {
    let elements = geometry.elements(white);
    let none = || vec![0; words(elements)];
    // Black without a pawn has lost, and so has White.
    let no_pawn = || {
        let mut table = none();
        table[0] = 1;
        table
    };
    let (white_table, black_table) = match attacker {
        Side::White => (all(elements), no_pawn()),
        Side::Black => (if white == 0 { all(elements) } else { none() }, all(elements)),
    };
    Tables { white: white_table.into_boxed_slice(), black: black_table.into_boxed_slice() }
}

fn minus(one: &[u64], other: &[u64]) -> Box<[u64]> {
    one.iter().zip(other).map(|(one, other)| one & !other).collect()
}

/// Adds a binary digit to one of the same place, and leaves what is carried.
fn add(digit: &mut [u64], carry: &mut [u64]) {
    for (digit, carry) in digit.iter_mut().zip(carry) {
        (*digit, *carry) = (*digit ^ *carry, *digit & *carry);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{naive, solve};
    use super::*;
    use crate::Baseline;

    fn game(shape: &str) -> Breakthrough {
        Breakthrough::new(shape.parse().unwrap()).unwrap()
    }

    #[test]
    fn distances_are_those_of_a_walk_over_all_positions() {
        for shape in ["4x2", "5x2", "6x2", "4x3"] {
            let game = game(shape);
            let distances = Distances::new(&game, 1 << 30, &()).unwrap();
            let mut known = BTreeMap::new();
            naive::plies(&game, &game.start(), &mut known);
            assert!(known.len() > 100);
            for (position, plies) in &known {
                assert_eq!(distances.plies(position), *plies, "{position}");
            }
        }
    }

    #[test]
    fn the_winner_has_the_last_ply() {
        let game = game("5x3");
        let distances = Distances::new(&game, 1 << 30, &()).unwrap();
        let solved = solve(&game, Baseline::Made, 1 << 30, &()).unwrap();
        let mut position = game.start();
        let winner = solved.winner(&position);
        for left in (1..=distances.plies(&position)).rev() {
            assert_eq!(distances.plies(&position), left);
            assert_eq!(left % 2 == 1, position.to_move == winner);
            let next = game.moves(&position).map(|ply| game.play(&position, ply));
            position = match position.to_move == winner {
                true => next
                    .filter(|next| solved.winner(next) == winner)
                    .min_by_key(|next| distances.plies(next)),
                false => next.max_by_key(|next| distances.plies(next)),
            }
            .unwrap();
        }
        assert_eq!(game.winner(&position), Some(winner));
    }

    #[test]
    fn too_little_memory_is_told_beforehand() {
        let error = Distances::new(&game("5x5"), 1 << 30, &()).unwrap_err();
        assert!(matches!(error, SolveError::Memory { .. }));
    }
}
