//! What Slider plays for.

use std::fmt;
use std::str::FromStr;

/// What Slider plays for.
///
/// ```
/// use twofold_solve::Goal;
///
/// assert_eq!("most-slides".parse(), Ok(Goal::MostSlides));
/// assert_eq!(Goal::FewestSlides.to_string(), "fewest-slides");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The score of the game.
    Score,
    /// To make the target: the tile that ends the game.
    Tile,
    /// The largest tile.
    Largest,
    /// As many slides as possible, to the end of the game.
    MostSlides,
    /// As few slides as possible: to the target if there is one, or else to the end of the game.
    FewestSlides,
}

/// A word that is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no goal: choose score, tile, largest, most-slides or fewest-slides")]
pub struct ParseGoalError {
    /// The word.
    pub word: String,
}

impl Goal {
    /// Every goal.
    pub const ALL: [Goal; 5] =
        [Goal::Score, Goal::Tile, Goal::Largest, Goal::MostSlides, Goal::FewestSlides];

    /// The word for the goal.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Score => "score",
            Goal::Tile => "tile",
            Goal::Largest => "largest",
            Goal::MostSlides => "most-slides",
            Goal::FewestSlides => "fewest-slides",
        }
    }

    /// Reads a goal that may name its tile: `tile:512` is the goal `tile` and the face 512.
    ///
    /// ```
    /// use twofold_solve::Goal;
    ///
    /// assert_eq!(Goal::with_face("tile:512"), Ok((Goal::Tile, Some(512))));
    /// assert_eq!(Goal::with_face("tile"), Ok((Goal::Tile, None)));
    /// ```
    pub fn with_face(text: &str) -> Result<(Goal, Option<u64>), ParseGoalError> {
        match text.strip_prefix("tile:") {
            None => Ok((text.parse()?, None)),
            Some(face) => match face.parse() {
                Ok(face) => Ok((Goal::Tile, Some(face))),
                Err(_) => Err(ParseGoalError { word: text.to_owned() }),
            },
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the names, and the words of earlier versions.
impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(word: &str) -> Result<Goal, ParseGoalError> {
        match word {
            "max-tile" => Ok(Goal::Largest),
            "moves" => Ok(Goal::MostSlides),
            "fewest-moves" => Ok(Goal::FewestSlides),
            _ => {
                let goal = Goal::ALL.into_iter().find(|goal| goal.name() == word);
                goal.ok_or_else(|| ParseGoalError { word: word.to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_old_words_are_understood() {
        for goal in Goal::ALL {
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
        let old = ["max-tile", "moves", "fewest-moves"].map(|word| word.parse::<Goal>().unwrap());
        assert_eq!(old, [Goal::Largest, Goal::MostSlides, Goal::FewestSlides]);
        for nonsense in ["", "Score", "tile:", "tile:x", "tile:-2", "largest:4"] {
            assert!(Goal::with_face(nonsense).is_err(), "{nonsense}");
        }
    }
}
