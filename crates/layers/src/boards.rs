//! Sets of boards of one tile sum.

use std::any::Any;
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::blocks::BoardsFile;
use super::error::LayerError;

/// How a set of boards is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A matrix of bits, indexed by the two halves of the board.
    Dense,
    /// Sorted runs of canonical codes.
    Sparse,
}

impl Kind {
    /// The word that files and commands use.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Dense => "dense",
            Kind::Sparse => "sparse",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of boards of one tile sum, closed under the symmetries of its shape and represented up to
/// them.
pub trait Boards: Any + Send + Sync + fmt::Debug {
    /// How the set is represented.
    fn kind(&self) -> Kind;

    /// The number of boards up to symmetry.
    fn len(&self) -> u64;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of independent parts that [`Boards::part`] can list.
    fn parts(&self) -> usize;

    /// About how many boards a part has.
    fn part_len(&self, _index: usize) -> u64 {
        self.len() / self.parts().max(1) as u64
    }

    /// Appends the canonical codes of one part, in ascending order; every board of the set is in
    /// exactly one part. Parts of a sparse set ascend; those of a dense set need not. A part is
    /// small: some ten thousand boards, so that threads share the work and memory stays small.
    fn part(&self, index: usize, codes: &mut Vec<u64>) -> Result<(), LayerError>;

    /// Bytes of memory that the set holds.
    fn memory(&self) -> u64;

    /// Writes the set into a file; an engine of the same kind reads it back.
    fn write(&self, file: &mut dyn BoardsFile) -> Result<(), LayerError>;

    /// For engines that know their own representation.
    fn as_any(&self) -> &dyn Any;
}

/// Parts that are listed at a time, for each thread.
const PARTS: usize = 4;

/// The canonical codes of a set, ascending.
///
/// # Errors
/// If a part cannot be read.
pub fn listed(boards: &dyn Boards) -> Result<Vec<u64>, LayerError> {
    let part = |part| {
        let mut codes = Vec::new();
        boards.part(part, &mut codes)?;
        Ok(codes)
    };
    // A few parts at a time: what is listed is held once, and grows with what was really read.
    let mut codes = Vec::new();
    let at_a_time = PARTS * rayon::current_num_threads();
    for start in (0..boards.parts()).step_by(at_a_time) {
        let parts = start..boards.parts().min(start + at_a_time);
        let parts: Vec<Vec<u64>> =
            parts.into_par_iter().map(part).collect::<Result<_, LayerError>>()?;
        parts.iter().for_each(|part| codes.extend_from_slice(part));
    }
    // Parts of sorted runs ascend, those of matrices do not.
    if boards.kind() != Kind::Sparse {
        codes.par_sort_unstable();
    }
    Ok(codes)
}
