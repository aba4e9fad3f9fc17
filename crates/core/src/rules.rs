//! A game as a value.

use crate::shape::Shape;
use crate::spawn::{Placement, SpawnRule};
use crate::tiles::TileSystem;

/// Everything that defines a game: a shape, a tile system and a spawn rule.
///
/// ```
/// use twofold_core::{Rules, SpawnValues, TileSystem};
///
/// let mut rules = Rules::new("4x4".parse()?, TileSystem::Classic);
/// rules.spawn.values = SpawnValues::parse("2", rules.tiles)?;
/// assert_eq!(rules.brief(), "classic on 4x4, dropping 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The board.
    pub shape: Shape,
    /// The tiles.
    pub tiles: TileSystem,
    /// The spawns.
    pub spawn: SpawnRule,
}

impl Rules {
    /// The rules of a tile system as people play it.
    pub fn new(shape: Shape, tiles: TileSystem) -> Rules {
        Rules { shape, tiles, spawn: tiles.default_spawn() }
    }

    /// 2048 as people play it: 2 with probability 0.9 and 4 with 0.1, in a random empty cell.
    pub fn classic(shape: Shape) -> Rules {
        Rules::new(shape, TileSystem::Classic)
    }

    /// 2048 as a two-player game, after Zeegers and Edixhoven: only 2s are dropped, anywhere.
    pub fn only_twos(shape: Shape) -> Rules {
        let mut rules = Rules::classic(shape);
        rules.spawn =
            SpawnRule { placement: Placement::Anywhere, ..SpawnRule::topmost_then_leftmost() };
        rules
    }

    /// The rules in a few words.
    pub fn brief(&self) -> String {
        let values: Vec<_> =
            self.spawn.values.iter().map(|(tile, _)| self.tiles.value(tile).to_string()).collect();
        let place = match self.spawn.placement {
            Placement::Anywhere => String::new(),
            placement => format!(" at {}", placement.name()),
        };
        format!("{} on {}, dropping {}{place}", self.tiles, self.shape, values.join(" or "))
    }
}
