//! What every tile is made of.

use super::TileSystem;
use crate::tile::Tile;

impl TileSystem {
    /// The tiles that no merge makes, lowest first; all others are merged from them.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// let faces = |tiles: TileSystem| -> Vec<u64> {
    ///     tiles.basis().map(|tile| tiles.face(tile)).collect()
    /// };
    /// assert_eq!(faces(TileSystem::Classic), [2]);
    /// assert_eq!(faces(TileSystem::Threes), [1, 2]);
    /// ```
    pub fn basis(self) -> impl Iterator<Item = Tile> {
        let tiles = || (1..=Tile::MAX_RANK).filter_map(Tile::new);
        tiles().filter(move |tile| {
            let lower = || tiles().take_while(move |lower| lower < tile);
            !lower().any(|a| lower().any(|b| self.merge(a, b) == Some(*tile)))
        })
    }

    /// The largest number that divides every face: tile sums are multiples of it.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// assert_eq!(TileSystem::Classic.unit(), 2);
    /// assert_eq!(TileSystem::Fives.unit(), 1);
    /// ```
    pub fn unit(self) -> u64 {
        // Merges keep the sum, so what divides the basis divides every face.
        self.basis().map(|tile| self.face(tile)).fold(0, gcd)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_merged_from_the_basis() {
        for tiles in TileSystem::ALL {
            let unit = tiles.unit();
            let ranks: Vec<u8> = tiles.basis().map(Tile::rank).collect();
            // The basis is where the sequence begins.
            assert!(ranks.iter().copied().eq(1..=ranks.len() as u8), "{tiles}: {ranks:?}");
            for tile in (1..=Tile::MAX_RANK).filter_map(Tile::new) {
                assert_eq!(tiles.face(tile) % unit, 0, "{tiles} {tile:?}");
            }
        }
    }
}
