//! Expectimax: Slider maximises, chance takes the weighted mean.
//!
//! [`plain`] searches any game with any slide engine and is the specification. `packed` searches 4×4
//! with line tables, a transposition table and, for the line rating, an incremental last ply; `small`
//! searches 2048 on up to twelve cells in the same way. Property tests keep them equal.

pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod packed;
pub mod plain;
mod player;
pub(crate) mod small;
pub(crate) mod transposition;

pub use limits::{Depth, Limits};
pub use player::{Expectimax, SmallExpectimax};
