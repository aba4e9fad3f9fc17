//! The greedy change-maker: always the largest coin that fits.

use super::{Coins, Natural};

/// Equal coins in a representation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The value of each coin.
    pub coin: Natural,
    /// How many there are.
    pub count: Natural,
}

/// An amount as a sum of coins, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Representation {
    piles: Vec<Pile>,
}

impl Representation {
    /// Puts coins together in any order.
    #[must_use]
    pub fn from_coins(mut coins: Vec<Natural>) -> Self {
        coins.sort_unstable_by(|a, b| b.cmp(a));
        let mut representation = Representation::default();
        for coin in coins {
            representation.add(coin, Natural::ONE);
        }
        representation
    }

    /// The piles, from the largest coin to the smallest.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }

    /// The number of coins.
    pub fn coins(&self) -> Natural {
        self.piles.iter().map(|pile| &pile.count).sum()
    }

    /// The amount they add up to.
    pub fn amount(&self) -> Natural {
        self.piles.iter().fold(Natural::ZERO, |sum, pile| &sum + &(&pile.coin * &pile.count))
    }

    /// The same with one more coin, which is not smaller than any other.
    pub(super) fn with_first(mut self, coin: Natural) -> Self {
        match self.piles.first_mut() {
            Some(first) if first.coin == coin => first.count += &Natural::ONE,
            _ => self.piles.insert(0, Pile { coin, count: Natural::ONE }),
        }
        self
    }

    fn add(&mut self, coin: Natural, count: Natural) {
        match self.piles.last_mut() {
            Some(last) if last.coin == coin => last.count += &count,
            _ => self.piles.push(Pile { coin, count }),
        }
    }
}

/// Changes `amount` greedily, given the largest coin that does not exceed a number. `None` if there
/// is none for some rest, which does not happen when 1 is a coin.
///
/// ```
/// use twofold_change::{Coins, greedy_representation};
///
/// let coins = Coins::new([1u64, 10, 25].map(Into::into).to_vec())?;
/// let change = greedy_representation(&30u64.into(), |rest| coins.largest_at_most(rest)).unwrap();
/// assert_eq!(change.coins(), 6u64.into()); // a quarter and five pennies, where three dimes would do
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
pub fn greedy_representation(
    amount: &Natural,
    largest_at_most: impl Fn(&Natural) -> Option<Natural>,
) -> Option<Representation> {
    let mut representation = Representation::default();
    let mut rest = amount.clone();
    while !rest.is_zero() {
        let coin = largest_at_most(&rest)?;
        // As long as the coin fits it stays the largest that does, so all of them can be handed out
        // at once.
        let (count, left) = rest.div_rem(&coin).filter(|(count, _)| !count.is_zero())?;
        representation.add(coin, count);
        rest = left;
    }
    Some(representation)
}

impl Coins {
    /// Changes `amount` greedily with these coins.
    pub fn greedy(&self, amount: &Natural) -> Option<Representation> {
        greedy_representation(amount, |rest| self.largest_at_most(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn takes_the_largest_coin_again_and_again(
            values in prop::collection::btree_set(2u64..200, 0..12),
            amount in 0u64..2000,
        ) {
            let mut values: Vec<u64> = values.into_iter().collect();
            values.insert(0, 1);
            let coins = Coins::new(values.iter().map(|&value| value.into()).collect()).unwrap();
            let mut by_hand = Vec::new();
            let mut rest = amount;
            while rest > 0 {
                let coin = *values.iter().filter(|&&value| value <= rest).max().unwrap();
                by_hand.push(Natural::from(coin));
                rest -= coin;
            }
            let greedy = coins.greedy(&amount.into()).unwrap();
            prop_assert_eq!(greedy.coins(), (by_hand.len() as u64).into());
            prop_assert_eq!(greedy.amount(), amount.into());
            prop_assert_eq!(greedy, Representation::from_coins(by_hand));
        }
    }

    #[test]
    fn large_amounts_and_missing_coins() {
        let pennies = Coins::new(vec![Natural::ONE]).unwrap();
        let much = Natural::power_of_two(200);
        assert_eq!(pennies.greedy(&much).unwrap().coins(), much);
        assert_eq!(greedy_representation(&much, |_| None), None);
        assert_eq!(greedy_representation(&much, |_| Some(Natural::ZERO)), None);
        assert_eq!(pennies.greedy(&Natural::ZERO).unwrap().piles(), []);
    }
}
