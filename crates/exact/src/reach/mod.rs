//! Reaching: what Slider and Dropper can bring about together, and how.

mod arena;
mod plane;
mod planes;

pub use arena::Arena;
pub use plane::{Plane, Wide};
pub use planes::Planes;
