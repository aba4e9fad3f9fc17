//! What can be reached in 2048, and how: Slider and Dropper work together.
//!
//! Ask whether a board, a pattern or a checkerboard can be reached from the empty board. The
//! answer is yes with a sequence that the rules have replayed, no with the reason, or undecided
//! with what was searched.
//!
//! ```
//! use twofold_core::notation::ranks;
//! use twofold_reach::{Answer, Destination, ReachQuestion, decide};
//!
//! // Boards are written as ranks: 1 is the tile 2, 2 is the tile 4.
//! let board = ranks::parse("12/21")?;
//! let question = ReachQuestion::new(Destination::board(&board))?;
//! let Answer::Yes { witness, .. } = decide(&question, 100_000, &())? else {
//!     panic!("this board can be reached");
//! };
//! assert_eq!(witness.spawns(), 6);
//! assert_eq!(witness.board(), &board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`decide()`] answers a [`ReachQuestion`]; [`Sequences`] counts, lists and draws all sequences
//!   that lead to a [`Destination`].
//! - [`shortest`] finds the shortest game, [`lemmas`] checks statements on all boards.
//! - [`chains`] counts paths over all cells, [`paint`] makes pictures out of tiles by legal play,
//!   [`life`] plays the Game of Life that way.

pub mod chains;
mod checkerboards;
mod decide;
mod destination;
mod field;
mod images;
mod landmarks;
pub mod lemmas;
pub mod life;
pub mod paint;
mod plane;
mod plane_engine;
mod planes;
mod question;
mod search;
mod sequences;
pub mod shortest;
pub mod strategy;
mod theorem;
mod tiles;
mod unslide;
mod witness;

pub use checkerboards::{Checkerboards, checkerboards, known_by, sizes};
pub use decide::{Answer, DecideError, How, Reason, by_search, decide};
pub use destination::{BoardPattern, BoardPatternError, Destination, Variant, checkerboard};
pub use plane::{Plane, Wide};
pub use plane_engine::{PlaneEngine, PlaneEngineError};
pub use planes::Planes;
pub use question::{ReachQuestion, ReachQuestionError, Spawns, Turn};
pub use search::{Searched, Way, bytes_of_board};
pub use sequences::{Sequences, SequencesError};
pub use theorem::{Theorem, theorem_against};
pub use tiles::TILES;
pub use unslide::Before;
pub use witness::{Witness, WitnessError};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
