//! The smallest amount that needs n coins, with the best change instead of the greedy one.

use super::study::Source;
use super::{
    AtEnd, Coins, CoinsError, FewestCoins, Natural, SequenceError, Terms, Thresholds, Watched,
};
use twofold_core::{Figure, Stopped, Watch};

/// Terms that are kept to decide whether greedy change is optimal.
const KEPT: usize = 4096;
/// Words of a table of fewest coins that may be touched.
const TABLE_WORK: u64 = 1 << 29;
/// Words that it may have, over all levels: a quarter of a GiB.
const TABLE_WORDS: u64 = 1 << 25;

/// The smallest amount that cannot be made with fewer than n coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hardest {
    /// Greedy change is optimal for all coins involved, so it is Total(n).
    TotallyGreedy(Natural),
    /// Found in a table of the fewest coins.
    Table(u64),
    /// No amount up to here needs as many coins.
    NoneUpTo(u64),
}

impl Hardest {
    /// The amount: exact, or at least the first that was not looked at.
    pub fn amount(&self) -> Figure {
        match self {
            Hardest::TotallyGreedy(amount) => Figure::exact(amount.clone()),
            Hardest::Table(amount) => Figure::exact(*amount),
            Hardest::NoneUpTo(limit) => Figure::at_least(u128::from(*limit) + 1),
        }
    }
}

/// Finds the smallest amount that needs `coins` coins in the best case.
///
/// `source` is asked for the sequence as often as needed.
///
/// ```
/// use twofold_change::study::Source;
/// use twofold_change::{Hardest, Named, SequenceError, hardest};
///
/// let smooth = || Ok::<_, SequenceError>(Source::Named(Named::ThreeSmooth));
/// assert_eq!(hardest(smooth, 4, &())?, Hardest::Table(431));
/// let fibonacci = || Ok::<_, SequenceError>(Source::Named(Named::Fibonacci));
/// assert_eq!(hardest(fibonacci, 4, &())?, Hardest::TotallyGreedy(33u64.into()));
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
pub fn hardest<'a, E: From<SequenceError>>(
    mut source: impl FnMut() -> Result<Source<'a>, E>,
    coins: u32,
    watch: &dyn Watch,
) -> Result<Hardest, E> {
    if coins == 0 {
        return Ok(Hardest::Table(0));
    }
    let first = source()?;
    let at_end = first.at_end();
    if let Some(total) = totally_greedy(first.into_terms(), at_end, coins, watch)? {
        return Ok(Hardest::TotallyGreedy(total));
    }
    let mut reached = 0;
    let mut limit = 1024u64;
    loop {
        let kept = match Coins::up_to(
            Watched::new(source()?.into_terms(), watch),
            &limit.into(),
            5_000_000,
        ) {
            Ok(kept) => kept,
            Err(CoinsError::Sequence(error)) => return Err(error.into()),
            Err(CoinsError::TooMany { .. }) => return Ok(Hardest::NoneUpTo(reached)),
        };
        let Some(values) = kept.to_words() else { return Ok(Hardest::NoneUpTo(reached)) };
        // Beyond the last term of an open list, further coins might exist.
        let known = match (kept.beyond(), values.last()) {
            (None, Some(&last)) if at_end == AtEnd::Unknown => limit.min(last),
            _ => limit,
        };
        let words = (known / 64 + 1).saturating_mul(u64::from(coins));
        if words > TABLE_WORDS || words.saturating_mul(values.len() as u64) > TABLE_WORK {
            return Ok(Hardest::NoneUpTo(reached));
        }
        // Levels up to n − 1 are enough to see what is missing from them.
        let fewest = FewestCoins::watched(&values, known, coins, watch)
            .map_err(|Stopped| SequenceError::Stopped)?;
        if let Some(amount) = fewest.first_that_needs(coins) {
            return Ok(Hardest::Table(amount));
        }
        reached = known;
        if known < limit {
            return Ok(Hardest::NoneUpTo(reached));
        }
        limit *= 2;
    }
}

/// Total(n) if all coins up to the gap behind it pass the one-shot tests.
fn totally_greedy(
    terms: Terms<'_>,
    at_end: AtEnd,
    coins: u32,
    watch: &dyn Watch,
) -> Result<Option<Natural>, SequenceError> {
    let mut kept = Vec::new();
    let watched =
        Watched::new(terms, watch).take(KEPT).inspect(|term| kept.extend(term.iter().cloned()));
    let row = Thresholds::new(watched).at_end(at_end).nth(coins as usize - 1).transpose()?;
    let Some(row) = row else { return Ok(None) };
    let Ok(kept) = Coins::new(kept) else { return Ok(None) };
    // Coins beyond the total cannot take part.
    Ok(kept.counterexample().is_none().then_some(row.total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lines, Named};

    fn of(named: Named, coins: u32) -> Result<Hardest, SequenceError> {
        hardest(|| Ok(Source::Named(named)), coins, &())
    }

    #[test]
    fn three_smooth() {
        // OEIS A018899.
        let found: Vec<_> = (0..=6).map(|coins| of(Named::ThreeSmooth, coins).unwrap()).collect();
        let expected = [0, 1, 5, 23, 431, 18_431, 3_448_733].map(Hardest::Table);
        assert_eq!(found[0], expected[0]);
        // For one and two coins the beginning of the sequence is totally greedy.
        for (found, expected) in found.iter().zip(&expected).skip(3) {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn two_coins_are_enough() {
        assert!(matches!(of(Named::OneSided, 3), Ok(Hardest::NoneUpTo(limit)) if limit > 100_000));
        assert!(matches!(of(Named::Odd, 3), Ok(Hardest::NoneUpTo(limit)) if limit > 10_000));
    }

    #[test]
    fn four_squares_are_enough() {
        let squares = |coins| of(Named::Squares, coins).unwrap();
        // Up to 4 the squares are totally greedy, but 12 is 4 + 4 + 4 and not 9 + 1 + 1 + 1.
        assert_eq!(
            [squares(3), squares(4)],
            [Hardest::TotallyGreedy(3u64.into()), Hardest::Table(7)]
        );
        assert!(matches!(squares(5), Hardest::NoneUpTo(limit) if limit > 100_000));
    }

    #[test]
    fn open_lists_claim_nothing_beyond_their_end() {
        let list = |at_end| {
            move || {
                let lines = Lines::new(&b"1\n5\n6\n9\n"[..]);
                Ok::<_, SequenceError>(Source::Terms(Box::new(lines), at_end))
            }
        };
        assert_eq!(hardest(list(AtEnd::Unknown), 4, &()), Ok(Hardest::TotallyGreedy(4u64.into())));
        assert_eq!(hardest(list(AtEnd::Unknown), 5, &()), Ok(Hardest::NoneUpTo(9)));
        assert_eq!(hardest(list(AtEnd::Complete), 5, &()), Ok(Hardest::Table(31)));
    }
}
