//! Drops and slides in turn: `(1,1)D(2,2)=4L`.
//!
//! A slide is one of the letters `U`, `D`, `L`, `R`. A drop is `(row,column)`, counted from
//! `(1,1)` at the top left, and drops the lowest tile unless `=value` follows. Spaces and line
//! breaks may stand between steps. A sequence of slides alone describes a game with deterministic
//! drops.

use std::fmt::Write;

use super::{Expected, NotationError};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::shape::Shape;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A tile appears.
    Drop {
        /// Where.
        cell: Cell,
        /// Which one.
        tile: Tile,
    },
    /// The board is tilted.
    Slide(Direction),
}

/// Reads a sequence whose drops show values of the given tile system.
pub fn parse(text: &str, system: TileSystem) -> Result<Vec<Step>, NotationError> {
    let mut reader = Reader { text, at: 0 };
    let mut steps = Vec::new();
    loop {
        reader.skip_spaces();
        let Some(next) = reader.peek() else { return Ok(steps) };
        if next == '(' {
            steps.push(reader.drop(system)?);
        } else if let Some(direction) = Direction::from_letter(next) {
            reader.at += next.len_utf8();
            steps.push(Step::Slide(direction));
        } else {
            return Err(reader.error(Expected::Step));
        }
    }
}

/// Writes a sequence.
pub fn write(steps: &[Step], system: TileSystem) -> String {
    let mut text = String::new();
    for step in steps {
        match *step {
            Step::Slide(direction) => text.push(direction.letter()),
            Step::Drop { cell, tile } => {
                write!(text, "{cell}").expect("strings take everything");
                if tile.rank() != 1 {
                    write!(text, "={}", system.value(tile)).expect("strings take everything");
                }
            }
        }
    }
    text
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, expected: Expected) -> NotationError {
        let length = self.peek().map_or(0, char::len_utf8);
        NotationError::new(self.text, self.at..self.at + length, expected)
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn character(&mut self, character: char) -> Result<(), NotationError> {
        self.skip_spaces();
        if self.peek() != Some(character) {
            return Err(self.error(Expected::Character(character)));
        }
        self.at += character.len_utf8();
        Ok(())
    }

    /// The digits that stand here, perhaps none.
    fn digits(&mut self) -> std::ops::Range<usize> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let span = self.at..self.at + length;
        self.at = span.end;
        span
    }

    fn coordinate(&mut self) -> Result<usize, NotationError> {
        let span = self.digits();
        if span.is_empty() {
            return Err(self.error(Expected::Coordinate));
        }
        let number = self.text[span.clone()].parse().ok();
        let number = number.filter(|number| (1..=Shape::MAX_SIDE).contains(number));
        let wrong = || NotationError::new(self.text, span, Expected::Coordinate);
        number.map(|number| number - 1).ok_or_else(wrong)
    }

    fn drop(&mut self, system: TileSystem) -> Result<Step, NotationError> {
        self.character('(')?;
        let row = self.coordinate()?;
        self.character(',')?;
        let column = self.coordinate()?;
        self.character(')')?;
        let mut tile = Tile::new(1).expect("rank 1 exists");
        if self.peek() == Some('=') {
            self.at += 1;
            let span = self.digits();
            let value = self.text[span.clone()].parse().ok().filter(|&value| value > 0);
            let named = value.and_then(|value| system.tile_of(value));
            let wrong = || NotationError::new(self.text, span, Expected::Value { system });
            tile = named.ok_or_else(wrong)?;
        }
        Ok(Step::Drop { cell: Cell::new(row, column), tile })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn step() -> impl Strategy<Value = Step> {
        let slide = prop::sample::select(&Direction::ALL[..]).prop_map(Step::Slide);
        let drop = (0..64_usize, 0..64_usize, 1..20_u8).prop_map(|(row, column, rank)| {
            Step::Drop { cell: Cell::new(row, column), tile: Tile::new(rank).unwrap() }
        });
        prop_oneof![slide, drop]
    }

    proptest! {
        #[test]
        fn sequences_round_trip(steps in prop::collection::vec(step(), 0..30)) {
            for system in TileSystem::ALL {
                let text = write(&steps, system);
                prop_assert_eq!(&parse(&text, system).unwrap(), &steps);
            }
        }
    }

    #[test]
    fn the_notation_of_the_first_document_is_read() {
        let steps = parse("(1,1)D (1,2)=4\nRRd", TileSystem::Classic).unwrap();
        assert_eq!(write(&steps, TileSystem::Classic), "(1,1)D(1,2)=4RRD");
    }

    #[test]
    fn errors_point_at_the_place() {
        let span = |text| parse(text, TileSystem::Classic).unwrap_err().span();
        assert_eq!(span("(1,1)X"), 5..6);
        assert_eq!(span("(0,1)"), 1..2);
        assert_eq!(span("(1 1)"), 3..4);
        assert_eq!(span("(1,1)=3D"), 6..7);
        assert_eq!(span("(1,"), 3..3);
        assert_eq!(span("(1,1)="), 6..6);
    }
}
