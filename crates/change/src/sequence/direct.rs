//! Sequences that can be asked about a number without running up to it.

use num_bigint::BigUint;

use super::Named;
use crate::Natural;
use crate::practical::{PracticalTest, SegmentSieve};
use crate::prime::is_prime;

/// Membership by a test or a formula, for numbers of any size that the test can take.
///
/// ```
/// use twofold_change::{DirectAccess, Named};
///
/// let primes = DirectAccess::new(Named::Primes).unwrap();
/// let amount = 401_429_925_999_155_061u64.into();
/// assert_eq!(primes.largest_at_most(&amount), Some(401_429_925_999_153_707u64.into()));
/// ```
#[derive(Clone, Debug)]
pub struct DirectAccess {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Primes,
    Practical(PracticalTest),
    Squares,
    Triangular,
}

impl DirectAccess {
    /// Direct access to a sequence of the catalogue, if there is one.
    #[must_use]
    pub fn new(named: Named) -> Option<Self> {
        let kind = match named {
            Named::Primes => Kind::Primes,
            Named::Practical => Kind::Practical(PracticalTest::up_to(1 << 40)),
            Named::Squares => Kind::Squares,
            Named::Triangular => Kind::Triangular,
            _ => return None,
        };
        Some(DirectAccess { kind })
    }

    /// Whether `value` is a term; `None` if it is too large for the test.
    pub fn contains(&self, value: &Natural) -> Option<bool> {
        match &self.kind {
            Kind::Primes => value.to_u64().map(|value| value == 1 || is_prime(value)),
            Kind::Practical(test) => value
                .to_u64()
                .filter(|value| *value < SegmentSieve::LIMIT)
                .map(|value| test.is_practical(value)),
            Kind::Squares | Kind::Triangular => {
                Some(!value.is_zero() && self.largest_at_most(value).as_ref() == Some(value))
            }
        }
    }

    /// The largest term that does not exceed `value`; `None` if there is none or `value` is too
    /// large for the test.
    pub fn largest_at_most(&self, value: &Natural) -> Option<Natural> {
        match &self.kind {
            Kind::Primes | Kind::Practical(_) => {
                let mut candidate = value.to_u64()?;
                while candidate > 0 && !self.contains(&candidate.into())? {
                    candidate -= 1;
                }
                (candidate > 0).then(|| candidate.into())
            }
            Kind::Squares => {
                let root = value.to_big().sqrt();
                (root > BigUint::ZERO).then(|| (&root * &root).into())
            }
            Kind::Triangular => {
                // k (k + 1) / 2 ≤ x exactly if 2 k + 1 ≤ √(8 x + 1).
                let root = (value.to_big() * 8u8 + 1u8).sqrt();
                let k = (root - 1u8) / 2u8;
                (k > BigUint::ZERO).then(|| (&k * (&k + 1u8) / 2u8).into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_generators() {
        for named in Named::ALL {
            let Some(direct) = DirectAccess::new(named) else { continue };
            let mut terms = named.terms().map(Result::unwrap).peekable();
            let mut last = None;
            for value in (0..3000u64).map(Natural::from) {
                let is_term = terms.next_if(|term| *term == value).is_some();
                if is_term {
                    last = Some(value.clone());
                }
                assert_eq!(direct.contains(&value), Some(is_term), "{named} {value}");
                assert_eq!(direct.largest_at_most(&value), last, "{named} {value}");
            }
        }
    }

    #[test]
    fn numbers_beyond_the_test_have_no_answer() {
        let large = Natural::power_of_two(70);
        for named in [Named::Primes, Named::Practical] {
            let direct = DirectAccess::new(named).unwrap();
            assert_eq!(direct.contains(&large), None);
            assert_eq!(direct.largest_at_most(&large), None);
        }
        let squares = DirectAccess::new(Named::Squares).unwrap();
        assert_eq!(squares.contains(&large), Some(true));
    }
}
