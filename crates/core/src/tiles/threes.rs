//! Threes (Asher Vollmer, 2014).
//!
//! - Tiles: 1, 2, and three times the powers of two; ranks 1, 2, 3, 4, … show 1, 2, 3, 6, ….
//! - Merges: a 1 and a 2 become a 3; two equal tiles from 3 upwards become their double. Two 1s or
//!   two 2s do not merge. (Eppstein 2018 describes the tile set more widely, as all 2^i and
//!   3·2^i, and uses that set for the abstract game.)
//! - Travel: one cell. In each line the first gap or mergeable pair, seen from the border that
//!   tiles slide to, closes; everything behind it follows by one cell; nothing else moves.
//! - Spawns: 1, 2 or 3 with equal probability, in a cell at the opposite border of a line that
//!   moved, each such line being equally likely. (The published game deals from a shuffled pack of
//!   twelve and adds large tiles late in the game. That would make positions depend on history, so
//!   it is left out; the long-run shares are the same.)
//! - Score: 3·2^i counts 3^(i+1) points on the final board, 1 and 2 count nothing. Here the points
//!   are booked as they arise: a merge adds what the new tile counts beyond its parts, a spawned 3
//!   adds its three points.

use super::{TileRules, Travel};
use crate::spawn::{Placement, SpawnRule, SpawnTiles};
use crate::tile::Tile;

pub(super) struct Threes;

fn points(rank: u8) -> u64 {
    if rank < 3 { 0 } else { 3_u64.saturating_pow(u32::from(rank) - 2) }
}

impl TileRules for Threes {
    fn name(&self) -> &'static str {
        "threes"
    }

    fn face(&self, tile: Tile) -> u64 {
        match tile.rank() {
            small @ 0..=2 => u64::from(small),
            rank => 3 << (rank - 3),
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

    fn merge_score(&self, result: Tile) -> u64 {
        match result.rank() {
            3 => points(3),
            rank => points(rank).saturating_sub(2 * points(rank - 1)),
        }
    }

    fn spawn_score(&self, spawned: Tile) -> u64 {
        points(spawned.rank())
    }

    fn spawn(&self) -> SpawnRule {
        SpawnRule {
            placement: Placement::TrailingEdge,
            tiles: SpawnTiles::of_ranks(&[(1, 1), (2, 1), (3, 1)]),
        }
    }
}
