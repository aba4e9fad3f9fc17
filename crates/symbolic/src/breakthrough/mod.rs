//! Breakthrough as a symbolic game.

mod encoding;
mod solution;

pub use encoding::{CellOrder, SymbolicBreakthrough};
pub use solution::{Solution, solve, solve_by_fixpoints, visit};
