//! Counting and perfect play: what every board is worth, from the end of the game backwards.
//!
//! The forward pass finds the afterstates of all layers, up to symmetry. The backward pass goes
//! through the layers from the last to the first. The value of an afterstate folds the values of the
//! positions that its spawns lead to; a position is worth what its best slide is worth, and the
//! afterstates of its slides are of its own layer and already have values. Slider always takes the
//! best; chance folds with the mean, an adversary with the minimum, a helper with the maximum.
//! Positions are never stored: their values follow from those of afterstates.

mod all_boards;
mod backward;
#[cfg(test)]
mod by_quadrants;
mod certificate;
pub mod count;
mod evaluate;
mod fold;
mod goal;
mod limited_slides;
mod naive;
mod opponent;
mod play_value;
mod policy;
mod probability;
mod problem;
mod solution;
mod solver;
mod specialise;
mod start;
mod table;
pub mod tables;
mod valuation;
mod value;
mod worth;

pub use all_boards::{AllBoards, AllBoardsError, AllBoardsSolved, DecidedLayer};
pub use certificate::{Certificate, CertificateError, Checked as CheckedCertificate, Extent};
pub use goal::{Goal, ParseGoalError};
pub use naive::{NaiveSolver, Number};
pub use opponent::{Opponent, ParseOpponentError};
pub use play_value::PlayValue;
pub use policy::{PolicyError, PolicyLayer, read_policy, write_policy};
pub use probability::Precision;
pub use problem::{Problem, ProblemError};
pub use solution::{
    Answer, AskError, Recomputed, Solution, SolvedPosition, SpawnValue, WrongValue,
};
pub use solver::{SolveWatch, Solved, Solver};
pub use start::{Opening, StartValues};
pub use twofold_core::Fraction;
pub use twofold_layers::LayerError;
pub use worth::{Chooser, Mistake, Worth, WorthError, worth};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
