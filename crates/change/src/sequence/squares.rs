//! Squares.

use crate::Natural;

/// k² for k ≥ 1: 1, 4, 9, 16, … ([A000290](https://oeis.org/A000290) without its zero).
///
/// ```
/// use twofold_change::Squares;
///
/// assert_eq!(Squares::default().nth(99), Some(10_000u64.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Squares {
    next: Natural,
    gap: Natural,
}

impl Default for Squares {
    fn default() -> Self {
        Squares { next: Natural::ONE, gap: 3u64.into() }
    }
}

impl Iterator for Squares {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = &self.next + &self.gap;
        self.gap += &2u64.into();
        Some(std::mem::replace(&mut self.next, next))
    }
}
