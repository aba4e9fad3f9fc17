//! Practical numbers: tests, a sieve, and the search for long gaps between them.
//!
//! A number n is practical if every smaller number is a sum of distinct divisors of n. The paper
//! stops after four values of Total for these tiles, 1, 3, 11 and 191. The next one hangs on the
//! first gap longer than 191, which [`GapSearch`] finds by sieving more than a billion numbers;
//! [`BlockSearch`] finds it again in another way, and [`check_gap`] proves the gap itself by the
//! definition, number by number.

mod blocks;
mod definition;
mod forecast;
mod gap;
mod search;
mod sieve;
mod stewart;

pub use blocks::BlockSearch;
pub use definition::{divisors, first_non_sum};
pub use forecast::{Forecast, LowerBound, forecast, lower_bound};
pub use gap::{GapCheck, PracticalGap, PracticalGapProblem, check_gap};
pub use search::{GapSearch, SearchReport};
pub use sieve::{RangeTooLarge, SegmentSieve};
pub use stewart::PracticalTest;
