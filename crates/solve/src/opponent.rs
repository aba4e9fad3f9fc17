//! Who chooses the spawns.

use std::fmt;
use std::str::FromStr;

/// Who chooses the spawns.
///
/// ```
/// use twofold_solve::Opponent;
///
/// assert_eq!("random".parse(), Ok(Opponent::Chance));
/// assert_eq!(Opponent::Helper.to_string(), "helper");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Chance, by the probabilities of the game.
    Chance,
    /// An adversary, who chooses cell and tile so that Slider gets least.
    Adversary,
    /// A helper, who chooses them so that Slider gets most.
    Helper,
}

/// A word that is no opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no opponent: choose chance, adversary or helper")]
pub struct ParseOpponentError {
    /// The word.
    pub word: String,
}

impl Opponent {
    /// Every opponent.
    pub const ALL: [Opponent; 3] = [Opponent::Chance, Opponent::Adversary, Opponent::Helper];

    /// The word for the opponent.
    pub const fn name(self) -> &'static str {
        match self {
            Opponent::Chance => "chance",
            Opponent::Adversary => "adversary",
            Opponent::Helper => "helper",
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the names, and `random` and `friend`.
impl FromStr for Opponent {
    type Err = ParseOpponentError;

    fn from_str(word: &str) -> Result<Opponent, ParseOpponentError> {
        match word {
            "random" => Ok(Opponent::Chance),
            "friend" => Ok(Opponent::Helper),
            _ => {
                let opponent = Opponent::ALL.into_iter().find(|opponent| opponent.name() == word);
                opponent.ok_or_else(|| ParseOpponentError { word: word.to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for opponent in Opponent::ALL {
            assert_eq!(opponent.to_string().parse(), Ok(opponent));
        }
        assert!("nobody".parse::<Opponent>().is_err());
    }
}
