//! The lemmas of Edixhoven 2019, checked exhaustively on small boards.
//!
//! Each statement is a function that looks at every board of a domain and returns a [`Report`]:
//! how many cases there were, in how many of them the statement said something, and the first one
//! that contradicts it. Statements about a single slide are checked on all boards, statements
//! about play on all boards that play can reach.
//!
//! ```
//! use twofold_reach::lemmas;
//!
//! let report = lemmas::lemma_9("3x3".parse()?);
//! assert!(report.holds());
//! assert_eq!(report.checked, report.applied);
//! # Ok::<(), twofold_core::ShapeError>(())
//! ```

mod bitonic;
mod bounded;
mod corners;
mod domain;
mod even_rows;
mod full_rows;
mod ranks;
mod report;
mod size;
mod slides;

pub use bitonic::lemma_8;
pub use bounded::lemma_9;
pub use corners::{corollary_13, lemma_12};
pub use even_rows::{EvenRowPattern, even_row_patterns, lemma_11};
pub use full_rows::lemma_10;
pub use report::{Counterexample, Report};
pub use size::{corollary_7, lemma_6};
pub use slides::{corollary_2, corollary_4, lemma_1, lemma_3, lemma_5};
