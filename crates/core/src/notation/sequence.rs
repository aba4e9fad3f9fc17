//! Spawns and slides in turn: `(1,1)D(2,2)=4L`.
//!
//! A slide is one of the letters `U`, `D`, `L`, `R`. A spawn is `(row,column)`, counted from
//! `(1,1)` at the top left, and is the lowest tile unless `=face` follows. Spaces and line
//! breaks may stand between steps. A sequence of slides alone describes a game with deterministic
//! spawns.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Expected, NotationError};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::shape::Shape;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// One step of a game: a tile appears, or Slider slides.
///
/// Written with the faces of the classic game; [`parse()`] and [`write()`] take any tile system.
///
/// ```
/// use twofold_core::notation::sequence::Step;
/// use twofold_core::{Cell, Direction, Tile};
///
/// let spawn: Step = "(1,2)=4".parse()?;
/// assert_eq!(spawn, Step::Spawn { cell: Cell::new(0, 1), tile: "4".parse()? });
/// assert_eq!(Step::Slide(Direction::Left).to_string(), "L");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A tile appears.
    Spawn {
        /// Where.
        cell: Cell,
        /// Which one.
        tile: Tile,
    },
    /// The board is tilted.
    Slide(Direction),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write(&[*self], TileSystem::Classic))
    }
}

impl FromStr for Step {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Step, NotationError> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_spaces();
        let step = reader.step(TileSystem::Classic)?;
        reader.skip_spaces();
        match reader.peek() {
            None => Ok(step),
            Some(_) => Err(NotationError::new(text, reader.at..text.len(), Expected::End)),
        }
    }
}

/// Reads a sequence whose spawns show faces of the given tile system.
pub fn parse(text: &str, system: TileSystem) -> Result<Vec<Step>, NotationError> {
    let mut reader = Reader { text, at: 0 };
    let mut steps = Vec::new();
    loop {
        reader.skip_spaces();
        if reader.peek().is_none() {
            return Ok(steps);
        }
        steps.push(reader.step(system)?);
    }
}

/// The number of whole steps that a text begins with.
pub(crate) fn whole_steps(text: &str, system: TileSystem) -> usize {
    let mut reader = Reader { text, at: 0 };
    let next = || {
        reader.skip_spaces();
        reader.step(system).ok()
    };
    std::iter::from_fn(next).count()
}

/// Writes a sequence.
pub fn write(steps: &[Step], system: TileSystem) -> String {
    let mut text = String::new();
    for step in steps {
        match *step {
            Step::Slide(direction) => text.push(direction.letter()),
            Step::Spawn { cell, tile } => {
                write!(text, "{cell}").expect("strings take everything");
                if tile.rank() != 1 {
                    write!(text, "={}", system.face(tile)).expect("strings take everything");
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

    fn step(&mut self, system: TileSystem) -> Result<Step, NotationError> {
        match self.peek() {
            Some('(') => self.spawn(system),
            Some(letter) => {
                let direction =
                    Direction::try_from(letter).map_err(|_| self.error(Expected::Step))?;
                self.at += letter.len_utf8();
                Ok(Step::Slide(direction))
            }
            None => Err(self.error(Expected::Step)),
        }
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

    fn spawn(&mut self, system: TileSystem) -> Result<Step, NotationError> {
        self.character('(')?;
        let row = self.coordinate()?;
        self.character(',')?;
        let column = self.coordinate()?;
        self.character(')')?;
        let mut tile = Tile::new(1).expect("rank 1 exists");
        if self.peek() == Some('=') {
            self.at += 1;
            let span = self.digits();
            let face = self.text[span.clone()].parse().ok().filter(|&face| face > 0);
            let named = face.and_then(|face| system.tile_with_face(face));
            let wrong = || NotationError::new(self.text, span, Expected::Face { system });
            tile = named.ok_or_else(wrong)?;
        }
        Ok(Step::Spawn { cell: Cell::new(row, column), tile })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn step() -> impl Strategy<Value = Step> {
        let slide = prop::sample::select(&Direction::ALL[..]).prop_map(Step::Slide);
        let spawn = (0..64_usize, 0..64_usize, 1..20_u8).prop_map(|(row, column, rank)| {
            Step::Spawn { cell: Cell::new(row, column), tile: Tile::new(rank).unwrap() }
        });
        prop_oneof![slide, spawn]
    }

    proptest! {
        #[test]
        fn sequences_round_trip(steps in prop::collection::vec(step(), 0..30)) {
            for system in TileSystem::ALL {
                let text = write(&steps, system);
                prop_assert_eq!(&parse(&text, system).unwrap(), &steps);
            }
            for step in steps {
                prop_assert_eq!(step.to_string().parse::<Step>().unwrap(), step);
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
        assert_eq!("LR".parse::<Step>().unwrap_err().span(), 1..2);
        assert_eq!(" ".parse::<Step>().unwrap_err().span(), 1..1);
    }
}
