//! The practical numbers as tiles.

use std::collections::VecDeque;

use crate::Natural;
use crate::practical::SegmentSieve;

/// Practical numbers, all smaller numbers being sums of distinct divisors of theirs: 1, 2, 4, 6, 8,
/// 12, 16, 18, … ([A005153](https://oeis.org/A005153)).
///
/// The state is one segment of a [`SegmentSieve`]; the iterator ends at its limit, 2^48.
///
/// ```
/// use twofold_change::PracticalNumbers;
///
/// assert_eq!(PracticalNumbers::default().nth(999), Some(6500u64.into()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PracticalNumbers {
    sieve: Option<SegmentSieve>,
    found: VecDeque<u64>,
    /// Where the current sieve ends and the next one starts.
    end: u64,
}

impl PracticalNumbers {
    /// No term from here on is generated.
    pub const LIMIT: u64 = SegmentSieve::LIMIT;
}

impl Iterator for PracticalNumbers {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        loop {
            if let Some(next) = self.found.pop_front() {
                return Some(next.into());
            }
            let found = &mut self.found;
            let more =
                self.sieve.as_mut().is_some_and(|sieve| sieve.next_segment(|n| found.push_back(n)));
            if !more && self.found.is_empty() {
                // Each sieve covers three times what came before, so that short runs need few
                // primes.
                let end = (self.end * 4).clamp(1 << 16, Self::LIMIT);
                self.sieve =
                    Some(SegmentSieve::new(self.end, end).ok().filter(|_| self.end < end)?);
                self.end = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_one_sieve() {
        let limit = 5_000_000;
        let mut sieve = SegmentSieve::new(0, limit).unwrap();
        let mut whole = Vec::new();
        while sieve.next_segment(|n| whole.push(Natural::from(n))) {}
        assert!(PracticalNumbers::default().take_while(|n| *n < limit.into()).eq(whole));
    }
}
