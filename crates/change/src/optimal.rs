//! The fewest coins for an amount, by dynamic programming and by search.

use super::{Coins, Natural, Representation};
use twofold_core::{Stopped, Watch};

/// For every amount up to a limit, the fewest coins that make it.
///
/// Level k is the set of amounts that k coins or fewer can make, as a string of bits; the next
/// level is the union of its shifts by each coin. That is the usual dynamic program with 64 amounts
/// to the word.
///
/// ```
/// use twofold_change::FewestCoins;
///
/// let fewest = FewestCoins::new(&[1, 10, 25], 100, u32::MAX);
/// assert_eq!(fewest.coins(30), Some(3));
/// assert_eq!(fewest.represent(30), Some(vec![10, 10, 10]));
/// assert_eq!(fewest.first_that_needs(3), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct FewestCoins {
    values: Vec<u64>,
    limit: u64,
    levels: Vec<Vec<u64>>,
}

impl FewestCoins {
    /// Fills the table for amounts up to and including `limit`, with at most `levels` coins.
    #[must_use]
    pub fn new(values: &[u64], limit: u64, levels: u32) -> Self {
        FewestCoins::watched(values, limit, levels, &()).unwrap_or_else(|Stopped| unreachable!())
    }

    /// The same, until somebody asks to stop.
    pub fn watched(
        values: &[u64],
        limit: u64,
        levels: u32,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let values: Vec<u64> =
            values.iter().copied().filter(|&value| value > 0 && value <= limit).collect();
        let words = (limit / 64 + 1) as usize;
        let mut zero = vec![0; words];
        zero[0] = 1;
        let mut fewest = FewestCoins { values, limit, levels: vec![zero] };
        for _ in 0..levels {
            let last = &fewest.levels[fewest.levels.len() - 1];
            let mut next = last.clone();
            for (index, &value) in fewest.values.iter().enumerate() {
                or_shifted(&mut next, last, value);
                if index % 64 == 0 && watch.is_stopped() {
                    return Err(Stopped);
                }
            }
            // Bits beyond the limit are noise.
            let unused = 63 - limit % 64;
            next[words - 1] &= u64::MAX >> unused;
            if next == *last {
                break;
            }
            fewest.levels.push(next);
        }
        Ok(fewest)
    }

    /// The amounts that have been looked at end here.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    fn has(&self, level: usize, amount: u64) -> bool {
        amount <= self.limit && self.levels[level][(amount / 64) as usize] >> (amount % 64) & 1 == 1
    }

    /// The fewest coins for `amount`, or `None` if it is beyond the table or cannot be made with
    /// the levels it has.
    pub fn coins(&self, amount: u64) -> Option<u32> {
        (0..self.levels.len())
            .find(|&level| self.has(level, amount))
            .and_then(|level| u32::try_from(level).ok())
    }

    /// Coins that make `amount`, as few as possible, the largest first.
    pub fn represent(&self, amount: u64) -> Option<Vec<u64>> {
        let mut level = self.coins(amount)? as usize;
        let mut rest = amount;
        let mut coins = Vec::new();
        while level > 0 {
            level -= 1;
            let mut fitting = self.values.iter().rev().filter(|&&value| value <= rest);
            let coin = *fitting.find(|&&value| self.has(level, rest - value))?;
            coins.push(coin);
            rest -= coin;
        }
        coins.sort_unstable_by(|a, b| b.cmp(a));
        Some(coins)
    }

    /// The smallest amount in the table that needs `coins` coins or more.
    pub fn first_that_needs(&self, coins: u32) -> Option<u64> {
        let level = (coins as usize).checked_sub(1)?;
        if level >= self.levels.len() {
            return None;
        }
        let words = &self.levels[level];
        let index = words.iter().position(|&word| word != u64::MAX)?;
        let amount = 64 * index as u64 + u64::from(words[index].trailing_ones());
        (amount <= self.limit).then_some(amount)
    }
}

/// `target |= source << distance`, over words with the lowest amounts first.
fn or_shifted(target: &mut [u64], source: &[u64], distance: u64) {
    let (words, bits) = ((distance / 64) as usize, distance % 64);
    let Some(target) = target.get_mut(words..) else { return };
    if bits == 0 {
        for (target, source) in target.iter_mut().zip(source) {
            *target |= source;
        }
        return;
    }
    let mut carry = 0;
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source << bits | carry;
        carry = source >> (64 - bits);
    }
}

/// The most coins of a sum that is searched: each is a level of recursion.
const DEEPEST: u64 = 1000;

/// Looks for a representation of `amount` by fewer than `fewer_than` coins, the fewest possible, by
/// iterative deepening over the larger coins first. For amounts that are too large for a table.
///
/// Gives up after `budget` coins have been tried, or when it is asked to stop:
/// [`SearchOutcome::Exhausted`].
#[must_use]
pub fn search_fewer(
    coins: &Coins,
    amount: &Natural,
    fewer_than: u64,
    budget: u64,
    watch: &dyn Watch,
) -> SearchOutcome {
    let mut search = Search { values: coins.values(), chosen: Vec::new(), budget, watch };
    // With fewer coins not even the largest one reaches the amount.
    let largest = coins.values().last().unwrap_or(&Natural::ONE);
    let least = amount.div_ceil(largest).and_then(|least| least.to_u64()).unwrap_or(u64::MAX);
    for count in least..fewer_than {
        if count > DEEPEST {
            return SearchOutcome::Exhausted { refuted_up_to: count.saturating_sub(1) };
        }
        match search.with_exactly(amount, count, search.values.len()) {
            Some(true) => return SearchOutcome::Found(Representation::from_coins(search.chosen)),
            Some(false) => {}
            None => return SearchOutcome::Exhausted { refuted_up_to: count.saturating_sub(1) },
        }
    }
    SearchOutcome::NoneFewer
}

/// What a search for fewer coins has established.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// The fewest coins for the amount.
    Found(Representation),
    /// There is no representation with fewer coins than asked for.
    NoneFewer,
    /// The budget was spent.
    Exhausted {
        /// Up to this many coins there is none.
        refuted_up_to: u64,
    },
}

struct Search<'a> {
    values: &'a [Natural],
    chosen: Vec<Natural>,
    budget: u64,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    /// Whether `count` coins among the first `among` make `rest`; `None` when the budget is spent.
    fn with_exactly(&mut self, rest: &Natural, count: u64, among: usize) -> Option<bool> {
        if count == 0 || rest.is_zero() {
            return Some(count == 0 && rest.is_zero());
        }
        let values = self.values.get(..among)?;
        if count == 1 {
            let found = values.binary_search(rest).is_ok();
            if found {
                self.chosen.push(rest.clone());
            }
            return Some(found);
        }
        // The largest coin is at most the rest, and at least the rest divided by the number of
        // coins.
        let least = rest.div_ceil(&count.into())?;
        let end = values.partition_point(|value| value <= rest);
        let start = values.partition_point(|value| *value < least);
        for index in (start..end).rev() {
            self.budget = self.budget.checked_sub(1)?;
            if self.budget.is_multiple_of(1024) && self.watch.is_stopped() {
                return None;
            }
            let left = rest.checked_sub(&values[index])?;
            self.chosen.push(values[index].clone());
            if self.with_exactly(&left, count - 1, index + 1)? {
                return Some(true);
            }
            self.chosen.pop();
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Named;
    use proptest::prelude::*;

    /// The textbook dynamic program.
    fn textbook(values: &[u64], limit: usize) -> Vec<Option<u32>> {
        let mut fewest = vec![None; limit + 1];
        fewest[0] = Some(0);
        for amount in 1..=limit {
            fewest[amount] = values
                .iter()
                .filter(|&&value| value as usize <= amount)
                .filter_map(|&value| fewest[amount - value as usize])
                .min()
                .map(|least| least + 1);
        }
        fewest
    }

    proptest! {
        #[test]
        fn agrees_with_the_textbook(
            values in prop::collection::btree_set(1u64..150, 1..10),
            limit in 0u64..400,
        ) {
            let values: Vec<u64> = values.into_iter().collect();
            let fewest = FewestCoins::new(&values, limit, u32::MAX);
            let textbook = textbook(&values, limit as usize);
            for amount in 0..=limit {
                let expected = textbook[amount as usize];
                prop_assert_eq!(fewest.coins(amount), expected);
                if let Some(coins) = fewest.represent(amount) {
                    prop_assert_eq!(coins.iter().sum::<u64>(), amount);
                    prop_assert_eq!(Some(coins.len() as u32), expected);
                    prop_assert!(coins.iter().all(|coin| values.contains(coin)));
                }
            }
            prop_assert_eq!(fewest.coins(limit + 1), None);
        }

        #[test]
        fn the_search_agrees_with_the_table(
            values in prop::collection::btree_set(2u64..60, 0..8),
            amount in 0u64..300,
        ) {
            let mut values: Vec<u64> = values.into_iter().collect();
            values.insert(0, 1);
            let coins = Coins::new(values.iter().map(|&value| value.into()).collect()).unwrap();
            let expected = FewestCoins::new(&values, amount, u32::MAX).coins(amount).unwrap();
            let greedy = coins.greedy(&amount.into()).unwrap().coins().to_u64().unwrap();
            match search_fewer(&coins, &amount.into(), greedy, 1_000_000, &()) {
                SearchOutcome::Found(found) => {
                    prop_assert_eq!(found.amount(), amount.into());
                    prop_assert_eq!(found.coins(), expected.into());
                }
                SearchOutcome::NoneFewer => prop_assert_eq!(u64::from(expected), greedy),
                // Long sums of the smallest coins can take any time; the budget has to end them.
                SearchOutcome::Exhausted { refuted_up_to } => prop_assert!(refuted_up_to < u64::from(expected)),
            }
        }
    }

    #[test]
    fn hardest_amounts_for_three_smooth_coins() {
        // OEIS A018899.
        let coins = Coins::up_to(Named::ThreeSmooth.terms(), &20_000u64.into(), 1000).unwrap();
        let fewest = FewestCoins::new(&coins.to_words().unwrap(), 20_000, u32::MAX);
        let hardest: Vec<_> = (1..=6).map(|coins| fewest.first_that_needs(coins)).collect();
        assert_eq!(hardest, [Some(1), Some(5), Some(23), Some(431), Some(18_431), None]);
    }

    #[test]
    fn one_sided_coins_need_two_at_most() {
        let coins = Coins::up_to(Named::OneSided.terms(), &100_000u64.into(), 10_000).unwrap();
        let fewest = FewestCoins::new(&coins.to_words().unwrap(), 100_000, u32::MAX);
        assert_eq!(fewest.first_that_needs(3), None);
        assert_eq!(fewest.represent(13), Some(vec![8, 5]));
    }

    #[test]
    fn the_budget_ends_the_search() {
        let coins = Coins::up_to(Named::Odd.terms(), &1001u64.into(), 1000).unwrap();
        assert_eq!(search_fewer(&coins, &1000u64.into(), 2, 1000, &()), SearchOutcome::NoneFewer);
        let outcome = search_fewer(&coins, &1000u64.into(), 9, 0, &());
        assert_eq!(outcome, SearchOutcome::Exhausted { refuted_up_to: 1 });
    }
}
