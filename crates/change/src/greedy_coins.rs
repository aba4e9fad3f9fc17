//! GreedyCoins(n, A): the smallest amount that costs a greedy cashier n coins (Definition 13).
//!
//! Theorem 15 says that this is Total(n, A). To be of any use as a check, it is computed here
//! without that theorem and without the recurrence behind it: [`GreedyScan`] counts the coins of
//! one amount after the other, and [`most_coins`] bounds the coins of all amounts up to a number,
//! so that [`greedy_coins_by_bisection`] can look for the first one among numbers with hundreds of
//! digits.

use super::{AtEnd, Coins, Natural, SequenceError};

/// Counts the coins of 1, 2, 3, … and yields the first amount that needs one coin more than all
/// before it.
///
/// An amount x needs one coin more than what is left after its largest coin, so the counts of small
/// amounts are kept in a table. The scan ends when the terms or the table are exhausted.
///
/// ```
/// use twofold_change::{GreedyScan, Named};
///
/// let hardest: Result<Vec<u64>, _> = GreedyScan::new(Named::ThreeSmooth.terms(), 100_000).collect();
/// assert_eq!(hardest?, [1, 5, 23, 185, 1721, 15545]);
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreedyScan<I> {
    terms: I,
    /// The largest coin that fits the current amount, and the next one; `None` if there is no next
    /// one.
    coin: u64,
    next: Option<u64>,
    amount: u64,
    limit: u64,
    /// The number of coins of 0, 1, 2, …, as far as needed.
    counts: Vec<u32>,
    most: u32,
    at_end: AtEnd,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unstarted,
    Running,
    Done,
}

/// The largest table of counts: remainders beyond this end the scan.
const TABLE: usize = 1 << 26;

impl<I: Iterator<Item = Result<Natural, SequenceError>>> GreedyScan<I> {
    /// Scans the amounts up to and including `limit`, or up to the last term.
    pub fn new(terms: I, limit: u64) -> Self {
        GreedyScan {
            terms,
            coin: 0,
            next: None,
            amount: 0,
            limit,
            counts: vec![0],
            most: 0,
            at_end: AtEnd::Unknown,
            state: State::Unstarted,
        }
    }

    /// Says what the end of the terms means: with a complete set the scan goes on beyond its
    /// largest coin.
    #[must_use]
    pub fn at_end(mut self, at_end: AtEnd) -> Self {
        self.at_end = at_end;
        self
    }

    /// The amounts up to this one have been counted.
    pub fn scanned_to(&self) -> u64 {
        self.amount
    }

    fn read(&mut self) -> Result<(), SequenceError> {
        // A term beyond words is beyond the scan as well.
        self.next = self.terms.next().transpose()?.map(|term| term.to_u64().unwrap_or(u64::MAX));
        Ok(())
    }

    /// Counts the coins of the next amount.
    fn count_next(&mut self) -> Result<Option<u32>, SequenceError> {
        let amount = self.amount + 1;
        if amount > self.limit {
            return Ok(None);
        }
        if self.next == Some(amount) {
            self.coin = amount;
            self.read()?;
        }
        if self.next.is_none() && self.at_end == AtEnd::Unknown && amount > self.coin {
            return Ok(None);
        }
        let Some(count) =
            usize::try_from(amount - self.coin).ok().and_then(|rest| self.counts.get(rest))
        else {
            return Ok(None);
        };
        let count = count + 1;
        if self.counts.len() as u64 == amount && self.counts.len() < TABLE {
            self.counts.push(count);
        }
        self.amount = amount;
        Ok(Some(count))
    }

    fn search(&mut self) -> Result<Option<u64>, SequenceError> {
        if self.state == State::Unstarted {
            self.state = State::Running;
            self.read()?;
            if self.next != Some(1) {
                let found = self.next.map_or(Natural::ZERO, Natural::from);
                return Err(SequenceError::WrongStart { initial: Natural::ONE, found });
            }
        }
        while let Some(count) = self.count_next()? {
            if count > self.most {
                self.most = count;
                return Ok(Some(self.amount));
            }
        }
        Ok(None)
    }
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Iterator for GreedyScan<I> {
    type Item = Result<u64, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Done {
            return None;
        }
        let found = self.search();
        if !matches!(found, Ok(Some(_))) {
            self.state = State::Done;
        }
        found.transpose()
    }
}

/// For every coin, the largest number of coins that an amount below it can need.
#[derive(Clone, Debug)]
pub struct MostCoins<'a> {
    coins: &'a Coins,
    below: Vec<u64>,
}

/// Prepares the question how many coins amounts up to a bound can need, whatever the bound.
///
/// Between a coin a and the next one b, the amounts are a plus everything below b − a, so they need
/// at most one coin more than the latter.
#[must_use]
pub fn most_coins(coins: &Coins) -> MostCoins<'_> {
    let mut most = MostCoins { coins, below: Vec::with_capacity(coins.values().len()) };
    let mut below = 0u64;
    most.below.push(below);
    for pair in coins.values().windows(2) {
        let largest_rest =
            pair[1].checked_sub(&pair[0]).and_then(|gap| gap.checked_sub(&Natural::ONE));
        below = below.max(largest_rest.map_or(0, |rest| most.up_to(&rest)).saturating_add(1));
        most.below.push(below);
    }
    most
}

impl MostCoins<'_> {
    /// The largest number of coins that an amount up to and including `amount` needs.
    pub fn up_to(&self, amount: &Natural) -> u64 {
        let mut rest = amount.clone();
        let (mut handed_out, mut most) = (0u64, 0);
        loop {
            let known = &self.coins.values()[..self.below.len()];
            let above = known.partition_point(|value| *value <= rest);
            let Some(index) = above.checked_sub(1) else { return most.max(handed_out) };
            let Some((count, left)) = rest.div_rem(&known[index]) else {
                return most.max(handed_out);
            };
            // The coin fits `count` times. Before the last of them, smaller amounts can take
            // smaller coins instead.
            handed_out = handed_out.saturating_add(count.to_u64().unwrap_or(u64::MAX));
            most = most.max((handed_out - 1).saturating_add(self.below[index]));
            rest = left;
        }
    }
}

/// GreedyCoins(1), GreedyCoins(2), … as far as the coins decide them, at most `cells` of them, each
/// by bisection.
///
/// ```
/// use twofold_change::{Coins, Named, Natural, greedy_coins_by_bisection};
///
/// let coins = Coins::up_to(Named::PowersOfTwo.terms(), &Natural::power_of_two(200), 1000)?;
/// let hardest = greedy_coins_by_bisection(&coins, 150);
/// assert_eq!(hardest[149].to_string(), "1427247692705959881058285969449495136382746623");
/// # Ok::<(), twofold_change::CoinsError>(())
/// ```
#[must_use]
pub fn greedy_coins_by_bisection(coins: &Coins, cells: u64) -> Vec<Natural> {
    let most = most_coins(coins);
    // Amounts from here on might need a coin that has not been read.
    let end = match (coins.beyond(), coins.values().last()) {
        (Some(beyond), _) => beyond.clone(),
        // With a complete set, n times the largest coin needs n coins at least.
        (None, Some(last)) if coins.is_complete() => &(last * &cells.into()) + &Natural::ONE,
        (None, last) => last.cloned().unwrap_or(Natural::ZERO),
    };
    let mut hardest: Vec<Natural> = Vec::new();
    for wanted in 1..=cells {
        let mut too_few = hardest.last().cloned().unwrap_or(Natural::ZERO);
        let Some(mut enough) =
            end.checked_sub(&Natural::ONE).filter(|last| most.up_to(last) >= wanted)
        else {
            break;
        };
        if most.up_to(&too_few) >= wanted {
            hardest.push(too_few);
            continue;
        }
        loop {
            let middle = (&too_few + &enough).half();
            if middle == too_few {
                break;
            }
            if most.up_to(&middle) >= wanted {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        hardest.push(enough);
    }
    hardest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Named, Thresholds};
    use proptest::prelude::*;

    fn complete(steps: &[u64]) -> Vec<Natural> {
        let sums = steps.iter().scan(1, |term, step| {
            *term += step;
            Some(*term)
        });
        std::iter::once(1).chain(sums).map(Natural::from).collect()
    }

    proptest! {
        /// The three ways to the same numbers: Definition 13 amount by amount, by bisection, and
        /// Total (Theorem 15).
        #[test]
        fn theorem_15_on_random_sets(steps in prop::collection::vec(1u64..50, 0..20)) {
            let values = complete(&steps);
            let terms = || values.iter().cloned().map(Ok);
            let cells = 8;
            let scanned: Vec<Natural> = GreedyScan::new(terms(), 100_000)
                .at_end(AtEnd::Complete)
                .take(cells)
                .map(|amount| amount.unwrap().into())
                .collect();
            let coins = Coins::new(values.clone()).unwrap();
            prop_assert_eq!(&greedy_coins_by_bisection(&coins, cells as u64), &scanned);
            let totals: Vec<Natural> = Thresholds::new(terms())
                .at_end(AtEnd::Complete)
                .take(cells)
                .map(|row| row.unwrap().total)
                .collect();
            prop_assert_eq!(totals, scanned);
        }

        #[test]
        fn most_coins_is_a_running_maximum(steps in prop::collection::vec(1u64..30, 0..8)) {
            let coins = Coins::new(complete(&steps)).unwrap();
            let most = most_coins(&coins);
            let mut maximum = Natural::ZERO;
            for amount in 0..300u64 {
                maximum = maximum.max(coins.greedy(&amount.into()).unwrap().coins());
                prop_assert_eq!(Natural::from(most.up_to(&amount.into())), maximum.clone());
            }
        }
    }

    #[test]
    fn theorem_15_on_the_catalogue() {
        for named in Named::ALL {
            let limit = 500_000u64;
            let scanned: Vec<Natural> = GreedyScan::new(named.terms(), limit)
                .map(|amount| amount.unwrap().into())
                .collect();
            let coins = Coins::up_to(named.terms(), &limit.into(), 10_000_000).unwrap();
            let terms = coins.values().iter().chain(coins.beyond()).cloned().map(Ok);
            let totals: Vec<Natural> = Thresholds::new(terms)
                .map(|row| row.unwrap().total)
                .filter(|total| *total <= limit.into())
                .collect();
            assert_eq!(totals, scanned, "{named}");
            let bisected = greedy_coins_by_bisection(&coins, scanned.len() as u64);
            assert_eq!(bisected, scanned, "{named}");
        }
    }

    #[test]
    fn theorem_15_among_large_numbers() {
        for named in [
            Named::PowersOfTwo,
            Named::Fibonacci,
            Named::Mersenne,
            Named::Threes,
            Named::Fives,
            Named::ThreeSmooth,
            Named::Factorials,
        ] {
            let cells = 40;
            let rows: Vec<_> =
                Thresholds::new(named.terms()).take(cells).map(Result::unwrap).collect();
            let end = rows[cells - 1].next.clone().unwrap();
            let coins = Coins::up_to(named.terms(), &end, 1_000_000).unwrap();
            let totals: Vec<_> = rows.into_iter().map(|row| row.total).collect();
            assert_eq!(greedy_coins_by_bisection(&coins, cells as u64), totals, "{named}");
        }
    }

    #[test]
    fn nothing_is_concluded_beyond_the_last_term() {
        let terms = || [1u64, 2, 10].map(|term| Ok(term.into())).into_iter();
        let open: Vec<_> = GreedyScan::new(terms(), 1000).map(Result::unwrap).collect();
        assert_eq!(open, [1, 3, 5, 7, 9]);
        let closed: Vec<_> =
            GreedyScan::new(terms(), 30).at_end(AtEnd::Complete).map(Result::unwrap).collect();
        assert_eq!(closed, [1, 3, 5, 7, 9, 19, 29]);
    }

    #[test]
    fn improper_terms_are_errors() {
        let start = [Ok(2u64.into())].into_iter();
        assert!(matches!(
            GreedyScan::new(start, 10).next(),
            Some(Err(SequenceError::WrongStart { .. }))
        ));
        let late = [Ok(Natural::ONE), Err(SequenceError::Zero { term: 2 })].into_iter();
        assert_eq!(GreedyScan::new(late, 10).last(), Some(Err(SequenceError::Zero { term: 2 })));
    }
}
