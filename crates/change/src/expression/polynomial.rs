//! Expressions that are polynomials, multiplied out.

use num_bigint::{BigInt, Sign};

use super::{Expression, Node, Operator};
use crate::Natural;

/// Degrees above this are not multiplied out.
const MAX_DEGREE: usize = 64;
/// Nor are coefficients with more binary digits.
const MAX_BITS: u64 = 1 << 14;

/// A polynomial in `n` with integer coefficients.
///
/// ```
/// use twofold_change::Expression;
///
/// let twice_odd = "(n+1)^2 - n*n".parse::<Expression>()?.polynomial().unwrap();
/// assert_eq!(twice_odd.degree(), 1);
/// # Ok::<(), twofold_change::ParseExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// Lowest power first; the last one is not zero.
    coefficients: Vec<BigInt>,
}

impl Polynomial {
    fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(|last| last.sign() == Sign::NoSign) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    /// The highest power with a coefficient; 0 for constants.
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// The value at `n`.
    pub fn evaluate(&self, n: &Natural) -> BigInt {
        let n = BigInt::from(n.to_big());
        self.coefficients
            .iter()
            .rev()
            .fold(BigInt::ZERO, |value, coefficient| value * &n + coefficient)
    }

    /// The polynomial m ↦ p(m + `by`).
    #[must_use]
    pub fn shifted(&self, by: u64) -> Polynomial {
        let step = Polynomial::new(vec![by.into(), 1.into()]);
        self.coefficients.iter().rev().fold(Polynomial::new(Vec::new()), |sum, coefficient| {
            sum.times(&step).plus(&constant(coefficient))
        })
    }

    /// The polynomial n ↦ p(n + 1) − p(n).
    #[must_use]
    pub fn difference(&self) -> Polynomial {
        self.shifted(1).plus(&self.negated())
    }

    /// Whether no coefficient is negative, so that the value is ≥ 0 for every n ≥ 0.
    pub fn has_no_negative_coefficient(&self) -> bool {
        self.coefficients.iter().all(|coefficient| coefficient.sign() != Sign::Minus)
    }

    /// Whether from `start` on the values strictly increase and their gaps never shrink, which is
    /// proved here by the signs of the coefficients of the first two differences, taken from
    /// `start`.
    pub fn is_convex_from(&self, start: u64) -> bool {
        let first = self.shifted(start).difference();
        let constant_is_positive =
            first.coefficients.first().is_some_and(|c| c.sign() == Sign::Plus);
        constant_is_positive
            && first.has_no_negative_coefficient()
            && first.difference().has_no_negative_coefficient()
    }

    /// The polynomial, unless its degree or a coefficient is beyond reason.
    fn if_moderate(self) -> Option<Polynomial> {
        let is_short = self.coefficients.iter().all(|coefficient| coefficient.bits() <= MAX_BITS);
        (is_short && self.degree() <= MAX_DEGREE).then_some(self)
    }

    fn plus(&self, other: &Polynomial) -> Polynomial {
        let length = self.coefficients.len().max(other.coefficients.len());
        let at = |p: &Polynomial, i: usize| p.coefficients.get(i).cloned().unwrap_or_default();
        Polynomial::new((0..length).map(|i| at(self, i) + at(other, i)).collect())
    }

    fn negated(&self) -> Polynomial {
        Polynomial { coefficients: self.coefficients.iter().map(|c| -c).collect() }
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        if self.coefficients.is_empty() || other.coefficients.is_empty() {
            return Polynomial::new(Vec::new());
        }
        let mut product = vec![BigInt::ZERO; self.degree() + other.degree() + 1];
        for (i, a) in self.coefficients.iter().enumerate() {
            for (j, b) in other.coefficients.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial::new(product)
    }
}

fn constant(value: &BigInt) -> Polynomial {
    Polynomial::new(vec![value.clone()])
}

impl Expression {
    /// The expression multiplied out, if it uses only what polynomials are made of: no division, no
    /// remainder, no factorial, and exponents without `n`.
    pub fn polynomial(&self) -> Option<Polynomial> {
        polynomial(&self.root)
    }
}

pub(super) fn polynomial(node: &Node) -> Option<Polynomial> {
    match node {
        Node::Number(number) => Some(constant(number)),
        Node::Variable => Some(Polynomial::new(vec![0.into(), 1.into()])),
        Node::Negated(operand) => Some(polynomial(operand)?.negated()),
        Node::Factorial(_) => None,
        Node::Binary(operator, left, right) => {
            let (left, right) = (polynomial(left)?, polynomial(right)?);
            let product = match operator {
                Operator::Add => left.plus(&right),
                Operator::Subtract => left.plus(&right.negated()),
                Operator::Multiply => left.times(&right),
                Operator::Divide | Operator::Remainder => return None,
                Operator::Power => {
                    if right.degree() > 0 {
                        return None;
                    }
                    let exponent = right.coefficients.first().map_or(Ok(0), u32::try_from).ok()?;
                    if left.degree().checked_mul(usize::try_from(exponent).ok()?)? > MAX_DEGREE
                        || exponent > 4096
                    {
                        return None;
                    }
                    (0..exponent).try_fold(constant(&1.into()), |power, _| {
                        power.times(&left).if_moderate()
                    })?
                }
            };
            product.if_moderate()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Polynomial> {
        text.parse::<Expression>().unwrap().polynomial()
    }

    #[test]
    fn multiplies_out() {
        for text in
            ["n^3-2*n+1", "(n+1)^2-n*n", "(2n-3)*(n+5)^4", "-(n-1)^3", "7", "(n^2)^3 - n^6", "0*n"]
        {
            let expression: Expression = text.parse().unwrap();
            let polynomial = expression.polynomial().unwrap();
            for n in 0..20u64 {
                assert_eq!(
                    polynomial.evaluate(&n.into()),
                    expression.evaluate(n).unwrap(),
                    "{text} at {n}"
                );
                let shifted = polynomial.shifted(3).evaluate(&n.into());
                assert_eq!(shifted, expression.evaluate(n + 3).unwrap());
                let difference = polynomial.difference().evaluate(&n.into());
                assert_eq!(
                    difference,
                    expression.evaluate(n + 1).unwrap() - expression.evaluate(n).unwrap()
                );
            }
        }
        assert_eq!(parse("(n+1)^2-n*n").unwrap().degree(), 1);
        assert_eq!(parse("0*n").unwrap().degree(), 0);
    }

    #[test]
    fn other_expressions_are_refused() {
        for text in ["2^n", "n!", "n/2", "n%3", "n^n", "n^65", "n^(0-1)"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn convexity() {
        assert!(parse("n^2+1").unwrap().is_convex_from(0));
        assert!(parse("n^2-4n+5").unwrap().is_convex_from(2));
        assert!(!parse("n^2-4n+5").unwrap().is_convex_from(0));
        assert!(!parse("5").unwrap().is_convex_from(0));
        assert!(parse("2n+1").unwrap().is_convex_from(0));
    }

    #[test]
    fn towers_of_powers_are_not_multiplied_out() {
        assert_eq!(parse("((9^4000)^4000)^4000"), None);
        assert_eq!(parse("n^2 + (9^4000)^4000"), None);
        assert!(parse("(9^1000)*n").is_some());
    }
}
