//! What rows can ask to be computed.
//!
//! Each file of this module offers computations on one topic. A computation takes the row's
//! arguments and returns a figure, with how surely it is known, or words.

mod abstract_game;
mod board;
mod breakthrough;
mod chains;
mod change;
mod count;
mod enumeration;
mod feature_correlations;
mod lemmas;
mod markov;
mod paint;
mod play;
mod players;
mod reach;
mod row_play;
mod solve;
mod symbolic;

use std::collections::BTreeMap;
use std::error::Error;
use std::str::FromStr;

use serde::Deserialize;
use twofold_core::{Figure, Rules, Shape, SpawnTiles, TileSystem, Watch};

use crate::computed::Computed;

/// A named way to recompute figures.
#[derive(Clone, Copy)]
pub struct Computation {
    /// The name that rows use.
    pub name: &'static str,
    /// What it computes, from which arguments.
    pub about: &'static str,
    run: fn(&Arguments, &dyn Watch) -> Result<Computed, ComputeError>,
}

impl Computation {
    /// Computes a figure.
    pub fn run(&self, arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
        (self.run)(arguments, watch)
    }
}

/// Every computation.
pub fn all() -> impl Iterator<Item = &'static Computation> {
    let topics = [
        abstract_game::COMPUTATIONS,
        board::COMPUTATIONS,
        breakthrough::COMPUTATIONS,
        chains::COMPUTATIONS,
        change::COMPUTATIONS,
        count::COMPUTATIONS,
        enumeration::COMPUTATIONS,
        feature_correlations::COMPUTATIONS,
        lemmas::COMPUTATIONS,
        markov::COMPUTATIONS,
        paint::COMPUTATIONS,
        play::COMPUTATIONS,
        players::COMPUTATIONS,
        reach::COMPUTATIONS,
        row_play::COMPUTATIONS,
        solve::COMPUTATIONS,
        symbolic::COMPUTATIONS,
    ];
    topics.into_iter().flatten()
}

/// The computation of a name.
pub fn find(name: &str) -> Result<&'static Computation, ComputeError> {
    all()
        .find(|computation| computation.name == name)
        .ok_or_else(|| ComputeError::Unknown(name.to_owned()))
}

/// Why a figure could not be recomputed.
#[derive(Debug, thiserror::Error)]
pub enum ComputeError {
    /// There is no such computation.
    #[error("there is no computation `{0}`")]
    Unknown(String),
    /// The row lacks an argument.
    #[error("the argument `{0}` is missing")]
    Missing(&'static str),
    /// An argument is not what it should be.
    #[error("the argument `{name}`: {error}")]
    Argument {
        /// The argument.
        name: &'static str,
        /// What is wrong with it.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The computation itself failed.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

impl ComputeError {
    fn failed(error: impl Error + Send + Sync + 'static) -> ComputeError {
        ComputeError::Failed(Box::new(error))
    }
}

/// A quotient of counts, to six decimals: more would say nothing that people want to know.
fn quotient(dividend: f64, divisor: f64) -> Computed {
    Figure::Rounded { value: dividend / divisor, error: 5e-7 }.into()
}

/// The arguments of a row, as text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Arguments(BTreeMap<String, String>);

impl Arguments {
    /// An argument that must be there.
    pub fn text(&self, name: &'static str) -> Result<&str, ComputeError> {
        self.0.get(name).map(String::as_str).ok_or(ComputeError::Missing(name))
    }

    /// An argument that must be there, parsed.
    pub fn get<T>(&self, name: &'static str) -> Result<T, ComputeError>
    where
        T: FromStr<Err: Error + Send + Sync + 'static>,
    {
        let wrong = |error: T::Err| ComputeError::Argument { name, error: Box::new(error) };
        self.text(name)?.parse().map_err(wrong)
    }

    /// The tile system that `tiles` names; the default one if it is missing.
    pub fn tiles(&self) -> Result<TileSystem, ComputeError> {
        if self.0.contains_key("tiles") { self.get("tiles") } else { Ok(TileSystem::default()) }
    }

    /// The rules that `shape`, `tiles` and `spawns` describe.
    pub fn rules(&self) -> Result<Rules, ComputeError> {
        let shape: Shape = self.get("shape")?;
        let tiles = self.tiles()?;
        let mut rules = Rules::new(shape, tiles);
        if let Some(spawns) = self.0.get("spawns") {
            let wrong = |error| ComputeError::Argument { name: "spawns", error: Box::new(error) };
            rules.spawn.tiles = SpawnTiles::parse(spawns, tiles).map_err(wrong)?;
        }
        Ok(rules)
    }
}
