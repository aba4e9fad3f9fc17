//! GreedyCoins of sequences whose gaps never shrink, among numbers that cannot be listed.

use std::collections::HashMap;

use super::Natural;

/// Finds the smallest amounts that cost a greedy cashier n coins, from a formula for the coins.
///
/// The most coins that amounts up to x need come either with the largest coin that fits x, or with
/// the coin before it: gaps never shrink, so of all gaps before, the last leaves the largest rests.
/// That makes a short recursion, and bisection over x does the rest. Neither Theorem 15 nor its
/// recurrence is used.
///
/// ```
/// use twofold_change::{ConvexGreedy, Natural};
///
/// let mut squares = ConvexGreedy::new(|i: &Natural| { let k = i + &Natural::ONE; &k * &k });
/// let hardest: Vec<_> = squares.amounts(&1_000_000_000_000_000u64.into(), 20);
/// assert_eq!(hardest.len(), 9);
/// assert_eq!(hardest[8], 42_600_227_803_223u64.into());
/// ```
#[derive(Clone, Debug)]
pub struct ConvexGreedy<F> {
    /// The coin with a given index, counted from 0.
    term: F,
    /// The most coins for amounts up to a number, for numbers that have come up.
    known: HashMap<Natural, u64>,
}

impl<F: Fn(&Natural) -> Natural> ConvexGreedy<F> {
    /// Takes the formula on trust: it has to start at 1 and increase, by differences that never
    /// shrink.
    pub fn new(term: F) -> Self {
        ConvexGreedy { term, known: HashMap::new() }
    }

    /// The smallest amounts that need 1, 2, 3, … coins, as far as they are at most `limit`, and at
    /// most `coins` of them.
    pub fn amounts(&mut self, limit: &Natural, coins: u64) -> Vec<Natural> {
        let mut amounts: Vec<Natural> = Vec::new();
        for wanted in 1..=coins {
            if self.most_up_to(limit) < wanted {
                break;
            }
            // The amount before needs fewer coins, the limit enough.
            let mut too_few = amounts.last().cloned().unwrap_or(Natural::ZERO);
            let mut enough = self.bracket(&too_few, limit, wanted);
            loop {
                let middle = (&too_few + &enough).half();
                if middle == too_few {
                    break;
                }
                if self.most_up_to(&middle) >= wanted {
                    enough = middle;
                } else {
                    too_few = middle;
                }
            }
            amounts.push(enough);
        }
        amounts
    }

    /// An amount that needs enough coins, found by squaring: close to the first in its number of
    /// digits, so that bisection deals with short numbers.
    fn bracket(&mut self, from: &Natural, limit: &Natural, wanted: u64) -> Natural {
        let mut amount = from + &Natural::ONE;
        while amount < *limit && self.most_up_to(&amount) < wanted {
            amount = &(&amount * &amount) + &Natural::ONE;
        }
        amount.min(limit.clone())
    }

    /// The most coins that any amount up to and including `amount` needs.
    pub fn most_up_to(&mut self, amount: &Natural) -> u64 {
        if amount.is_zero() {
            return 0;
        }
        if let Some(&most) = self.known.get(amount) {
            return most;
        }
        let index = self.index_at_most(amount);
        let coin = (self.term)(&index);
        let (count, rest) = amount.div_rem(&coin).unwrap_or((Natural::ONE, Natural::ZERO));
        let count = count.to_u64().unwrap_or(u64::MAX);
        let with_coin = count.saturating_add(self.most_up_to(&rest));
        // Amounts that stop one coin short have any rest below that coin.
        let below = match index.checked_sub(&Natural::ONE) {
            None => 0,
            Some(before) => {
                let gap = coin.checked_sub(&(self.term)(&before)).unwrap_or(Natural::ONE);
                let largest_rest = gap.checked_sub(&Natural::ONE).unwrap_or(Natural::ZERO);
                self.most_up_to(&largest_rest).saturating_add(1)
            }
        };
        let most = with_coin.max((count - 1).saturating_add(below));
        self.known.insert(amount.clone(), most);
        most
    }

    /// The index of the largest coin that does not exceed `amount`, which is at least 1.
    fn index_at_most(&self, amount: &Natural) -> Natural {
        let mut low = Natural::ZERO;
        let mut high = Natural::ONE;
        while (self.term)(&high) <= *amount {
            let doubled = &high + &high;
            low = std::mem::replace(&mut high, doubled);
        }
        loop {
            let middle = (&low + &high).half();
            if middle == low {
                return low;
            }
            if (self.term)(&middle) <= *amount {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coins, ConvexThresholds, Named};

    fn square(index: &Natural) -> Natural {
        let k = index + &Natural::ONE;
        &k * &k
    }

    #[test]
    fn counts_like_the_cashier() {
        let coins = Coins::up_to(Named::Squares.terms(), &5000u64.into(), 100).unwrap();
        let mut squares = ConvexGreedy::new(square);
        let mut most = Natural::ZERO;
        for amount in 0..5000u64 {
            most = most.max(coins.greedy(&amount.into()).unwrap().coins());
            assert_eq!(Natural::from(squares.most_up_to(&amount.into())), most, "{amount}");
        }
    }

    #[test]
    fn theorem_15_for_growing_gaps() {
        let triangle = |i: &Natural| (&(i + &Natural::ONE) * &(i + &2u64.into())).half();
        let cube = |i: &Natural| &(&(i * i) * i) + &(i + &Natural::ONE);
        // Gaps much longer than the coins before them: several equal coins are handed out.
        let steep = |i: &Natural| {
            let bits = u32::try_from(i.to_u64().unwrap_or(0)).unwrap_or(0).min(40);
            &(&Natural::power_of_two(3 * bits) * i) + &Natural::ONE
        };
        fn agree(formula: impl Fn(&Natural) -> Natural, cells: usize) {
            let rows: Vec<_> = ConvexThresholds::new(&formula).take(cells).collect();
            let totals: Vec<_> = rows.iter().map(|row| row.total.clone()).collect();
            let found = ConvexGreedy::new(&formula).amounts(&totals[cells - 1], cells as u64 + 1);
            assert_eq!(found, totals);
        }
        agree(square, 11);
        agree(triangle, 10);
        agree(cube, 12);
        agree(steep, 30);
    }
}
