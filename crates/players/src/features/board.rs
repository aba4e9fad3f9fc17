//! A board as the features read it.

use std::sync::LazyLock;

use twofold_core::{Cell, Grid, Shape, Tile, TileSystem};

/// The faces of all ranks of a tile system.
type Faces = [f64; Tile::MAX_RANK as usize + 1];

/// The faces of every tile system: features ask for them more often than for anything else.
static FACES: LazyLock<[Faces; TileSystem::ALL.len()]> = LazyLock::new(|| {
    let face = |system: TileSystem, rank| Tile::new(rank as u8).map_or(0, |tile| system.face(tile));
    TileSystem::ALL.map(|system| std::array::from_fn(|rank| face(system, rank) as f64))
});

/// The ranks of a board, unpacked for repeated reads.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureBoard {
    shape: Shape,
    ranks: Vec<u8>,
    faces: &'static Faces,
}

impl FeatureBoard {
    /// Unpacks a board.
    pub fn new<B: Grid>(board: &B, tiles: TileSystem) -> FeatureBoard {
        FeatureBoard {
            shape: board.shape(),
            ranks: board.tiles().map(|tile| tile.rank()).collect(),
            faces: &FACES[tiles as usize],
        }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The rank of the tile in a row and column; 0 is an empty cell.
    #[inline]
    pub fn rank(&self, row: usize, column: usize) -> u8 {
        self.ranks[row * self.shape.columns() + column]
    }

    /// All ranks by rows.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    /// The face of a tile of a rank.
    #[inline]
    pub fn face(&self, rank: u8) -> f64 {
        self.faces[usize::from(rank)]
    }

    /// The Euclidean distance between two cells.
    pub fn distance(a: Cell, b: Cell) -> f64 {
        let rows = a.row().abs_diff(b.row()) as f64;
        let columns = a.column().abs_diff(b.column()) as f64;
        rows.hypot(columns)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Board;

    use super::*;

    #[test]
    fn faces_are_those_of_the_tile_system() {
        let empty = Board::new("2x2".parse().unwrap());
        for system in TileSystem::ALL {
            let board = FeatureBoard::new(&empty, system);
            for rank in 0..=Tile::MAX_RANK {
                let tile = Tile::new(rank).unwrap();
                assert_eq!(board.face(rank), system.face(tile) as f64, "{system} {rank}");
            }
        }
    }
}
