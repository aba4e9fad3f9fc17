//! Tile systems: which tiles exist, which two merge into what, and how far a tile travels.
//!
//! Each system is a value of [`TileSystem`] and a small file that states its rules. All of them
//! keep the sum of the tile values when two tiles merge, so that in each of them a slide keeps
//! the sum of the board and a spawn raises it: every game here is graded by tile sum.

mod classic;
mod fibonacci;
mod fives;
mod threes;

#[cfg(test)]
mod conformance;

use std::fmt;
use std::str::FromStr;

use crate::spawn::SpawnRule;
use crate::tile::Tile;

/// How far a slide carries a tile.
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

    /// What people see on a tile; zero for an empty cell.
    fn value(&self, tile: Tile) -> u64;

    /// What two touching tiles become, in either order; `None` if they do not merge.
    /// Never asked about empty cells. A rank past [`Tile::MAX_RANK`] is returned as it is, for
    /// the caller to refuse.
    fn merge(&self, a: u8, b: u8) -> Option<u8>;

    /// How far tiles travel.
    fn travel(&self) -> Travel;

    /// What a merge adds to the score, by the value of its result.
    fn merge_score(&self, result: Tile) -> u64 {
        self.value(result)
    }

    /// What the arrival of a new tile adds to the score.
    fn spawn_score(&self, _spawned: Tile) -> u64 {
        0
    }

    /// How new tiles arrive unless the user says otherwise.
    fn spawn(&self) -> SpawnRule;
}

/// A tile system, chosen at run time.
///
/// ```
/// use twofold_core::{Tile, TileSystem};
///
/// let fibonacci: TileSystem = "fibonacci".parse()?;
/// let values: Vec<u64> = (1..=6).map(|rank| fibonacci.value(Tile::new(rank).unwrap())).collect();
/// assert_eq!(values, [1, 2, 3, 5, 8, 13]);
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

    /// What people see on a tile; zero for an empty cell.
    pub fn value(self, tile: Tile) -> u64 {
        self.rules().value(tile)
    }

    /// The tile that shows the given value.
    pub fn tile_of(self, value: u64) -> Option<Tile> {
        (0..=Tile::MAX_RANK).filter_map(Tile::new).find(|&tile| self.value(tile) == value)
    }

    /// The rank that two touching tiles merge into, in either order. It may lie past
    /// [`Tile::MAX_RANK`], in which case no board can hold the result.
    pub fn merge(self, a: Tile, b: Tile) -> Option<u8> {
        if a.is_empty() || b.is_empty() {
            return None;
        }
        self.rules().merge(a.rank(), b.rank())
    }

    /// How far tiles travel.
    pub fn travel(self) -> Travel {
        self.rules().travel()
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
