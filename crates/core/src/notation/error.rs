//! What is wrong with a text, and where.

use std::fmt;
use std::ops::Range;

use crate::shape::{Shape, ShapeError};
use crate::tiles::TileSystem;

/// A text that is not what it should be, with the offending place.
///
/// ```
/// use twofold_core::notation;
///
/// let error = notation::ranks::parse("12/0?").unwrap_err();
/// assert_eq!(error.to_string(), "expected a digit or letter for a cell, found `?` (character 5)");
/// assert_eq!(error.pointer(), "12/0?\n    ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    text: String,
    span: Range<usize>,
    expected: Expected,
}

/// What was expected at the offending place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Expected {
    /// Anything at all.
    Board,
    /// A digit of a hexadecimal number.
    HexadecimalDigit,
    /// A digit or letter that stands for a rank.
    RankDigit,
    /// A face, or a dot for an empty cell.
    Face { system: TileSystem },
    /// Another row length: all rows are as long as the first.
    RowLength { expected: usize, given: usize },
    /// Another number of cells.
    CellCount { shape: Shape, given: usize },
    /// A shape said elsewhere, since the text leaves it open.
    ExplicitShape { cells: usize },
    /// The shape that was said elsewhere.
    Shape { expected: Shape, given: Shape },
    /// A possible size.
    Size(ShapeError),
    /// One reading: as faces this is one board, as ranks another.
    OneReading { faces: String, ranks: String },
    /// At least one digit: letters alone are not taken for ranks.
    Digit,
    /// Nothing more.
    End,
    /// A slide letter or an opening parenthesis.
    Step,
    /// A row or column number, from 1.
    Coordinate,
    /// This character.
    Character(char),
}

impl NotationError {
    pub(crate) fn new(text: &str, span: Range<usize>, expected: Expected) -> NotationError {
        NotationError { text: text.to_owned(), span, expected }
    }

    /// The error of a part of a text as one of the whole.
    pub(super) fn inside(self, whole: &str, offset: usize) -> NotationError {
        let span = self.span.start + offset..self.span.end + offset;
        NotationError { text: whole.to_owned(), span, expected: self.expected }
    }

    /// The text that was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was expected.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }

    /// The bytes of the text that are wrong; empty at the end of the text if something is missing.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The text with a line below it that points at the place.
    pub fn pointer(&self) -> String {
        let printable = |text: &str| text.replace(char::is_control, " ");
        let (before, at) = (&self.text[..self.span.start], &self.text[self.span.clone()]);
        let carets = "^".repeat(at.chars().count().max(1));
        format!("{}\n{}{carets}", printable(&self.text), " ".repeat(before.chars().count()))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.expected {
            Expected::Board => write!(f, "expected a board")?,
            Expected::HexadecimalDigit => write!(f, "expected a hexadecimal digit")?,
            Expected::RankDigit => write!(f, "expected a digit or letter for a cell")?,
            Expected::Face { system } => {
                write!(f, "expected a tile of the {system} game or a dot")?
            }
            Expected::RowLength { expected, given } => {
                return write!(
                    f,
                    "every row has {expected} cells like the first, this one has {given}"
                );
            }
            Expected::CellCount { shape, given } => {
                return write!(f, "a {shape} board has {} cells, not {given}", shape.cells());
            }
            Expected::ExplicitShape { cells } => {
                return write!(f, "{cells} cells do not make a square; say the shape, such as 2x3");
            }
            Expected::Shape { expected, given } => {
                return write!(f, "this is a {given} board, not {expected}");
            }
            Expected::OneReading { faces, ranks } => {
                let text = self.text.trim();
                return write!(f, "`{text}` has two readings: {faces} as faces, {ranks} as ranks");
            }
            Expected::Digit => {
                return write!(f, "`{}` is not a board: it has no digit", self.text.trim());
            }
            Expected::End => write!(f, "expected the end")?,
            Expected::Size(error) => return error.fmt(f),
            Expected::Step => write!(f, "expected a slide (U, D, L, R) or a spawn such as (1,1)")?,
            Expected::Coordinate => write!(f, "expected a row or column number from 1")?,
            Expected::Character(character) => write!(f, "expected `{character}`")?,
        }
        match &self.text[self.span.clone()] {
            "" => write!(f, ", found the end"),
            found => {
                let character = self.text[..self.span.start].chars().count() + 1;
                write!(f, ", found `{found}` (character {character})")
            }
        }
    }
}

impl std::error::Error for NotationError {}
