//! Games solved with decision diagrams: sets of states instead of states.
//!
//! [`slider`] decides what Slider can force, whatever Dropper does:
//!
//! ```
//! use twofold_core::Rules;
//! use twofold_symbolic::slider::{SliderProblem, prove};
//! use twofold_symbolic::{Resources, Zbdd};
//!
//! let rules = Rules::only_twos("2x2".parse()?);
//! let resources = Resources { memory: 1 << 26, threads: 1 };
//! let forced = |face| {
//!     let target = rules.tiles.tile_with_face(face).expect("a tile");
//!     prove::<Zbdd, ()>(&SliderProblem::new(rules.clone(), target), resources, &()).map(|it| it.forced)
//! };
//! assert!(forced(16)?);
//! assert!(!forced(32)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Space`] holds sets of states as diagrams of [OxiDD](https://oxidd.net); a [`Transducer`] is a
//! relation between states that leaves most of their variables alone. Whoever implements
//! [`SymbolicGame`] gets [`reachable`], [`forced`] and [`sweep()`]; the example `nim` does so in a few
//! lines.

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

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
