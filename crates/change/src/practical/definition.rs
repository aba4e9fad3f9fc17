//! Practicality by its definition: sums of distinct divisors.

/// The divisors of `n` in increasing order; none for 0.
///
/// ```
/// use twofold_change::practical::divisors;
///
/// assert_eq!(divisors(12), [1, 2, 3, 4, 6, 12]);
/// ```
#[must_use]
pub fn divisors(n: u64) -> Vec<u64> {
    let mut divisors = Vec::from_iter((n > 0).then_some(1));
    let mut rest = n;
    let mut p = 2;
    while rest > 1 {
        if p * p > rest {
            p = rest;
        }
        let known = divisors.len();
        let mut power = 1;
        while rest.is_multiple_of(p) {
            rest /= p;
            power *= p;
            divisors.extend_from_within(..known);
            let new = divisors.len() - known;
            divisors[new..].iter_mut().for_each(|divisor| *divisor *= power);
        }
        p += 1 + u64::from(p > 2);
    }
    divisors.sort_unstable();
    divisors
}

/// The smallest number below `n` that is not a sum of distinct divisors of `n`; `None` if `n` is
/// practical.
///
/// If the i smallest divisors have every number up to their sum s as a sum, then so do the i + 1
/// smallest up to theirs, unless the next divisor is larger than s + 1. In that case s + 1 is no
/// sum of divisors at all.
///
/// ```
/// use twofold_change::practical::first_non_sum;
///
/// assert_eq!(first_non_sum(12), None);
/// assert_eq!(first_non_sum(10), Some(4)); // 1, 2, 1 + 2, but then only 5
/// ```
#[must_use]
pub fn first_non_sum(n: u64) -> Option<u64> {
    let mut sum = 0u128;
    for divisor in divisors(n) {
        if u128::from(divisor) > sum + 1 {
            return u64::try_from(sum + 1).ok();
        }
        sum += u128::from(divisor);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_by_trial() {
        for n in 1..2000 {
            let by_trial: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(divisors(n), by_trial);
        }
        assert!(divisors(0).is_empty());
        assert_eq!(divisors(999_999_999_989), [1, 999_999_999_989]);
        assert_eq!(divisors(1 << 40).len(), 41);
    }

    #[test]
    fn sums_by_trial() {
        for n in 1..400u64 {
            let mut is_sum = vec![false; n as usize + 1];
            is_sum[0] = true;
            for divisor in (1..=n).filter(|d| n % d == 0) {
                for sum in (divisor..=n).rev() {
                    is_sum[sum as usize] |= is_sum[(sum - divisor) as usize];
                }
            }
            let by_trial = (1..n).find(|&sum| !is_sum[sum as usize]);
            assert_eq!(first_non_sum(n), by_trial, "{n}");
        }
    }
}
