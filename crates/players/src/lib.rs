//! Players of 2048-like games: from random slides over hand-made features and look-ahead to networks
//! that learn from their own games; and the arena in which they are compared.
//!
//! A [`Player`] judges the slides of a position; a [`Recipe`] names one, with its parameters.
//!
//! ```
//! use twofold_core::{Rules, notation};
//! use twofold_players::Recipe;
//!
//! let rules = Rules::classic("4x4".parse()?);
//! let entrant = "expectimax:depth=2".parse::<Recipe>()?.prepare(&rules)?;
//! let mut player = entrant.player(0);
//! let board = notation::logarithmic::parse("3321/1000/0000/0000")?;
//! let judged = player.judge(&entrant.game().position(board)?)?;
//! println!("{}", judged.best().expect("a legal slide").slide.direction);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing in this crate prints, reads the clock or the environment.

pub mod arena;
pub mod expectimax;
pub mod features;
mod four;
pub mod heuristic;
mod line_slides;
mod memory;
pub mod minimax;
pub mod ntuple;
mod parameters;
mod player;
mod registry;
pub mod search;
pub mod simple;
mod small;
mod table;
pub mod tune;

pub use four::Classic4x4;
pub use parameters::RecipeError;
pub use player::{Judged, Judgement, Meaning, Player};
pub use registry::{Entrant, KINDS, Kind, Parameter, Recipe};
