//! Slider against Dropper: can Slider force a tile, whatever Dropper does?
//!
//! Dropper begins on the empty board. Cells hold ranks: in classic games a tile of rank 4 is a 16.
//! Boards with the target are never encoded: a position from which some slide makes it is won
//! already.

mod encoding;
mod fillings;
mod highest;
mod layer;
mod line;
mod maxima;
mod packed;
mod patterns;
mod problem;
mod sides;
mod sums;
mod symmetry;
mod table;
mod tiles;
mod walk;

pub use encoding::{Encoding, VariableOrder};
pub use fillings::boards_of_line;
pub use highest::highest_lines;
pub use problem::{Answer, Constraint, Method, ProveError, SliderProblem, Sweep, prove};
pub use table::SliderTable;
pub use walk::{LineCount, Lines, WalkError, walk};
