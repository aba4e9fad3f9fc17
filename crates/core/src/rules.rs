//! A game as a value.

use std::fmt;
use std::str::FromStr;

use crate::shape::{Shape, ShapeError};
use crate::spawn::{Placement, SpawnRule, SpawnRuleError};
use crate::tiles::{TileSystem, UnknownTileSystem};

/// Everything that defines a game: a shape, a tile system and a spawn rule.
///
/// Rules are written in words that are read back. The spawns may be left out, and so may `on` and
/// the classic tile system; probabilities are written where they are not the usual ones.
///
/// ```
/// use twofold_core::Rules;
///
/// let rules: Rules = "classic on 4x4".parse()?;
/// assert_eq!(rules.to_string(), "classic on 4x4, spawning 2 or 4");
/// assert_eq!(rules, Rules::classic("4x4".parse()?));
///
/// let even: Rules = "2x2, spawning 2:1,4:1 at top-left-rows".parse()?;
/// let text = "classic on 2x2, spawning 2 (1/2) or 4 (1/2) at top-left-rows";
/// assert_eq!(even.to_string(), text);
/// assert_eq!(text.parse(), Ok(even));
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

/// Why a text does not say what the rules are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// It does not begin with a shape, or with a tile system and a shape.
    #[error(
        "`{text}` does not say what is played; write for example `classic on 4x4, spawning 2 or 4`"
    )]
    Syntax {
        /// The text that was given.
        text: String,
    },
    /// The tile system does not exist.
    #[error(transparent)]
    Tiles(#[from] UnknownTileSystem),
    /// The shape is wrong.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The spawns are wrong.
    #[error(transparent)]
    Spawn(#[from] SpawnRuleError),
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

    /// 2048 as a two-player game, after Zeegers and Edixhoven: only 2s appear, anywhere.
    pub fn only_twos(shape: Shape) -> Rules {
        let mut rules = Rules::classic(shape);
        rules.spawn =
            SpawnRule { placement: Placement::Anywhere, ..SpawnRule::topmost_then_leftmost() };
        rules
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { shape, tiles, spawn } = self;
        write!(f, "{tiles} on {shape}, spawning {}", spawn.write(*tiles))
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let (game, spawn) = match text.split_once(',') {
            Some((game, rest)) => match rest.trim_start().strip_prefix("spawning ") {
                Some(spawn) => (game, Some(spawn)),
                None => return Err(RulesError::Syntax { text: text.to_owned() }),
            },
            None => (text, None),
        };
        let words: Vec<&str> = game.split_whitespace().collect();
        let (tiles, shape) = match words[..] {
            [shape] => (TileSystem::Classic, shape),
            [tiles, shape] | [tiles, "on", shape] => (tiles.parse()?, shape),
            _ => return Err(RulesError::Syntax { text: text.to_owned() }),
        };
        let mut rules = Rules::new(shape.parse()?, tiles);
        if let Some(spawn) = spawn {
            rules.spawn = SpawnRule::parse(spawn, tiles)?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spawn::SpawnTiles;

    #[test]
    fn rules_are_read_back() {
        for tiles in TileSystem::ALL {
            for placement in Placement::all() {
                for ranks in
                    [&[(1, 9), (2, 1)][..], &[(1, 1)], &[(1, 1), (2, 1)], &[(3, 2), (5, 3)]]
                {
                    let spawn = SpawnRule { placement, tiles: SpawnTiles::of_ranks(ranks) };
                    let rules = Rules { shape: "3x5".parse().unwrap(), tiles, spawn };
                    assert_eq!(rules.to_string().parse().as_ref(), Ok(&rules), "{rules}");
                }
            }
            let usual = Rules::new("4x4".parse().unwrap(), tiles);
            assert_eq!(format!("{tiles} 4x4").parse().as_ref(), Ok(&usual));
            assert_eq!(usual.to_string().parse().as_ref(), Ok(&usual));
        }
    }

    #[test]
    fn other_weights_have_other_words() {
        let text = |text: &str| text.parse::<Rules>().unwrap().to_string();
        assert_eq!(text("2x2"), "classic on 2x2, spawning 2 or 4");
        assert_eq!(
            text("2x2, spawning 2:0.5,4:0.5"),
            "classic on 2x2, spawning 2 (1/2) or 4 (1/2)"
        );
        assert_eq!(text("threes 4x4"), "threes on 4x4, spawning 1, 2 or 3 at trailing-edge");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "classic",
            "classic on",
            "on 4x4",
            "classic at 4x4",
            "4x4, 2 or 4",
            "4x4, spawning",
            "4x4, spawning 3",
            "4x4, spawning 2 at home",
            "checkers on 4x4",
            "4x4 spawning 2",
            "0x4",
        ] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }
}
