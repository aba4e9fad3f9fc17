//! Layers as sorted runs of canonical codes: for boards that are few among all that there could be.
//!
//! A step scatters the boards that arise over buckets, ranges of codes that are small enough to be
//! sorted in the cache; each bucket then becomes one or a few blocks of the layer. The same happens
//! to the boards after all slides.

mod buckets;
mod codec;
mod engine;
mod kept;
mod outline;
mod output;
pub mod packing;
mod scratch;
mod set;
mod shuffle;
mod splitters;
mod unique;

pub use codec::Codec;
pub use engine::has_rank;
pub use engine::{Restriction, SparseEngine};
pub use set::SparseBoards;
pub use shuffle::{LayerPart, Parcel, Shuffle};
