//! Factorials.

use crate::Natural;

/// k! for k ≥ 1: 1, 2, 6, 24, 120, … ([A000142](https://oeis.org/A000142) without its first term).
///
/// ```
/// use twofold_change::Factorials;
///
/// assert_eq!(Factorials::default().nth(20), "51090942171709440000".parse().ok());
/// ```
#[derive(Clone, Debug)]
pub struct Factorials {
    next: Natural,
    factor: u64,
}

impl Default for Factorials {
    fn default() -> Self {
        Factorials { next: Natural::ONE, factor: 2 }
    }
}

impl Iterator for Factorials {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = &self.next * &Natural::from(self.factor);
        self.factor += 1;
        Some(std::mem::replace(&mut self.next, next))
    }
}
