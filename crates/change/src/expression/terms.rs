//! The sequence of values of an expression.

use num_bigint::{BigInt, BigUint};

use super::Expression;
use crate::{Natural, SequenceError};

/// The values of an expression for n, n + 1, n + 2, ….
///
/// ```
/// use twofold_change::{Expression, ExpressionTerms};
///
/// let terms = ExpressionTerms::new("n^2+1".parse()?);
/// let first: Result<Vec<_>, _> = terms.take(5).collect();
/// assert_eq!(first?, [1u64, 2, 5, 10, 17].map(Into::into));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpressionTerms {
    expression: Expression,
    start: u64,
    read: u64,
    failed: bool,
}

impl ExpressionTerms {
    /// Starts at n = 0 if the values there are a proper beginning (1, and then something larger),
    /// otherwise at n = 1.
    #[must_use]
    pub fn new(expression: Expression) -> Self {
        let one = BigInt::from(1);
        let proper = |n| expression.evaluate(n).ok();
        let from_zero = proper(0).is_some_and(|first| first == one)
            && proper(1).is_some_and(|second| second > one);
        ExpressionTerms::starting_at(expression, u64::from(!from_zero))
    }

    /// Starts at n = `start`.
    #[must_use]
    pub fn starting_at(expression: Expression, start: u64) -> Self {
        ExpressionTerms { expression, start, read: 0, failed: false }
    }

    /// The value of n for the first term.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The formula behind the terms.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }
}

impl Iterator for ExpressionTerms {
    type Item = Result<Natural, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let n = self.start.checked_add(self.read)?;
        self.read += 1;
        let term = self.read;
        let value = self
            .expression
            .evaluate(n)
            .map_err(|source| SequenceError::Evaluation { term, source });
        let value = value.and_then(|found| match BigUint::try_from(&found) {
            Ok(found) => Ok(Natural::from(found)),
            Err(_) => Err(SequenceError::Negative { term, found }),
        });
        self.failed = value.is_err();
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::EvaluationError;

    fn terms(text: &str, count: usize) -> Vec<Result<Natural, SequenceError>> {
        ExpressionTerms::new(text.parse().unwrap()).take(count).collect()
    }

    fn values(expected: &[u64]) -> Vec<Result<Natural, SequenceError>> {
        expected.iter().map(|&value| Ok(value.into())).collect()
    }

    #[test]
    fn finds_a_proper_beginning() {
        assert_eq!(terms("n^2+1", 3), values(&[1, 2, 5]));
        assert_eq!(terms("n^2", 3), values(&[1, 4, 9]));
        assert_eq!(terms("2^n-n", 4), values(&[1, 2, 5, 12]));
        assert_eq!(terms("2*n-1", 3), values(&[1, 3, 5]));
        assert_eq!(
            ExpressionTerms::starting_at("n".parse().unwrap(), 5).next(),
            Some(Ok(5u64.into()))
        );
    }

    #[test]
    fn stops_at_the_first_term_without_a_value() {
        assert_eq!(
            terms("5-2n", 9)[2..],
            [Err(SequenceError::Negative { term: 3, found: (-1).into() })]
        );
        let source = EvaluationError::DivisionByZero { n: 3 };
        assert_eq!(
            terms("6/(3-n)", 9).last(),
            Some(&Err(SequenceError::Evaluation { term: 3, source }))
        );
    }
}
