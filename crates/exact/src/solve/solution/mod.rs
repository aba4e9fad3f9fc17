//! Solved stores: what every afterstate of a game is worth, on disk.

mod block;
mod file;
mod manifest;
mod write;

pub use manifest::{LayerEntry, SolutionManifest};
pub use write::SolutionWriter;
