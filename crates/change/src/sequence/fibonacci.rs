//! The tiles of the game 987.

use crate::Natural;

/// The Fibonacci numbers without the repeated 1: 1, 2, 3, 5, 8, 13, …
/// ([A000045](https://oeis.org/A000045)).
///
/// ```
/// use twofold_change::Fibonacci;
///
/// assert_eq!(Fibonacci::default().nth(14), Some(987u64.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Fibonacci {
    next: Natural,
    following: Natural,
}

impl Default for Fibonacci {
    fn default() -> Self {
        Fibonacci { next: Natural::ONE, following: 2u64.into() }
    }
}

impl Iterator for Fibonacci {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let sum = &self.next + &self.following;
        let following = std::mem::replace(&mut self.following, sum);
        Some(std::mem::replace(&mut self.next, following))
    }
}
