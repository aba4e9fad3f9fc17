//! Terms that can be stopped.

use twofold_core::Watch;

use super::SequenceError;
use crate::Natural;

/// Terms between two looks at the watch: a term may take milliseconds.
const INTERVAL: u32 = 64;

/// Passes terms on until somebody asks to stop; then an error ends them.
///
/// ```
/// use twofold_change::{Named, Watched};
///
/// let terms = Watched::new(Named::Squares.terms(), &());
/// assert_eq!(terms.take(2).collect::<Result<Vec<_>, _>>()?, [1u64, 4].map(Into::into));
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
pub struct Watched<'w, I> {
    terms: I,
    watch: &'w dyn Watch,
    read: u32,
}

impl<'w, I: Iterator<Item = Result<Natural, SequenceError>>> Watched<'w, I> {
    /// Watches some terms.
    pub fn new(terms: I, watch: &'w dyn Watch) -> Self {
        Watched { terms, watch, read: 0 }
    }
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Iterator for Watched<'_, I> {
    type Item = Result<Natural, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read = self.read.wrapping_add(1);
        if self.read.is_multiple_of(INTERVAL) && self.watch.is_stopped() {
            return Some(Err(SequenceError::Stopped));
        }
        self.terms.next()
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Progress;

    use super::*;
    use crate::Named;

    struct Stop;

    impl Watch for Stop {
        fn report(&self, _: Progress) {}

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn somebody_may_stop_them() {
        let mut terms = Watched::new(Named::Odd.terms(), &Stop).skip_while(Result::is_ok);
        assert_eq!(terms.next(), Some(Err(SequenceError::Stopped)));
    }
}
