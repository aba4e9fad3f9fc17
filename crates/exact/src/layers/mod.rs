//! Layers: all positions of one tile sum, and the step from the layers below to the next one.
//!
//! A spawn raises the tile sum and a slide keeps it, so that positions (Slider to move) of sum *s*
//! arise from afterstates (a tile about to appear) of the smaller sums *s* − *v*, one for each tile
//! *v* that may appear, and lead to afterstates of sum *s*:
//!
//! ```text
//! afterstates of s − 2 ──2──┐
//! afterstates of s − 4 ──4──┼──▶ positions of s ──slides──▶ afterstates of s
//! start boards of sum s ────┘         (counted, kept)          (for s + 2 and s + 4)
//! ```
//!
//! A [`LayerEngine`] makes this step. There may be several kinds, which represent sets of boards in
//! their own way ([`Boards`]) and give identical layers; each reads the sets of the other through
//! the canonical codes that every set can list. What a layer holds is summed up in a [`Census`].

mod blocks;
mod boards;
mod census;
pub mod dense;
mod engine;
mod engines;
mod error;
mod frontier;
mod images;
mod lines;
mod progress;
mod slides;
pub mod sparse;
mod task;

pub use blocks::{BlockInfo, Blocks, BoardsFile, MemoryBlocks};
pub use boards::{Boards, Kind};
pub use census::{Census, Orbits, Tally};
pub use engine::{Estimate, Keep, LayerEngine, Source, Step, Stepped};
pub use engines::{choose, engines};
pub use error::LayerError;
pub use frontier::Frontier;
pub use images::Images;
pub(crate) use images::empty_cells;
pub(crate) use lines::Lines;
pub use progress::{LayerProgress, LayerWatch, Positions};
pub use slides::Slides;
pub(crate) use sparse::has_rank;
pub use task::{Start, Task, TaskError};
