//! Reaching: what Slider and Dropper can bring about together, and how.

mod arena;
mod plane;
mod planes;
mod unslide;

pub use arena::Arena;
pub use plane::{Plane, Wide};
pub use planes::Planes;
pub use unslide::Before;
