//! The primes as tiles.

use crate::Natural;
use crate::prime::Primes;

/// 1 and the primes: 1, 2, 3, 5, 7, 11, … ([A000040](https://oeis.org/A000040) with 1, which is
/// [A008578](https://oeis.org/A008578)).
///
/// ```
/// use twofold_change::PrimesWithOne;
///
/// assert_eq!(PrimesWithOne::default().nth(1000), Some(7919u64.into()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PrimesWithOne {
    primes: Primes,
    given_one: bool,
}

impl PrimesWithOne {
    /// No term above this is generated.
    pub const LIMIT: u64 = Primes::LIMIT;
}

impl Iterator for PrimesWithOne {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        if !self.given_one {
            self.given_one = true;
            return Some(Natural::ONE);
        }
        self.primes.next().map(Natural::from)
    }
}
