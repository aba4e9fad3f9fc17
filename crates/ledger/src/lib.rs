//! Claims are data: every published figure is a row that says where it is printed, what it says,
//! how it is computed here, and what that costs.
//!
//! The rows are the files in `claims/`, one for each source. A row names a [computation] and its
//! arguments; recomputing a row and comparing the result with what was published gives a
//! [`Verdict`]. A difference fails unless the row documents it, and then the row also says what
//! comes out here, so that a documented difference is pinned as firmly as an agreement. Both sides say
//! how surely they are known, and numbers are compared without rounding. Results that no source prints are
//! rows too, of another [`Kind`].
//!
//! ```
//! use twofold_ledger::{Ledger, Verdict};
//!
//! let ledger = Ledger::load()?;
//! let claim = ledger.claim("lees-miller-canonical-example").expect("a row");
//! let computed = claim.compute(&())?;
//! assert_eq!(computed.to_string(), "0x0132");
//! assert_eq!(claim.judge(&computed), Verdict::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [computation]: mod@computations

mod claim;
pub mod computations;
mod computed;
mod kind;
mod ledger;
mod plan;
mod published;
mod source;
mod verdict;

pub use claim::{Claim, Difference};
pub use computations::{Arguments, ComputeError};
pub use computed::Computed;
pub use kind::Kind;
pub use ledger::{Ledger, LedgerError};
pub use plan::{Budget, Filter, Plan, UnknownFilter};
pub use published::{Certainty, Published};
pub use source::{Reference, Source};
pub use verdict::Verdict;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
