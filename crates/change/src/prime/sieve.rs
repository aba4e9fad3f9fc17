//! The sieve of Eratosthenes, whole and in segments.

/// Odd numbers per segment: one byte each, so that a segment stays in the first-level cache.
const SEGMENT: u64 = 1 << 15;

/// All primes up to and including `limit`.
///
/// ```
/// use twofold_change::prime::primes_up_to;
///
/// assert_eq!(primes_up_to(30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
/// ```
#[must_use]
pub fn primes_up_to(limit: u32) -> Vec<u32> {
    if limit < 2 {
        return Vec::new();
    }
    // Index i stands for 2 i + 1; the 1 at index 0 is skipped.
    let mut composite = vec![false; (limit as usize).div_ceil(2)];
    let mut primes = vec![2];
    for i in 1..composite.len() {
        if composite[i] {
            continue;
        }
        let p = 2 * i + 1;
        primes.push(p as u32);
        for multiple in (p * p / 2..composite.len()).step_by(p) {
            composite[multiple] = true;
        }
    }
    primes
}

/// The primes in order, sieved segment by segment; the state is one segment and the primes up to
/// the square root.
///
/// The iterator ends before the primes exceed [`Primes::LIMIT`].
///
/// ```
/// use twofold_change::prime::Primes;
///
/// assert_eq!(Primes::default().nth(9_999), Some(104_729));
/// ```
#[derive(Clone, Debug)]
pub struct Primes {
    /// The odd number at index 0 of the segment.
    low: u64,
    composite: Vec<bool>,
    /// Where to look next; one past the end asks for a new segment.
    index: usize,
    /// Odd primes up to the root, each with the index of its next odd multiple, counted from the
    /// next segment.
    sieving: Vec<(u64, u64)>,
    root: u32,
    given_two: bool,
}

impl Primes {
    /// No prime above this is generated.
    pub const LIMIT: u64 = 1 << 62;

    fn sieve_segment(&mut self) {
        let high = self.low + 2 * SEGMENT;
        if high.isqrt() > u64::from(self.root) {
            // Doubling keeps the cost of finding the sieving primes again negligible.
            let root = self.root.saturating_mul(2).max(high.isqrt() as u32 + 1);
            let new =
                primes_up_to(root).into_iter().skip(1).filter(|&p| p > self.root).map(u64::from);
            self.sieving.extend(new.map(|p| (p, (p * p - self.low) / 2)));
            self.root = root;
        }
        self.composite.fill(false);
        for (p, at) in &mut self.sieving {
            let mut multiple = *at;
            while multiple < SEGMENT {
                self.composite[multiple as usize] = true;
                multiple += *p;
            }
            *at = multiple - SEGMENT;
        }
    }
}

impl Default for Primes {
    fn default() -> Self {
        Primes {
            low: 1,
            composite: Vec::new(),
            index: 0,
            sieving: Vec::new(),
            root: 0,
            given_two: false,
        }
    }
}

impl Iterator for Primes {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if !self.given_two {
            self.given_two = true;
            return Some(2);
        }
        loop {
            if self.composite.is_empty() {
                self.composite = vec![false; SEGMENT as usize];
                self.sieve_segment();
                // Index 0 is the number 1.
                self.index = 1;
            }
            if let Some(found) =
                self.composite[self.index..].iter().position(|composite| !composite)
            {
                let prime = self.low + 2 * (self.index + found) as u64;
                self.index += found + 1;
                return Some(prime);
            }
            if self.low >= Self::LIMIT - 2 * SEGMENT {
                return None;
            }
            self.low += 2 * SEGMENT;
            self.sieve_segment();
            self.index = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streamed_and_whole_agree() {
        let whole = primes_up_to(2_000_000);
        assert_eq!(whole.len(), 148_933);
        assert!(
            Primes::default().take_while(|&p| p <= 2_000_000).eq(whole.into_iter().map(u64::from))
        );
    }

    #[test]
    fn small_limits() {
        for (limit, count) in
            [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (9, 4), (10, 4), (11, 5), (25, 9)]
        {
            assert_eq!(primes_up_to(limit).len(), count, "{limit}");
        }
    }
}
