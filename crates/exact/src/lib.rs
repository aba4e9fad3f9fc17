//! Exact answers: what can be counted, reached and proved about 2048-like games.

mod awake;
mod bits;
pub mod breakthrough;
pub mod change;
pub mod count;
pub mod layers;
pub mod lemmas;
pub mod perft;
pub mod reach;
mod share_out;
pub mod shortest;
pub mod solve;
pub mod store;
mod watch;

pub use watch::{Progress, Stopped, Watch};
