//! What a computation returns.

use std::fmt;

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

/// Digits alone are an exact number, anything else is words.
impl From<String> for Computed {
    fn from(text: String) -> Computed {
        match text.parse::<num_bigint::BigInt>() {
            Ok(number) if number.to_string() == text => Computed::Figure(Figure::exact(number)),
            _ => Computed::Words(text),
        }
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Computed {
            fn from(number: $integer) -> Computed {
                Computed::Figure(Figure::exact(number))
            }
        }
    )*};
}

from_integer!(u8, u32, u64, u128, usize);

impl From<&str> for Computed {
    fn from(text: &str) -> Computed {
        Computed::from(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_exact_numbers() {
        assert_eq!(Computed::from("48713525"), Figure::exact(48_713_525).into());
        for words in ["0x0132", "007", "1 2 3", "", "second"] {
            assert_eq!(Computed::from(words), Computed::Words(words.to_owned()));
        }
        assert_eq!(format!("{:#}", Computed::from("1234567")), "1,234,567");
    }
}
