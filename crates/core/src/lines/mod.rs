//! Slides of single lines, the one place that says what a slide does.
//!
//! [`TileSystem::slide_line`](crate::TileSystem::slide_line) slides a line in place, by what the
//! tile system says about merges and travel. [`LineSlides`] tabulates it for all lines of one
//! length. Every engine and every search takes its slides from one of the two.

mod slide;
mod table;

pub use slide::{LineSlide, LineWay};
pub use table::{LineSlides, SlidLine, TooManyLines};
