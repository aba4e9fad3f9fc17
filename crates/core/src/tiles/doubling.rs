//! Whether tiles are those of 2048, asked of their rules.
//!
//! Some engines are fast because merging is addition: of ranks, of bit planes, of packed boards. They
//! ask here when they are made, so that none of them knows a tile system by name.

use super::{TileSystem, Travel};
use crate::tile::Tile;

impl TileSystem {
    /// Whether the faces of all tiles are powers of two: rank 9 shows 512.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// assert!(TileSystem::Classic.has_powers_of_two());
    /// assert!(!TileSystem::Threes.has_powers_of_two());
    /// ```
    pub fn has_powers_of_two(self) -> bool {
        tiles().all(|tile| self.face(tile) == 1 << tile.rank())
    }

    /// Whether play doubles tiles: they are powers of two, travel to the border, merge with their like
    /// and with nothing else, and score their face when they are made and nothing when they spawn.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// assert!(TileSystem::Classic.doubles());
    /// assert!(!TileSystem::Fibonacci.doubles());
    /// ```
    pub fn doubles(self) -> bool {
        let merged = |a: Tile, b: Tile| if a == b { a.next() } else { None };
        self.travel() == Travel::Full
            && self.has_powers_of_two()
            && tiles().all(|a| tiles().all(|b| self.merge(a, b) == merged(a, b)))
            && tiles().all(|tile| self.merge_score(tile) == self.face(tile))
            && tiles().all(|tile| self.spawn_score(tile) == 0)
    }
}

fn tiles() -> impl Iterator<Item = Tile> {
    (1..=Tile::MAX_RANK).filter_map(Tile::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_2048_doubles() {
        for system in TileSystem::ALL {
            let is_2048 = system == TileSystem::Classic;
            assert_eq!((system.has_powers_of_two(), system.doubles()), (is_2048, is_2048));
        }
    }
}
