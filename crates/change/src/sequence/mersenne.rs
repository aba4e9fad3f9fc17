//! Mersenne numbers.

use super::PowersOfTwo;
use crate::Natural;

/// 2^i − 1 for i ≥ 1: 1, 3, 7, 15, … ([A000225](https://oeis.org/A000225)).
///
/// ```
/// use twofold_change::Mersenne;
///
/// assert_eq!(Mersenne::default().nth(63), Some(u64::MAX.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Mersenne {
    powers: PowersOfTwo,
}

impl Default for Mersenne {
    fn default() -> Self {
        let mut powers = PowersOfTwo::default();
        powers.next();
        Mersenne { powers }
    }
}

impl Iterator for Mersenne {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        self.powers.next()?.checked_sub(&Natural::ONE)
    }
}
