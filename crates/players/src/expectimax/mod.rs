//! Expectimax: Slider maximises, chance takes the weighted mean.
//!
//! [`plain`] searches any game with any slide engine and is the specification. `packed` searches 4×4
//! with line tables, a transposition table and, for the line rating, an incremental last ply. Property
//! tests keep them equal.

pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod packed;
pub mod plain;
mod player;
pub(crate) mod transposition;

pub use limits::{Depth, Limits};
pub use player::Expectimax;
