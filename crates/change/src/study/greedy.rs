//! GreedyCoins for the rows of a study, from the definition.

use super::source::TermByIndex;
use super::{Evidence, Limits, Source, Study};
use crate::{
    AtEnd, Checked, Coins, ConvexGreedy, GreedyScan, Natural, SequenceError, Watched,
    greedy_coins_by_bisection,
};
use twofold_core::Watch;

/// Coins that are kept in memory for bisection.
const KEPT: usize = 1 << 16;
/// Rows with more cells than this are not bisected: the effort grows with the cube of the number of
/// digits.
const BISECTED: u64 = 300;

/// Numbers with more binary digits than this are not bisected by formula.
const CONVEX_BITS: u64 = 1 << 10;

/// How a value of GreedyCoins was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GreedyEvidence {
    /// Every amount up to it was changed.
    Scanned,
    /// The most coins of all amounts up to a number, bisected.
    Bisected,
    /// All gaps before are too short for a rest that needs enough coins; rests were changed one by
    /// one.
    LongestGap,
}

/// GreedyCoins(n) for one n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreedyRow {
    /// The number of coins n.
    pub coins: u64,
    /// The smallest amount that costs a greedy cashier n coins.
    pub amount: Natural,
    /// How it was found.
    pub evidence: GreedyEvidence,
}

pub(super) fn greedy(
    study: &Study,
    source: Source<'_>,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Vec<GreedyRow>, SequenceError> {
    let wanted = study.rows.len();
    if wanted == 0 {
        return Ok(Vec::new());
    }
    let (named, at_end) = (matches!(source, Source::Named(_)), source.at_end());
    let convex = source.convex();
    // Terms that are read once serve both the scan and the coins to keep: up to the last gap, if
    // they are few.
    let end = study.rows.last().and_then(|row| row.threshold.next.clone());
    let mut kept: Vec<Natural> = Vec::new();
    let mut terms = Checked::new(Watched::new(source.into_terms(), watch))
        .take_while(|term| !is_exhausted(term));
    let mut complete = false;
    while kept.len() < KEPT && (end.is_none() || kept.last() < end.as_ref()) {
        match terms.next() {
            Some(term) => kept.push(term?),
            None => {
                complete = true;
                break;
            }
        }
    }
    let scanned_terms = kept.iter().cloned().map(Ok).chain(terms);
    let mut rows: Vec<GreedyRow> = Vec::new();
    for amount in GreedyScan::new(scanned_terms, limits.amounts).at_end(at_end).take(wanted) {
        let coins = rows.len() as u64 + 1;
        rows.push(GreedyRow { coins, amount: amount?.into(), evidence: GreedyEvidence::Scanned });
    }
    if watch.is_stopped() {
        return Err(SequenceError::Stopped);
    }
    if rows.len() < wanted && wanted as u64 <= BISECTED {
        let at_end = if complete { at_end } else { AtEnd::Unknown };
        if let Some(coins) = coins(kept, at_end) {
            let bisected = greedy_coins_by_bisection(&coins, wanted as u64);
            for (index, amount) in bisected.into_iter().enumerate().skip(rows.len()) {
                let coins = index as u64 + 1;
                rows.push(GreedyRow { coins, amount, evidence: GreedyEvidence::Bisected });
            }
        }
    }
    if let Some(term) = convex.filter(|_| rows.len() < wanted) {
        extend_by_formula(study, &mut rows, term);
    }
    if named {
        extend_by_longest_gap(study, &mut rows);
    }
    Ok(rows)
}

/// Adds rows of a sequence with growing gaps, as long as the numbers are not too long.
fn extend_by_formula(study: &Study, rows: &mut Vec<GreedyRow>, term: TermByIndex) {
    let short = study.rows.iter().take_while(|row| row.threshold.total.bits() <= CONVEX_BITS);
    let Some(last) = short.last() else { return };
    let amounts = ConvexGreedy::new(term).amounts(&last.threshold.total, last.threshold.cells);
    for (index, amount) in amounts.into_iter().enumerate().skip(rows.len()) {
        let coins = index as u64 + 1;
        rows.push(GreedyRow { coins, amount, evidence: GreedyEvidence::Bisected });
    }
}

fn is_exhausted(term: &Result<Natural, SequenceError>) -> bool {
    matches!(term, Err(SequenceError::GeneratorExhausted { .. }))
}

/// The coins that have been kept.
fn coins(kept: Vec<Natural>, at_end: AtEnd) -> Option<Coins> {
    let end = kept.last()?.clone();
    Coins::up_to(kept.into_iter().map(Ok), &end, KEPT).ok().map(|coins| coins.at_end(at_end))
}

/// Adds the row after the last one if all gaps before its own are known to be short.
///
/// An amount below the start of the gap is a coin and a rest shorter than the longest gap before.
/// If no such rest needs n − 1 coins, no such amount needs n. The first that does is the start of
/// the gap and the first rest that needs n − 1 coins, if the gap holds it.
fn extend_by_longest_gap(study: &Study, rows: &mut Vec<GreedyRow>) {
    let Some(row) = study.rows.get(rows.len()) else { return };
    let longest_before = match row.evidence {
        Evidence::Sieved => study.practical.as_ref().and_then(|records| {
            let before = records.gaps.len().checked_sub(2)?;
            Some(Natural::from(records.gaps[before].length()))
        }),
        Evidence::GapTable => crate::prime::pillai()
            .nth(rows.len())
            .and_then(Result::ok)
            .map(|value| Natural::from(value.longest_before)),
        Evidence::Streamed | Evidence::Bisected => None,
    };
    let (Some(longest_before), Some(gap), Some(hardest_rest)) =
        (longest_before, row.threshold.gap(), rows.last().map(|row| row.amount.clone()))
    else {
        return;
    };
    // Rests before the gap are below the longest gap; rests in it are below its length.
    if hardest_rest >= longest_before && hardest_rest < gap {
        let amount = &row.threshold.single + &hardest_rest;
        rows.push(GreedyRow {
            coins: rows.len() as u64 + 1,
            amount,
            evidence: GreedyEvidence::LongestGap,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::study;
    use crate::{Lines, Named};

    fn both(source: impl Fn() -> Source<'static>, cells: u64) -> (Study, Vec<GreedyRow>) {
        let limits = Limits { cells, terms: 1_000_000, sieve: 1_000_000, amounts: 100_000 };
        let study = study(source(), limits, &()).unwrap();
        let greedy = study.greedy(source(), limits, &()).unwrap();
        (study, greedy)
    }

    #[test]
    fn theorem_15_wherever_both_are_computed() {
        for named in Named::ALL {
            let (study, greedy) = both(|| Source::Named(named), 40);
            assert!(!greedy.is_empty());
            for (row, greedy) in study.rows.iter().zip(&greedy) {
                assert_eq!(row.threshold.total, greedy.amount, "{named}");
                assert_eq!(row.threshold.cells, greedy.coins);
            }
            let expected = match named {
                Named::Squares | Named::Triangular => 12,
                Named::OneSided => 15,
                _ => study.rows.len(),
            };
            assert!(greedy.len() >= expected, "{named}: {} of {}", greedy.len(), study.rows.len());
        }
    }

    #[test]
    fn the_fifth_prime_value_needs_the_longest_gap() {
        let (_, greedy) = both(|| Source::Named(Named::Primes), 6);
        assert_eq!(greedy.len(), 5);
        assert_eq!(greedy[3].evidence, GreedyEvidence::Scanned);
        assert_eq!(greedy[4].evidence, GreedyEvidence::LongestGap);
        assert_eq!(greedy[4].amount, 401_429_925_999_155_061u64.into());
    }

    #[test]
    fn finite_sets() {
        let source = || Source::Terms(Box::new(Lines::new(&b"1\n10\n25\n"[..])), AtEnd::Complete);
        let (study, greedy) = both(source, 30);
        assert_eq!(greedy.len(), 30);
        for (row, greedy) in study.rows.iter().zip(&greedy) {
            assert_eq!(row.threshold.total, greedy.amount);
        }
    }
}
