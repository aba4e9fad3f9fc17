//! Parameters in the name of a player: `expectimax:depth=3,cutoff=0.001`, or `table:DIR`, where a
//! value that stands alone belongs to the first parameter.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A name with its parameters, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters {
    text: String,
    pairs: Vec<(String, String)>,
}

/// What is wrong with the name of a player.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
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
    /// A value makes no sense.
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

impl RecipeError {
    /// An error about a value.
    pub(crate) fn value(
        parameter: &str,
        value: &str,
        error: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> RecipeError {
        let (parameter, value) = (parameter.to_owned(), value.to_owned());
        RecipeError::Value { parameter, value, error: error.into() }
    }
}

impl Parameters {
    /// Splits a text into a name and its parameters.
    pub(crate) fn split(text: &str) -> Result<(&str, Parameters), RecipeError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut pairs = Vec::new();
        for part in rest.split(',').filter(|part| !part.trim().is_empty()) {
            // The first value may stand alone; whoever knows the player knows its name.
            let (key, value) = match part.split_once('=') {
                Some(pair) => pair,
                None if pairs.is_empty() => ("", part),
                None => {
                    let (part, text) = (part.to_owned(), text.to_owned());
                    return Err(RecipeError::Syntax { part, text });
                }
            };
            pairs.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        Ok((name.trim(), Parameters { text: text.to_owned(), pairs }))
    }

    /// Gives a value that stands alone the name of a parameter.
    pub(crate) fn name_first(&mut self, name: &str) {
        if let Some((key, _)) = self.pairs.first_mut().filter(|(key, _)| key.is_empty()) {
            name.clone_into(key);
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
    pub(crate) fn get<T>(&self, name: &str, default: T) -> Result<T, RecipeError>
    where
        T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>>,
    {
        let Some(text) = self.text(name) else { return Ok(default) };
        text.parse().map_err(|error: T::Err| RecipeError::value(name, text, error))
    }

    /// The value of a parameter within bounds, or a default.
    pub(crate) fn within<T>(
        &self,
        name: &str,
        default: T,
        bounds: std::ops::RangeInclusive<T>,
    ) -> Result<T, RecipeError>
    where
        T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + PartialOrd + fmt::Display,
    {
        let value = self.get(name, default)?;
        if bounds.contains(&value) {
            return Ok(value);
        }
        let error = format!("write a number from {} to {}", bounds.start(), bounds.end());
        Err(RecipeError::value(name, &value.to_string(), error))
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
