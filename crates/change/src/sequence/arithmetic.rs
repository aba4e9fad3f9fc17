//! Arithmetic progressions: the sequences whose games never end.

use crate::Natural;

/// 1, 1 + d, 1 + 2d, …: the natural numbers [A000027](https://oeis.org/A000027) for d = 1, the odd
/// numbers [A005408](https://oeis.org/A005408) for d = 2.
///
/// All gaps are d, so with d cells (which hold any total up to d) every later tile can be reached.
///
/// ```
/// use twofold_change::Arithmetic;
///
/// let odd: Vec<_> = Arithmetic::new(2).take(4).collect();
/// assert_eq!(odd, [1u64, 3, 5, 7].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct Arithmetic {
    next: Natural,
    step: Natural,
}

impl Arithmetic {
    /// The progression from 1 with difference `step`.
    #[must_use]
    pub fn new(step: u64) -> Self {
        Arithmetic { next: Natural::ONE, step: step.into() }
    }
}

impl Iterator for Arithmetic {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let next = &self.next + &self.step;
        Some(std::mem::replace(&mut self.next, next))
    }
}
