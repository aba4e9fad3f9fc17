//! Reaching: what Slider and Dropper can bring about together, and how.

mod arena;
mod decide;
mod field;
mod goal;
mod images;
mod landmarks;
mod plane;
mod planes;
mod question;
mod search;
mod sequences;
pub mod strategy;
mod table;
mod theorem;
mod unslide;
mod witness;

pub use arena::Arena;
pub use decide::{Answer, DecideError, How, Reason, by_search, decide};
pub use goal::{Goal, Pattern, PatternError, Variant, checkerboard};
pub use plane::{Plane, Wide};
pub use planes::Planes;
pub use question::{Drops, Question, QuestionError, Turn};
pub use search::{Searched, Way};
pub use sequences::{Sequences, SequencesError};
pub use table::{Entry, entry, known_by, sizes};
pub use theorem::{Theorem, theorem_against};
pub use unslide::Before;
pub use witness::{Witness, WitnessError};
