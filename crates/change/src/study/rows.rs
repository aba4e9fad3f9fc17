//! Single and Total, by streaming, bisection, sieving or the table of prime gaps.

use std::cell::Cell;

use super::{Ending, Evidence, Limits, PracticalRecords, Row, Source, Study, StudyError};
use crate::practical::{GapSearch, lower_bound};
use crate::prime::{PillaiError, TABLE_COMPLETE_TO, pillai};
use crate::{
    Checked, ConvexThresholds, Gaps, Named, Natural, SequenceError, Threshold, Thresholds,
};
use twofold_core::{Progress, Watch};

/// Terms between two reports of progress.
const REPORT: u64 = 1 << 16;
/// Terms between two looks at the watch: a term may take milliseconds.
const LOOK: u64 = 1 << 6;

pub(super) fn study(
    source: Source<'_>,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Study, StudyError> {
    match source {
        Source::Named(Named::Primes) => primes(limits),
        Source::Named(Named::Practical) => practical(limits, watch),
        other => {
            if let Some(term) = other.convex() {
                return Ok(convex(term, limits));
            }
            stream(other, limits, watch)
        }
    }
}

/// Values with more binary digits than this are not continued.
const MAX_BITS: u64 = 1 << 17;

/// Closes in on each gap by its index.
fn convex(term: impl Fn(&Natural) -> Natural, limits: Limits) -> Study {
    let mut rows: Vec<Row> = Vec::new();
    let mut ending = Ending::Complete;
    let mut thresholds = ConvexThresholds::new(term);
    while (rows.len() as u64) < limits.cells
        && let Some(threshold) = thresholds.next()
    {
        let bits = threshold.total.bits();
        rows.push(Row { threshold, evidence: Evidence::Bisected });
        if bits > MAX_BITS {
            ending = Ending::TooLong { cells: rows.len() as u64 + 1, bits };
            break;
        }
    }
    Study { rows, ending, practical: None }
}

/// Runs through the terms until the cells are answered, the limit is reached, or a bound on the
/// gaps decides the rest.
fn stream(source: Source<'_>, limits: Limits, watch: &dyn Watch) -> Result<Study, StudyError> {
    let (gaps, at_end) = (source.gaps(), source.at_end());
    let stopped = Cell::new(None);
    let mut read = 0;
    let watched = Checked::new(source.into_terms()).map_while(|term| {
        if read == limits.terms {
            stopped.set(Some(Stop::Limit));
            return None;
        }
        if read % LOOK == LOOK - 1 {
            if read % REPORT == REPORT - 1 {
                watch.report(Progress { done: read, total: None });
            }
            if watch.is_stopped() {
                stopped.set(Some(Stop::Interrupted));
                return None;
            }
        }
        if let Err(SequenceError::GeneratorExhausted { .. }) = term {
            stopped.set(Some(Stop::Limit));
            return None;
        }
        read += 1;
        Some(term)
    });
    // A limit is not the end of a set.
    let mut thresholds = Thresholds::new(watched).at_end(at_end);
    let mut rows: Vec<Row> = Vec::new();
    let ending = loop {
        let cells = rows.len() as u64 + 1;
        if cells > limits.cells {
            break Ending::Complete;
        }
        let total = thresholds.total().clone();
        if total.bits() > MAX_BITS {
            break Ending::TooLong { cells, bits: total.bits() };
        }
        if let Gaps::Bounded { bound, reason } = &gaps
            && *bound <= total
        {
            break Ending::NeverEnds { cells, bound: bound.clone(), reason: reason.clone() };
        }
        let row = thresholds.next().transpose()?;
        let up_to = || thresholds.last_term().cloned().unwrap_or(Natural::ZERO);
        match (row, stopped.get()) {
            (Some(threshold), None) => rows.push(Row { threshold, evidence: Evidence::Streamed }),
            (_, Some(Stop::Interrupted)) => break Ending::Interrupted { cells, up_to: up_to() },
            _ => break Ending::NoEndFound { cells, longer_than: total, up_to: up_to() },
        }
    };
    Ok(Study { rows, ending, practical: None })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Limit,
    Interrupted,
}

/// The first four values from sieved primes, the fifth from the table.
fn primes(limits: Limits) -> Result<Study, StudyError> {
    let mut rows = Vec::new();
    let mut ending = Ending::Complete;
    for value in pillai().take(usize::try_from(limits.cells).unwrap_or(usize::MAX)) {
        let value = match value {
            Ok(value) => value,
            Err(PillaiError::WrongTable(problem)) => return Err(problem.into()),
            Err(PillaiError::BeyondTable { cells, needed, .. }) => {
                ending = Ending::NoEndFound {
                    cells,
                    longer_than: needed.into(),
                    up_to: TABLE_COMPLETE_TO.into(),
                };
                break;
            }
        };
        let threshold = Threshold {
            cells: value.cells,
            single: value.single.into(),
            next: Some(value.gap.end().into()),
            total: value.total.into(),
        };
        rows.push(Row { threshold, evidence: Evidence::GapTable });
    }
    // Whatever can be sieved in a moment does not need the table.
    let terms = usize::try_from(limits.terms).unwrap_or(usize::MAX).min(10_000);
    let sieved = Thresholds::new(Named::Primes.terms().take(terms));
    for (row, sieved) in rows.iter_mut().zip(sieved) {
        *row = Row { threshold: sieved?, evidence: Evidence::Streamed };
    }
    Ok(Study { rows, ending, practical: None })
}

/// Practical numbers that are streamed; further ones are sieved.
const SHORT: u64 = 100;

/// Streams while gaps are short, then sieves on all cores.
fn practical(limits: Limits, watch: &dyn Watch) -> Result<Study, StudyError> {
    let few = limits.terms.min(SHORT);
    let short = Thresholds::new(Named::Practical.terms().take(few as usize));
    let cells = usize::try_from(limits.cells).unwrap_or(usize::MAX);
    let mut rows: Vec<Row> = short
        .take(cells)
        .map(|row| row.map(|threshold| Row { threshold, evidence: Evidence::Streamed }))
        .collect::<Result<_, _>>()?;
    let mut practical = None;
    let ending = loop {
        let cells = rows.len() as u64 + 1;
        if cells > limits.cells {
            break Ending::Complete;
        }
        let total = rows.last().map_or(Natural::ZERO, |row| row.threshold.total.clone());
        let unfound =
            |up_to: Natural| Ending::NoEndFound { cells, longer_than: total.clone(), up_to };
        let Some(longer_than) = total.to_u64() else { break unfound(Natural::ZERO) };
        // What is proved to be free of long gaps does not have to be sieved.
        let proved = lower_bound(longer_than).bound;
        if limits.terms <= SHORT {
            let last = Named::Practical.terms().take(few as usize).last().transpose()?;
            break unfound(last.unwrap_or(Natural::ZERO).max(proved.into()));
        }
        if practical.is_some() || proved > u128::from(limits.sieve) {
            break unfound(proved.into());
        }
        let report =
            GapSearch { longer_than, limit: limits.sieve, terms: limits.terms }.run(watch)?;
        practical = Some(PracticalRecords { gaps: report.records, count: report.count });
        match report.found {
            Some(gap) => {
                let (single, next) = (Natural::from(gap.start), Some(Natural::from(gap.end)));
                let total = &total + &single;
                let threshold = Threshold { cells, single, next, total };
                rows.push(Row { threshold, evidence: Evidence::Sieved });
            }
            None if report.interrupted => {
                break Ending::Interrupted { cells, up_to: report.sieved_to.into() };
            }
            None => break unfound(report.sieved_to.into()),
        }
    };
    Ok(Study { rows, ending, practical })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtEnd, Lines};

    fn run(source: Source<'_>, cells: u64) -> Study {
        let limits = Limits { cells, terms: 200_000, sieve: 1_000_000, amounts: 100_000 };
        study(source, limits, &()).unwrap()
    }

    fn totals(study: &Study) -> Vec<u64> {
        study.rows.iter().map(|row| row.threshold.total.to_u64().unwrap()).collect()
    }

    #[test]
    fn bounded_gaps_never_end() {
        let naturals = run(Source::Named(Named::Naturals), 5);
        assert_eq!(totals(&naturals), [1]);
        assert!(matches!(naturals.ending, Ending::NeverEnds { cells: 2, .. }));
        let sevens = run(Source::expression("7*n+1".parse().unwrap()), 20);
        assert_eq!(totals(&sevens), [1, 2, 3, 4, 5, 6, 7]);
        assert!(matches!(sevens.ending, Ending::NeverEnds { cells: 8, .. }));
    }

    #[test]
    fn without_a_proof_nothing_is_claimed() {
        // The odd numbers again, but as a list: it could go on in any way.
        let text: String = (0..1000).map(|n| format!("{}\n", 2 * n + 1)).collect();
        let open = run(Source::Terms(Box::new(Lines::new(text.as_bytes())), AtEnd::Unknown), 5);
        assert_eq!(totals(&open), [1, 2]);
        assert_eq!(
            open.ending,
            Ending::NoEndFound { cells: 3, longer_than: 2u64.into(), up_to: 1999u64.into() }
        );
        let closed = run(Source::Terms(Box::new(Lines::new(text.as_bytes())), AtEnd::Complete), 5);
        assert_eq!(totals(&closed), [1, 2, 2001, 4000, 5999]);
        assert_eq!(closed.ending, Ending::Complete);
    }

    struct Stop;

    impl Watch for Stop {
        fn report(&self, _: Progress) {}

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn limits_are_reported() {
        let one_sided = run(Source::Named(Named::OneSided), 100);
        assert!(
            matches!(&one_sided.ending, Ending::NoEndFound { up_to, .. } if *up_to > 1_000_000_000u64.into())
        );
        let limits = Limits { cells: 100, ..Limits::default() };
        let stopped = study(Source::Named(Named::OneSided), limits, &Stop).unwrap();
        assert!(matches!(stopped.ending, Ending::Interrupted { .. }));
    }

    #[test]
    fn polynomials_are_bisected() {
        let squares = run(Source::Named(Named::Squares), 20);
        assert_eq!(squares.rows.len(), 20);
        let formula = run(Source::expression("n^2".parse().unwrap()), 20);
        assert_eq!(formula, squares);
        let streamed = run(Source::Terms(Named::Squares.terms(), AtEnd::Unknown), 8);
        for (a, b) in streamed.rows.iter().zip(&squares.rows) {
            assert_eq!(a.threshold, b.threshold);
        }
        // n² − 4n + 4 falls at first: it has to be streamed, and is refused.
        let limits = Limits::default();
        let falling = Source::expression("n^2-4*n+4".parse().unwrap());
        assert!(matches!(
            study(falling, limits, &()),
            Err(StudyError::Sequence(SequenceError::Zero { term: 2 }))
        ));
    }

    #[test]
    fn primes_end_with_the_table() {
        let primes = run(Source::Named(Named::Primes), 6);
        assert_eq!(totals(&primes), [1, 4, 27, 1354, 401_429_925_999_155_061]);
        let evidence: Vec<_> = primes.rows.iter().map(|row| row.evidence).collect();
        assert_eq!(evidence[3..], [Evidence::Streamed, Evidence::GapTable]);
        assert!(matches!(primes.ending, Ending::NoEndFound { cells: 6, .. }));
    }

    #[test]
    fn terms_limit_every_way() {
        let limited = |named, terms| {
            let limits = Limits { cells: 6, terms, ..Limits::default() };
            study(Source::Named(named), limits, &()).unwrap()
        };
        for terms in [0, 1, 10] {
            for named in Named::ALL {
                let study = limited(named, terms);
                let is_read = |row: &&Row| row.evidence != Evidence::Bisected;
                let streamed = study.rows.iter().filter(is_read).count();
                assert!(named == Named::Primes || streamed as u64 <= terms, "{named} {terms}");
            }
        }
        // Ten practical numbers reach 24, and a proof covers what lies below its bound.
        let ten = limited(Named::Practical, 10);
        assert_eq!(totals(&ten), [1, 3, 11]);
        assert!(matches!(ten.ending, Ending::NoEndFound { cells: 4, .. }));
        assert!(ten.practical.is_none());
    }

    #[test]
    fn practical_numbers_are_sieved() {
        let practical = run(Source::Named(Named::Practical), 9);
        assert_eq!(totals(&practical), [1, 3, 11, 191]);
        assert!(
            matches!(&practical.ending, Ending::NoEndFound { cells: 5, up_to, .. } if *up_to >= 1_000_000u64.into())
        );
    }
}
