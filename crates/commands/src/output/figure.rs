//! Figures in JSON and CSV; tables for people use their `Display`.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use serde::Serialize;
use twofold_core::Figure;

/// A number without rounding: an integer of at most 64 bits as it is, anything else as a string.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum NumberJson {
    Natural(u64),
    Integer(i64),
    /// An integer of more bits.
    Text(String),
}

impl fmt::Display for NumberJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberJson::Natural(number) => number.fmt(f),
            NumberJson::Integer(number) => number.fmt(f),
            NumberJson::Text(text) => f.pad(text),
        }
    }
}

impl From<&BigInt> for NumberJson {
    fn from(number: &BigInt) -> NumberJson {
        match (u64::try_from(number), i64::try_from(number)) {
            (Ok(natural), _) => NumberJson::Natural(natural),
            (_, Ok(integer)) => NumberJson::Integer(integer),
            _ => NumberJson::Text(number.to_string()),
        }
    }
}

macro_rules! from_natural {
    ($($natural:ty),*) => {$(
        impl From<$natural> for NumberJson {
            fn from(number: $natural) -> NumberJson {
                NumberJson::from(&BigInt::from(number))
            }
        }
    )*};
}

from_natural!(u64, u128, usize, BigUint);

/// The cells of a figure in CSV: its digits, its certainty, and its error where it has one; for a sample,
/// that is the distance to the farther end of its interval.
pub(crate) fn csv(figure: &Figure) -> [String; 3] {
    let (digits, error) = match figure {
        Figure::Exact(number) | Figure::AtLeast(number) | Figure::AtMost(number) => {
            (number.to_string(), None)
        }
        Figure::Between(low, high) => (format!("{low}…{high}"), None),
        Figure::Rounded { value, error } => (value.to_string(), Some(*error)),
        Figure::Sample { mean, low, high, .. } => {
            (mean.to_string(), Some((high - mean).max(mean - low)))
        }
        Figure::Estimate(value) => (value.to_string(), None),
    };
    [digits, figure.certainty().to_string(), error.map_or(String::new(), |error| error.to_string())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_would_round_is_a_string() {
        let json = |number: u128| serde_json::to_string(&NumberJson::from(number)).unwrap();
        assert_eq!(json(u128::from(u64::MAX)), "18446744073709551615");
        assert_eq!(json(u128::from(u64::MAX) + 1), r#""18446744073709551616""#);
    }

    #[test]
    fn csv_has_plain_digits() {
        assert_eq!(csv(&Figure::exact(1_234_567)), ["1234567", "exact", ""]);
        assert_eq!(csv(&Figure::rounded(1234.5, 1e-3)), ["1234.5", "rounded", "0.001"]);
        assert_eq!(csv(&Figure::between(1, 2)), ["1…2", "between", ""]);
        let share = Figure::Sample { mean: 0.25, low: 0.125, high: 0.5, games: 9, seed: 1 };
        assert_eq!(csv(&share), ["0.25", "sample", "0.25"]);
    }
}
