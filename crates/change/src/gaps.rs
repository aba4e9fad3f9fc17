//! What is known about the gaps of a sequence as a whole.

use super::Natural;

/// A statement about all gaps between consecutive terms of a sequence.
///
/// By Corollary 12 of the paper, the game ends for every number of cells exactly if the gaps are
/// unbounded. A bound on the gaps is therefore a proof that some number of cells is enough to play
/// for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// No gap exceeds the bound.
    Bounded {
        /// The largest difference that can occur between a term and the next.
        bound: Natural,
        /// Why that is so.
        reason: String,
    },
    /// There are gaps beyond any bound, so every value of Single and Total is finite.
    Unbounded {
        /// Why that is so.
        reason: String,
    },
    /// Nothing is known.
    Unknown,
}
