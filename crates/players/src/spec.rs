//! Parameters of a player: `expectimax:depth=3,cutoff=0.001`, or `table:DIR`, where a value without a
//! name belongs to the first parameter.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The parameters of a player, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters {
    pairs: Vec<(String, String)>,
}

/// Why a player cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no such player.
    #[error("there is no player `{name}`; there are {known}")]
    UnknownPlayer {
        /// The name that was given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A part is not of the form key=value.
    #[error("`{part}` in `{text}` is not a parameter; write name=value, separated by commas")]
    Syntax {
        /// The part.
        part: String,
        /// The whole text.
        text: String,
    },
    /// The player has no such parameter.
    #[error("the player {player} has no parameter `{parameter}`; it has {known}")]
    UnknownParameter {
        /// The player.
        player: &'static str,
        /// The parameter that was given.
        parameter: String,
        /// The parameters that exist.
        known: String,
    },
    /// A value is not valid.
    #[error("the parameter {parameter}={value}: {error}")]
    Value {
        /// The parameter.
        parameter: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The player does not play this game.
    #[error("the player {player} does not play {rules}: {reason}")]
    Game {
        /// The player.
        player: &'static str,
        /// The rules, in a few words.
        rules: String,
        /// Why not.
        reason: String,
    },
    /// A file that the player needs cannot be used.
    #[error(transparent)]
    Weights(#[from] crate::ntuple::WeightsError),
}

impl PlayerError {
    /// An error about a value.
    pub(crate) fn value(
        parameter: &str,
        value: &str,
        error: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> PlayerError {
        let (parameter, value) = (parameter.to_owned(), value.to_owned());
        PlayerError::Value { parameter, value, error: error.into() }
    }
}

impl Parameters {
    /// Reads what follows the colon of a specification; `text` is the whole of it.
    pub(crate) fn parse(rest: &str, text: &str) -> Result<Parameters, PlayerError> {
        let mut pairs = Vec::new();
        for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
            // The first value may lack its name, which depends on the kind of player.
            let (key, value) = match part.split_once('=') {
                Some(pair) => pair,
                None if pairs.is_empty() => ("", part),
                None => {
                    let (part, text) = (part.to_owned(), text.to_owned());
                    return Err(PlayerError::Syntax { part, text });
                }
            };
            pairs.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(Parameters { pairs })
    }

    /// Adds a parameter.
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.pairs.push((name.to_owned(), value.to_owned()));
    }

    /// Names a first value that lacks a name.
    pub(crate) fn name_first(&mut self, name: &str) {
        if let Some((key, _)) = self.pairs.first_mut().filter(|(key, _)| key.is_empty()) {
            name.clone_into(key);
        }
    }

    /// Gives parameters of one name another name.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        for (key, _) in self.pairs.iter_mut().filter(|(key, _)| key == from) {
            to.clone_into(key);
        }
    }

    /// The names that are used.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(key, _)| key.as_str())
    }

    /// The last value of a parameter, as text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.pairs.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, or a default.
    pub(crate) fn get<T>(&self, name: &str, default: T) -> Result<T, PlayerError>
    where
        T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>>,
    {
        let Some(text) = self.text(name) else { return Ok(default) };
        text.parse().map_err(|error: T::Err| PlayerError::value(name, text, error))
    }

    /// The value of a parameter within bounds, or a default.
    pub(crate) fn within<T>(
        &self,
        name: &str,
        default: T,
        bounds: std::ops::RangeInclusive<T>,
    ) -> Result<T, PlayerError>
    where
        T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + PartialOrd + fmt::Display,
    {
        let value = self.get(name, default)?;
        if bounds.contains(&value) {
            return Ok(value);
        }
        let error = format!("write a number from {} to {}", bounds.start(), bounds.end());
        Err(PlayerError::value(name, &value.to_string(), error))
    }
}

/// `:name=value,name=value`; nothing if there are none.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.pairs.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            write!(f, "{separator}{name}={value}")?;
        }
        Ok(())
    }
}
