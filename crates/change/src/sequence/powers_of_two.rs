//! The tiles of 2048, in units of its smallest tile.

use crate::Natural;

/// 2^i: 1, 2, 4, 8, … ([A000079](https://oeis.org/A000079)).
///
/// ```
/// use twofold_change::{Natural, PowersOfTwo};
///
/// assert_eq!(PowersOfTwo::default().nth(100), Some(Natural::power_of_two(100)));
/// ```
#[derive(Clone, Debug)]
pub struct PowersOfTwo {
    next: Natural,
}

impl Default for PowersOfTwo {
    fn default() -> Self {
        PowersOfTwo { next: Natural::ONE }
    }
}

impl Iterator for PowersOfTwo {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = &self.next + &self.next;
        Some(std::mem::replace(&mut self.next, next))
    }
}
