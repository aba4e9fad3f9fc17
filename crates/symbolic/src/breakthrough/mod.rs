//! Breakthrough as a symbolic game.

mod encoding;
mod solution;

pub use encoding::{CellOrder, SymbolicBreakthrough};
pub use solution::{Solution, count_positions, solve, solve_by_fixpoints, visit_turn_last};
