//! What stands in a cell of a table.

use twofold_core::{Figure, group_digits};

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words, a board, or a number that is already written.
    Text(String),
    /// A number with its certainty.
    Figure(Figure),
}

impl Cell {
    /// The cell for people; numbers are grouped by thousands where the column says so.
    pub(super) fn text(&self, grouped: bool) -> String {
        match self {
            Cell::Text(text) if grouped && is_number(text) => group_digits(text),
            Cell::Text(text) => text.clone(),
            Cell::Figure(figure) => format!("{figure:#}"),
        }
    }
}

/// Whether a text is a number and nothing else: `-1234.5`, but not `3x3` or `12.3 MiB`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.starts_with(|c: char| c.is_ascii_digit())
}

impl From<Figure> for Cell {
    fn from(figure: Figure) -> Cell {
        Cell::Figure(figure)
    }
}

impl From<Option<Figure>> for Cell {
    fn from(figure: Option<Figure>) -> Cell {
        figure.map_or(Cell::Text("–".to_owned()), Cell::Figure)
    }
}

macro_rules! from_text {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Cell {
            fn from(text: $kind) -> Cell {
                Cell::Text(text.to_string())
            }
        }
    )*};
}

from_text!(String, &String, &str, u8, u16, u32, u64, u128, usize, f64);

/// The cells of a row, of whatever kinds: `cells![shape.to_string(), count, figure]`.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => {
        [$($crate::output::Cell::from($cell)),*]
    };
}

pub(crate) use cells;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_words_are_not() {
        assert_eq!(Cell::from("1234567").text(true), "1,234,567");
        assert_eq!(Cell::from(1_234.5).text(true), "1,234.5");
        assert_eq!(Cell::from("1234 boards").text(true), "1234 boards");
        assert_eq!(Cell::from(2048_u64).text(false), "2048");
        assert_eq!(Cell::from(Figure::at_least(1234)).text(true), "≥1,234");
    }
}
