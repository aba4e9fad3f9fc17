//! Solved stores: what every afterstate of a game is worth, on disk.

mod block;
mod file;
mod manifest;
mod oracle;
mod read;
mod write;

pub use manifest::{LayerEntry, SolutionManifest};
pub use oracle::{Answer, AskError, Drop};
pub use read::Solution;
pub use write::SolutionWriter;
