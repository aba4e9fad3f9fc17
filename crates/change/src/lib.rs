//! The abstract generalized game and its change-making theory (Eppstein 2018).
//!
//! In the abstract game on n cells every step places a tile of value 1 on an empty cell and may
//! then merge any sets of tiles whose sums are allowed tile values. How far it goes depends only on
//! the sequence A of tile values, and is governed by greedy change-making: the largest total that n
//! cells can hold is the smallest amount for which a greedy cashier with coins A hands out n coins.
//!
//! ```
//! use twofold_change::{Expression, ExpressionTerms, Thresholds};
//!
//! // With the tiles 1, 2, 5, 10, 17, … four cells hold a 17, and no larger tile.
//! let tiles: Expression = "n^2 + 1".parse()?;
//! let row = Thresholds::new(ExpressionTerms::new(tiles)).nth(3).ok_or("a row")??;
//! assert_eq!((row.single, row.total), (17u64.into(), 25u64.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod circle;
mod coins;
mod convex;
mod convex_greedy;
mod exhaustive;
mod game;
mod gaps;
mod greedy;
mod greedy_coins;
mod hardest;
mod natural;
mod numberwang;
mod optimal;
mod reach;
mod represent;
mod strategy;
mod thresholds;
mod totally_greedy;

pub mod expression;
pub mod lemmas;
pub mod practical;
pub mod prime;
pub mod section5;
pub mod sequence;
pub mod study;
pub mod tight;

pub use circle::{Circle, GameLength};
pub use coins::{Coins, CoinsError};
pub use convex::ConvexThresholds;
pub use convex_greedy::ConvexGreedy;
pub use exhaustive::ExhaustivePlay;
pub use expression::{
    EvaluationError, Expression, ExpressionTerms, ParseExpressionError, ParseProblem, Polynomial,
};
pub use game::{AbstractGame, IllegalStep, Merge, Step};
pub use gaps::Gaps;
pub use greedy::{Pile, Representation, greedy_representation};
pub use greedy_coins::{GreedyScan, MostCoins, greedy_coins_by_bisection, most_coins};
pub use hardest::{Hardest, hardest};
pub use natural::{Natural, ParseNaturalError};
pub use numberwang::{Luck, numberwang_length, numberwang_mean_on_two_cells};
pub use optimal::{FewestCoins, SearchOutcome, search_fewer};
pub use reach::{Inequality, Reach, ReachError, reach};
pub use represent::{Change, ChangeError, Optimal, OptimalProof, change};
pub use sequence::{
    Arithmetic, Checked, DirectAccess, Factorials, Fibonacci, Fives, Lines, Mersenne, Named,
    OneSided, PowersOfTwo, PracticalNumbers, PrimesWithOne, SequenceError, Squares, Terms,
    ThreeSmooth, Threes, Triangular, UnknownSequence, Watched,
};
pub use strategy::Strategy;
pub use thresholds::{AtEnd, Threshold, Thresholds};
pub use totally_greedy::{Counterexample, OneShotTests};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
