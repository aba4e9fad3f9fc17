//! An amount in coins, greedily and with as few coins as possible.

use super::study::Source;
use super::{
    AtEnd, Coins, CoinsError, DirectAccess, FewestCoins, Natural, Representation, SearchOutcome,
    SequenceError, Terms, Watched, greedy_representation, search_fewer,
};
use twofold_core::{Figure, Stopped, Watch, group_digits};

/// Coins that are kept in memory.
const KEPT: usize = 5_000_000;
/// Words of a table of fewest coins that may be touched: a second or two.
const TABLE_WORK: u64 = 1 << 31;
/// Words that it may have, over all levels: a quarter of a GiB.
const TABLE_WORDS: u64 = 1 << 25;
/// Coins that a search may try.
const SEARCH_WORK: u64 = 20_000_000;

/// Change for an amount in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What a greedy cashier hands out.
    pub greedy: Representation,
    /// The fewest coins, as far as that is known.
    pub optimal: Optimal,
}

/// The fewest coins for an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimal {
    /// A representation, and why no other has fewer coins.
    Proved {
        /// The coins.
        representation: Representation,
        /// Why there are no fewer.
        proof: OptimalProof,
    },
    /// The fewest that were found, and a bound from below.
    Between {
        /// At least so many coins are needed.
        at_least: u64,
        /// The fewest coins that were found.
        best: Representation,
    },
}

impl Optimal {
    /// The best representation that was found.
    pub fn best(&self) -> &Representation {
        match self {
            Optimal::Proved { representation, .. } => representation,
            Optimal::Between { best, .. } => best,
        }
    }

    /// The fewest coins: exact if that is proved, otherwise between a bound and the best found.
    pub fn coins(&self) -> Figure {
        match self {
            Optimal::Proved { representation, .. } => Figure::exact(representation.coins()),
            Optimal::Between { at_least, best } => Figure::between(*at_least, best.coins()),
        }
    }
}

/// Why a representation is optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimalProof {
    /// The coins up to the amount pass the one-shot test, so greedy change is optimal.
    TotallyGreedy,
    /// A table of the fewest coins for all smaller amounts.
    Table,
    /// All sums of fewer coins were tried.
    Search,
    /// The amount is zero, a coin, or the sum of two without being one.
    AtMostTwo,
}

/// Why an amount cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The sequence is improper.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// There are too many coins up to the amount, or they are too long.
    #[error(
        "an amount of {} binary digits is too large: only {} terms below it are kept, and fewer if \
         they are long", group_digits(&.amount.bits().to_string()), group_digits(&KEPT.to_string())
    )]
    TooManyCoins {
        /// The amount.
        amount: Natural,
    },
    /// The terms end before the amount, and what follows is unknown.
    #[error("the terms end at {last}, before {amount}, and it is not known which follow")]
    TermsEnd {
        /// The last term.
        last: Natural,
        /// The amount.
        amount: Natural,
    },
}

/// Changes `amount` greedily and optimally.
///
/// ```
/// use twofold_change::study::Source;
/// use twofold_change::{Named, Optimal, change};
///
/// // 185 = 162 + 18 + 4 + 1 greedily, but three 3-smooth numbers are enough.
/// let both = change(Source::Named(Named::ThreeSmooth), &185u64.into(), &())?;
/// assert_eq!(both.greedy.coins(), 4u64.into());
/// let Optimal::Proved { representation, .. } = both.optimal else { panic!() };
/// assert_eq!(representation.coins(), 3u64.into());
/// # Ok::<(), twofold_change::ChangeError>(())
/// ```
pub fn change(
    source: Source<'_>,
    amount: &Natural,
    watch: &dyn Watch,
) -> Result<Change, ChangeError> {
    let named = if let Source::Named(named) = source { Some(named) } else { None };
    let at_end = source.at_end();
    match keep(source.into_terms(), amount, at_end, watch) {
        Ok(coins) => {
            let greedy = coins.greedy(amount).ok_or(SequenceError::Empty)?;
            let optimal = optimal(&coins, amount, &greedy, watch)?;
            Ok(Change { greedy, optimal })
        }
        Err(ChangeError::TooManyCoins { amount }) => {
            let too_many = || ChangeError::TooManyCoins { amount: amount.clone() };
            let named = named.ok_or_else(too_many)?;
            let direct = DirectAccess::new(named).ok_or_else(too_many)?;
            let greedy = greedy_representation(&amount, |rest| direct.largest_at_most(rest))
                .ok_or_else(too_many)?;
            let optimal = optimal_directly(&direct, named.terms(), &amount, &greedy);
            Ok(Change { greedy, optimal })
        }
        Err(error) => Err(error),
    }
}

fn keep(
    terms: Terms<'_>,
    amount: &Natural,
    at_end: AtEnd,
    watch: &dyn Watch,
) -> Result<Coins, ChangeError> {
    let coins =
        Coins::up_to(Watched::new(terms, watch), amount, KEPT).map_err(|error| match error {
            CoinsError::Sequence(SequenceError::GeneratorExhausted { .. })
            | CoinsError::TooMany { .. } => ChangeError::TooManyCoins { amount: amount.clone() },
            CoinsError::Sequence(error) => ChangeError::Sequence(error),
        })?;
    match (coins.beyond(), coins.values().last()) {
        (None, Some(last)) if last < amount && at_end == AtEnd::Unknown => {
            Err(ChangeError::TermsEnd { last: last.clone(), amount: amount.clone() })
        }
        _ => Ok(coins),
    }
}

fn optimal(
    coins: &Coins,
    amount: &Natural,
    greedy: &Representation,
    watch: &dyn Watch,
) -> Result<Optimal, ChangeError> {
    let proved = |representation, proof| Ok(Optimal::Proved { representation, proof });
    let handed_out = greedy.coins();
    if handed_out <= 2u64.into() {
        return proved(greedy.clone(), OptimalProof::AtMostTwo);
    }
    // The one-shot tests are quick to fail, and for long sequences they seldom hold.
    if coins.counterexample().is_none() {
        return proved(greedy.clone(), OptimalProof::TotallyGreedy);
    }
    let fewer_than = handed_out.to_u64().unwrap_or(u64::MAX);
    if let (Some(limit), Some(values), Ok(levels)) =
        (amount.to_u64(), coins.to_words(), u32::try_from(fewer_than))
    {
        let words = (limit / 64 + 1).saturating_mul(u64::from(levels));
        if words <= TABLE_WORDS && words.saturating_mul(values.len() as u64) <= TABLE_WORK {
            let fewest = FewestCoins::watched(&values, limit, levels, watch)
                .map_err(|Stopped| SequenceError::Stopped)?;
            if let Some(found) = fewest.represent(limit) {
                let found =
                    Representation::from_coins(found.into_iter().map(Natural::from).collect());
                return proved(found, OptimalProof::Table);
            }
        }
    }
    match search_fewer(coins, amount, fewer_than, SEARCH_WORK, watch) {
        SearchOutcome::Found(representation) => proved(representation, OptimalProof::Search),
        SearchOutcome::NoneFewer => proved(greedy.clone(), OptimalProof::Search),
        SearchOutcome::Exhausted { .. } if watch.is_stopped() => Err(SequenceError::Stopped.into()),
        SearchOutcome::Exhausted { refuted_up_to } => {
            Ok(Optimal::Between { at_least: refuted_up_to + 1, best: greedy.clone() })
        }
    }
}

/// With a test for membership: one coin, then two with a small one, then three with two small ones.
fn optimal_directly(
    direct: &DirectAccess,
    terms: Terms<'_>,
    amount: &Natural,
    greedy: &Representation,
) -> Optimal {
    let proved =
        |representation| Optimal::Proved { representation, proof: OptimalProof::AtMostTwo };
    if greedy.coins() <= 2u64.into() {
        return proved(greedy.clone());
    }
    let small: Vec<Natural> = terms.take(10_000).map_while(Result::ok).collect();
    let completes = |rest: Option<Natural>| rest.filter(|rest| direct.contains(rest) == Some(true));
    for coin in &small {
        if let Some(rest) = completes(amount.checked_sub(coin)) {
            return proved(Representation::from_coins(vec![rest, coin.clone()]));
        }
    }
    // Not having found a sum of two proves nothing, as only small coins were tried.
    if greedy.coins() > 3u64.into() {
        let pairs = &small[..400.min(small.len())];
        for (index, coin) in pairs.iter().enumerate() {
            for other in &pairs[index..] {
                if let Some(rest) = completes(amount.checked_sub(&(coin + other))) {
                    let best = Representation::from_coins(vec![rest, other.clone(), coin.clone()]);
                    return Optimal::Between { at_least: 2, best };
                }
            }
        }
    }
    Optimal::Between { at_least: 2, best: greedy.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lines, Named};

    fn proof(source: Source<'_>, amount: u64) -> (u64, u64, OptimalProof) {
        let both = change(source, &amount.into(), &()).unwrap();
        assert_eq!(both.greedy.amount(), amount.into());
        let Optimal::Proved { representation, proof } = both.optimal else { panic!("{both:?}") };
        assert_eq!(representation.amount(), amount.into());
        (both.greedy.coins().to_u64().unwrap(), representation.coins().to_u64().unwrap(), proof)
    }

    fn finite(text: &'static str) -> Source<'static> {
        Source::Terms(Box::new(Lines::new(text.as_bytes())), AtEnd::Complete)
    }

    #[test]
    fn proofs_of_all_kinds() {
        assert_eq!(proof(finite("1\n10\n25\n"), 30), (6, 3, OptimalProof::Table));
        assert_eq!(
            proof(Source::Named(Named::PowersOfTwo), 255),
            (8, 8, OptimalProof::TotallyGreedy)
        );
        assert_eq!(proof(Source::Named(Named::OneSided), 13), (3, 2, OptimalProof::Table));
        assert_eq!(proof(Source::Named(Named::Fibonacci), 4), (2, 2, OptimalProof::AtMostTwo));
        let (greedy, optimal, by) = proof(Source::Named(Named::ThreeSmooth), 2_289_863_865);
        assert_eq!((greedy, by), (10, OptimalProof::Search));
        assert!(optimal < greedy);
    }

    #[test]
    fn far_beyond_what_can_be_listed() {
        let amount = Natural::from(401_429_925_999_155_061u64);
        let both = change(Source::Named(Named::Primes), &amount, &()).unwrap();
        let coins: Vec<u64> =
            both.greedy.piles().iter().map(|pile| pile.coin.to_u64().unwrap()).collect();
        assert_eq!(coins, [401_429_925_999_153_707, 1327, 23, 3, 1]);
        let Optimal::Between { at_least: 2, best } = both.optimal else {
            panic!("{:?}", both.optimal)
        };
        assert_eq!((best.coins(), best.amount()), (3u64.into(), amount));
    }

    #[test]
    fn amounts_beyond_the_terms() {
        let open = Source::Terms(Box::new(Lines::new(&b"1\n2\n"[..])), AtEnd::Unknown);
        assert_eq!(
            change(open, &5u64.into(), &()),
            Err(ChangeError::TermsEnd { last: 2u64.into(), amount: 5u64.into() })
        );
        let dense = Source::Named(Named::Odd);
        let amount = Natural::power_of_two(100);
        assert_eq!(change(dense, &amount, &()), Err(ChangeError::TooManyCoins { amount }));
    }

    #[test]
    fn tables_and_coins_have_limits() {
        // A table of fifty thousand levels would take gigabytes; a search gives up.
        for amount in [400_002, 4_000_000_000_000_002_u64] {
            let both = change(finite("1\n5\n8\n"), &amount.into(), &()).unwrap();
            assert_eq!(both.greedy.coins(), (amount / 8 + 2).into());
            let Optimal::Between { at_least, .. } = both.optimal else { panic!("{amount}") };
            assert_eq!(at_least, amount.div_ceil(8));
        }
        // Ten thousand digits: coins of seventy megabytes.
        let amount: Natural = "9".repeat(10_000).parse().unwrap();
        let refused = change(Source::Named(Named::PowersOfTwo), &amount, &());
        assert_eq!(refused, Err(ChangeError::TooManyCoins { amount }));
    }

    struct Stop;

    impl Watch for Stop {
        fn report(&self, _: twofold_core::Progress) {}

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn somebody_may_stop_it() {
        let stopped = change(Source::Named(Named::ThreeSmooth), &2_289_863_865u64.into(), &Stop);
        assert_eq!(stopped, Err(ChangeError::Sequence(SequenceError::Stopped)));
    }
}
