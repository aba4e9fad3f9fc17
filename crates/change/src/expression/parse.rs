//! From text to an expression, by recursive descent.

use std::str::FromStr;

use super::{Expression, Node, Operator};

/// Where and why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position {}: {problem}", .at + 1)]
pub struct ParseExpressionError {
    /// The number of characters before the offending one.
    pub at: usize,
    /// What is wrong there.
    pub problem: ParseProblem,
}

/// What can be wrong at a place in an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseProblem {
    /// The text ends where an operand is needed.
    #[error("the expression ends where a number, `n` or `(` is needed")]
    UnexpectedEnd,
    /// A character that starts no operand.
    #[error("`{0}` stands where a number, `n` or `(` is needed")]
    NoOperand(char),
    /// A character that is no operator.
    #[error("`{0}` is not an operator")]
    NoOperator(char),
    /// A parenthesis that is opened and never closed.
    #[error("this `(` is never closed")]
    Unclosed,
    /// A parenthesis that is closed and was never opened.
    #[error("this `)` closes nothing")]
    Unopened,
    /// Parentheses, signs or powers inside each other beyond reason.
    #[error("the expression is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// A text beyond reason.
    #[error("the expression is longer than {MAX_LENGTH} characters")]
    TooLong,
}

/// Together these bound the depth of the tree, so that no input can exhaust the stack.
const MAX_DEPTH: usize = 100;
const MAX_LENGTH: usize = 1000;

impl FromStr for Expression {
    type Err = ParseExpressionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parser =
            Parser { text: text.chars().take(MAX_LENGTH + 1).collect(), at: 0, depth: 0 };
        if parser.text.len() > MAX_LENGTH {
            return Err(ParseExpressionError { at: MAX_LENGTH, problem: ParseProblem::TooLong });
        }
        let root = parser.sum()?;
        match parser.peek() {
            None => Ok(Expression { root }),
            Some(')') => Err(parser.error(ParseProblem::Unopened)),
            Some(other) => Err(parser.error(ParseProblem::NoOperator(other))),
        }
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    depth: usize,
}

type Parsed = Result<Node, ParseExpressionError>;

fn binary(operator: Operator, left: Node, right: Node) -> Node {
    Node::Binary(operator, Box::new(left), Box::new(right))
}

impl Parser {
    fn error(&self, problem: ParseProblem) -> ParseExpressionError {
        ParseExpressionError { at: self.at, problem }
    }

    /// The next character that is not a space; the position moves onto it.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Runs a rule one level deeper.
    fn nested(&mut self, rule: fn(&mut Parser) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return Err(self.error(ParseProblem::TooDeep));
        }
        self.depth += 1;
        let node = rule(self);
        self.depth -= 1;
        node
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            left = binary(operator, left, self.product()?);
        }
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.signed()?;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Multiply,
                Some('/') => Operator::Divide,
                Some('%') => Operator::Remainder,
                _ => return Ok(left),
            };
            self.at += 1;
            left = binary(operator, left, self.signed()?);
        }
    }

    fn signed(&mut self) -> Parsed {
        if self.eat('-') {
            return Ok(Node::Negated(Box::new(self.nested(Parser::signed)?)));
        }
        let is_number = self.peek().is_some_and(|c| c.is_ascii_digit());
        let left = self.power()?;
        // A number directly before `n` or a parenthesis multiplies it: 2n^2 is 2·(n^2).
        match self.peek() {
            Some('n' | '(') if is_number => Ok(binary(Operator::Multiply, left, self.power()?)),
            _ => Ok(left),
        }
    }

    fn power(&mut self) -> Parsed {
        let base = self.postfix()?;
        if self.eat('^') {
            return Ok(binary(Operator::Power, base, self.nested(Parser::exponent)?));
        }
        Ok(base)
    }

    fn exponent(&mut self) -> Parsed {
        if self.eat('-') {
            return Ok(Node::Negated(Box::new(self.nested(Parser::exponent)?)));
        }
        self.power()
    }

    fn postfix(&mut self) -> Parsed {
        let mut operand = self.operand()?;
        while self.eat('!') {
            operand = Node::Factorial(Box::new(operand));
        }
        Ok(operand)
    }

    fn operand(&mut self) -> Parsed {
        match self.peek() {
            None => Err(self.error(ParseProblem::UnexpectedEnd)),
            Some('n') => {
                self.at += 1;
                Ok(Node::Variable)
            }
            Some('(') => {
                let opened = self.at;
                self.at += 1;
                let inner = self.nested(Parser::sum)?;
                if self.eat(')') {
                    return Ok(inner);
                }
                match self.peek() {
                    None => {
                        Err(ParseExpressionError { at: opened, problem: ParseProblem::Unclosed })
                    }
                    Some(other) => Err(self.error(ParseProblem::NoOperator(other))),
                }
            }
            Some(digit) if digit.is_ascii_digit() => {
                let start = self.at;
                while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
                    self.at += 1;
                }
                let digits: String = self.text[start..self.at].iter().collect();
                digits
                    .parse()
                    .map(Node::Number)
                    .map_err(|_| self.error(ParseProblem::NoOperand(digit)))
            }
            Some(other) => Err(self.error(ParseProblem::NoOperand(other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str, n: u64) -> i64 {
        let value = text.parse::<Expression>().unwrap().evaluate(n).unwrap();
        i64::try_from(value).unwrap()
    }

    #[test]
    fn precedence_and_associativity() {
        assert_eq!(value("1+2*3", 0), 7);
        assert_eq!(value("(1+2)*3", 0), 9);
        assert_eq!(value("10-4-3", 0), 3);
        assert_eq!(value("100/7/2", 0), 7);
        assert_eq!(value("2^3^2", 0), 512);
        assert_eq!(value("-2^2", 0), -4);
        assert_eq!(value("--3", 0), 3);
        assert_eq!(value("3!^2", 0), 36);
        assert_eq!(value("2^3!", 0), 64);
        assert_eq!(value("17 % 5 * 2", 0), 4);
        assert_eq!(value("-7/2", 0), -4);
        assert_eq!(value("-7%2", 0), 1);
    }

    #[test]
    fn numbers_in_front_multiply() {
        assert_eq!(value("2n^2", 3), 18);
        assert_eq!(value("3(n+1)", 4), 15);
        assert_eq!(value("2n+1", 10), 21);
        assert_eq!(value("n^2+1", 0), 1);
    }

    #[test]
    fn errors_know_their_place() {
        let error = |text: &str| {
            let error = text.parse::<Expression>().unwrap_err();
            (error.at, error.problem)
        };
        assert_eq!(error(""), (0, ParseProblem::UnexpectedEnd));
        assert_eq!(error("n^2+"), (4, ParseProblem::UnexpectedEnd));
        assert_eq!(error("n+*2"), (2, ParseProblem::NoOperand('*')));
        assert_eq!(error("x+1"), (0, ParseProblem::NoOperand('x')));
        assert_eq!(error("n m"), (2, ParseProblem::NoOperator('m')));
        assert_eq!(error("n n"), (2, ParseProblem::NoOperator('n')));
        assert_eq!(error("2*(n+1"), (2, ParseProblem::Unclosed));
        assert_eq!(error("(n+1 4)"), (5, ParseProblem::NoOperator('4')));
        assert_eq!(error("n+1)"), (3, ParseProblem::Unopened));
        assert_eq!(error("n + é"), (4, ParseProblem::NoOperand('é')));
        assert_eq!(
            "n+*2".parse::<Expression>().unwrap_err().to_string().split(':').next(),
            Some("position 3")
        );
    }

    #[test]
    fn no_input_exhausts_the_stack() {
        let problem = |text: &str| text.parse::<Expression>().unwrap_err().problem;
        for text in ["(", "-", "2^"] {
            assert_eq!(problem(&text.repeat(300)), ParseProblem::TooDeep, "{text}");
            assert_eq!(problem(&text.repeat(3000)), ParseProblem::TooLong, "{text}");
        }
        let long = "n".to_owned() + &"+n".repeat(499);
        assert_eq!(value(&long, 2), 1000);
        let postfix = "0".to_owned() + &"!".repeat(999);
        assert_eq!(value(&postfix, 0), 1);
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[-+*/%^!()n0-9x ]{0,40}") {
            if let Ok(expression) = text.parse::<Expression>() {
                // Evaluation may fail, but it has to answer.
                let _ = expression.evaluate(3);
            }
        }
    }
}
