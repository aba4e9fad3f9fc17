//! Spawn rules: what appears where, with what probability. Nothing here draws a random number.

mod chance;
mod placement;
mod tiles;

use std::fmt;
use std::str::FromStr;

pub use chance::{Chance, ChanceError};
pub use placement::{Cells, Corner, Entry, Placement, Scan, UnknownPlacement};
pub use tiles::{SpawnTiles, SpawnTilesError};

use crate::tiles::TileSystem;

/// Where new tiles appear and what they show: the part of the rules that is not up to the player.
///
/// ```
/// use twofold_core::{Placement, SpawnRule};
///
/// let rule: SpawnRule = "2 or 4 at top-left-rows".parse()?;
/// assert_eq!(rule.placement, "top-left-rows".parse()?);
/// assert_eq!(rule.tiles, "2:0.9,4:0.1".parse()?);
/// assert_eq!(rule.to_string(), "2 or 4 at top-left-rows");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpawnRule {
    /// Where.
    pub placement: Placement,
    /// What.
    pub tiles: SpawnTiles,
}

/// Why a text is not a spawn rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpawnRuleError {
    /// The tiles are wrong.
    #[error(transparent)]
    Tiles(#[from] SpawnTilesError),
    /// The placement does not exist.
    #[error(transparent)]
    Placement(#[from] UnknownPlacement),
}

impl SpawnRule {
    /// Any empty cell, all equally likely.
    pub fn anywhere(tiles: SpawnTiles) -> SpawnRule {
        SpawnRule { placement: Placement::Anywhere, tiles }
    }

    /// The deterministic spawn of Edixhoven 2019: always the lowest tile, in the topmost, then
    /// leftmost empty cell.
    pub fn topmost_then_leftmost() -> SpawnRule {
        SpawnRule {
            placement: Placement::Nearest { corner: Corner::TopLeft, scan: Scan::Rows },
            tiles: SpawnTiles::of_ranks(&[(1, 1)]),
        }
    }

    /// Reads what [`SpawnRule::write`] writes: tiles as [`SpawnTiles::parse`] reads them, then
    /// perhaps `at` and a placement. Without one, tiles appear anywhere.
    pub fn parse(text: &str, system: TileSystem) -> Result<SpawnRule, SpawnRuleError> {
        let (tiles, placement) = match text.split_once(" at ") {
            Some((tiles, placement)) => (tiles, placement.trim().parse()?),
            None => (text, Placement::Anywhere),
        };
        Ok(SpawnRule { placement, tiles: SpawnTiles::parse(tiles, system)? })
    }

    /// The rule in words, with the faces of a tile system: `2 or 4 at top-left-rows`.
    ///
    /// Probabilities are written unless they are those of the tile system: `2 (1/2) or 4 (1/2)`.
    pub fn write(&self, system: TileSystem) -> String {
        let tiles = self.tiles.words(system);
        match self.placement {
            Placement::Anywhere => tiles,
            placement => format!("{tiles} at {placement}"),
        }
    }
}

/// The rule in words, with the faces of the classic game.
impl fmt::Display for SpawnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(TileSystem::Classic))
    }
}

impl FromStr for SpawnRule {
    type Err = SpawnRuleError;

    fn from_str(text: &str) -> Result<SpawnRule, SpawnRuleError> {
        SpawnRule::parse(text, TileSystem::Classic)
    }
}
