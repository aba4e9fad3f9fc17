//! The first gap longer than a bound, searched on all cores.

use rayon::prelude::*;

use super::{PracticalGap, RangeTooLarge, SegmentSieve};
use twofold_core::{Progress, Watch};

/// Numbers that one task sieves.
const CHUNK: u64 = 12 << 18;

/// Looks for the first gap between practical numbers that is longer than a bound.
///
/// The range is cut into chunks that are sieved in parallel and put together in order, so the
/// answer does not depend on the number of threads.
///
/// ```
/// use twofold_change::practical::{GapSearch, PracticalGap};
///
/// let report = GapSearch { longer_than: 11, limit: 1000, terms: 100 }.run(&())?;
/// assert_eq!(report.found, Some(PracticalGap { start: 180, end: 192 }));
/// # Ok::<(), twofold_change::practical::RangeTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapSearch {
    /// The gap has to exceed this.
    pub longer_than: u64,
    /// Numbers up to here are looked at, and a few more to fill the last chunk.
    pub limit: u64,
    /// The search ends after the chunk in which so many practical numbers have been seen.
    pub terms: u64,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The first gap longer than the bound, if there is one.
    pub found: Option<PracticalGap>,
    /// Every number below this has been sieved.
    pub sieved_to: u64,
    /// The practical numbers up to and including the start of the gap found, or all that were
    /// sieved.
    pub count: u64,
    /// Every gap that is longer than all before it, in order, up to the one found.
    pub records: Vec<PracticalGap>,
    /// Whether the watcher asked to stop.
    pub interrupted: bool,
}

/// What one task reports about its chunk.
struct Chunk {
    first: Option<u64>,
    last: Option<u64>,
    count: u64,
    /// Gaps inside the chunk longer than all before them in it, each with the number of practical
    /// numbers up to its start.
    records: Vec<(PracticalGap, u64)>,
}

impl Chunk {
    fn sieve(start: u64, end: u64, floor: u64, longer_than: u64) -> Result<Chunk, RangeTooLarge> {
        let mut chunk = Chunk { first: None, last: None, count: 0, records: Vec::new() };
        let mut longest = floor;
        let mut sieve = SegmentSieve::new(start, end)?;
        while longest <= longer_than
            && sieve.next_segment(|n| {
                if let Some(last) = chunk.last {
                    if n - last > longest {
                        longest = n - last;
                        chunk.records.push((PracticalGap { start: last, end: n }, chunk.count));
                    }
                } else {
                    chunk.first = Some(n);
                }
                chunk.last = Some(n);
                chunk.count += 1;
            })
        {}
        Ok(chunk)
    }
}

impl GapSearch {
    /// Searches until a gap is found, the limit is reached, or the watcher asks to stop. Progress
    /// is told in numbers sieved.
    pub fn run(&self, watch: &dyn Watch) -> Result<SearchReport, RangeTooLarge> {
        let mut report = SearchReport {
            found: None,
            sieved_to: 0,
            count: 0,
            records: Vec::new(),
            interrupted: false,
        };
        let mut previous = None;
        let end = self.limit.saturating_add(1);
        let batch = 4 * rayon::current_num_threads() as u64;
        while report.found.is_none() && report.sieved_to < end && report.count < self.terms {
            let starts: Vec<u64> = (0..batch)
                .map(|i| report.sieved_to + i * CHUNK)
                .take_while(|&start| start < end)
                .collect();
            let floor = report.records.last().map_or(0, |gap| gap.length());
            let chunks: Vec<Chunk> = starts
                .par_iter()
                .map(|&start| Chunk::sieve(start, start + CHUNK, floor, self.longer_than))
                .collect::<Result<_, _>>()?;
            for chunk in chunks {
                self.append(&mut report, &mut previous, &chunk);
                report.sieved_to += CHUNK;
                if report.found.is_some() || report.count >= self.terms {
                    return Ok(report);
                }
            }
            watch.report(Progress { done: report.sieved_to, total: None });
            if watch.is_stopped() && report.sieved_to < end {
                report.interrupted = true;
                break;
            }
        }
        Ok(report)
    }

    /// Adds a chunk to what is known of the numbers before it, up to a gap that is long enough.
    fn append(&self, report: &mut SearchReport, previous: &mut Option<u64>, chunk: &Chunk) {
        let across = previous.zip(chunk.first).map(|(start, end)| (PracticalGap { start, end }, 0));
        for (gap, before) in across.into_iter().chain(chunk.records.iter().copied()) {
            if gap.length() <= report.records.last().map_or(0, |gap| gap.length()) {
                continue;
            }
            report.records.push(gap);
            if gap.length() > self.longer_than {
                report.found = Some(gap);
                report.count += before;
                return;
            }
        }
        report.count += chunk.count;
        *previous = chunk.last.or(*previous);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(longer_than: u64, limit: u64) -> SearchReport {
        GapSearch { longer_than, limit, terms: u64::MAX }.run(&()).unwrap()
    }

    /// The records of a plain walk over one sieve.
    fn walk(limit: u64) -> (Vec<PracticalGap>, u64) {
        let (mut records, mut longest, mut last, mut count) = (Vec::new(), 0, None, 0);
        let mut sieve = SegmentSieve::new(0, limit).unwrap();
        while sieve.next_segment(|n| {
            if let Some(start) = last.replace(n)
                && n - start > longest
            {
                longest = n - start;
                records.push(PracticalGap { start, end: n });
            }
            count += 1;
        }) {}
        (records, count)
    }

    #[test]
    fn chunks_add_up() {
        let report = run(1000, 3 * CHUNK - 1);
        let (records, count) = walk(3 * CHUNK);
        assert_eq!((report.found, report.sieved_to, report.interrupted), (None, 3 * CHUNK, false));
        assert_eq!(report.records, records);
        assert_eq!(report.count, count);
    }

    #[test]
    fn every_record_is_found_as_the_first_of_its_kind() {
        let (records, _) = walk(CHUNK);
        for pair in records.windows(2) {
            let report = run(pair[0].length(), CHUNK);
            assert_eq!(report.found, Some(pair[1]));
            let mut sieve = SegmentSieve::new(0, pair[1].start + 1).unwrap();
            let mut count = 0;
            while sieve.next_segment(|_| count += 1) {}
            assert_eq!(report.count, count);
        }
    }

    #[test]
    fn terms_are_a_limit() {
        let search =
            |terms| GapSearch { longer_than: 1000, limit: 1 << 40, terms }.run(&()).unwrap();
        assert_eq!((search(0).sieved_to, search(10).sieved_to), (0, CHUNK));
        let first = search(10).count;
        assert_eq!(search(first).sieved_to, CHUNK);
        assert_eq!(search(first + 1).sieved_to, 2 * CHUNK);
    }

    struct Stop;

    impl Watch for Stop {
        fn report(&self, progress: Progress) {
            assert!(progress.done > 0);
        }

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn can_be_stopped() {
        let report =
            GapSearch { longer_than: 1000, limit: 1 << 40, terms: u64::MAX }.run(&Stop).unwrap();
        assert!(report.interrupted && report.found.is_none() && report.sieved_to > 0);
    }

    #[test]
    fn limits_beyond_the_sieve_are_refused_when_reached() {
        let report = GapSearch { longer_than: 3, limit: u64::MAX, terms: 1000 }.run(&()).unwrap();
        assert_eq!(report.found, Some(PracticalGap { start: 8, end: 12 }));
    }
}
