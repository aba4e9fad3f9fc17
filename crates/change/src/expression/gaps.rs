//! What an expression says about the gaps between its values, without looking at any value.

use num_bigint::{BigInt, BigUint, Sign};

use super::polynomial::polynomial;
use super::{Expression, Node, Operator};
use crate::{Gaps, Natural};

impl Expression {
    /// What can be proved about the differences between the values at consecutive n ≥ 0.
    ///
    /// Polynomials are multiplied out and decided by their degree. Of other expressions, sums,
    /// multiples, quotients and remainders by constants of bounded parts are bounded in turn; about
    /// all else nothing is claimed.
    ///
    /// ```
    /// use twofold_change::{Expression, Gaps};
    ///
    /// let thirds: Expression = "3*n/2 + n%4".parse()?;
    /// assert!(matches!(thirds.gaps(), Gaps::Bounded { bound, .. } if bound == 5u64.into()));
    /// # Ok::<(), twofold_change::ParseExpressionError>(())
    /// ```
    pub fn gaps(&self) -> Gaps {
        if let Some(polynomial) = self.polynomial() {
            if polynomial.degree() >= 2 {
                let reason = format!(
                    "it is a polynomial of degree {}, whose differences grow",
                    polynomial.degree()
                );
                return Gaps::Unbounded { reason };
            }
            if let Some(bound) = natural(&polynomial.difference().evaluate(&Natural::ZERO)) {
                return Gaps::Bounded {
                    bound,
                    reason: "it is linear in n, so all its gaps are equal".into(),
                };
            }
        }
        match difference(&self.root).and_then(|range| natural(&range.high)) {
            Some(bound) => Gaps::Bounded {
                bound,
                reason: "the formula bounds the difference of neighbours".into(),
            },
            None => Gaps::Unknown,
        }
    }
}

fn natural(value: &BigInt) -> Option<Natural> {
    BigUint::try_from(value.clone()).ok().map(Natural::from)
}

/// Bounds that hold for the difference f(n + 1) − f(n) for every n ≥ 0.
struct Range {
    low: BigInt,
    high: BigInt,
}

fn difference(node: &Node) -> Option<Range> {
    if let Some(polynomial) = polynomial(node)
        && polynomial.degree() <= 1
    {
        let slope = polynomial.difference().evaluate(&Natural::ZERO);
        return Some(Range { low: slope.clone(), high: slope });
    }
    match node {
        Node::Number(_) | Node::Variable | Node::Factorial(_) => None,
        Node::Negated(operand) => {
            difference(operand).map(|range| Range { low: -range.high, high: -range.low })
        }
        Node::Binary(operator, left, right) => match operator {
            Operator::Add => {
                let (a, b) = (difference(left)?, difference(right)?);
                Some(Range { low: a.low + b.low, high: a.high + b.high })
            }
            Operator::Subtract => {
                let (a, b) = (difference(left)?, difference(right)?);
                Some(Range { low: a.low - b.high, high: a.high - b.low })
            }
            Operator::Multiply => match (constant(left), constant(right)) {
                (Some(factor), _) => Some(scaled(&factor, &difference(right)?)),
                (_, Some(factor)) => Some(scaled(&factor, &difference(left)?)),
                _ => None,
            },
            Operator::Divide => quotient(&difference(left)?, &constant(right)?),
            Operator::Remainder => {
                let largest: BigInt =
                    constant(right).filter(|divisor| divisor.sign() == Sign::Plus)? - 1;
                Some(Range { low: -largest.clone(), high: largest })
            }
            Operator::Power => None,
        },
    }
}

fn constant(node: &Node) -> Option<BigInt> {
    let polynomial = polynomial(node)?;
    (polynomial.degree() == 0).then(|| polynomial.evaluate(&Natural::ZERO))
}

fn scaled(factor: &BigInt, range: &Range) -> Range {
    let (a, b) = (factor * &range.low, factor * &range.high);
    if a <= b { Range { low: a, high: b } } else { Range { low: b, high: a } }
}

/// If f changes by d, ⌊f / c⌋ changes by at least ⌊d / c⌋ and at most ⌈d / c⌉.
fn quotient(range: &Range, divisor: &BigInt) -> Option<Range> {
    if divisor.sign() != Sign::Plus {
        return None;
    }
    let floor = |value: &BigInt| {
        let (quotient, remainder) = (value / divisor, value % divisor);
        if remainder.sign() == Sign::Minus { quotient - 1 } else { quotient }
    };
    Some(Range { low: floor(&range.low), high: -floor(&-&range.high) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gaps(text: &str) -> Gaps {
        text.parse::<Expression>().unwrap().gaps()
    }

    #[test]
    fn polynomials_are_decided_by_their_degree() {
        assert!(matches!(gaps("2n+1"), Gaps::Bounded { bound, .. } if bound == 2u64.into()));
        assert!(matches!(gaps("(n+1)^2-n^2"), Gaps::Bounded { bound, .. } if bound == 2u64.into()));
        assert!(matches!(gaps("n^2+1"), Gaps::Unbounded { .. }));
    }

    #[test]
    fn nothing_is_claimed_about_the_rest() {
        for text in ["2^n", "n!", "n*n/2", "n^2%n", "7/n", "1-2n"] {
            assert_eq!(gaps(text), Gaps::Unknown, "{text}");
        }
    }

    proptest! {
        /// Random expressions of the bounded kind: the claimed bound has to hold for actual values.
        #[test]
        fn bounds_hold(a in 1i64..9, b in -9i64..9, c in 1i64..9, d in 1i64..9, e in 1i64..5) {
            for text in [
                format!("({a}*n+{b}*n)/{c} + n%{d}"),
                format!("{e}*(n/{c}) - (n%{d})*{b} + {a}n"),
                format!("-(-{a}*n/{c})"),
                format!("({b}*n)/{c}*{e} - -n"),
            ] {
                let expression: Expression = text.parse().unwrap();
                let Gaps::Bounded { bound, .. } = expression.gaps() else { continue };
                for n in 0..60 {
                    let gap = expression.evaluate(n + 1).unwrap() - expression.evaluate(n).unwrap();
                    prop_assert!(gap <= BigInt::from(bound.to_big()), "{text} at {n}");
                }
            }
        }
    }
}
