//! Practicality of single numbers by the criterion of Stewart and Sierpiński.

use crate::prime::primes_up_to;

/// Tests single numbers by trial division.
///
/// With the primes of n in increasing order, n is practical exactly if each prime is at most 1 + σ
/// of the part of n made of the smaller primes (Stewart 1954, Sierpiński 1955). So one prime that
/// is too large, or a remaining cofactor that is small enough, ends the division early.
///
/// ```
/// use twofold_change::practical::PracticalTest;
///
/// let test = PracticalTest::up_to(100);
/// let found: Vec<u64> = (1..=32).filter(|&n| test.is_practical(n)).collect();
/// assert_eq!(found, [1, 2, 4, 6, 8, 12, 16, 18, 20, 24, 28, 30, 32]);
/// ```
#[derive(Clone, Debug)]
pub struct PracticalTest {
    odd_primes: Vec<u32>,
}

impl PracticalTest {
    /// Prepares the primes that numbers up to `limit` need. Larger numbers are tested correctly
    /// too, but slowly.
    #[must_use]
    pub fn up_to(limit: u64) -> Self {
        let root = u32::try_from(limit.isqrt()).unwrap_or(u32::MAX).min(1 << 24);
        PracticalTest { odd_primes: primes_up_to(root).into_iter().skip(1).collect() }
    }

    /// Whether every number below `n` is a sum of distinct divisors of `n`; not the case for 0.
    #[must_use]
    pub fn is_practical(&self, n: u64) -> bool {
        if n < 2 {
            return n == 1;
        }
        let twos = n.trailing_zeros();
        let mut rest = n >> twos;
        let mut sigma = (2u128 << twos) - 1;
        let beyond = self.odd_primes.last().map_or(3, |&last| u64::from(last) + 2);
        let candidates = self.odd_primes.iter().map(|&p| u64::from(p)).chain((beyond..).step_by(2));
        for p in candidates {
            // Every remaining prime is at most the rest, and at least p.
            if u128::from(rest) <= sigma + 1 {
                return true;
            }
            if u128::from(p) > sigma + 1 || u128::from(p) * u128::from(p) > u128::from(rest) {
                return false;
            }
            if rest.is_multiple_of(p) {
                let mut power_sum = 1;
                let mut power = 1;
                while rest.is_multiple_of(p) {
                    rest /= p;
                    power *= u128::from(p);
                    power_sum += power;
                }
                sigma *= power_sum;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practical::first_non_sum;

    #[test]
    fn agrees_with_the_definition() {
        let test = PracticalTest::up_to(20_000);
        for n in 1..20_000 {
            assert_eq!(test.is_practical(n), first_non_sum(n).is_none(), "{n}");
        }
        assert!(!test.is_practical(0));
    }

    #[test]
    fn needs_no_table() {
        let test = PracticalTest::up_to(0);
        for n in (1_000_000_000_000..1_000_000_001_000).step_by(4) {
            assert_eq!(test.is_practical(n), first_non_sum(n).is_none(), "{n}");
        }
        assert!(test.is_practical(1 << 63));
        assert!(!test.is_practical((1 << 31) * 4_294_967_311));
    }
}
