//! Figures as objects: their certainty, and the numbers that go with it.

use std::str::FromStr;

use num_bigint::BigInt;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Figure, Fraction};

/// The object of a figure.
#[derive(Serialize, Deserialize)]
#[serde(tag = "certainty", rename_all = "kebab-case")]
enum Object {
    Exact { value: Number },
    Rounded { value: f64, error: f64 },
    AtLeast { value: Number },
    AtMost { value: Number },
    Between { low: Number, high: Number },
    Sample { mean: f64, low: f64, high: f64, games: u64, seed: u64 },
    Estimate { value: f64 },
}

/// A number without rounding: an integer of at most 64 bits as it is, anything else as a string.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Number {
    Natural(u64),
    Integer(i64),
    /// An integer of more bits, or a fraction such as `3/4`.
    Text(String),
}

impl From<&Fraction> for Number {
    fn from(number: &Fraction) -> Number {
        match (u64::try_from(number.numer()), i64::try_from(number.numer())) {
            (Ok(natural), _) if number.is_integer() => Number::Natural(natural),
            (_, Ok(integer)) if number.is_integer() => Number::Integer(integer),
            _ => Number::Text(number.to_string()),
        }
    }
}

impl Number {
    fn fraction(self) -> Option<Fraction> {
        match self {
            Number::Natural(natural) => Some(Fraction::from_integer(natural.into())),
            Number::Integer(integer) => Some(Fraction::from_integer(integer.into())),
            Number::Text(text) => {
                let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
                let (above, below) = (BigInt::from_str(above).ok()?, BigInt::from_str(below).ok()?);
                (below > BigInt::from(0)).then(|| Fraction::new(above, below))
            }
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = match self {
            Figure::Exact(number) => Object::Exact { value: number.into() },
            &Figure::Rounded { value, error } => Object::Rounded { value, error },
            Figure::AtLeast(low) => Object::AtLeast { value: low.into() },
            Figure::AtMost(high) => Object::AtMost { value: high.into() },
            Figure::Between(low, high) => Object::Between { low: low.into(), high: high.into() },
            &Figure::Sample { mean, low, high, games, seed } => {
                Object::Sample { mean, low, high, games, seed }
            }
            &Figure::Estimate(value) => Object::Estimate { value },
        };
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Figure, D::Error> {
        let fraction = |number: Number| {
            number.fraction().ok_or_else(|| D::Error::custom("a number is no integer or fraction"))
        };
        Ok(match Object::deserialize(deserializer)? {
            Object::Exact { value } => Figure::Exact(fraction(value)?),
            Object::Rounded { value, error } => Figure::Rounded { value, error },
            Object::AtLeast { value } => Figure::AtLeast(fraction(value)?),
            Object::AtMost { value } => Figure::AtMost(fraction(value)?),
            Object::Between { low, high } => Figure::Between(fraction(low)?, fraction(high)?),
            Object::Sample { mean, low, high, games, seed } => {
                Figure::Sample { mean, low, high, games, seed }
            }
            Object::Estimate { value } => Figure::Estimate(value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_certainty_has_its_form() {
        let half = Figure::Exact(Fraction::new(1.into(), 2.into()));
        let large = u128::from(u64::MAX) + 1;
        for (figure, text) in [
            (Figure::exact(7), r#"{"certainty":"exact","value":7}"#),
            (Figure::exact(-7), r#"{"certainty":"exact","value":-7}"#),
            (Figure::exact(large), r#"{"certainty":"exact","value":"18446744073709551616"}"#),
            (half, r#"{"certainty":"exact","value":"1/2"}"#),
            (Figure::rounded(0.5, 1e-9), r#"{"certainty":"rounded","value":0.5,"error":1e-9}"#),
            (Figure::at_least(3), r#"{"certainty":"at-least","value":3}"#),
            (Figure::at_most(3), r#"{"certainty":"at-most","value":3}"#),
            (Figure::between(3, 5), r#"{"certainty":"between","low":3,"high":5}"#),
            (Figure::Estimate(1.5), r#"{"certainty":"estimate","value":1.5}"#),
            (
                Figure::Sample { mean: 1.5, low: 1.25, high: 2.0, games: 100, seed: 7 },
                r#"{"certainty":"sample","mean":1.5,"low":1.25,"high":2.0,"games":100,"seed":7}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&figure).unwrap(), text);
            assert_eq!(serde_json::from_str::<Figure>(text).unwrap(), figure);
        }
        assert!(serde_json::from_str::<Figure>(r#"{"certainty":"exact","value":"1/0"}"#).is_err());
    }
}
