//! Exact answers: what can be counted, reached and proved about 2048-like games.

pub mod change;
pub mod lemmas;
pub mod perft;
mod watch;

pub use watch::{Progress, Stopped, Watch};
