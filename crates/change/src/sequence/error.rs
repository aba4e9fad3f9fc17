//! What can be wrong with a sequence, and which term is to blame.

use num_bigint::BigInt;
use twofold_core::group_digits;

use crate::Natural;
use crate::expression::EvaluationError;

/// A sequence that cannot be a set of tile values. Terms are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// There is no first term.
    #[error("the sequence has no terms")]
    Empty,
    /// The smallest tile has to be the one that is placed.
    #[error("the sequence starts with {found} instead of the initial tile {initial}")]
    WrongStart {
        /// The tile that every step places.
        initial: Natural,
        /// The first term.
        found: Natural,
    },
    /// A term is not larger than the one before it.
    #[error("term {term} is {found}, which is not larger than the term before it, {previous}")]
    NotIncreasing {
        /// The number of the term.
        term: u64,
        /// The term before it.
        previous: Natural,
        /// Its value.
        found: Natural,
    },
    /// A term is no sum of initial tiles.
    #[error("term {term} is {found}, which is not a multiple of the initial tile {initial}")]
    NotAMultiple {
        /// The number of the term.
        term: u64,
        /// Its value.
        found: Natural,
        /// The tile that every step places.
        initial: Natural,
    },
    /// A term is zero.
    #[error("term {term} is zero")]
    Zero {
        /// The number of the term.
        term: u64,
    },
    /// A term is below zero.
    #[error("term {term} is {found}, which is negative")]
    Negative {
        /// The number of the term.
        term: u64,
        /// Its value.
        found: BigInt,
    },
    /// A term is beyond what the computation at hand can take.
    #[error("term {term} is {found}, which is more than the largest value allowed here, {limit}")]
    TooLarge {
        /// The number of the term.
        term: u64,
        /// Its value.
        found: Natural,
        /// The largest value that would have been accepted.
        limit: Natural,
    },
    /// More terms would have to be read than is allowed.
    #[error("more than {} terms would have to be read; the last one was {last}", group_digits(&.limit.to_string()))]
    TooManyTerms {
        /// The most terms that may be read.
        limit: u64,
        /// The last term within the limit.
        last: Natural,
    },
    /// A generator has reached the end of its range.
    #[error("the generator of {name} stops at {limit}; later terms are too large for it")]
    GeneratorExhausted {
        /// The name of the sequence.
        name: &'static str,
        /// No term above this is generated.
        limit: Natural,
    },
    /// A line of the input is not a number.
    #[error("term {term} (line {line}) is `{text}`, which is not a whole number")]
    NotANumber {
        /// The number of the term.
        term: u64,
        /// The line it stands on, from 1.
        line: u64,
        /// What stands there, cut after 40 characters.
        text: String,
    },
    /// The input could not be read.
    #[error("line {line} cannot be read: {message}")]
    Unreadable {
        /// The line, from 1.
        line: u64,
        /// What the reader said.
        message: String,
    },
    /// Somebody asked to stop while terms were read.
    #[error("stopped on request")]
    Stopped,
    /// The expression has no value for a term.
    #[error("term {term} cannot be computed: {source}")]
    Evaluation {
        /// The number of the term.
        term: u64,
        /// Why not.
        source: EvaluationError,
    },
}
