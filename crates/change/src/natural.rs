//! Whole numbers that stay in a machine word as long as they fit.
//!
//! Tile values range from one-digit numbers streamed by the billion to powers of two with hundreds
//! of digits. A [`Natural`] is a `u64` until an operation needs more, and a [`BigUint`] from then
//! on, so the same code is fast on the former and exact on the latter.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};

/// A whole number ≥ 0: a `u64` when it fits, arbitrarily large otherwise.
///
/// ```
/// use twofold_change::Natural;
///
/// let big: Natural = "340282366920938463463374607431768211456".parse()?;
/// assert_eq!(Natural::from(u64::MAX) + Natural::from(1u64), Natural::power_of_two(64));
/// assert_eq!(big, Natural::power_of_two(128));
/// assert_eq!(big.to_u64(), None);
/// # Ok::<(), twofold_change::ParseNaturalError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(Repr);

/// `Large` never holds a value that fits a word, so equality and hashing can be derived.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Word(u64),
    Large(BigUint),
}

/// The text is not a whole number in decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a whole number")]
pub struct ParseNaturalError {
    /// The text that could not be read.
    pub text: String,
}

impl Natural {
    /// Zero.
    pub const ZERO: Natural = Natural(Repr::Word(0));
    /// One, the value of the usual initial tile.
    pub const ONE: Natural = Natural(Repr::Word(1));

    /// 2 to the power `exponent`.
    #[must_use]
    pub fn power_of_two(exponent: u32) -> Natural {
        match 1u64.checked_shl(exponent) {
            Some(word) => Natural(Repr::Word(word)),
            None => Natural(Repr::Large(BigUint::from(1u8) << exponent)),
        }
    }

    /// The value as a word, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Word(word) => Some(*word),
            Repr::Large(_) => None,
        }
    }

    /// The value as a big integer.
    #[must_use]
    pub fn to_big(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Large(big) => big.clone(),
        }
    }

    /// Whether the value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Word(0)
    }

    /// The number of binary digits; 0 for zero.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Word(word) => u64::from(u64::BITS - word.leading_zeros()),
            Repr::Large(big) => big.bits(),
        }
    }

    /// `self − other`, or `None` if that would be negative.
    #[must_use]
    pub fn checked_sub(&self, other: &Natural) -> Option<Natural> {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.checked_sub(*b).map(Natural::from),
            (Repr::Word(_), Repr::Large(_)) => None,
            (Repr::Large(a), Repr::Word(b)) => Some(Natural::from(a - b)),
            (Repr::Large(a), Repr::Large(b)) => (a >= b).then(|| Natural::from(a - b)),
        }
    }

    /// Quotient and remainder, or `None` if `divisor` is zero.
    #[must_use]
    pub fn div_rem(&self, divisor: &Natural) -> Option<(Natural, Natural)> {
        if divisor.is_zero() {
            return None;
        }
        Some(match (&self.0, &divisor.0) {
            (Repr::Word(a), Repr::Word(b)) => ((a / b).into(), (a % b).into()),
            _ => {
                let (a, b) = (self.to_big(), divisor.to_big());
                let quotient: BigUint = &a / &b;
                let remainder = a - &quotient * b;
                (quotient.into(), remainder.into())
            }
        })
    }

    /// The quotient rounded up, or `None` if `divisor` is zero.
    #[must_use]
    pub fn div_ceil(&self, divisor: &Natural) -> Option<Natural> {
        let (quotient, remainder) = self.div_rem(divisor)?;
        Some(if remainder.is_zero() { quotient } else { &quotient + &Natural::ONE })
    }

    /// Half the value, rounded down.
    #[must_use]
    pub fn half(&self) -> Natural {
        match &self.0 {
            Repr::Word(word) => Natural::from(word / 2),
            Repr::Large(big) => Natural::from(big >> 1u8),
        }
    }
}

impl From<Natural> for BigInt {
    fn from(natural: Natural) -> BigInt {
        match natural.0 {
            Repr::Word(word) => word.into(),
            Repr::Large(large) => large.into(),
        }
    }
}

impl From<u64> for Natural {
    fn from(word: u64) -> Self {
        Natural(Repr::Word(word))
    }
}

impl From<u32> for Natural {
    fn from(word: u32) -> Self {
        Natural(Repr::Word(u64::from(word)))
    }
}

impl From<u128> for Natural {
    fn from(value: u128) -> Self {
        Natural::from(BigUint::from(value))
    }
}

impl From<BigUint> for Natural {
    fn from(big: BigUint) -> Self {
        match u64::try_from(&big) {
            Ok(word) => Natural(Repr::Word(word)),
            Err(_) => Natural(Repr::Large(big)),
        }
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.cmp(b),
            (Repr::Word(_), Repr::Large(_)) => Ordering::Less,
            (Repr::Large(_), Repr::Word(_)) => Ordering::Greater,
            (Repr::Large(a), Repr::Large(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add<&Natural> for &Natural {
    type Output = Natural;

    fn add(self, other: &Natural) -> Natural {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Natural::from(sum);
        }
        Natural(Repr::Large(self.to_big() + other.to_big()))
    }
}

impl Add for Natural {
    type Output = Natural;

    fn add(self, other: Natural) -> Natural {
        &self + &other
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        *self = &*self + other;
    }
}

impl Mul<&Natural> for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Natural::from(product);
        }
        Natural::from(self.to_big() * other.to_big())
    }
}

impl<'a> Sum<&'a Natural> for Natural {
    fn sum<I: Iterator<Item = &'a Natural>>(values: I) -> Self {
        values.fold(Natural::ZERO, |sum, value| &sum + value)
    }
}

impl FromStr for Natural {
    type Err = ParseNaturalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // `u64::from_str` would also take a leading plus sign, which no list of terms should need.
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            if let Ok(word) = text.parse::<u64>() {
                return Ok(Natural::from(word));
            }
            if let Ok(big) = text.parse::<BigUint>() {
                return Ok(Natural::from(big));
            }
        }
        Err(ParseNaturalError { text: text.to_owned() })
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => fmt::Display::fmt(word, f),
            Repr::Large(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn natural(value: u128) -> Natural {
        Natural::from(BigUint::from(value))
    }

    /// Values around the seam between words and large numbers, where mistakes would hide.
    fn values() -> impl Strategy<Value = u128> {
        prop_oneof![
            0u128..100,
            (u128::from(u64::MAX) - 50)..(u128::from(u64::MAX) + 50),
            0u128..(u128::MAX >> 1),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_u128(a in values(), b in values()) {
            let (x, y) = (natural(a), natural(b));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(&x + &y, natural(a + b));
            prop_assert_eq!(x.checked_sub(&y), a.checked_sub(b).map(natural));
            prop_assert_eq!(x.div_ceil(&y), (b != 0).then(|| natural(a.div_ceil(b))));
            prop_assert_eq!(x.div_rem(&y), (b != 0).then(|| (natural(a / b), natural(a % b))));
            prop_assert_eq!(x.half(), natural(a / 2));
            prop_assert_eq!(x.bits(), u64::from(u128::BITS - a.leading_zeros()));
            prop_assert_eq!(x.to_string(), a.to_string());
            prop_assert_eq!(a.to_string().parse::<Natural>().unwrap(), x);
            if let Some(product) = a.checked_mul(b) {
                prop_assert_eq!(&natural(a) * &y, natural(product));
            }
        }
    }

    #[test]
    fn rejects_what_is_not_a_number() {
        for text in ["", "-1", "+1", "1.5", "0x10", "ten", " 1"] {
            let error = text.parse::<Natural>().unwrap_err();
            assert_eq!(error.text, text);
        }
    }

    #[test]
    fn products_that_vanish_are_words_again() {
        let product = &Natural::power_of_two(100) * &Natural::ZERO;
        assert!(product.is_zero());
        assert_eq!(product, Natural::ZERO);
    }
}
