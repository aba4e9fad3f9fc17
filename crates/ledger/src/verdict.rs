//! Comparing what was published with what came out.

use std::fmt;

use serde::Deserialize;

/// How a published figure is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// To the letter.
    #[default]
    Exact,
    /// A number rounded to the digits that are printed.
    Rounded,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
}

impl Comparison {
    /// Whether the computed figure bears out the published one.
    pub fn holds(self, published: &str, computed: &str) -> bool {
        match self {
            Comparison::Exact => published == computed,
            Comparison::Rounded => rounds_to(computed, published),
            Comparison::AtLeast => numbers(published, computed).is_some_and(|(p, c)| c >= p),
            Comparison::AtMost => numbers(published, computed).is_some_and(|(p, c)| c <= p),
        }
    }
}

fn numbers(published: &str, computed: &str) -> Option<(f64, f64)> {
    Some((published.parse().ok()?, computed.parse().ok()?))
}

/// Whether a number, rounded to the precision of the printed one, is the printed one.
///
/// The printed one may have decimals (`0.79`) or an exponent (`3.6e8`); either way the unit of its
/// last digit is the precision. Half a unit of slack on both sides allows for either rounding.
fn rounds_to(computed: &str, printed: &str) -> bool {
    let Some((target, value)) = numbers(printed, computed) else { return false };
    let (mantissa, exponent) = printed.split_once(['e', 'E']).unwrap_or((printed, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, tail)| tail.len() as i32);
    let Ok(exponent) = exponent.parse::<i32>() else { return false };
    let unit = 10_f64.powi(exponent - decimals);
    (value - target).abs() <= unit * 0.5 * (1.0 + 1e-9)
}

/// What the comparison of a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Published and computed agree.
    Agrees,
    /// They differ, and the row says why.
    DocumentedDifference,
    /// They differ, and nobody knows why yet.
    Differs,
}

impl Verdict {
    /// Whether the row needs no attention.
    pub const fn is_fine(self) -> bool {
        !matches!(self, Verdict::Differs)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::DocumentedDifference => "documented difference",
            Verdict::Differs => "DIFFERS",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_respects_the_printed_digits() {
        let rounded = |published, computed| Comparison::Rounded.holds(published, computed);
        assert!(rounded("3.6e8", "361234567"));
        assert!(!rounded("3.6e8", "371234567"));
        assert!(rounded("0.79", "0.7949"));
        assert!(!rounded("0.79", "0.796"));
        assert!(rounded("12", "12.4"));
        assert!(!rounded("12", "nothing"));
    }

    #[test]
    fn bounds_and_letters() {
        assert!(Comparison::AtLeast.holds("1.3e12", "1300000000001"));
        assert!(!Comparison::AtLeast.holds("10", "9"));
        assert!(Comparison::AtMost.holds("10", "9"));
        assert!(Comparison::Exact.holds("0x0132", "0x0132"));
        assert!(!Comparison::Exact.holds("0132", "0x0132"));
    }
}
