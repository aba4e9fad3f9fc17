//! Games solved with decision diagrams.
//!
//! A [`Space`] holds sets of states as diagrams of [OxiDD](https://oxidd.net); a [`Transducer`] is a
//! relation between states that leaves most of their variables alone.

pub mod breakthrough;
pub mod diagram;
mod error;
mod fixpoint;
mod formula;
pub mod game;
pub mod graph;
mod image;
pub mod slider;
mod space;
mod sweep;
mod transducer;

pub use diagram::{Bcdd, Bdd, Diagram, Zbdd};
pub use error::SymbolicError;
pub use fixpoint::{Forced, Iteration, Observer, forced, reachable};
pub use formula::{Connective, Formula, FormulaError};
pub use game::{ByTurn, Part, Player, SymbolicGame};
pub use space::{Relation, Resources, Set, Space};
pub use sweep::{Graded, Layer, sweep};
pub use transducer::{Rewrite, Transducer, pairs};
