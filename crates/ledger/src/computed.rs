//! What a computation returns.

use std::fmt;

use num_bigint::BigInt;
use twofold_core::Figure;

/// What came out here: a number with its certainty, or words.
#[derive(Clone, Debug, PartialEq)]
pub enum Computed {
    /// A number, and how surely it is known.
    Figure(Figure),
    /// An answer that is no number, such as a board, a list or a yes.
    Words(String),
}

impl Computed {
    /// A number that was counted or proved.
    pub fn exact(number: impl Into<BigInt>) -> Computed {
        Computed::Figure(Figure::exact(number))
    }

    /// The number, if it is one.
    pub fn figure(&self) -> Option<&Figure> {
        match self {
            Computed::Figure(figure) => Some(figure),
            Computed::Words(_) => None,
        }
    }
}

/// `{}` writes digits only, `{:#}` groups them by thousands.
impl fmt::Display for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Computed::Figure(figure) => figure.fmt(f),
            Computed::Words(words) => f.pad(words),
        }
    }
}

impl From<Figure> for Computed {
    fn from(figure: Figure) -> Computed {
        Computed::Figure(figure)
    }
}

/// Text is words, even if it consists of digits: a number has a certainty, which text does not say.
impl From<String> for Computed {
    fn from(text: String) -> Computed {
        Computed::Words(text)
    }
}

impl From<&str> for Computed {
    fn from(text: &str) -> Computed {
        Computed::Words(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_says_so_makes_an_exact_number() {
        assert_eq!(Computed::exact(48_713_525), Figure::exact(48_713_525).into());
        assert_eq!(Computed::from("48713525").figure(), None);
        assert_eq!(format!("{:#}", Computed::exact(1_234_567)), "1,234,567");
    }
}
