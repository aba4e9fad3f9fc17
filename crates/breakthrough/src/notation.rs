//! Positions and moves as people write them.
//!
//! A position is its rows from Black's home row down, `W`, `B` and `.`, and the side to move, as in
//! `BBBB/BBBB/..../WWWW/WWWW w`. A cell is a letter for its column and a number for its row, from
//! White's left; a move is two cells, as in `a2-b3`.

use std::fmt;
use std::str::FromStr;

use super::game::{Breakthrough, Move, UnsupportedShape};
use super::position::{Position, Side};
use twofold_core::{Shape, ShapeError};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The rows are not all of one length, or there are none.
    #[error("rows differ in length; write rows of W, B and . with / between them, and w or b")]
    Ragged,
    /// A character means nothing here.
    #[error(
        "`{0}` stands for nothing; write W, B or . for a cell, and w or b for the side to move"
    )]
    Character(String),
    /// The board has an impossible size.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Breakthrough is not played on a board of this size.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedShape),
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyError {
    /// It is not two cells.
    #[error("`{0}` is not a move; write two cells, as in a2-b3")]
    Syntax(String),
    /// The rules do not allow it.
    #[error("{0} is not a legal move here")]
    Illegal(String),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.shape.columns();
        for row in (0..self.shape.rows()).rev() {
            for column in 0..columns {
                let cell = row * columns + column;
                let pawn = match (self.white >> cell & 1, self.black >> cell & 1) {
                    (1, _) => "W",
                    (_, 1) => "B",
                    _ => ".",
                };
                f.write_str(pawn)?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.to_move == Side::White { "w" } else { "b" })
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let (rows, to_move) = text.trim().rsplit_once(' ').unwrap_or((text.trim(), "w"));
        let to_move = match to_move {
            "w" | "W" => Side::White,
            "b" | "B" => Side::Black,
            other => return Err(PositionError::Character(other.to_owned())),
        };
        let rows: Vec<&str> = rows.trim().split('/').collect();
        let columns = rows[0].chars().count();
        if rows.iter().any(|row| row.chars().count() != columns) {
            return Err(PositionError::Ragged);
        }
        let shape = Shape::new(rows.len(), columns)?;
        Breakthrough::new(shape)?;
        let (mut white, mut black) = (0, 0);
        let cells = rows.iter().rev().flat_map(|row| row.chars());
        for (cell, pawn) in cells.enumerate() {
            match pawn {
                'W' | 'w' => white |= 1 << cell,
                'B' | 'b' => black |= 1 << cell,
                '.' => {}
                other => return Err(PositionError::Character(other.to_string())),
            }
        }
        Ok(Position { shape, white, black, to_move })
    }
}

impl Breakthrough {
    /// The name of a cell: `a1` is White's left corner.
    pub fn cell_name(&self, cell: usize) -> String {
        let columns = self.shape().columns();
        // Four rows or more leave at most sixteen columns: letters suffice.
        let letter = char::from(b'a' + (cell % columns) as u8);
        format!("{letter}{}", cell / columns + 1)
    }

    /// A move as text.
    pub fn write_move(&self, ply: Move) -> String {
        format!("{}-{}", self.cell_name(ply.from.into()), self.cell_name(ply.to.into()))
    }

    /// Reads a legal move; the cells may stand side by side, or with `-` or `x` between them.
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, PlyError> {
        let bare = |text: &str| text.to_ascii_lowercase().replace(['-', 'x', ' '], "");
        let wanted = bare(text);
        let cells = (0..self.shape().cells()).map(|cell| self.cell_name(cell));
        let is_move = cells.clone().any(|from| {
            wanted.strip_prefix(&from).is_some_and(|to| cells.clone().any(|cell| cell == to))
        });
        if !is_move {
            return Err(PlyError::Syntax(text.to_owned()));
        }
        self.moves(position)
            .find(|&ply| bare(&self.write_move(ply)) == wanted)
            .ok_or_else(|| PlyError::Illegal(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_written() {
        for text in ["BBBB/BBBB/..../WWWW/WWWW w", "B./.B/../W./.W b"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
        assert_eq!("b./.B/../w./.W".parse::<Position>().unwrap().to_move, Side::White);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "B", "BB/B./../.", "BB/BB/WW", "BB/xx/../WW w", "BB/BB/WW/WW q", "////"] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_read_as_written() {
        let game = Breakthrough::new("5x4".parse().unwrap()).unwrap();
        let start = game.start();
        for ply in game.moves(&start) {
            let text = game.write_move(ply);
            assert_eq!(game.parse_move(&start, &text), Ok(ply));
            assert_eq!(game.parse_move(&start, &text.replace('-', "")), Ok(ply));
        }
        assert!(matches!(game.parse_move(&start, "a2-a4"), Err(PlyError::Illegal(_))));
        for text in ["", "a2", "z9-z8", "ä2-ö3", "a2-"] {
            assert!(matches!(game.parse_move(&start, text), Err(PlyError::Syntax(_))), "{text}");
        }
    }
}
