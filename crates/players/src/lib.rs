//! Players of 2048-like games (random, greedy, hand-made features, expectimax, minimax, n-tuple networks,
//! solved tables), training of networks, tuning of weights, and the arena that compares players.
//!
//! A [`Player`] evaluates the slides of a position; a [`PlayerSpec`] names a player and its parameters.
//!
//! ```
//! use twofold_core::{Rules, notation};
//! use twofold_players::PlayerSpec;
//!
//! let rules = Rules::classic("4x4".parse()?);
//! let entrant = "expectimax:depth=2".parse::<PlayerSpec>()?.prepare(&rules)?;
//! let mut player = entrant.player(0);
//! let board = notation::ranks::parse("3321/1000/0000/0000")?;
//! let values = player.evaluate(&entrant.game().position(board)?)?;
//! println!("{}", values.best().expect("a legal slide").slide.direction);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing in this crate prints, reads the clock or the environment.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod arena;
mod exec;
pub mod expectimax;
pub mod features;
mod four;
pub mod games;
pub mod heuristic;
mod memory;
pub mod minimax;
pub mod ntuple;
mod player;
mod registry;
pub mod review;
pub mod search;
pub mod simple;
mod small;
mod spec;
mod table;
mod tables;
pub mod tune;
mod twos_and_fours;

pub use exec::{ExecError, ExecFault};
pub use four::Classic4x4;
pub use player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};
pub use registry::{Entrant, PLAYER_KINDS, Parameter, PlayerKind, PlayerSpec};
pub use spec::PlayerError;
