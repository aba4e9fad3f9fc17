//! The abstract generalized game and its change-making theory (Eppstein 2018).
//!
//! In the abstract game on n cells every step places a tile of value 1 on an empty cell and may then merge any sets of
//! tiles whose sums are allowed tile values. How far it goes depends only on the sequence A of tile values, and is
//! governed by greedy change-making: the largest total that n cells can hold is the smallest amount for which a greedy
//! cashier with coins A hands out n coins.

mod gaps;
mod natural;
mod thresholds;

pub mod expression;
pub mod practical;
pub mod prime;
pub mod sequence;

pub use expression::{
    EvaluationError, Expression, ExpressionTerms, ParseExpressionError, ParseProblem, Polynomial,
};
pub use gaps::Gaps;
pub use natural::{Natural, ParseNaturalError};
pub use sequence::{
    Arithmetic, Checked, Factorials, Fibonacci, Fives, Lines, Mersenne, Named, OneSided,
    PowersOfTwo, PracticalNumbers, PrimesWithOne, SequenceError, Squares, Terms, ThreeSmooth,
    Threes, Triangular, UnknownSequence,
};
pub use thresholds::{AtEnd, Threshold, Thresholds};
