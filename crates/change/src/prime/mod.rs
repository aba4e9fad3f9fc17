//! Prime numbers: a sieve, a test, and the known maximal gaps between them.

mod maximal_gaps;
mod miller_rabin;
mod pillai;
mod sieve;

pub use maximal_gaps::{MAXIMAL_GAPS, MaximalGap, PrimeGapProblem, TABLE_COMPLETE_TO, check_gap};
pub use miller_rabin::is_prime;
pub use pillai::{PillaiError, PillaiValue, digits_before_gap, pillai};
pub use sieve::{Primes, primes_up_to};
