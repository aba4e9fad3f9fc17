//! Increasing sequences of tile values, one generator per file.
//!
//! Every generator is an iterator that keeps only the state it needs for its next term. The
//! [`Named`] catalogue gives them names and OEIS numbers; [`Lines`] reads a sequence from text;
//! [`Checked`] stands between any source and the theory and lets only proper sequences through.

mod arithmetic;
mod checked;
mod direct;
mod error;
mod factorials;
mod fibonacci;
mod fives;
mod lines;
mod mersenne;
mod named;
mod one_sided;
mod powers_of_two;
mod practical_numbers;
mod primes;
mod squares;
mod three_smooth;
mod threes;
mod triangular;
mod watched;

pub use arithmetic::Arithmetic;
pub use checked::Checked;
pub use direct::DirectAccess;
pub use error::SequenceError;
pub use factorials::Factorials;
pub use fibonacci::Fibonacci;
pub use fives::Fives;
pub use lines::Lines;
pub use mersenne::Mersenne;
pub use named::{Named, UnknownSequence};
pub use one_sided::OneSided;
pub use powers_of_two::PowersOfTwo;
pub use practical_numbers::PracticalNumbers;
pub use primes::PrimesWithOne;
pub use squares::Squares;
pub use three_smooth::ThreeSmooth;
pub use threes::Threes;
pub use triangular::Triangular;
pub use watched::Watched;

use super::Natural;

/// The terms of a sequence from any source, in the order in which it gives them.
pub type Terms<'a> = Box<dyn Iterator<Item = Result<Natural, SequenceError>> + Send + 'a>;
