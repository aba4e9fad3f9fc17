//! A finite stretch of a sequence, kept in memory.

use super::{AtEnd, Checked, Natural, SequenceError};

/// The terms of a sequence from 1 up to some point, for questions that need more than one look at
/// them.
///
/// ```
/// use twofold_change::{Coins, Named};
///
/// let coins = Coins::up_to(Named::Fibonacci.terms(), &100u64.into(), 1000)?;
/// assert_eq!(coins.largest_at_most(&90u64.into()), Some(89u64.into()));
/// assert_eq!(coins.following(&89u64.into()), Some(144u64.into()));
/// # Ok::<(), twofold_change::CoinsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coins {
    values: Vec<Natural>,
    /// The term after the last one, if it has been seen.
    beyond: Option<Natural>,
    at_end: AtEnd,
}

/// The most bytes of terms that do not fit a machine word.
const MAX_BYTES: u64 = 8 << 20;

/// Why a stretch of a sequence cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoinsError {
    /// The sequence is improper.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// There are more terms than allowed, or they are longer than can be kept.
    #[error(
        "the terms up to {up_to} are too many or too long to be kept: {limit} at most, of {MAX_BYTES} bytes in all"
    )]
    TooMany {
        /// The most terms that would have been kept.
        limit: usize,
        /// The end of the stretch.
        up_to: Natural,
        /// The last term within the limits.
        last: Natural,
    },
}

impl Coins {
    /// A complete set of coins, which has to be a proper sequence that starts at 1.
    pub fn new(values: Vec<Natural>) -> Result<Self, SequenceError> {
        let values = Checked::new(values.into_iter().map(Ok)).collect::<Result<_, _>>()?;
        Ok(Coins { values, beyond: None, at_end: AtEnd::Complete })
    }

    /// The terms that do not exceed `amount`, at most `limit` of them, and not too many long ones: those
    /// beyond a machine word take eight MiB at most. One term beyond is read.
    pub fn up_to(
        terms: impl Iterator<Item = Result<Natural, SequenceError>>,
        amount: &Natural,
        limit: usize,
    ) -> Result<Self, CoinsError> {
        let mut coins = Coins { values: Vec::new(), beyond: None, at_end: AtEnd::Unknown };
        let mut bytes = 0;
        for term in Checked::new(terms) {
            let term = term?;
            if term > *amount {
                coins.beyond = Some(term);
                break;
            }
            bytes += if term.to_u64().is_none() { term.bits() / 8 } else { 0 };
            if coins.values.len() == limit || bytes > MAX_BYTES {
                let last = coins.values.pop().unwrap_or(Natural::ZERO);
                return Err(CoinsError::TooMany { limit, up_to: amount.clone(), last });
            }
            coins.values.push(term);
        }
        Ok(coins)
    }

    /// Says that no further coins exist once the terms read have run out.
    #[must_use]
    pub fn at_end(mut self, at_end: AtEnd) -> Self {
        self.at_end = at_end;
        self
    }

    /// The values in increasing order.
    pub fn values(&self) -> &[Natural] {
        &self.values
    }

    /// Whether a value is one of the coins.
    pub fn contains(&self, value: &Natural) -> bool {
        self.values.binary_search(value).is_ok()
    }

    /// The largest coin that does not exceed `amount`.
    pub fn largest_at_most(&self, amount: &Natural) -> Option<Natural> {
        let above = self.values.partition_point(|value| value <= amount);
        self.values.get(above.checked_sub(1)?).cloned()
    }

    /// The smallest known term that exceeds `value`, which may be the one just beyond the stretch.
    pub fn following(&self, value: &Natural) -> Option<Natural> {
        let above = self.values.partition_point(|other| other <= value);
        self.values.get(above).or(self.beyond.as_ref().filter(|beyond| *beyond > value)).cloned()
    }

    /// The term just beyond the stretch, if there is one and it has been read.
    pub fn beyond(&self) -> Option<&Natural> {
        self.beyond.as_ref()
    }

    /// Whether these are all the coins there are.
    pub fn is_complete(&self) -> bool {
        self.beyond.is_none() && self.at_end == AtEnd::Complete
    }

    /// The values as words, if all of them fit.
    pub fn to_words(&self) -> Option<Vec<u64>> {
        self.values.iter().map(Natural::to_u64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Named;

    #[test]
    fn stretches_know_their_ends() {
        let coins = Coins::up_to(Named::Squares.terms(), &20u64.into(), 100).unwrap();
        assert_eq!(coins.to_words(), Some(vec![1, 4, 9, 16]));
        assert_eq!(coins.beyond(), Some(&25u64.into()));
        assert!(!coins.is_complete());
        assert!(coins.contains(&9u64.into()) && !coins.contains(&25u64.into()));
        assert_eq!(coins.largest_at_most(&0u64.into()), None);
        assert_eq!(coins.following(&16u64.into()), Some(25u64.into()));
        assert_eq!(coins.following(&25u64.into()), None);
        assert_eq!(coins.following(&2u64.into()), Some(4u64.into()));
        assert!(Coins::new(vec![Natural::ONE]).unwrap().is_complete());
    }

    #[test]
    fn limits_and_improper_terms() {
        let error = Coins::up_to(Named::Odd.terms(), &1000u64.into(), 10).unwrap_err();
        assert_eq!(
            error,
            CoinsError::TooMany { limit: 10, up_to: 1000u64.into(), last: 19u64.into() }
        );
        // Powers of two up to 2^33219 are few, but long.
        let amount = Natural::power_of_two(33_219);
        let error = Coins::up_to(Named::PowersOfTwo.terms(), &amount, 1_000_000).unwrap_err();
        assert!(matches!(error, CoinsError::TooMany { .. }));
        assert_eq!(Coins::new(vec![]), Err(SequenceError::Empty));
        assert!(matches!(
            Coins::new(vec![1u64.into(), 1u64.into()]),
            Err(SequenceError::NotIncreasing { term: 2, .. })
        ));
    }
}
