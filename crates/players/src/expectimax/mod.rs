//! Expectimax: the player takes the best, chance takes its weighted mean.
//!
//! [`plain`] searches any game with any slide engine, and is the specification; `packed` searches
//! classic 2048 on 4×4 with tables, a transposition table and, for the rating by lines, an
//! incremental last layer. Tests hold them equal.

pub(crate) mod cache;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod packed;
pub mod plain;
mod player;

pub use limits::{Depth, Limits};
pub use player::Expectimax;
