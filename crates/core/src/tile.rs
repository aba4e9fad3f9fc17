//! A tile by its rank.

use std::fmt;

/// A tile as its rank within a tile system; rank 0 is an empty cell.
///
/// The rank is what the literature on 2048 calls the logarithmic value: rank *k* of the classic
/// game is the tile 2^*k*. What a rank shows to people and which ranks merge is up to the
/// [`TileSystem`](crate::TileSystem).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tile(u8);

impl Tile {
    /// No tile.
    pub const EMPTY: Tile = Tile(0);

    /// The highest rank that exists: values fit 64 bits, and each rank has a digit of its own.
    pub const MAX_RANK: u8 = 61;

    /// The tile of a rank, if it exists.
    pub const fn new(rank: u8) -> Option<Tile> {
        if rank <= Self::MAX_RANK { Some(Tile(rank)) } else { None }
    }

    /// The rank: 0 for an empty cell.
    pub const fn rank(self) -> u8 {
        self.0
    }

    /// Whether there is no tile.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tile one rank higher, if it exists.
    pub const fn next(self) -> Option<Tile> {
        Tile::new(self.0 + 1)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A tile that a board's representation, or the tile system, has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile of rank {rank} does not fit: this form of board holds ranks up to {max}")]
pub struct TileTooLarge {
    /// The rank that was to be stored.
    pub rank: u8,
    /// The highest rank that can be stored.
    pub max: u8,
}
