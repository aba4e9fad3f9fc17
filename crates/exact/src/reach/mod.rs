//! Reaching: what Slider and Dropper can bring about together, and how.

mod arena;
mod field;
mod goal;
mod images;
mod plane;
mod planes;
mod question;
mod search;
mod sequences;
pub mod strategy;
mod unslide;
mod witness;

pub use arena::Arena;
pub use goal::{Goal, Pattern, PatternError, Variant, checkerboard};
pub use plane::{Plane, Wide};
pub use planes::Planes;
pub use question::{Drops, Question, QuestionError, Turn};
pub use search::{Searched, Way};
pub use sequences::{Sequences, SequencesError};
pub use unslide::Before;
pub use witness::{Witness, WitnessError};
