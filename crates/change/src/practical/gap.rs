//! Gaps between practical numbers, and the proof that one is a gap.

use super::first_non_sum;

/// Two practical numbers with none between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PracticalGap {
    /// The practical number before the gap.
    pub start: u64,
    /// The practical number after it.
    pub end: u64,
}

impl PracticalGap {
    /// The distance between the two.
    #[must_use]
    pub fn length(self) -> u64 {
        self.end - self.start
    }
}

/// The evidence that a gap is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapCheck {
    /// For every number strictly between the ends, a smaller number that is no sum of its divisors.
    pub witnesses: Vec<(u64, u64)>,
}

/// What is wrong with an alleged gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PracticalGapProblem {
    /// The ends are in the wrong order.
    #[error("the gap from {start} to {end} ends before it starts")]
    Reversed {
        /// The alleged start.
        start: u64,
        /// The alleged end.
        end: u64,
    },
    /// An end is not practical.
    #[error("the end {end} of the gap is not practical: {witness} is no sum of its divisors")]
    EndNotPractical {
        /// The end.
        end: u64,
        /// The number that is no sum.
        witness: u64,
    },
    /// A number between the ends is practical.
    #[error("{0} lies inside the gap and is practical")]
    PracticalInside(u64),
}

/// Proves or refutes a gap by the definition alone: divisors and their sums, no sieve and no
/// theorem.
///
/// ```
/// use twofold_change::practical::{PracticalGap, check_gap};
///
/// let check = check_gap(PracticalGap { start: 180, end: 192 })?;
/// assert_eq!(check.witnesses.len(), 11);
/// # Ok::<(), twofold_change::practical::PracticalGapProblem>(())
/// ```
pub fn check_gap(gap: PracticalGap) -> Result<GapCheck, PracticalGapProblem> {
    if gap.start >= gap.end {
        return Err(PracticalGapProblem::Reversed { start: gap.start, end: gap.end });
    }
    for end in [gap.start, gap.end] {
        if let Some(witness) = first_non_sum(end) {
            return Err(PracticalGapProblem::EndNotPractical { end, witness });
        }
    }
    let witnesses = (gap.start + 1..gap.end)
        .map(|n| {
            first_non_sum(n)
                .map(|witness| (n, witness))
                .ok_or(PracticalGapProblem::PracticalInside(n))
        })
        .collect::<Result<_, _>>()?;
    Ok(GapCheck { witnesses })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_gaps_are_refuted() {
        let check = |start, end| check_gap(PracticalGap { start, end });
        assert_eq!(check(192, 180), Err(PracticalGapProblem::Reversed { start: 192, end: 180 }));
        assert_eq!(
            check(180, 191),
            Err(PracticalGapProblem::EndNotPractical { end: 191, witness: 2 })
        );
        assert_eq!(check(176, 192), Err(PracticalGapProblem::PracticalInside(180)));
    }

    #[test]
    fn witnesses_are_no_divisor_sums() {
        for (n, witness) in check_gap(PracticalGap { start: 840, end: 858 }).unwrap().witnesses {
            assert_eq!(first_non_sum(n), Some(witness));
            assert!(witness < n);
        }
    }

    /// The gap that decides Total(5) for the practical numbers.
    #[test]
    fn the_first_gap_longer_than_191() {
        let gap = PracticalGap { start: 1_255_812_780, end: 1_255_812_972 };
        assert_eq!(gap.length(), 192);
        assert_eq!(check_gap(gap).unwrap().witnesses.len(), 191);
    }
}
