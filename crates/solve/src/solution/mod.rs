//! Solved stores: the value of every afterstate of a game, on disk.

mod block;
mod file;
mod numbering;
mod oracle;
mod read;
mod write;

pub use oracle::{Answer, AskError, Recomputed, SolvedPosition, SpawnValue, WrongValue};
pub use read::Solution;
pub(crate) use write::{add_values, open, open_all_boards, table};
