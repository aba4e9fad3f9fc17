//! Fives, the variant of Threes named by Langerman & Uno 2016.
//!
//! - Tiles: 2, 3, and five times the powers of two; ranks 1, 2, 3, 4, … show 2, 3, 5, 10, ….
//! - Merges: a 2 and a 3 become a 5; two equal tiles from 5 upwards become their double. Two 2s or
//!   two 3s do not merge. (Eppstein 2018 adds a tile 1 to make the abstract game start at 1.)
//! - Travel: one cell, as in Threes.
//! - Spawns: 2 or 3 with equal probability, at the opposite border of a line that moved, as in
//!   Threes.
//! - Score: the face of every tile that a merge makes.

use super::{TileRules, Travel};
use crate::spawn::{Placement, SpawnRule, SpawnTiles};
use crate::tile::Tile;

pub(super) struct Fives;

impl TileRules for Fives {
    fn name(&self) -> &'static str {
        "fives"
    }

    fn face(&self, tile: Tile) -> u64 {
        match tile.rank() {
            0 => 0,
            small @ 1..=2 => u64::from(small) + 1,
            rank => 5 << (rank - 3),
        }
    }

    fn merge(&self, a: u8, b: u8) -> Option<u8> {
        match (a.min(b), a.max(b)) {
            (1, 2) => Some(3),
            (low, high) => (low == high && low >= 3).then_some(low + 1),
        }
    }

    fn travel(&self) -> Travel {
        Travel::OneStep
    }

    fn parts(&self, tile: Tile) -> u64 {
        match tile.rank() {
            small @ 0..=1 => small.into(),
            rank => 1 << (rank - 2),
        }
    }

    fn spawn(&self) -> SpawnRule {
        SpawnRule {
            placement: Placement::TrailingEdge,
            tiles: SpawnTiles::of_ranks(&[(1, 1), (2, 1)]),
        }
    }
}
