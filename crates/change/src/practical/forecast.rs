//! Where a gap that no search can reach would lie.

use twofold_core::Figure;

use super::PracticalGap;

/// Primes that a divisor for the lower bound is made of.
const PRIMES: [u64; 10] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];

/// A proof that no gap is longer than a bound up to a certain number.
///
/// Take a practical number d. With k ≤ σ(d) + 1, each prime of k is at most σ(d) + 1, so k·d is
/// practical too. Up to d·(σ(d) + 1), then, multiples of d are practical, and no gap is longer than
/// d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// The practical number d.
    pub divisor: u64,
    /// The sum of its divisors.
    pub sigma: u64,
    /// No gap longer than d starts below this: d·(σ(d) + 1).
    pub bound: u128,
}

impl LowerBound {
    /// Where the first gap longer than d starts, as far as it is proved.
    pub fn figure(&self) -> Figure {
        Figure::at_least(self.bound)
    }
}

/// Where the first gap longer than a bound lies: what is proved, and what is guessed.
///
/// Only [`proved_beyond`](Forecast::proved_beyond) is certain. The two numbers of digits come from
/// models that are good for the order of magnitude of the number of digits at best.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The gap has to exceed this.
    pub longer_than: u64,
    /// The gap does not start before this.
    pub proved_beyond: LowerBound,
    /// Decimal digits of its start if the longest gap up to x goes on as c·ln² x, with c from the
    /// records known.
    pub digits_by_records: Figure,
    /// That factor c.
    pub records_factor: f64,
    /// Decimal digits if practical numbers were strewn at random with their density, a/ln x.
    pub digits_by_chance: Figure,
    /// That factor a, from the count of practical numbers.
    pub density_factor: f64,
}

/// Extrapolates from a finished search: its record gaps, and the count of practical numbers up to a
/// number. `None` if there are too few records to say anything.
///
/// ```
/// use twofold_change::practical::{GapSearch, forecast};
///
/// let search = GapSearch { longer_than: 100, limit: 15_000_000, terms: 10_000_000 }.run(&())?;
/// let gap = search.found.unwrap();
/// let next = forecast(191, &search.records, search.count, gap.start).unwrap();
/// assert!(next.proved_beyond.bound < 1_255_812_780);
/// assert!((8.0..11.0).contains(&next.digits_by_records.to_f64()));
/// # Ok::<(), twofold_change::practical::RangeTooLarge>(())
/// ```
#[must_use]
pub fn forecast(
    longer_than: u64,
    records: &[PracticalGap],
    count: u64,
    up_to: u64,
) -> Option<Forecast> {
    // The early records say nothing about the trend.
    let late = records.get(records.len() / 2..).filter(|late| late.len() >= 3)?;
    let factors = late.iter().map(|gap| gap.length() as f64 / (gap.start as f64).ln().powi(2));
    let records_factor = factors.sum::<f64>() / late.len() as f64;
    let density_factor = count as f64 * (up_to as f64).ln() / up_to as f64;
    let wanted = longer_than as f64;
    Some(Forecast {
        longer_than,
        proved_beyond: lower_bound(longer_than),
        digits_by_records: Figure::Estimate(
            (wanted / records_factor).sqrt() / std::f64::consts::LN_10,
        ),
        records_factor,
        digits_by_chance: Figure::Estimate(digits_by_chance(wanted, density_factor)),
        density_factor,
    })
}

/// Among about x / m random points with mean distance m = ln x / a, a gap of g is expected once (x
/// / m)·e^(−g / m) = 1. Solved for ln x by bisection; the left side grows with x from e² on.
fn digits_by_chance(gap: f64, density_factor: f64) -> f64 {
    let expected = |ln_x: f64| {
        let mean = ln_x / density_factor;
        ln_x - mean.ln() - gap / mean
    };
    let (mut low, mut high) = (2.0, 4.0);
    while expected(high) < 0.0 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if expected(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high / std::f64::consts::LN_10
}

/// A number below which no gap longer than a bound starts: the best that divisors made of small
/// primes prove. Any practical divisor gives a proof, so it does not matter if a better one is
/// missed.
///
/// ```
/// use twofold_change::practical::lower_bound;
///
/// let bound = lower_bound(191);
/// assert!(bound.divisor <= 191 && bound.bound < 1_255_812_780);
/// ```
#[must_use]
pub fn lower_bound(longer_than: u64) -> LowerBound {
    let mut best = LowerBound { divisor: 1, sigma: 1, bound: 2 };
    improve(&mut best, longer_than, &PRIMES, 1, 1);
    best
}

fn improve(best: &mut LowerBound, longer_than: u64, primes: &[u64], divisor: u64, sigma: u64) {
    let bound = u128::from(divisor) * (u128::from(sigma) + 1);
    if bound > best.bound {
        *best = LowerBound { divisor, sigma, bound };
    }
    let Some((&p, larger)) = primes.split_first() else { return };
    improve(best, longer_than, larger, divisor, sigma);
    if p > sigma + 1 {
        return;
    }
    let (mut power, mut power_sum) = (1u64, 1u64);
    while let Some(next) =
        divisor.checked_mul(power).and_then(|d| d.checked_mul(p)).filter(|d| *d <= longer_than)
    {
        power *= p;
        power_sum += power;
        // Sums of divisors of numbers below 2^60 fit a word.
        let Some(sigma) = sigma.checked_mul(power_sum) else { return };
        improve(best, longer_than, larger, next, sigma);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practical::{PracticalTest, SegmentSieve, divisors};

    #[test]
    fn the_lower_bound_is_a_proof() {
        let bound = lower_bound(191);
        assert!(PracticalTest::up_to(1000).is_practical(bound.divisor));
        assert_eq!(divisors(bound.divisor).iter().sum::<u64>(), bound.sigma);
        assert!(bound.divisor <= 191);
        // And true: no gap longer than the divisor below the bound.
        let mut sieve = SegmentSieve::new(0, u64::try_from(bound.bound).unwrap()).unwrap();
        let (mut last, mut longest) = (1, 0);
        while sieve.next_segment(|n| {
            longest = longest.max(n - last);
            last = n;
        }) {}
        assert!(longest <= bound.divisor);
    }

    #[test]
    fn no_small_divisor_beats_it() {
        let best = (1..=191u64)
            .filter(|&d| PracticalTest::up_to(200).is_practical(d))
            .map(|d| u128::from(d) * (u128::from(divisors(d).iter().sum::<u64>()) + 1))
            .max();
        assert_eq!(Some(lower_bound(191).bound), best);
    }

    #[test]
    fn too_few_records_say_nothing() {
        assert_eq!(forecast(10, &[], 1, 1), None);
    }
}
