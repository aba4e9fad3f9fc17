//! Tile systems: which tiles exist, which two merge into what, and how far a tile travels.
//!
//! Each system is a value of [`TileSystem`] and a small file that states its rules. All of them
//! keep the sum of the faces when two tiles merge, so that in each of them a slide keeps
//! the sum of the board and a spawn raises it: every game here is graded by tile sum.

mod basis;
mod classic;
mod doubling;
mod fibonacci;
mod fives;
mod threes;

#[cfg(test)]
mod conformance;

use std::fmt;
use std::str::FromStr;

use crate::spawn::SpawnRule;
use crate::tile::{Tile, UnknownTile};

/// How far a slide carries a tile.
///
/// ```
/// use twofold_core::{TileSystem, Travel};
///
/// assert_eq!(TileSystem::Classic.travel(), Travel::Full);
/// assert_eq!(TileSystem::Threes.travel(), Travel::OneStep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Travel {
    /// Until it meets the border or another tile; a line may see several merges.
    Full,
    /// One cell at most; a line sees one merge at most, the one nearest to the border.
    OneStep,
}

/// The rules of one tile system; implemented once per file of this module.
pub(crate) trait TileRules {
    /// The name that commands and files use.
    fn name(&self) -> &'static str;

    /// The number that a tile shows; zero for an empty cell.
    fn face(&self, tile: Tile) -> u64;

    /// What two touching tiles become, in either order; `None` if they do not merge.
    /// Never asked about empty cells. A rank past [`Tile::MAX_RANK`] may be returned; the caller
    /// takes it for no merge.
    fn merge(&self, a: u8, b: u8) -> Option<u8>;

    /// How far tiles travel.
    fn travel(&self) -> Travel;

    /// How many tiles of the basis a tile is merged from; zero for an empty cell.
    fn parts(&self, tile: Tile) -> u64;

    /// What a merge adds to the score, by its result.
    fn merge_score(&self, result: Tile) -> u64 {
        self.face(result)
    }

    /// What the arrival of a new tile adds to the score.
    fn spawn_score(&self, _spawned: Tile) -> u64 {
        0
    }

    /// How new tiles arrive unless the user says otherwise.
    fn spawn(&self) -> SpawnRule;
}

/// Which tiles exist, what they show, which two merge into what, and how far a tile travels; chosen
/// at run time.
///
/// ```
/// use twofold_core::{Tile, TileSystem};
///
/// let fibonacci: TileSystem = "fibonacci".parse()?;
/// let faces: Vec<u64> = (1..=6).map(|rank| fibonacci.face(Tile::new(rank).unwrap())).collect();
/// assert_eq!(faces, [1, 2, 3, 5, 8, 13]);
/// # Ok::<(), twofold_core::UnknownTileSystem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TileSystem {
    /// 2048: powers of two, equal tiles merge.
    #[default]
    Classic,
    /// 987: Fibonacci numbers, neighbours in the sequence merge.
    Fibonacci,
    /// Threes: 1 and 2 merge to 3, then equal tiles merge.
    Threes,
    /// Fives: 2 and 3 merge to 5, then equal tiles merge.
    Fives,
}

/// A name that no tile system has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tile system `{name}`; there are classic, fibonacci, threes and fives")]
pub struct UnknownTileSystem {
    /// The name that was given.
    pub name: String,
}

impl TileSystem {
    /// Every tile system.
    pub const ALL: [TileSystem; 4] =
        [TileSystem::Classic, TileSystem::Fibonacci, TileSystem::Threes, TileSystem::Fives];

    fn rules(self) -> &'static dyn TileRules {
        match self {
            TileSystem::Classic => &classic::Classic,
            TileSystem::Fibonacci => &fibonacci::Fibonacci,
            TileSystem::Threes => &threes::Threes,
            TileSystem::Fives => &fives::Fives,
        }
    }

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        self.rules().name()
    }

    /// The number that a tile shows; zero for an empty cell.
    pub fn face(self, tile: Tile) -> u64 {
        self.rules().face(tile)
    }

    /// The tile that shows the given number.
    pub fn tile_with_face(self, face: u64) -> Option<Tile> {
        (0..=Tile::MAX_RANK).filter_map(Tile::new).find(|&tile| self.face(tile) == face)
    }

    /// Reads the face of a tile; a dot or 0 is an empty cell.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// assert_eq!(TileSystem::Threes.read_tile("192")?.rank(), 9);
    /// assert!(TileSystem::Threes.read_tile("4").is_err());
    /// # Ok::<(), twofold_core::UnknownTile>(())
    /// ```
    pub fn read_tile(self, text: &str) -> Result<Tile, UnknownTile> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let tile = match text {
            "." => Some(Tile::EMPTY),
            _ if plain => text.parse().ok().and_then(|face| self.tile_with_face(face)),
            _ => None,
        };
        tile.ok_or_else(|| UnknownTile { text: text.to_owned(), system: self })
    }

    /// What two touching tiles merge into, in either order; `None` if they do not merge.
    ///
    /// Every tile system ends with rank [`Tile::MAX_RANK`]: two tiles that would make a higher one
    /// do not merge. So slides of a [`Board`](crate::Board) cannot fail.
    pub fn merge(self, a: Tile, b: Tile) -> Option<Tile> {
        if a.is_empty() || b.is_empty() {
            return None;
        }
        self.rules().merge(a.rank(), b.rank()).and_then(Tile::new)
    }

    /// How far tiles travel.
    pub fn travel(self) -> Travel {
        self.rules().travel()
    }

    /// How many tiles that no merge makes a tile is merged from: as many spawns as made it, if only
    /// those spawn. Every way to merge it takes as many; zero for an empty cell.
    ///
    /// ```
    /// use twofold_core::TileSystem;
    ///
    /// let parts = |tiles: TileSystem, face| tiles.tile_with_face(face).map(|tile| tiles.parts(tile));
    /// assert_eq!(parts(TileSystem::Classic, 16), Some(8));
    /// assert_eq!(parts(TileSystem::Threes, 6), Some(4));
    /// ```
    pub fn parts(self, tile: Tile) -> u64 {
        self.rules().parts(tile)
    }

    /// What a merge adds to the score.
    pub fn merge_score(self, result: Tile) -> u64 {
        self.rules().merge_score(result)
    }

    /// What the arrival of a new tile adds to the score.
    pub fn spawn_score(self, spawned: Tile) -> u64 {
        self.rules().spawn_score(spawned)
    }

    /// How new tiles arrive unless the user says otherwise.
    pub fn default_spawn(self) -> SpawnRule {
        self.rules().spawn()
    }
}

impl fmt::Display for TileSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TileSystem {
    type Err = UnknownTileSystem;

    /// Reads a name; `2048` and `987` are understood too.
    fn from_str(name: &str) -> Result<TileSystem, UnknownTileSystem> {
        match name {
            "2048" => return Ok(TileSystem::Classic),
            "987" => return Ok(TileSystem::Fibonacci),
            _ => {}
        }
        let known = TileSystem::ALL.into_iter().find(|system| system.name() == name);
        known.ok_or_else(|| UnknownTileSystem { name: name.to_owned() })
    }
}
