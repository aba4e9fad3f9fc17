//! The gate between any source of terms and the theory.

use num_bigint::BigUint;

use super::SequenceError;
use crate::Natural;

/// Passes the terms of a proper sequence through and stops with an error at the first improper one.
///
/// Proper means: the first term is the initial tile, every term is larger than the one before it,
/// is a multiple of the initial tile, and is within the limit if there is one. After an error the
/// iterator is at its end.
///
/// ```
/// use twofold_change::{Checked, Natural, SequenceError};
///
/// let terms = [1u64, 2, 4, 4].map(|term| Ok(Natural::from(term)));
/// let last = Checked::new(terms.into_iter()).last();
/// assert!(matches!(last, Some(Err(SequenceError::NotIncreasing { term: 4, .. }))));
/// ```
#[derive(Clone, Debug)]
pub struct Checked<I> {
    terms: I,
    initial: Natural,
    limit: Option<Natural>,
    previous: Option<Natural>,
    read: u64,
    failed: bool,
}

impl<I> Checked<I> {
    /// Checks a sequence that has to start at 1.
    pub fn new(terms: I) -> Self {
        Checked {
            terms,
            initial: Natural::ONE,
            limit: None,
            previous: None,
            read: 0,
            failed: false,
        }
    }

    /// Asks for another first term, for games that place another tile than 1.
    #[must_use]
    pub fn starting_at(mut self, initial: Natural) -> Self {
        self.initial = initial;
        self
    }

    /// Refuses terms above `limit`.
    #[must_use]
    pub fn at_most(mut self, limit: Natural) -> Self {
        self.limit = Some(limit);
        self
    }

    /// How many terms have been read, the improper one included.
    pub fn terms_read(&self) -> u64 {
        self.read
    }

    fn check(&self, found: &Natural) -> Result<(), SequenceError> {
        let term = self.read;
        if found.is_zero() {
            return Err(SequenceError::Zero { term });
        }
        match &self.previous {
            None if *found != self.initial => {
                return Err(SequenceError::WrongStart {
                    initial: self.initial.clone(),
                    found: found.clone(),
                });
            }
            Some(previous) if found <= previous => {
                return Err(SequenceError::NotIncreasing {
                    term,
                    previous: previous.clone(),
                    found: found.clone(),
                });
            }
            _ => {}
        }
        if let Some(limit) = &self.limit
            && found > limit
        {
            return Err(SequenceError::TooLarge {
                term,
                found: found.clone(),
                limit: limit.clone(),
            });
        }
        if self.initial != Natural::ONE && found.to_big() % self.initial.to_big() != BigUint::ZERO {
            return Err(SequenceError::NotAMultiple {
                term,
                found: found.clone(),
                initial: self.initial.clone(),
            });
        }
        Ok(())
    }
}

impl<I: Iterator<Item = Result<Natural, SequenceError>>> Iterator for Checked<I> {
    type Item = Result<Natural, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let Some(next) = self.terms.next() else {
            self.failed = self.read == 0;
            return self.failed.then_some(Err(SequenceError::Empty));
        };
        self.read += 1;
        let checked = next.and_then(|found| self.check(&found).map(|()| found));
        match &checked {
            Ok(found) => self.previous = Some(found.clone()),
            Err(_) => self.failed = true,
        }
        Some(checked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_error(
        terms: &[u64],
        configure: impl Fn(Checked<Source>) -> Checked<Source>,
    ) -> Option<SequenceError> {
        let source: Source =
            terms.iter().map(|&term| Ok(Natural::from(term))).collect::<Vec<_>>().into_iter();
        configure(Checked::new(source)).find_map(Result::err)
    }

    type Source = std::vec::IntoIter<Result<Natural, SequenceError>>;

    #[test]
    fn names_the_improper_term() {
        let plain = |terms: &[u64]| first_error(terms, |checked| checked);
        assert_eq!(plain(&[1, 2, 3]), None);
        assert_eq!(plain(&[]), Some(SequenceError::Empty));
        assert_eq!(plain(&[0, 1]), Some(SequenceError::Zero { term: 1 }));
        assert_eq!(plain(&[1, 2, 0]), Some(SequenceError::Zero { term: 3 }));
        assert_eq!(
            plain(&[2, 4]),
            Some(SequenceError::WrongStart { initial: Natural::ONE, found: 2u64.into() })
        );
        assert_eq!(
            plain(&[1, 5, 3]),
            Some(SequenceError::NotIncreasing {
                term: 3,
                previous: 5u64.into(),
                found: 3u64.into()
            })
        );
    }

    #[test]
    fn other_initial_tiles_and_limits() {
        assert_eq!(first_error(&[2, 4, 8], |checked| checked.starting_at(2u64.into())), None);
        assert_eq!(
            first_error(&[2, 4, 7], |checked| checked.starting_at(2u64.into())),
            Some(SequenceError::NotAMultiple { term: 3, found: 7u64.into(), initial: 2u64.into() })
        );
        assert_eq!(
            first_error(&[1, 10, 100], |checked| checked.at_most(50u64.into())),
            Some(SequenceError::TooLarge { term: 3, found: 100u64.into(), limit: 50u64.into() })
        );
    }

    #[test]
    fn ends_after_the_error() {
        let terms = [3u64, 1, 2].map(|term| Ok(Natural::from(term)));
        let mut checked = Checked::new(terms.into_iter());
        assert!(checked.next().is_some_and(|term| term.is_err()));
        assert_eq!(checked.next(), None);
        assert_eq!(checked.terms_read(), 1);
    }
}
