//! A segmented sieve that factors as it goes and keeps only the practical numbers.

use crate::prime::primes_up_to;

/// Practical numbers above 2 are multiples of 4 or of 6. A block of 12 numbers has four such
/// residues: 0, 4, 6 and 8.
const BLOCK: u64 = 12;
/// Blocks per segment, chosen by measurement: the two lanes fill half a megabyte.
const BLOCKS: usize = 1 << 13;
/// Numbers per segment.
const SEGMENT: u64 = BLOCK * BLOCKS as u64;

/// An index that no segment reaches.
const NEVER: usize = usize::MAX / 2;

/// What the sieve knows of a number while it runs through the primes.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The product of the prime powers found so far.
    part: u64,
    /// The sum of the divisors of that part, or 0 once a prime was too large for the number to be
    /// practical.
    sigma: u64,
}

impl Known {
    /// The first power of a prime: it has to be at most 1 + σ of what smaller primes contribute.
    fn multiply(&mut self, prime: u64) {
        self.part = self.part.wrapping_mul(prime);
        self.sigma = if prime <= self.sigma + 1 { self.sigma * (prime + 1) } else { 0 };
    }

    /// A further power of a prime that has been found already.
    fn multiply_again(&mut self, prime: u64, factor: &SigmaFactor) {
        self.part = self.part.wrapping_mul(prime);
        self.sigma =
            (self.sigma >> factor.twos).wrapping_mul(factor.inverse).wrapping_mul(factor.sigma);
    }

    /// What is left of `n` is 1 or a prime above the square root, which has to be at most 1 + σ as
    /// well.
    fn is_practical(self, n: u64) -> bool {
        self.sigma != 0 && u128::from(self.part) * (u128::from(self.sigma) + 1) >= u128::from(n)
    }
}

/// Turns σ(p^(e − 1)) into σ(p^e) as a factor of a product.
#[derive(Clone, Debug)]
struct SigmaFactor {
    /// σ(p^(e − 1)) is 2^twos times an odd number, kept as its inverse modulo 2^64: exact division
    /// without dividing.
    twos: u32,
    inverse: u64,
    /// σ(p^e).
    sigma: u64,
}

/// A prime power p^e, e ≥ 1, on its way through the segments.
#[derive(Clone, Debug)]
struct PrimePower {
    prime: u64,
    is_first: bool,
    factor: SigmaFactor,
    /// The distance of multiples in each lane.
    stride: [usize; 2],
    /// The indices of the next multiples in each lane, counted from the start of the next segment.
    next: [usize; 2],
}

/// The range is beyond what 64-bit sums of divisors can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("practical numbers are sieved up to {}, not up to {end}", SegmentSieve::LIMIT)]
pub struct RangeTooLarge {
    /// The end that was asked for.
    pub end: u64,
}

/// Sieves a range of numbers, segment by segment, in increasing order.
///
/// Every candidate is divided, in effect, by all primes up to the square root of the range in
/// increasing order, and dropped at the first prime that exceeds 1 + σ of the part found before it
/// (the criterion of Stewart and Sierpiński). The memory is half a megabyte and the prime powers.
///
/// ```
/// use twofold_change::practical::SegmentSieve;
///
/// let mut sieve = SegmentSieve::new(0, 1000)?;
/// let mut found = Vec::new();
/// while sieve.next_segment(|n| found.push(n)) {}
/// assert_eq!(found[..8], [1, 2, 4, 6, 8, 12, 16, 18]);
/// # Ok::<(), twofold_change::practical::RangeTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct SegmentSieve {
    powers: Vec<PrimePower>,
    /// The multiples of 4, and the odd multiples of 6.
    lanes: [Vec<Known>; 2],
    start: u64,
    low: u64,
    end: u64,
}

impl SegmentSieve {
    /// Ranges end here at the latest.
    pub const LIMIT: u64 = 1 << 48;

    /// Prepares to sieve the numbers n with `start` ≤ n < `end`.
    pub fn new(start: u64, end: u64) -> Result<Self, RangeTooLarge> {
        if end > Self::LIMIT {
            return Err(RangeTooLarge { end });
        }
        let low = start - start % BLOCK;
        let root = end.isqrt() as u32;
        let odd_primes = primes_up_to(root).into_iter().skip(1).map(u64::from);
        let powers = odd_primes.flat_map(|p| prime_powers(p, low, end)).collect();
        let dead = Known { part: 1, sigma: 0 };
        Ok(SegmentSieve {
            powers,
            lanes: [vec![dead; 3 * BLOCKS], vec![dead; BLOCKS]],
            start,
            low,
            end,
        })
    }

    /// Sieves the next segment and hands its practical numbers to `found`. Returns whether anything
    /// is left to sieve.
    pub fn next_segment(&mut self, mut found: impl FnMut(u64)) -> bool {
        if self.low >= self.end {
            return false;
        }
        self.prepare();
        for power in &mut self.powers {
            power.sieve(&mut self.lanes);
        }
        let (start, end) = (self.start, self.end);
        let mut check = |known: Known, n: u64| {
            if known.is_practical(n) && n >= start && n < end {
                found(n);
            }
        };
        if self.low == 0 {
            // The two practical numbers that are multiples neither of 4 nor of 6.
            let itself = |n| Known { part: n, sigma: n };
            check(itself(1), 1);
            check(itself(2), 2);
        }
        let [fours, sixes] = &self.lanes;
        let mut n = self.low;
        for (fours, six) in fours.chunks_exact(3).zip(sixes) {
            check(fours[0], n);
            check(fours[1], n + 4);
            check(*six, n + 6);
            check(fours[2], n + 8);
            n += BLOCK;
        }
        self.low += SEGMENT;
        self.low < self.end
    }

    /// Fills the lanes with what is known from the factors 2 and, for the multiples of 6, the first
    /// 3.
    fn prepare(&mut self) {
        let [fours, sixes] = &mut self.lanes;
        let mut n = self.low;
        for known in fours.iter_mut() {
            let part = n & n.wrapping_neg();
            // Zero has no lowest bit; it stays without divisors and is never practical.
            *known = Known { part: part.max(1), sigma: (2 * part).saturating_sub(1) };
            n += 4;
        }
        sixes.fill(Known { part: 6, sigma: 12 });
    }
}

impl PrimePower {
    fn sieve(&mut self, lanes: &mut [Vec<Known>; 2]) {
        for ((lane, next), &stride) in lanes.iter_mut().zip(&mut self.next).zip(&self.stride) {
            let mut at = *next;
            if self.is_first {
                while let Some(known) = lane.get_mut(at) {
                    known.multiply(self.prime);
                    at += stride;
                }
            } else {
                while let Some(known) = lane.get_mut(at) {
                    known.multiply_again(self.prime, &self.factor);
                    at += stride;
                }
            }
            *next = at - lane.len();
        }
    }
}

/// The powers of `p` below `end`, ready for a segment that starts at `low`.
fn prime_powers(p: u64, low: u64, end: u64) -> impl Iterator<Item = PrimePower> {
    let mut power = 1u64;
    let mut sigma = 1;
    std::iter::from_fn(move || {
        power = power.checked_mul(p).filter(|&power| power < end)?;
        let (before, is_first) = (sigma, power == p);
        sigma += power;
        let twos = before.trailing_zeros();
        // 4 i is a multiple of p^e if i is; 6 (2 j + 1) if 2 j + 1 is one of p^e, or of 3^(e − 1)
        // for p = 3.
        let in_sixes = if p == 3 { power / 3 } else { power };
        let next_four = (power - low / 4 % power) % power;
        let next_six = ((in_sixes - 1) / 2 + in_sixes - low / BLOCK % in_sixes) % in_sixes;
        // The first 3 of every multiple of 6 is in its place already: a multiple out of reach skips
        // it.
        let next_six = if p == 3 && is_first { NEVER } else { next_six as usize };
        Some(PrimePower {
            prime: p,
            is_first,
            factor: SigmaFactor { twos, inverse: inverse(before >> twos), sigma },
            stride: [power as usize, in_sixes as usize],
            next: [next_four as usize, next_six],
        })
    })
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each round doubles the number
/// of correct digits.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practical::PracticalTest;

    fn sieve(start: u64, end: u64) -> Vec<u64> {
        let mut sieve = SegmentSieve::new(start, end).unwrap();
        let mut found = Vec::new();
        while sieve.next_segment(|n| found.push(n)) {}
        found
    }

    fn one_by_one(start: u64, end: u64) -> Vec<u64> {
        let test = PracticalTest::up_to(end);
        (start..end).filter(|&n| test.is_practical(n)).collect()
    }

    #[test]
    fn agrees_with_single_tests() {
        assert_eq!(sieve(0, 300_000), one_by_one(0, 300_000));
        for start in
            [1, 5, 13, 98_303, 98_304, 1_000_000_007, 123_456_789_012, SegmentSieve::LIMIT - 20_000]
        {
            assert_eq!(
                sieve(start, start + 20_000),
                one_by_one(start, start + 20_000),
                "from {start}"
            );
        }
    }

    #[test]
    fn empty_and_tiny_ranges() {
        assert!(sieve(0, 0).is_empty());
        assert!(sieve(0, 1).is_empty());
        assert_eq!(sieve(0, 2), [1]);
        assert_eq!(sieve(2, 7), [2, 4, 6]);
        assert!(sieve(9, 12).is_empty());
    }

    #[test]
    fn counts_below_powers_of_ten() {
        // OEIS A209236.
        for (limit, count) in [
            (10, 5),
            (100, 30),
            (1000, 198),
            (10_000, 1456),
            (100_000, 11_751),
            (1_000_000, 97_385),
        ] {
            assert_eq!(sieve(0, limit + 1).len(), count, "{limit}");
        }
    }

    #[test]
    fn ranges_beyond_the_limit_are_refused() {
        let end = SegmentSieve::LIMIT + 1;
        assert_eq!(SegmentSieve::new(0, end).unwrap_err(), RangeTooLarge { end });
    }

    #[test]
    fn inverses() {
        for odd in (1..2001u64).step_by(2).chain([u64::MAX]) {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }
}
