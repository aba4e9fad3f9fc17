//! Boolean functions as people write them.

use std::str::FromStr;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::space::{Set, Space};

/// A Boolean function of the variables x1, x2 and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A variable, counted from 1.
    Variable(u32),
    /// Not.
    Not(Box<Formula>),
    /// And, exclusive or, or or.
    Binary(Connective, Box<Formula>, Box<Formula>),
}

/// What joins two functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// And: `&`.
    And,
    /// Exclusive or: `^`.
    Xor,
    /// Or: `|`.
    Or,
}

/// Why a text is not a function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// Something else was expected.
    #[error("`{found}` is not expected here; write for example x1 | (x2 & !x3)")]
    Unexpected {
        /// What stands there.
        found: String,
    },
    /// The text ends too early.
    #[error("the function is not complete; write for example x1 | (x2 & !x3)")]
    Incomplete,
    /// A variable is too far off.
    #[error("variables are x1 to x{most}")]
    Variable {
        /// The last one.
        most: u32,
    },
    /// Too many parentheses or signs inside of each other.
    #[error("the function is nested too deeply")]
    Deep,
}

/// The last variable.
const MOST_VARIABLES: u32 = 64;
/// Formulas inside of formulas.
const DEEPEST: usize = 200;

impl Formula {
    /// The number of the last variable.
    pub fn variables(&self) -> u32 {
        match self {
            Formula::Variable(variable) => *variable,
            Formula::Not(one) => one.variables(),
            Formula::Binary(_, one, other) => one.variables().max(other.variables()),
        }
    }

    /// The set of states for which it is true; `place` says where a variable is.
    pub fn set<D: Diagram>(
        &self,
        space: &Space<D>,
        place: &dyn Fn(u32) -> u32,
    ) -> Result<Set<D>, SymbolicError> {
        match self {
            Formula::Variable(variable) => space.literal(place(*variable), true),
            Formula::Not(one) => space.minus(&space.full(), &one.set(space, place)?),
            Formula::Binary(connective, one, other) => {
                let (one, other) = (one.set(space, place)?, other.set(space, place)?);
                match connective {
                    Connective::And => space.and(&one, &other),
                    Connective::Or => space.or(&one, &other),
                    Connective::Xor => {
                        space.or(&space.minus(&one, &other)?, &space.minus(&other, &one)?)
                    }
                }
            }
        }
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Formula, FormulaError> {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let mut reader = Reader { letters: &letters, depth: 0 };
        let formula = reader.binary(&[
            ('|', Connective::Or),
            ('^', Connective::Xor),
            ('&', Connective::And),
        ])?;
        match reader.letters.first() {
            Some(found) => Err(FormulaError::Unexpected { found: found.to_string() }),
            None => Ok(formula),
        }
    }
}

struct Reader<'a> {
    letters: &'a [char],
    depth: usize,
}

impl Reader<'_> {
    /// Connectives from the weakest to the strongest.
    fn binary(&mut self, connectives: &[(char, Connective)]) -> Result<Formula, FormulaError> {
        let Some((&(sign, connective), stronger)) = connectives.split_first() else {
            return self.unary();
        };
        let mut formula = self.binary(stronger)?;
        while self.letters.first() == Some(&sign) {
            self.letters = &self.letters[1..];
            let other = self.binary(stronger)?;
            formula = Formula::Binary(connective, Box::new(formula), Box::new(other));
        }
        Ok(formula)
    }

    fn unary(&mut self) -> Result<Formula, FormulaError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FormulaError::Deep);
        }
        let (&first, rest) = self.letters.split_first().ok_or(FormulaError::Incomplete)?;
        self.letters = rest;
        let formula = match first {
            '!' => Formula::Not(Box::new(self.unary()?)),
            '(' => {
                let all = [('|', Connective::Or), ('^', Connective::Xor), ('&', Connective::And)];
                let inner = self.binary(&all)?;
                match self.letters.split_first() {
                    Some((')', rest)) => self.letters = rest,
                    Some((found, _)) => {
                        return Err(FormulaError::Unexpected { found: found.to_string() });
                    }
                    None => return Err(FormulaError::Incomplete),
                }
                inner
            }
            'x' => self.variable()?,
            found => return Err(FormulaError::Unexpected { found: found.to_string() }),
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn variable(&mut self) -> Result<Formula, FormulaError> {
        let digits = self.letters.iter().take_while(|letter| letter.is_ascii_digit()).count();
        if digits == 0 {
            return match self.letters.first() {
                Some(found) => Err(FormulaError::Unexpected { found: format!("x{found}") }),
                None => Err(FormulaError::Incomplete),
            };
        }
        let number: String = self.letters[..digits].iter().collect();
        self.letters = &self.letters[digits..];
        match number.parse() {
            Ok(variable @ 1..=MOST_VARIABLES) => Ok(Formula::Variable(variable)),
            _ => Err(FormulaError::Variable { most: MOST_VARIABLES }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Bcdd, Bdd, Zbdd};
    use crate::space::Resources;

    fn nodes<D: Diagram>(text: &str, order: &[u32]) -> usize {
        let space: Space<D> = Space::new(order.len() as u32, Resources::default());
        let formula: Formula = text.parse().unwrap();
        let place = |variable| order.iter().position(|&other| other == variable).unwrap() as u32;
        space.nodes(&[&formula.set(&space, &place).unwrap()])
    }

    #[test]
    fn figures_9_and_10_have_the_nodes_that_they_show() {
        // Edixhoven 2019, Section 5.2.
        assert_eq!(nodes::<Bdd>("x1 | (x2 & x3)", &[1, 2, 3]), 3);
        let pairs = "(x1 & x2) | (x3 & x4)";
        assert_eq!(nodes::<Bdd>(pairs, &[1, 2, 3, 4]), 4);
        assert_eq!(nodes::<Bdd>(pairs, &[1, 3, 2, 4]), 6);
        // De Vink 2021, Figure 2.2.
        assert_eq!(nodes::<Bdd>("(x1 & x2) | (x1 & x3) | (x2 & x3)", &[1, 2, 3]), 4);
        assert_eq!(nodes::<Bcdd>("x1 ^ x2 ^ x3", &[1, 2, 3]), 3);
        assert_eq!(nodes::<Bdd>("x1 ^ x2 ^ x3", &[1, 2, 3]), 5);
        assert_eq!(nodes::<Zbdd>("x1 & !x2 & !x3", &[1, 2, 3]), 1);
    }

    #[test]
    fn nonsense_is_refused() {
        let deep = "(".repeat(5000);
        for text in
            ["", "x", "x0", "x65", "y", "x1 x2", "x1 &", "(x1", "x1)", "!", "x1 || x2", &deep]
        {
            assert!(text.parse::<Formula>().is_err(), "{text}");
        }
    }
}
