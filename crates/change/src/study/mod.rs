//! The whole picture for one sequence: Single, Total and GreedyCoins for n = 1, 2, …, by the best
//! means for each.

mod greedy;
mod rows;
mod source;

pub use greedy::{GreedyEvidence, GreedyRow};
pub use source::Source;

use super::practical::{PracticalGap, RangeTooLarge};
use super::prime::PrimeGapProblem;
use super::{Natural, SequenceError, Threshold};
use twofold_core::Watch;

/// How much to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of cells.
    pub cells: u64,
    /// The most terms to stream.
    pub terms: u64,
    /// Practical numbers are sieved up to here.
    pub sieve: u64,
    /// Amounts up to here are changed one by one.
    pub amounts: u64,
}

impl Default for Limits {
    /// Eight cells, a hundred million terms, sieving to four billion and sixteen million amounts:
    /// seconds at most.
    fn default() -> Self {
        Limits { cells: 8, terms: 100_000_000, sieve: 1 << 32, amounts: 1 << 24 }
    }
}

/// How a threshold was found. All of them are proofs; they differ in what has to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Every term up to the gap was generated.
    Streamed,
    /// The gaps never shrink, so the first long one was found by bisection.
    Bisected,
    /// Every number up to the gap was sieved, on all cores.
    Sieved,
    /// The gap is the first of its length in the published table of maximal prime gaps; the
    /// primality of its ends and the compositeness of everything between them were tested here.
    GapTable,
}

/// One line of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The values and the gap behind them.
    pub threshold: Threshold,
    /// How they were found.
    pub evidence: Evidence,
}

/// How a study ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All cells that were asked for have been answered.
    Complete,
    /// With this many cells the game goes on for ever: every tile can be reached.
    NeverEnds {
        /// The smallest such number of cells.
        cells: u64,
        /// No gap exceeds this, which is at most the total of one cell less.
        bound: Natural,
        /// Why.
        reason: String,
    },
    /// No gap was long enough for this many cells among the terms that were looked at.
    NoEndFound {
        /// The first number of cells without an answer.
        cells: u64,
        /// The gap would have to be longer than this.
        longer_than: Natural,
        /// Every term up to here was considered.
        up_to: Natural,
    },
    /// The values have become too long to go on.
    TooLong {
        /// The first number of cells without an answer.
        cells: u64,
        /// The number of binary digits of the last total.
        bits: u64,
    },
    /// The watcher asked to stop.
    Interrupted {
        /// The first number of cells without an answer.
        cells: u64,
        /// Every term up to here was considered.
        up_to: Natural,
    },
}

/// Single and Total for n = 1, 2, …, and what comes after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Study {
    /// One row per number of cells.
    pub rows: Vec<Row>,
    /// What is known of the first number of cells without a row.
    pub ending: Ending,
    /// The record gaps between practical numbers and their count up to the last of them, if they
    /// were sieved.
    pub practical: Option<PracticalRecords>,
}

/// What the sieve for practical numbers has seen besides the gap it was looking for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticalRecords {
    /// Gaps longer than all before them.
    pub gaps: Vec<PracticalGap>,
    /// How many practical numbers there are up to the start of the last gap.
    pub count: u64,
}

/// Why a study failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// The sequence is improper.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// The sieve was asked for too much.
    #[error(transparent)]
    Range(#[from] RangeTooLarge),
    /// The table of prime gaps is wrong.
    #[error("the table of maximal prime gaps is wrong: {0}")]
    PrimeGap(#[from] PrimeGapProblem),
}

/// Computes Single and Total of a sequence for up to `limits.cells` cells.
///
/// ```
/// use twofold_change::study::{Ending, Limits, Source, study};
/// use twofold_change::Named;
///
/// let limits = Limits { cells: 3, ..Limits::default() };
/// let fibonacci = study(Source::Named(Named::Fibonacci), limits, &())?;
/// assert_eq!(fibonacci.rows[2].threshold.total, 12u64.into());
///
/// let odd = study(Source::Named(Named::Odd), limits, &())?;
/// assert_eq!(odd.rows.len(), 2);
/// assert!(matches!(odd.ending, Ending::NeverEnds { cells: 3, .. }));
/// # Ok::<(), twofold_change::study::StudyError>(())
/// ```
pub fn study(source: Source<'_>, limits: Limits, watch: &dyn Watch) -> Result<Study, StudyError> {
    rows::study(source, limits, watch)
}

impl Study {
    /// GreedyCoins for the same numbers of cells, computed from Definition 13, as far as `limits`
    /// allow.
    ///
    /// The terms are read again, so a source that can be read only once has to be kept by the
    /// caller.
    pub fn greedy(
        &self,
        source: Source<'_>,
        limits: Limits,
        watch: &dyn Watch,
    ) -> Result<Vec<GreedyRow>, SequenceError> {
        greedy::greedy(self, source, limits, watch)
    }
}
