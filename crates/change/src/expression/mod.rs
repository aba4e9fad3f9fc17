//! Sequences given by a formula in `n`, such as `n^2+1` or `3*2^n/2`.
//!
//! [`Expression`] parses the text, [`ExpressionTerms`] runs through its values, and
//! [`Expression::gaps`] says what can be proved about the distances between them without looking at
//! any.

mod evaluate;
mod gaps;
mod parse;
mod polynomial;
mod terms;

use num_bigint::BigInt;

pub use evaluate::EvaluationError;
pub use parse::{ParseExpressionError, ParseProblem};
pub use polynomial::Polynomial;
pub use terms::ExpressionTerms;

/// A formula in the variable `n` over the integers.
///
/// Operators, from the loosest to the tightest: `+ -`, then `* / %` and a number written before `n`
/// or a parenthesis, then a leading minus, then `^` (to the right), then `!`. Division rounds down
/// and `%` is its remainder.
///
/// ```
/// use twofold_change::Expression;
///
/// let formula: Expression = "2n^2 - n + 1".parse()?;
/// assert_eq!(formula.evaluate(10)?, 191.into());
///
/// let error = "n^2 + ".parse::<Expression>().unwrap_err();
/// assert_eq!(error.at, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    root: Node,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(BigInt),
    Variable,
    Negated(Box<Node>),
    Factorial(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}
