//! Whether greedy change is optimal for every beginning of a sequence: the one-shot test.

use super::{Coins, Natural, Representation, SequenceError, greedy_representation};

/// The proof that a set of coins is not totally greedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The number of coins in the set, the smallest ones of the sequence.
    pub prefix: u64,
    /// The largest but one.
    pub previous: Natural,
    /// The largest.
    pub coin: Natural,
    /// ⌈largest / largest but one⌉: as many of the latter make the amount.
    pub multiple: Natural,
    /// The amount for which greedy change is not optimal.
    pub amount: Natural,
    /// What a greedy cashier hands out instead.
    pub greedy: Representation,
}

/// Applies the one-shot test of Magazine, Nemhauser and Trotter to the prefixes of a sequence, one
/// after the other.
///
/// If greedy change is optimal for the coins up to y, it is optimal for those up to the next coin x
/// as well if and only if it uses at most k = ⌈x / y⌉ coins for the amount k·y. The iterator yields
/// the verdict on prefixes of 2, 3, 4, … coins and ends after the first counterexample.
///
/// ```
/// use twofold_change::{Named, OneShotTests};
///
/// let first = OneShotTests::new(Named::Primes.terms()).find_map(|test| test.unwrap()).unwrap();
/// assert_eq!((first.previous, first.coin, first.amount), (11u64.into(), 13u64.into(), 22u64.into()));
/// assert_eq!(first.greedy.coins(), 3u64.into()); // 13 + 7 + 2 instead of 11 + 11
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneShotTests<I> {
    terms: I,
    known: Vec<Natural>,
    done: bool,
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> OneShotTests<I> {
    /// Tests the prefixes of `terms`, which have to be a proper sequence.
    pub fn new(terms: I) -> Self {
        OneShotTests { terms, known: Vec::new(), done: false }
    }

    /// The number of coins in the last prefix that has been tested.
    pub fn prefix(&self) -> u64 {
        self.known.len() as u64
    }

    fn test(&mut self, coin: Natural) -> Option<Counterexample> {
        let previous = self.known.last()?.clone();
        let multiple = coin.div_ceil(&previous)?;
        let amount = &multiple * &previous;
        // The amount is below two of the larger coin, and the rest below the smaller one.
        let rest = amount.checked_sub(&coin)?;
        let known = &self.known;
        let smaller = greedy_representation(&rest, |rest| {
            let above = known.partition_point(|value| value <= rest);
            above.checked_sub(1).map(|index| known[index].clone())
        })?;
        if &smaller.coins() + &Natural::ONE <= multiple {
            return None;
        }
        let greedy = smaller.with_first(coin.clone());
        Some(Counterexample { prefix: self.prefix() + 1, previous, coin, multiple, amount, greedy })
    }
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Iterator for OneShotTests<I> {
    type Item = Result<Option<Counterexample>, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        if self.known.is_empty() {
            match self.terms.next()? {
                Ok(first) => self.known.push(first),
                Err(error) => {
                    self.done = true;
                    return Some(Err(error));
                }
            }
        }
        let coin = match self.terms.next()? {
            Ok(coin) => coin,
            Err(error) => {
                self.done = true;
                return Some(Err(error));
            }
        };
        let verdict = self.test(coin.clone());
        self.known.push(coin);
        self.done = verdict.is_some();
        Some(Ok(verdict))
    }
}

impl Coins {
    /// The first counterexample to total greediness among these coins; `None` proves that greedy
    /// change is optimal for every amount that needs no other coins.
    pub fn counterexample(&self) -> Option<Counterexample> {
        OneShotTests::new(self.values().iter().cloned().map(Ok))
            .find_map(|verdict| verdict.ok().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FewestCoins, Named};
    use proptest::prelude::*;

    fn first(named: Named, prefixes: usize) -> Option<Counterexample> {
        OneShotTests::new(named.terms()).take(prefixes).find_map(|verdict| verdict.unwrap())
    }

    #[test]
    fn what_the_paper_says() {
        for named in
            [Named::PowersOfTwo, Named::Fibonacci, Named::Mersenne, Named::Threes, Named::Fives]
        {
            assert_eq!(first(named, 500), None, "{named}");
        }
        for named in [Named::Primes, Named::Practical, Named::ThreeSmooth, Named::OneSided] {
            assert!(first(named, 500).is_some(), "{named}");
        }
    }

    #[test]
    fn totals_of_mersenne_numbers() {
        // 3·12 = 27 + 5 + 2 + 2, says the paper.
        let terms = (1u32..).map(|n| Ok(Natural::power_of_two(n).checked_sub(&n.into()).unwrap()));
        let found =
            OneShotTests::new(terms).take(100).find_map(|verdict| verdict.unwrap()).unwrap();
        assert_eq!((found.prefix, found.multiple, found.amount), (5, 3u64.into(), 36u64.into()));
        assert_eq!(
            found.greedy,
            Representation::from_coins([27u64, 5, 2, 2].map(Into::into).to_vec())
        );
    }

    proptest! {
        /// The test finds a counterexample exactly when comparing all amounts finds one.
        #[test]
        fn decides_total_greediness(values in prop::collection::btree_set(2u64..40, 0..6)) {
            let mut values: Vec<u64> = values.into_iter().collect();
            values.insert(0, 1);
            let coins = Coins::new(values.iter().map(|&value| value.into()).collect()).unwrap();
            let first_bad = (1..=values.len()).find(|&length| {
                let prefix = Coins::new(coins.values()[..length].to_vec()).unwrap();
                // A counterexample, if any, lies below the sum of the two largest coins (Kozen and
                // Zaks).
                let fewest = FewestCoins::new(&values[..length], 100, u32::MAX);
                (1..=100u64).any(|amount| {
                    prefix.greedy(&amount.into()).unwrap().coins() > fewest.coins(amount).unwrap().into()
                })
            });
            let found = coins.counterexample();
            prop_assert_eq!(found.as_ref().map(|found| found.prefix), first_bad.map(|length| length as u64));
            if let Some(found) = found {
                prop_assert_eq!(found.greedy.amount(), found.amount.clone());
                prop_assert!(found.greedy.coins() > found.multiple);
            }
        }
    }
}
