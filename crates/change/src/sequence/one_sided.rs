//! Numbers whose binary ones sit all at even or all at odd positions.

use crate::Natural;

/// Numbers with binary digits 1 only at even positions, or only at odd ones: 1, 2, 4, 5, 8, 10, 16,
/// 17, … ([A126684](https://oeis.org/A126684)).
///
/// Every number is a sum of at most two of them, and yet the greedy representation can be
/// arbitrarily long. The generator ends below 2^62, after more than four billion terms.
///
/// ```
/// use twofold_change::OneSided;
///
/// let first: Vec<_> = OneSided::default().take(10).collect();
/// assert_eq!(first, [1u64, 2, 4, 5, 8, 10, 16, 17, 20, 21].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct OneSided {
    /// The next number with even positions only that has not been given out.
    even: u64,
    /// Half of the next one with odd positions only; it has even positions only itself.
    odd_half: u64,
}

const EVEN_POSITIONS: u64 = 0x5555_5555_5555_5555;

impl OneSided {
    /// Every term below this bound is generated, none from it on.
    pub const LIMIT: u64 = 1 << 62;
}

/// The next larger number with even positions only: a carry runs through odd positions that are
/// filled with ones.
fn successor(even: u64) -> u64 {
    ((even | !EVEN_POSITIONS) + 1) & EVEN_POSITIONS
}

impl Default for OneSided {
    fn default() -> Self {
        OneSided { even: 1, odd_half: 1 }
    }
}

impl Iterator for OneSided {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let odd = 2 * self.odd_half;
        let next = odd.min(self.even);
        if next >= Self::LIMIT {
            return None;
        }
        if next == odd {
            self.odd_half = successor(self.odd_half);
        } else {
            self.even = successor(self.even);
        }
        Some(next.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let by_definition = (1u64..100_000)
            .filter(|&n| n & EVEN_POSITIONS == 0 || n & !EVEN_POSITIONS == 0)
            .map(Natural::from);
        assert!(OneSided::default().take_while(|term| *term < 100_000u64.into()).eq(by_definition));
    }

    #[test]
    fn ends_at_its_limit() {
        let last = (OneSided::LIMIT - 1) & EVEN_POSITIONS;
        let mut end = OneSided { even: last, odd_half: last };
        assert_eq!(end.next(), Some(last.into()));
        assert_eq!(end.next(), Some((2 * last).into()));
        assert_eq!(end.next(), None);
        assert_eq!(end.next(), None);
    }
}
