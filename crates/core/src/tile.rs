//! A tile by its rank.

use std::fmt;
use std::str::FromStr;

use crate::tiles::TileSystem;

/// What lies in a cell: a tile by its rank within a tile system, rank 0 being an empty cell.
///
/// The rank is what the literature on 2048 calls the logarithmic value: rank *k* of the classic
/// game is the tile 2^*k*. What a rank shows to people and which ranks merge is up to the
/// [`TileSystem`]. A tile does not know its system; `Display` and `FromStr` take it to be classic,
/// and [`TileSystem::face`] and [`TileSystem::tile_with_face`] serve every system.
///
/// ```
/// use twofold_core::{Tile, TileSystem};
///
/// let tile: Tile = "512".parse()?;
/// assert_eq!(tile.rank(), 9);
/// assert_eq!(tile.to_string(), "512");
/// assert_eq!(TileSystem::Threes.face(tile), 192);
/// assert_eq!(Tile::EMPTY.to_string(), ".");
/// # Ok::<(), twofold_core::UnknownTile>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tile(u8);

/// A text that is not a tile of a tile system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a tile of the {system} game")]
pub struct UnknownTile {
    /// The text that was given.
    pub text: String,
    /// The tile system that was asked.
    pub system: TileSystem,
}

impl Tile {
    /// No tile.
    pub const EMPTY: Tile = Tile(0);

    /// The highest rank that exists: faces fit 64 bits, and each rank has a digit of its own.
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

/// The face of the classic game, or a dot for an empty cell.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TileSystem::Classic.face(*self) {
            0 => f.pad("."),
            face => f.pad(&face.to_string()),
        }
    }
}

/// Reads a face of the classic game; a dot or 0 is an empty cell.
impl FromStr for Tile {
    type Err = UnknownTile;

    fn from_str(text: &str) -> Result<Tile, UnknownTile> {
        TileSystem::Classic.read_tile(text)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A tile that a board's representation has no room for.
///
/// ```
/// use twofold_core::{Cell, Grid, Packed};
///
/// let board = Packed::from_code("2x2".parse()?, 0x1200).unwrap();
/// let error = board.with(Cell::new(1, 1), "65536".parse()?).unwrap_err();
/// assert_eq!((error.rank, error.max), (16, 15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile of rank {rank} does not fit: this form of board holds ranks up to {max}")]
pub struct TileTooLarge {
    /// The rank that was to be stored.
    pub rank: u8,
    /// The highest rank that can be stored.
    pub max: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_read_back() {
        for rank in 0..=Tile::MAX_RANK {
            let tile = Tile::new(rank).unwrap();
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        for text in ["", "1", "3", "-2", "+2", "2.", "4611686018427387904"] {
            assert!(text.parse::<Tile>().is_err(), "{text}");
        }
    }
}
