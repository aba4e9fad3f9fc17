//! 987, the Fibonacci game.
//!
//! - Tiles: the Fibonacci numbers 1, 2, 3, 5, 8, …; rank *k* shows F(*k*+1).
//! - Merges: two numbers that follow each other become the next one, in either order; two 1s
//!   become a 2 (1 occurs twice in the sequence). No other equal tiles merge.
//! - Travel: as far as possible, with the same order of merges as in 2048.
//! - Spawns: 1 with probability 0.9 and 2 with 0.1, in a random empty cell. (Versions of the game
//!   differ; give other weights to match one.)
//! - Score: the face of every tile that a merge makes.

use super::{TileRules, Travel};
use crate::spawn::{SpawnRule, SpawnTiles};
use crate::tile::Tile;

pub(super) struct Fibonacci;

impl TileRules for Fibonacci {
    fn name(&self) -> &'static str {
        "fibonacci"
    }

    fn face(&self, tile: Tile) -> u64 {
        if tile.is_empty() {
            return 0;
        }
        let (mut face, mut next) = (1, 2);
        for _ in 1..tile.rank() {
            (face, next) = (next, face + next);
        }
        face
    }

    fn merge(&self, a: u8, b: u8) -> Option<u8> {
        match (a.min(b), a.max(b)) {
            (1, 1) => Some(2),
            (low, high) => (low + 1 == high).then_some(high + 1),
        }
    }

    fn travel(&self) -> Travel {
        Travel::Full
    }

    fn parts(&self, tile: Tile) -> u64 {
        // Everything is merged from 1s.
        self.face(tile)
    }

    fn spawn(&self) -> SpawnRule {
        SpawnRule::anywhere(SpawnTiles::of_ranks(&[(1, 9), (2, 1)]))
    }
}
