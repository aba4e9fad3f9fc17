//! The tiles of Fives.

use crate::Natural;

/// 1, 2, 3 and 5·2^i: 1, 2, 3, 5, 10, 20, 40, … (not in the OEIS, says the paper).
///
/// ```
/// use twofold_change::Fives;
///
/// let tiles: Vec<_> = Fives::default().take(7).collect();
/// assert_eq!(tiles, [1u64, 2, 3, 5, 10, 20, 40].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct Fives {
    next: Natural,
}

impl Default for Fives {
    fn default() -> Self {
        Fives { next: Natural::ONE }
    }
}

impl Iterator for Fives {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = match self.next.to_u64() {
            Some(1) => 2u64.into(),
            Some(2) => 3u64.into(),
            Some(3) => 5u64.into(),
            _ => &self.next + &self.next,
        };
        Some(std::mem::replace(&mut self.next, next))
    }
}
