//! Exact probabilities.

use std::fmt;

/// An exact probability as a fraction in lowest terms.
///
/// ```
/// use twofold_core::Chance;
///
/// let two_in_one_of_four_cells = Chance::new(9, 10).of(Chance::new(1, 4));
/// assert_eq!(two_in_one_of_four_cells.to_string(), "9/40");
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

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
