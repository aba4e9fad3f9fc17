//! What a source prints, and what it means.

use std::fmt;

use serde::Deserialize;
use twofold_core::{Figure, Fraction, decimal, group_digits};

use crate::computed::Computed;

/// How a printed figure is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// To the letter.
    #[default]
    Exact,
    /// A number rounded to the digits that are printed.
    Rounded,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
    /// A mean over games, rounded to the digits that are printed.
    Sample,
}

impl Certainty {
    /// The word for it, the same as that of a [`Figure`].
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Rounded => "rounded",
            Certainty::AtLeast => "at-least",
            Certainty::AtMost => "at-most",
            Certainty::Sample => "sample",
        }
    }
}

/// A figure as a source prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published<'a> {
    /// The letters and digits on paper.
    pub text: &'a str,
    /// How they are to be read.
    pub certainty: Certainty,
}

impl Published<'_> {
    /// Which numbers the printed one may stand for; nothing if it is no number.
    ///
    /// The printed one may have decimals (`0.79`) or an exponent (`3.6e8`); either way it is known
    /// to half a unit of its last digit, to both sides, since sources round halves either way.
    pub fn figure(&self) -> Option<Figure> {
        let number = decimal(self.text)?;
        Some(match self.certainty {
            Certainty::Exact => Figure::Exact(number),
            Certainty::AtLeast => Figure::AtLeast(number),
            Certainty::AtMost => Figure::AtMost(number),
            Certainty::Rounded | Certainty::Sample => {
                let half = unit(self.text)? / Fraction::from_integer(2.into());
                Figure::Between(&number - &half, number + half)
            }
        })
    }

    /// Whether what came out here confirms what is printed. Numbers are compared without rounding: a
    /// bound must be kept by everything that the computed figure allows, any other figure by some of it.
    pub fn is_confirmed_by(&self, computed: &Computed) -> bool {
        let (Some(published), Some(computed)) = (self.figure(), computed.figure()) else {
            return self.certainty == Certainty::Exact && self.text == computed.to_string();
        };
        let (low, high) = computed.bounds();
        match published {
            Figure::AtLeast(least) => low.is_some_and(|low| low >= least),
            Figure::AtMost(most) => high.is_some_and(|high| high <= most),
            published => published.agrees_with(computed),
        }
    }
}

/// The unit of the last digit that is printed.
fn unit(text: &str) -> Option<Fraction> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, tail)| tail.len());
    decimal(&format!("1e{}", exponent.parse::<i64>().ok()?.checked_sub(decimals as i64)?))
}

/// The figure with a sign that tells a rounded one, a bound and a sample from an exact one. `{:#}`
/// groups digits by thousands.
impl fmt::Display for Published<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.certainty {
            Certainty::Exact => "",
            Certainty::Rounded => "≈",
            Certainty::AtLeast => "≥",
            Certainty::AtMost => "≤",
            Certainty::Sample => "~",
        };
        let text = match f.alternate() && decimal(self.text).is_some() {
            true => group_digits(self.text),
            false => self.text.to_owned(),
        };
        f.pad(&format!("{sign}{text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirms(certainty: Certainty, text: &str, computed: impl Into<Computed>) -> bool {
        Published { text, certainty }.is_confirmed_by(&computed.into())
    }

    #[test]
    fn rounding_respects_the_printed_digits() {
        let rounded = |text, computed: &str| confirms(Certainty::Rounded, text, computed);
        assert!(rounded("3.6e8", "361234567"));
        assert!(!rounded("3.6e8", "371234567"));
        assert!(rounded("3.6e8", "365000000"));
        assert!(!rounded("3.6e8", "365000001"));
        assert!(rounded("12", "12"));
        assert!(!rounded("12", "nothing"));
        let near = |text, value| confirms(Certainty::Rounded, text, Figure::rounded(value, 1e-9));
        assert!(near("0.79", 0.7949));
        assert!(!near("0.79", 0.796));
    }

    #[test]
    fn bounds_are_compared_without_rounding() {
        // As floating-point numbers, these two are equal.
        let (low, high) = ("9007199254740992", "9007199254740993");
        assert!(confirms(Certainty::AtLeast, low, high));
        assert!(!confirms(Certainty::AtLeast, high, low));
        assert!(confirms(Certainty::AtMost, high, low));
        assert!(!confirms(Certainty::AtMost, low, high));
        assert!(confirms(Certainty::AtLeast, "1.3e12", "1300000000001"));
        // A lower bound that is not as high as the printed one confirms nothing.
        assert!(!confirms(Certainty::AtLeast, "10", Figure::at_least(9)));
        assert!(confirms(Certainty::AtLeast, "10", Figure::at_least(10)));
        assert!(!confirms(Certainty::AtMost, "10", Figure::at_least(9)));
    }

    #[test]
    fn samples_agree_within_their_interval() {
        let sample = |mean, margin| Figure::Sample { mean, margin, games: 100, seed: 1 };
        assert!(confirms(Certainty::Sample, "0.25", sample(0.2, 0.05)));
        assert!(!confirms(Certainty::Sample, "0.25", sample(0.03, 0.05)));
    }

    #[test]
    fn words_are_compared_to_the_letter() {
        assert!(confirms(Certainty::Exact, "0x0132", "0x0132"));
        assert!(!confirms(Certainty::Exact, "0132", "0x0132"));
        assert!(!confirms(Certainty::Exact, "12", "twelve"));
    }

    #[test]
    fn kinds_never_look_alike() {
        let shown = |certainty| format!("{:#}", Published { text: "1234", certainty });
        assert_eq!(shown(Certainty::Exact), "1,234");
        assert_eq!(shown(Certainty::Rounded), "≈1,234");
        assert_eq!(shown(Certainty::AtLeast), "≥1,234");
        assert_eq!(shown(Certainty::AtMost), "≤1,234");
        assert_eq!(shown(Certainty::Sample), "~1,234");
    }
}
