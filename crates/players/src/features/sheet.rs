//! A board as the features read it.

use twofold_core::{Cell, Grid, Shape, TileSystem};

/// The ranks and values of a board, spread out to be read often.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    shape: Shape,
    ranks: Vec<u8>,
    tiles: TileSystem,
}

impl Sheet {
    /// Spreads out a board.
    pub fn new<B: Grid>(board: &B, tiles: TileSystem) -> Sheet {
        Sheet {
            shape: board.shape(),
            ranks: board.tiles().map(|tile| tile.rank()).collect(),
            tiles,
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

    /// What people see on a tile of a rank.
    #[inline]
    pub fn value(&self, rank: u8) -> f64 {
        match (rank, self.tiles) {
            (0, _) => 0.0,
            (_, TileSystem::Classic) => (1_u64 << rank) as f64,
            _ => self.tiles.value(twofold_core::Tile::new(rank).unwrap_or_default()) as f64,
        }
    }

    /// The distance between two cells, as the crow flies.
    pub fn distance(a: Cell, b: Cell) -> f64 {
        let rows = a.row().abs_diff(b.row()) as f64;
        let columns = a.column().abs_diff(b.column()) as f64;
        rows.hypot(columns)
    }
}
