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
//! the canonical codes that every set can list. What a layer holds is summed up in a [`LayerCount`].

pub mod bits;
mod blocks;
mod boards;
mod count;
pub mod dense;
mod engine;
mod engines;
mod error;
mod forward;
mod frontier;
mod images;
mod large_tiles;
mod largest_first;
mod layer_count;
mod layered_game;
mod partition;
mod progress;
mod slides;
pub mod sparse;
pub mod spin;
pub mod store;
mod store_error;

pub use blocks::{BlockInfo, Blocks, BoardsFile, MemoryBlocks};
pub use boards::{Boards, Kind, listed};
pub use count::{Count, PositionCount};
pub use engine::{Estimate, Layer, LayerEngine, Plan, PositionSink, Source, Step};
pub use engines::Engines;
pub use error::LayerError;
pub use forward::{ForwardPass, Retention, Segment};
pub use frontier::Frontier;
pub use images::Images;
pub use images::empty_cells;
pub use large_tiles::{LargeTiles, image, large_cells};
pub use layer_count::LayerCount;
pub use layered_game::{Ending, LayeredGame, LayeredGameError, Start};
pub use partition::Partitions;
pub use progress::{LayerProgress, LayerWatch, Positions};
pub use slides::Slides;
pub use sparse::has_rank;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
