//! Triangular numbers.

use crate::Natural;

/// k (k + 1) / 2 for k ≥ 1: 1, 3, 6, 10, … ([A000217](https://oeis.org/A000217) without its zero).
///
/// ```
/// use twofold_change::Triangular;
///
/// assert_eq!(Triangular::default().nth(99), Some(5050u64.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Triangular {
    next: Natural,
    gap: Natural,
}

impl Default for Triangular {
    fn default() -> Self {
        Triangular { next: Natural::ONE, gap: 2u64.into() }
    }
}

impl Iterator for Triangular {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = &self.next + &self.gap;
        self.gap += &Natural::ONE;
        Some(std::mem::replace(&mut self.next, next))
    }
}
