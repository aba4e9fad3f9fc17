//! Perfect play: what every board is worth, from the end of play backwards.
//!
//! The forward pass finds the afterstates of all layers, up to symmetry. The backward pass goes
//! through the layers from the last to the first, and values each afterstate by the positions that
//! arise when a tile appears, and these by the best slide: their afterstates are of the same layer
//! as the positions, and already valued. Slider always takes the best; the one who drops tiles is
//! chance (the mean), an adversary (the worst) or a friend (the best). Positions are never stored: a
//! position is worth what its best slide is worth.

mod all_boards;
mod dispatch;
mod evaluate;
mod fold;
mod judge;
mod naive;
mod policy;
mod question;
mod solution;
mod solver;
mod start;
mod table;
mod trail;
mod value;

pub use naive::{Fraction, NaiveSolver, Number};
pub use policy::{PolicyError, PolicyLayer, read_policy, write_policy};
pub use question::{Goal, Opponent, Question, QuestionError};
pub use solution::{
    Answer, AskError, Drop, LayerEntry, Solution, SolutionManifest, SolutionWriter,
};
pub use solver::{Extent, SolveWatch, Solved, Solver};
pub use start::{Opening, StartValues};
