//! 2048 (Gabriele Cirulli, 2014).
//!
//! - Tiles: the powers of two; rank *k* shows 2^*k*.
//! - Merges: two equal tiles become the next power of two.
//! - Travel: as far as possible. A tile that was just made does not merge again in the same slide;
//!   the pair nearest to the border that tiles slide to merges first.
//! - Spawns: 2 with probability 0.9 and 4 with 0.1, in a random empty cell.
//! - Score: the face of every tile that a merge makes.

use super::{TileRules, Travel};
use crate::spawn::{SpawnRule, SpawnTiles};
use crate::tile::Tile;

pub(super) struct Classic;

impl TileRules for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn face(&self, tile: Tile) -> u64 {
        if tile.is_empty() { 0 } else { 1 << tile.rank() }
    }

    fn merge(&self, a: u8, b: u8) -> Option<u8> {
        (a == b).then_some(a + 1)
    }

    fn travel(&self) -> Travel {
        Travel::Full
    }

    fn parts(&self, tile: Tile) -> u64 {
        if tile.is_empty() { 0 } else { 1 << (tile.rank() - 1) }
    }

    fn spawn(&self) -> SpawnRule {
        SpawnRule::anywhere(SpawnTiles::of_ranks(&[(1, 9), (2, 1)]))
    }
}
