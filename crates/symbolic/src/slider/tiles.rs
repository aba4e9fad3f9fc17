//! What diagrams need to know of the rules: ranks below a target, what they count, which of them
//! spawn, and how lines of them slide.

use twofold_core::{Rules, Tile, TileSystem, TooManyLines};

use super::line::LineTables;

/// The tiles below a target.
#[derive(Debug)]
pub(super) struct Tiles {
    /// The rank of the target.
    pub(super) target: u8,
    /// The ranks that spawn, lowest first.
    pub(super) spawns: Vec<u8>,
    pub(super) slides: LineTables,
    /// The largest number that divides every face.
    pub(super) unit: u64,
    /// By rank, its face in units.
    weights: Vec<usize>,
    /// Whether Corollary 7 of Edixhoven 2019 applies.
    doubles: bool,
}

impl Tiles {
    pub(super) fn new(rules: &Rules, target: Tile) -> Result<Tiles, TooManyLines> {
        let tiles = rules.tiles;
        let face = |rank: u8| Tile::new(rank).map_or(0, |tile| tiles.face(tile));
        let unit = tiles.unit();
        let weight = |rank| usize::try_from(face(rank) / unit).unwrap_or(usize::MAX);
        let lengths = [rules.shape.rows(), rules.shape.columns()];
        Ok(Tiles {
            target: target.rank(),
            spawns: rules.spawn.tiles.iter().map(|(tile, _)| tile.rank()).collect(),
            slides: LineTables::new(tiles, lengths, target.rank())?,
            unit,
            weights: (0..target.rank()).map(weight).collect(),
            doubles: doubles(tiles, target),
        })
    }

    /// What a rank counts in the tile sum, in units.
    pub(super) fn weight(&self, rank: u8) -> usize {
        self.weights[usize::from(rank)]
    }

    /// The most that a cell counts.
    pub(super) fn heaviest(&self) -> usize {
        self.weight(self.target - 1)
    }

    /// Whether two tiles merge if and only if they have the same rank, into the next one.
    pub(super) fn doubles(&self) -> bool {
        self.doubles
    }

    /// The highest rank that spawns.
    pub(super) fn highest_spawn(&self) -> u8 {
        self.spawns.iter().copied().max().unwrap_or(1)
    }

    /// The cells that have to be empty or lower on every board that holds a rank: Corollary 7 of
    /// Edixhoven 2019, a rank less for each that spawns above the lowest. Where other tiles merge
    /// than two of the same rank, nothing is known, and none are needed.
    pub(super) fn lower_cells(&self, rank: u8) -> usize {
        if self.doubles { usize::from(rank.saturating_sub(self.highest_spawn())) } else { 0 }
    }
}

/// Whether up to a tile two tiles merge if and only if they have the same rank, into the next one.
pub(super) fn doubles(tiles: TileSystem, target: Tile) -> bool {
    let known = || (1..target.rank()).filter_map(Tile::new);
    known().all(|a| known().all(|b| tiles.merge(a, b) == if a == b { a.next() } else { None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_their_faces_in_units() {
        let weights = |tiles: TileSystem| {
            let rules = Rules::new("2x2".parse().unwrap(), tiles);
            let tiles = Tiles::new(&rules, Tile::new(6).unwrap()).unwrap();
            let weights: Vec<usize> = (0..6).map(|rank| tiles.weight(rank)).collect();
            (tiles.unit, weights, tiles.lower_cells(5))
        };
        assert_eq!(weights(TileSystem::Classic), (2, vec![0, 1, 2, 4, 8, 16], 3));
        assert_eq!(weights(TileSystem::Fibonacci), (1, vec![0, 1, 2, 3, 5, 8], 0));
        assert_eq!(weights(TileSystem::Threes), (1, vec![0, 1, 2, 3, 6, 12], 0));
    }
}
