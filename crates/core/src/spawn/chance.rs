//! Exact probabilities.

use std::fmt;
use std::str::FromStr;

/// An exact probability: how likely a spawn is, as a fraction in lowest terms.
///
/// ```
/// use twofold_core::Chance;
///
/// let two_in_one_of_four_cells = Chance::new(9, 10).of(Chance::new(1, 4));
/// assert_eq!(two_in_one_of_four_cells.to_string(), "9/40");
/// assert_eq!("18/80".parse(), Ok(two_in_one_of_four_cells));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    numerator: u64,
    denominator: u64,
}

impl Chance {
    /// Certainty.
    pub const CERTAIN: Chance = Chance { numerator: 1, denominator: 1 };

    /// The fraction, reduced.
    ///
    /// # Panics
    /// If the denominator is zero or less than the numerator.
    pub const fn new(numerator: u64, denominator: u64) -> Chance {
        assert!(denominator > 0 && numerator <= denominator, "not a probability");
        let divisor = greatest_common_divisor(numerator, denominator);
        Chance { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The upper part of the fraction.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The lower part of the fraction.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The probability that two independent things happen.
    #[must_use]
    pub const fn of(self, other: Chance) -> Chance {
        Chance::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// A text that is not a probability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a probability; write a fraction between 0 and 1 such as 9/10")]
pub struct ChanceError {
    /// The text that was given.
    pub text: String,
}

impl FromStr for Chance {
    type Err = ChanceError;

    fn from_str(text: &str) -> Result<Chance, ChanceError> {
        let natural = |digits: &str| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            if plain { digits.parse::<u64>().ok() } else { None }
        };
        let fraction = text.split_once('/').and_then(|(above, below)| {
            let (above, below) = (natural(above)?, natural(below)?);
            (below > 0 && above <= below).then(|| Chance::new(above, below))
        });
        fraction.ok_or_else(|| ChanceError { text: text.to_owned() })
    }
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_read_back() {
        for chance in [Chance::CERTAIN, Chance::new(0, 3), Chance::new(9, 40)] {
            assert_eq!(chance.to_string().parse(), Ok(chance));
        }
        for text in ["", "1", "3/2", "1/0", "-1/2", "1/2/3", "+1/2"] {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
    }
}
