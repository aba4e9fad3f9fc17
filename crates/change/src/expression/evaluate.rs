//! The value of an expression.

use num_bigint::{BigInt, Sign};

use super::{Expression, Node, Operator};

/// Values beyond this many binary digits are refused: a formula can ask for more than any memory
/// holds, and one value should not take long, since nobody can stop in the middle of it.
const MAX_BITS: u64 = 1 << 17;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// Division by zero.
    #[error("division by zero at n = {n}")]
    DivisionByZero {
        /// The value of the variable.
        n: u64,
    },
    /// A power with an exponent below zero is no integer.
    #[error("the exponent {exponent} at n = {n} is negative")]
    NegativeExponent {
        /// The value of the variable.
        n: u64,
        /// The exponent.
        exponent: BigInt,
    },
    /// The factorial of a number below zero.
    #[error("the factorial of {operand} at n = {n} is not defined")]
    NegativeFactorial {
        /// The value of the variable.
        n: u64,
        /// The number.
        operand: BigInt,
    },
    /// The value is too long to be computed.
    #[error("the value at n = {n} has more than {MAX_BITS} binary digits")]
    TooLarge {
        /// The value of the variable.
        n: u64,
    },
}

impl Expression {
    /// The value at `n`.
    pub fn evaluate(&self, n: u64) -> Result<BigInt, EvaluationError> {
        evaluate(&self.root, n)
    }
}

fn evaluate(node: &Node, n: u64) -> Result<BigInt, EvaluationError> {
    let value = match node {
        Node::Number(number) => number.clone(),
        Node::Variable => n.into(),
        Node::Negated(operand) => -evaluate(operand, n)?,
        Node::Factorial(operand) => factorial(evaluate(operand, n)?, n)?,
        Node::Binary(operator, left, right) => {
            let (left, right) = (evaluate(left, n)?, evaluate(right, n)?);
            match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                Operator::Divide => floor_division(&left, &right, n)?.0,
                Operator::Remainder => floor_division(&left, &right, n)?.1,
                Operator::Power => power(&left, right, n)?,
            }
        }
    };
    if value.bits() > MAX_BITS { Err(EvaluationError::TooLarge { n }) } else { Ok(value) }
}

/// Quotient and remainder with the quotient rounded down.
fn floor_division(
    left: &BigInt,
    right: &BigInt,
    n: u64,
) -> Result<(BigInt, BigInt), EvaluationError> {
    if right.sign() == Sign::NoSign {
        return Err(EvaluationError::DivisionByZero { n });
    }
    let (quotient, remainder) = (left / right, left % right);
    let rounded_up = remainder.sign() != Sign::NoSign && remainder.sign() != right.sign();
    Ok(if rounded_up { (quotient - 1, remainder + right) } else { (quotient, remainder) })
}

fn power(base: &BigInt, exponent: BigInt, n: u64) -> Result<BigInt, EvaluationError> {
    if exponent.sign() == Sign::Minus {
        return Err(EvaluationError::NegativeExponent { n, exponent });
    }
    let exponent = match u32::try_from(&exponent) {
        // 0, 1 and −1 can be raised to anything.
        Err(_) if base.bits() <= 1 => 2 - u32::from(exponent.bit(0)),
        Err(_) => return Err(EvaluationError::TooLarge { n }),
        Ok(exponent) => exponent,
    };
    // A number of b binary digits is at least 2^(b − 1), so this never refuses a power that would
    // fit.
    if base.bits() > 1 && (base.bits() - 1).saturating_mul(u64::from(exponent)) > MAX_BITS {
        return Err(EvaluationError::TooLarge { n });
    }
    Ok(base.pow(exponent))
}

fn factorial(operand: BigInt, n: u64) -> Result<BigInt, EvaluationError> {
    if operand.sign() == Sign::Minus {
        return Err(EvaluationError::NegativeFactorial { n, operand });
    }
    // The factorial of 2^14 has two hundred thousand binary digits.
    let operand = u32::try_from(operand).ok().filter(|operand| *operand < 1 << 14);
    let operand = operand.ok_or(EvaluationError::TooLarge { n })?;
    Ok((2..=operand).product())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(text: &str, n: u64) -> Result<BigInt, EvaluationError> {
        text.parse::<Expression>().unwrap().evaluate(n)
    }

    #[test]
    fn values_without_a_number_are_errors() {
        assert_eq!(evaluate("1/(n-3)", 3), Err(EvaluationError::DivisionByZero { n: 3 }));
        assert_eq!(evaluate("5%0", 1), Err(EvaluationError::DivisionByZero { n: 1 }));
        assert_eq!(
            evaluate("2^(n-3)", 1),
            Err(EvaluationError::NegativeExponent { n: 1, exponent: (-2).into() })
        );
        assert_eq!(
            evaluate("(n-3)!", 1),
            Err(EvaluationError::NegativeFactorial { n: 1, operand: (-2).into() })
        );
    }

    #[test]
    fn towers_are_refused_before_they_are_built() {
        assert_eq!(evaluate("9^9^9^9", 1), Err(EvaluationError::TooLarge { n: 1 }));
        assert_eq!(evaluate("(10^9)!", 1), Err(EvaluationError::TooLarge { n: 1 }));
        assert_eq!(evaluate("(2^100000)*(2^100000)", 7), Err(EvaluationError::TooLarge { n: 7 }));
        assert_eq!(evaluate("16383!", 7), Err(EvaluationError::TooLarge { n: 7 }));
        assert!(evaluate("10000!", 7).is_ok());
        assert_eq!(evaluate("1^(10^30)", 1), Ok(1.into()));
        assert_eq!(evaluate("(-1)^(10^30)", 1), Ok(1.into()));
        assert_eq!(evaluate("(-1)^(10^30+1)", 1), Ok((-1).into()));
        assert_eq!(evaluate("0^(10^30)", 1), Ok(0.into()));
        assert_eq!(evaluate("0^0", 1), Ok(1.into()));
    }

    #[test]
    fn division_rounds_down() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let quotient = evaluate(&format!("({a})/({b})"), 0).unwrap();
                let remainder = evaluate(&format!("({a})%({b})"), 0).unwrap();
                assert_eq!(quotient, BigInt::from((a as f64 / b as f64).floor() as i64));
                assert_eq!(quotient * b + remainder, BigInt::from(a));
            }
        }
    }
}
