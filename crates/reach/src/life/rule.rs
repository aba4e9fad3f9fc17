//! Which cells are born and which survive.

use std::fmt;
use std::str::FromStr;

/// A rule of an automaton like Life: for which numbers of living neighbours a dead cell is born
/// and a living one survives.
///
/// As text it is `B3/S23`; the older `23/3`, survival first, is read too.
///
/// ```
/// use twofold_reach::life::Rule;
///
/// let high_life: Rule = "B36/S23".parse()?;
/// assert!(high_life.lives(false, 6) && !high_life.lives(true, 6));
/// assert_eq!("23/36".parse(), Ok(high_life));
/// assert_eq!(Rule::default().to_string(), "B3/S23");
/// # Ok::<(), twofold_reach::life::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Bit *k*: born with *k* living neighbours.
    birth: u16,
    /// Bit *k*: survives with *k* living neighbours.
    survival: u16,
}

/// A text that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no rule that can be played; write B and S with digits from 0 to 8, as in B36/S23"
)]
pub struct RuleError {
    /// The text.
    pub text: String,
}

impl Rule {
    /// Whether a cell lives in the next generation.
    pub const fn lives(self, alive: bool, neighbours: usize) -> bool {
        let counts = if alive { self.survival } else { self.birth };
        neighbours <= 8 && counts >> neighbours & 1 == 1
    }
}

impl Default for Rule {
    /// Conway's Life: born with three neighbours, survives with two or three.
    fn default() -> Rule {
        Rule { birth: 1 << 3, survival: 1 << 2 | 1 << 3 }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |counts: u16| -> String {
            let present = (0..9u8).filter(|count| counts >> count & 1 == 1);
            present.map(|count| char::from(b'0' + count)).collect()
        };
        write!(f, "B{}/S{}", digits(self.birth), digits(self.survival))
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let error = || RuleError { text: text.trim().to_owned() };
        let counts = |digits: &str| {
            digits.chars().try_fold(0, |counts, digit| match digit {
                '0'..='8' => Ok(counts | 1 << (digit as u8 - b'0')),
                _ => Err(error()),
            })
        };
        let (first, second) = text.trim().split_once('/').ok_or_else(error)?;
        let named = |part: &str, letter: char| {
            part.strip_prefix([letter, letter.to_ascii_lowercase()]).map(counts)
        };
        let (birth, survival) = match (named(first, 'B'), named(second, 'S')) {
            (Some(birth), Some(survival)) => (birth?, survival?),
            _ => match (named(first, 'S'), named(second, 'B')) {
                (Some(survival), Some(birth)) => (birth?, survival?),
                _ => (counts(second)?, counts(first)?),
            },
        };
        Ok(Rule { birth, survival })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_every_order_and_written_in_one() {
        for text in ["B36/S23", "b36/s23", "S23/B36", "23/36", " B63/S32 "] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), "B36/S23", "{text}");
        }
        assert_eq!("B/S".parse::<Rule>().unwrap().to_string(), "B/S");
        for text in ["", "Life", "B9/S23", "B3S23", "B3/S23/4", "B3/S23:T20,20", "B2-a/S12"] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
    }
}
