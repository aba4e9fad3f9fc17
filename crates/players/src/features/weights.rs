//! The six features and their weights.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use twofold_core::Direction;

use super::{FeatureBoard, adjacent, chain, empty, largest, monotonicity, shift_load};

/// A number for each feature: its value on a board, or its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Features {
    /// [Largest-tile position](largest()).
    pub largest: f64,
    /// [Monotonicity](monotonicity()).
    pub monotonicity: f64,
    /// [Empty tiles](empty()).
    pub empty: f64,
    /// The mean face of the tiles of the [chain](chain()).
    pub chain: f64,
    /// [Shift load](shift_load()).
    pub shift_load: f64,
    /// [Adjacent](adjacent()).
    pub adjacent: f64,
}

/// The weights of the features.
///
/// ```
/// use twofold_players::features::FeatureWeights;
///
/// let weights: FeatureWeights = "3/180/240/1/60/-2".parse()?;
/// assert_eq!((weights.largest, weights.adjacent), (3.0, -2.0));
/// assert_eq!(weights.to_string(), "3/180/240/1/60/-2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type FeatureWeights = Features;

impl Features {
    /// The names of the features, in order.
    pub const NAMES: [&'static str; 6] =
        ["largest", "monotonicity", "empty", "chain", "shift load", "adjacent"];

    /// Weights found by `twofold tune`; `docs/results/players.md` says how.
    pub const TUNED: FeatureWeights =
        FeatureWeights::from_array([4.7, 131.0, 240.0, -0.4, 150.0, -4.6]);

    /// The tuned weights as text.
    pub const TUNED_TEXT: &'static str = "4.7/131/240/-0.4/150/-4.6";

    /// The weights of the last version of the authors' program, for [`Variant::Program`](super::Variant).
    pub const FINAL: FeatureWeights = FeatureWeights::from_array([
        8.043567359257668,
        7.9213674542187675,
        9.0,
        0.0,
        6.327435027562505,
        -1.7095040941182749,
    ]);

    /// Weights that have a name.
    pub const NAMED: [(&'static str, FeatureWeights); 2] =
        [("tuned", FeatureWeights::TUNED), ("final", FeatureWeights::FINAL)];

    /// All features of a board after a slide and a spawn.
    pub fn of(board: &FeatureBoard, slide: Direction) -> Features {
        let cells = chain(board);
        let value = |cell: &twofold_core::Cell| board.face(board.rank(cell.row(), cell.column()));
        Features {
            largest: largest(board),
            monotonicity: monotonicity(board),
            empty: empty(board),
            chain: cells.iter().map(value).sum::<f64>() / cells.len() as f64,
            shift_load: shift_load(board, slide),
            adjacent: adjacent(board),
        }
    }

    /// From the numbers in the order of [`Features::NAMES`].
    pub const fn from_array(numbers: [f64; 6]) -> Features {
        let [largest, monotonicity, empty, chain, shift_load, adjacent] = numbers;
        Features { largest, monotonicity, empty, chain, shift_load, adjacent }
    }

    /// The numbers in the order of [`Features::NAMES`].
    pub const fn to_array(self) -> [f64; 6] {
        [self.largest, self.monotonicity, self.empty, self.chain, self.shift_load, self.adjacent]
    }

    /// The weighted sum.
    pub fn weigh(&self, weights: &FeatureWeights) -> f64 {
        let products = self.to_array().into_iter().zip(weights.to_array());
        products.map(|(feature, weight)| feature * weight).sum()
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.to_array().map(|number| number.to_string());
        f.write_str(&texts.join("/"))
    }
}

/// A text that is neither a name nor six finite numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write six numbers with slashes between them, as in {tuned}, or `tuned` or `final`", tuned = Features::TUNED_TEXT)]
pub struct ParseWeightsError;

impl FromStr for Features {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<Features, ParseWeightsError> {
        if let Some((_, weights)) = Features::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(weights);
        }
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        let numbers: Option<Vec<f64>> = text.split('/').map(number).collect();
        let numbers: [f64; 6] =
            numbers.ok_or(ParseWeightsError)?.try_into().map_err(|_| ParseWeightsError)?;
        Ok(Features::from_array(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_are_written() {
        assert_eq!(FeatureWeights::TUNED_TEXT.parse(), Ok(FeatureWeights::TUNED));
        assert_eq!(FeatureWeights::TUNED.to_string(), FeatureWeights::TUNED_TEXT);
        assert_eq!("final".parse(), Ok(FeatureWeights::FINAL));
        for text in ["", "last", "1/2/3", "1/2/3/4/5/x", "1/2/3/4/5/6/7", "NaN/1/1/1/1/1"] {
            assert!(text.parse::<Features>().is_err(), "{text}");
        }
    }
}
