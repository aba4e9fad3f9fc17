//! Single(n, A) and Total(n, A), streamed from the terms of A (Theorem 11).

use super::{Natural, SequenceError};

/// The largest single tile and the largest total that n cells can hold, with the gap that is to
/// blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The number of cells n.
    pub cells: u64,
    /// Single(n): the largest tile that can be built with n cells.
    pub single: Natural,
    /// The term that follows it, out of reach because the gap exceeds Total(n − 1); `None` if the
    /// set ends there.
    pub next: Option<Natural>,
    /// Total(n): the largest sum of tiles on n cells. By Theorem 15 also the smallest amount for
    /// which greedy change-making uses n coins.
    pub total: Natural,
}

impl Threshold {
    /// The distance from the largest tile to the next one, if there is a next one.
    pub fn gap(&self) -> Option<Natural> {
        self.next.as_ref().and_then(|next| next.checked_sub(&self.single))
    }
}

/// What happens when the terms run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtEnd {
    /// More terms may exist, so nothing can be concluded after the last one.
    #[default]
    Unknown,
    /// The last term is the largest tile there is: its gap is infinite, and n more cells hold n
    /// more of it.
    Complete,
}

/// Reads an increasing sequence once and yields a [`Threshold`] for n = 1, 2, 3, ….
///
/// Two numbers and two counters are kept, whatever the length of the sequence. The iterator ends
/// when the terms do (never, for a [complete](AtEnd::Complete) set), or after an error.
///
/// ```
/// use twofold_change::{PowersOfTwo, Thresholds};
///
/// let totals: Result<Vec<_>, _> =
///     Thresholds::new(PowersOfTwo::default().map(Ok)).take(5).map(|row| row.map(|row| row.total)).collect();
/// assert_eq!(totals?, [1u64, 3, 7, 15, 31].map(Into::into));
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Thresholds<I> {
    terms: I,
    at_end: AtEnd,
    /// The last term that has been passed.
    single: Option<Natural>,
    /// The term after it, if it has been read and its gap is not used up.
    next: Option<Natural>,
    total: Natural,
    cells: u64,
    read: u64,
    largest_gap: Natural,
    done: bool,
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Thresholds<I> {
    /// Reads `terms`, which have to increase; wrap them in [`Checked`](super::Checked) if that is
    /// in doubt.
    pub fn new(terms: I) -> Self {
        Thresholds {
            terms,
            at_end: AtEnd::Unknown,
            single: None,
            next: None,
            total: Natural::ZERO,
            cells: 0,
            read: 0,
            largest_gap: Natural::ZERO,
            done: false,
        }
    }

    /// Says what the end of the terms means.
    #[must_use]
    pub fn at_end(mut self, at_end: AtEnd) -> Self {
        self.at_end = at_end;
        self
    }

    /// How many terms have been read.
    pub fn terms_read(&self) -> u64 {
        self.read
    }

    /// The last term that has been read.
    pub fn last_term(&self) -> Option<&Natural> {
        self.next.as_ref().or(self.single.as_ref())
    }

    /// The largest gap between the terms read so far.
    pub fn largest_gap(&self) -> &Natural {
        &self.largest_gap
    }

    /// Total(n) for the last n that has been yielded; 0 before the first.
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// Finishes n cells with the gap that starts at `single`.
    fn step(&mut self, single: Natural) -> Threshold {
        self.total += &single;
        self.cells += 1;
        Threshold { cells: self.cells, single, next: self.next.clone(), total: self.total.clone() }
    }
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Iterator for Thresholds<I> {
    type Item = Result<Threshold, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.done {
                // A complete set goes on with its largest tile; otherwise nothing is known.
                let single = self.single.clone().filter(|_| self.at_end == AtEnd::Complete)?;
                return Some(Ok(self.step(single)));
            }
            if let (Some(single), Some(next)) = (&self.single, &self.next) {
                if *next > single + &self.total {
                    let single = single.clone();
                    return Some(Ok(self.step(single)));
                }
                self.single = self.next.take();
            }
            match self.terms.next() {
                Some(Ok(term)) => {
                    self.read += 1;
                    if let Some(gap) =
                        self.single.as_ref().and_then(|single| term.checked_sub(single))
                        && gap > self.largest_gap
                    {
                        self.largest_gap = gap;
                    }
                    if self.single.is_none() {
                        self.single = Some(term);
                    } else {
                        self.next = Some(term);
                    }
                }
                Some(Err(error)) => {
                    self.done = true;
                    self.at_end = AtEnd::Unknown;
                    return Some(Err(error));
                }
                None => self.done = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fibonacci;
    use proptest::prelude::*;

    fn thresholds(terms: &[u64], at_end: AtEnd, count: usize) -> Vec<Threshold> {
        let terms = terms.iter().map(|&term| Ok(Natural::from(term)));
        Thresholds::new(terms).at_end(at_end).take(count).collect::<Result<_, _>>().unwrap()
    }

    /// Theorem 11 word for word: a search from the start for every n.
    fn by_definition(terms: &[u64], count: usize) -> Vec<(u64, u64)> {
        let mut total = 0;
        let mut rows = Vec::new();
        for _ in 0..count {
            let gap = |i: usize| terms.get(i + 1).map_or(u64::MAX, |next| next - terms[i]);
            let single = (0..terms.len()).find(|&i| gap(i) > total).map(|i| terms[i]).unwrap();
            total += single;
            rows.push((single, total));
        }
        rows
    }

    proptest! {
        #[test]
        fn agrees_with_the_recurrence(steps in prop::collection::vec(1u64..60, 0..40)) {
            let terms: Vec<u64> = std::iter::once(1)
                .chain(steps.iter().scan(1, |term, step| { *term += step; Some(*term) }))
                .collect();
            let streamed: Vec<(u64, u64)> = thresholds(&terms, AtEnd::Complete, 12)
                .iter()
                .map(|row| (row.single.to_u64().unwrap(), row.total.to_u64().unwrap()))
                .collect();
            prop_assert_eq!(streamed, by_definition(&terms, 12));
        }
    }

    #[test]
    fn the_gap_is_the_first_that_exceeds_the_total_before() {
        let rows = thresholds(&[1, 2, 4, 5, 8, 10, 16, 17], AtEnd::Unknown, 10);
        let shown: Vec<_> =
            rows.iter().map(|row| (row.cells, row.single.to_u64(), row.gap().unwrap())).collect();
        assert_eq!(
            shown,
            [(1, Some(1), 1u64.into()), (2, Some(2), 2u64.into()), (3, Some(10), 6u64.into())]
        );
    }

    #[test]
    fn an_open_end_concludes_nothing() {
        assert_eq!(thresholds(&[1], AtEnd::Unknown, 5), []);
        assert_eq!(thresholds(&[], AtEnd::Complete, 5), []);
        let closed = thresholds(&[1], AtEnd::Complete, 3);
        assert_eq!(
            closed.iter().map(|row| row.total.clone()).collect::<Vec<_>>(),
            [1u64, 2, 3].map(Into::into)
        );
        assert_eq!(closed[0].next, None);
    }

    #[test]
    fn errors_end_the_stream() {
        let terms = [Ok(Natural::ONE), Err(SequenceError::Zero { term: 2 })];
        let mut rows = Thresholds::new(terms.into_iter()).at_end(AtEnd::Complete);
        assert_eq!(rows.next(), Some(Err(SequenceError::Zero { term: 2 })));
        assert_eq!(rows.next(), None);
    }

    #[test]
    fn keeps_account_of_what_was_read() {
        let mut rows = Thresholds::new(Fibonacci::default().map(Ok).take(10));
        assert_eq!(rows.by_ref().count(), 5);
        assert_eq!(rows.terms_read(), 10);
        assert_eq!(rows.last_term(), Some(&89u64.into()));
        assert_eq!(rows.largest_gap(), &34u64.into());
    }
}
