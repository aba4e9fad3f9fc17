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
    /// A mean over games, rounded to the digits that are printed; its interval is not.
    Sample,
    /// What a model says, good for its order of magnitude.
    Estimate,
}

impl From<Certainty> for twofold_core::Certainty {
    fn from(certainty: Certainty) -> twofold_core::Certainty {
        match certainty {
            Certainty::Exact => twofold_core::Certainty::Exact,
            Certainty::Rounded => twofold_core::Certainty::Rounded,
            Certainty::AtLeast => twofold_core::Certainty::AtLeast,
            Certainty::AtMost => twofold_core::Certainty::AtMost,
            Certainty::Sample => twofold_core::Certainty::Sample,
            Certainty::Estimate => twofold_core::Certainty::Estimate,
        }
    }
}

impl Certainty {
    /// The word for it, the same as that of a [`Figure`].
    pub fn name(self) -> &'static str {
        twofold_core::Certainty::from(self).name()
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
    /// The printed one may have decimals (`0.79`) or an exponent (`3.6e8`); if it was rounded, it is known
    /// to half a unit of its last digit, to both sides, since sources round halves either way. An
    /// estimate stands for its order of magnitude: `1e8` for anything with nine digits.
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
            Certainty::Estimate => {
                let ten = Fraction::from_integer(10.into());
                let mut least = Fraction::from_integer(1.into());
                while &least * &ten <= number {
                    least *= &ten;
                }
                Figure::Between(least.clone(), least * ten)
            }
        })
    }

    /// Whether what came out here confirms what is printed. Numbers are compared without rounding, and
    /// nothing is confirmed by something that is known less surely:
    ///
    /// - an exact figure by the same exact one;
    /// - a rounded one by an exact or rounded one, or an interval, which may be the same number and is
    ///   known at least as precisely, or to a billionth: a bound on what floating-point arithmetic
    ///   rounds may exceed the last digit that is printed;
    /// - a bound by what is as high, or as low, whatever the computed figure allows;
    /// - a sample by a sample whose interval holds it, or by what confirms a rounded one;
    /// - an estimate by an estimate of the same order of magnitude.
    pub fn is_confirmed_by(&self, computed: &Computed) -> bool {
        let (Some(published), Some(computed)) = (self.figure(), computed.figure()) else {
            return self.certainty == Certainty::Exact && self.text == computed.to_string();
        };
        let is_sample = matches!(computed, Figure::Sample { .. });
        let (low, high) = computed.bounds();
        match self.certainty {
            Certainty::Exact => published == *computed,
            Certainty::AtLeast => {
                low.zip(bound(&published)).is_some_and(|(low, least)| low >= least)
            }
            Certainty::AtMost => {
                high.zip(bound(&published)).is_some_and(|(high, most)| high <= most)
            }
            Certainty::Sample if is_sample => published.agrees_with(computed),
            Certainty::Rounded | Certainty::Sample => {
                !is_sample && is_precise(computed, &published) && published.agrees_with(computed)
            }
            Certainty::Estimate => match *computed {
                Figure::Estimate(value) => {
                    published.agrees_with(&Figure::Rounded { value, error: 0.0 })
                }
                _ => false,
            },
        }
    }
}

/// Whether a figure is known at least as precisely as another one, or to a billionth.
fn is_precise(computed: &Figure, published: &Figure) -> bool {
    let Some((computed_width, published_width)) = width(computed).zip(width(published)) else {
        return false;
    };
    let to_a_billionth = match *computed {
        Figure::Rounded { value, error } => error <= 1e-9 * value.abs(),
        _ => false,
    };
    to_a_billionth || computed_width <= published_width
}

/// The bound that a figure is.
fn bound(figure: &Figure) -> Option<Fraction> {
    let (low, high) = figure.bounds();
    low.or(high)
}

/// How far apart the lowest and the highest number are that a figure allows.
fn width(figure: &Figure) -> Option<Fraction> {
    let (low, high) = figure.bounds();
    Some(high? - low?)
}

/// The unit of the last digit that is printed.
fn unit(text: &str) -> Option<Fraction> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, tail)| tail.len());
    decimal(&format!("1e{}", exponent.parse::<i64>().ok()?.checked_sub(decimals as i64)?))
}

/// The figure with the sign of its certainty. `{:#}` groups digits by thousands.
impl fmt::Display for Published<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match f.alternate() && decimal(self.text).is_some() {
            true => group_digits(self.text),
            false => self.text.to_owned(),
        };
        f.pad(&twofold_core::Certainty::from(self.certainty).mark(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirms(certainty: Certainty, text: &str, computed: impl Into<Computed>) -> bool {
        Published { text, certainty }.is_confirmed_by(&computed.into())
    }

    #[test]
    fn only_an_exact_figure_confirms_an_exact_one() {
        let exact = |computed: Figure| confirms(Certainty::Exact, "7", computed);
        assert!(exact(Figure::exact(7)));
        assert!(!exact(Figure::exact(8)));
        // All of these may be 7.
        assert!(!exact(Figure::at_least(5)));
        assert!(!exact(Figure::at_least(7)));
        assert!(!exact(Figure::at_most(7)));
        assert!(!exact(Figure::between(6, 8)));
        assert!(!exact(Figure::rounded(7.0, 1e-9)));
        assert!(!exact(Figure::sample(7.0, 3.0, 100, 1)));
        assert!(!exact(Figure::Estimate(7.0)));
        assert!(confirms(Certainty::Exact, "0.5", Figure::rounded(0.5, 0.0)));
    }

    #[test]
    fn rounding_respects_the_printed_digits() {
        let rounded =
            |text, computed: u64| confirms(Certainty::Rounded, text, Figure::exact(computed));
        assert!(rounded("3.6e8", 361_234_567));
        assert!(!rounded("3.6e8", 371_234_567));
        assert!(rounded("3.6e8", 365_000_000));
        assert!(!rounded("3.6e8", 365_000_001));
        assert!(rounded("12", 12));
        assert!(!confirms(Certainty::Rounded, "12", "nothing"));
        let near = |text, value| confirms(Certainty::Rounded, text, Figure::rounded(value, 1e-9));
        assert!(near("0.79", 0.7949));
        assert!(!near("0.79", 0.796));
    }

    #[test]
    fn a_rounded_figure_takes_one_that_is_as_precise() {
        let rounded = |computed: Figure| confirms(Certainty::Rounded, "70", computed);
        assert!(rounded(Figure::between(70, 71)));
        assert!(!rounded(Figure::between(60, 80)));
        assert!(!rounded(Figure::rounded(70.0, 2.0)));
        // More digits are printed than the bound on the rounding error leaves certain.
        let digits = |value, error| {
            confirms(Certainty::Rounded, "5468.486797410", Figure::rounded(value, error))
        };
        assert!(digits(5_468.486_797_410_27, 1.3e-8));
        assert!(!digits(5_468.486_797_410_27, 1e-4));
        assert!(!digits(5_468.486_797_44, 1.3e-8));
        assert!(!rounded(Figure::at_least(60)));
        assert!(!rounded(Figure::sample(70.0, 0.1, 100, 1)));
        assert!(!rounded(Figure::Estimate(70.0)));
    }

    #[test]
    fn bounds_are_compared_without_rounding() {
        // As floating-point numbers, these two are equal.
        let (low, high) = ("9007199254740992", "9007199254740993");
        let exact = |text: &str| Figure::Exact(decimal(text).unwrap());
        assert!(confirms(Certainty::AtLeast, low, exact(high)));
        assert!(!confirms(Certainty::AtLeast, high, exact(low)));
        assert!(confirms(Certainty::AtMost, high, exact(low)));
        assert!(!confirms(Certainty::AtMost, low, exact(high)));
        assert!(confirms(Certainty::AtLeast, "1.3e12", exact("1300000000001")));
        // A lower bound that is not as high as the printed one confirms nothing.
        assert!(!confirms(Certainty::AtLeast, "10", Figure::at_least(9)));
        assert!(confirms(Certainty::AtLeast, "10", Figure::at_least(10)));
        assert!(!confirms(Certainty::AtMost, "10", Figure::at_least(9)));
        assert!(confirms(Certainty::AtMost, "157", Figure::between(153, 154)));
        assert!(!confirms(Certainty::AtMost, "153", Figure::between(153, 154)));
    }

    #[test]
    fn samples_agree_within_their_interval() {
        let sample = |mean, margin| Figure::sample(mean, margin, 100, 1);
        assert!(confirms(Certainty::Sample, "0.25", sample(0.2, 0.05)));
        assert!(!confirms(Certainty::Sample, "0.25", sample(0.03, 0.05)));
        assert!(!confirms(Certainty::Sample, "0.25", Figure::at_least(0)));
    }

    #[test]
    fn estimates_agree_in_their_order_of_magnitude() {
        assert!(confirms(Certainty::Estimate, "1e8", Figure::Estimate(275_162_037.4)));
        assert!(!confirms(Certainty::Estimate, "1e8", Figure::Estimate(27_516_203.7)));
        assert!(!confirms(Certainty::Estimate, "1e8", Figure::exact(275_162_037)));
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
        assert_eq!(shown(Certainty::Sample), "1,234 ± ?");
        assert_eq!(shown(Certainty::Estimate), "~1,234");
    }
}
