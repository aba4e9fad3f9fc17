//! Boards as lists of faces: `0,2,8,4`, `0,2/8,4` or `[[0,2],[8,4]]` on 2×2.
//!
//! Cells are separated by commas; an empty cell is a zero (or a dot). A list with rows says its
//! shape. A flat one is taken by rows of the shape said elsewhere, or else as a square.

use super::rows::{from_rows, offset, rows_of};
use super::{Expected, NotationError, square};
use crate::board::Board;
use crate::shape::Shape;
use crate::tiles::TileSystem;

/// Reads a board of the given tile system.
pub fn parse(text: &str, system: TileSystem, shape: Option<Shape>) -> Result<Board, NotationError> {
    let brackets = text.trim_start().starts_with('[');
    let cell = |&(word, at): &(&str, usize)| match system.read_tile(word) {
        Ok(tile) => Ok(tile.rank()),
        Err(_) => Err(NotationError::new(text, at..at + word.len(), Expected::Face { system })),
    };
    let ranks = |cells: &Vec<_>| cells.iter().map(cell).collect::<Result<Vec<u8>, _>>();
    let place = |cells: &Vec<(&str, usize)>| {
        let start = cells.first().map_or(text.len(), |&(_, at)| at);
        start..cells.last().map_or(start, |&(word, at)| at + word.len())
    };
    match if brackets { Reader::new(text).array()? } else { plain(text) } {
        Rows::Flat(cells) => {
            let whole = |expected| NotationError::new(text, 0..text.len(), expected);
            let ranks = ranks(&cells)?;
            let given = ranks.len();
            let shape = shape.or_else(|| square(given));
            let shape = shape.ok_or_else(|| whole(Expected::ExplicitShape { cells: given }))?;
            Board::from_ranks(shape, &ranks)
                .map_err(|_| whole(Expected::CellCount { shape, given }))
        }
        Rows::Parted(rows) => {
            let rows = rows.iter().map(|cells| Ok((ranks(cells)?, place(cells))));
            from_rows(text, &rows.collect::<Result<Vec<_>, _>>()?)
        }
    }
}

/// The words of a list, each with its place.
enum Rows<'a> {
    Flat(Vec<(&'a str, usize)>),
    Parted(Vec<Vec<(&'a str, usize)>>),
}

/// A list without brackets.
fn plain(text: &str) -> Rows<'_> {
    let cells = |row: &'_ str| -> Vec<(usize, usize)> {
        row.split(',').map(str::trim).map(|word| (offset(text, word), word.len())).collect()
    };
    let words = |row| cells(row).into_iter().map(|(at, len)| (&text[at..at + len], at)).collect();
    let mut rows: Vec<Vec<(&str, usize)>> = rows_of(text).map(|(row, _)| words(row)).collect();
    if rows.len() == 1 { Rows::Flat(rows.remove(0)) } else { Rows::Parted(rows) }
}

/// A list in brackets, as in JSON.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn next_is(&mut self, character: char) -> bool {
        self.skip_spaces();
        let found = self.text[self.at..].starts_with(character);
        if found {
            self.at += character.len_utf8();
        }
        found
    }

    fn expect(&mut self, character: char) -> Result<(), NotationError> {
        if self.next_is(character) {
            return Ok(());
        }
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        let span = self.at..self.at + length;
        Err(NotationError::new(self.text, span, Expected::Character(character)))
    }

    /// A flat or a nested array, and nothing after it.
    fn array(mut self) -> Result<Rows<'a>, NotationError> {
        self.expect('[')?;
        let rows = if self.next_is('[') {
            let mut rows = vec![self.cells()?];
            while self.next_is(',') {
                self.expect('[')?;
                rows.push(self.cells()?);
            }
            self.expect(']')?;
            Rows::Parted(rows)
        } else {
            Rows::Flat(self.cells()?)
        };
        self.skip_spaces();
        if self.at < self.text.len() {
            let span = self.at..self.text.len();
            return Err(NotationError::new(self.text, span, Expected::End));
        }
        Ok(rows)
    }

    /// Words up to and with the closing bracket.
    fn cells(&mut self) -> Result<Vec<(&'a str, usize)>, NotationError> {
        let mut cells = Vec::new();
        loop {
            self.skip_spaces();
            let rest = &self.text[self.at..];
            let length = rest.find([',', '[', ']']).unwrap_or(rest.len());
            cells.push((rest[..length].trim_end(), self.at));
            self.at += length;
            if !self.next_is(',') {
                self.expect(']')?;
                return Ok(cells);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic(text: &str) -> Result<Board, NotationError> {
        parse(text, TileSystem::Classic, None)
    }

    #[test]
    fn rows_say_the_shape() {
        let board: Board = ". 2 / 8 4".parse().unwrap();
        for text in
            ["0,2,8,4", "0,2/8,4", "0, 2\n8, 4", "[0,2,8,4]", " [ [0, 2],\n [8, 4] ] ", ".,2/8,4"]
        {
            assert_eq!(classic(text).as_ref(), Ok(&board), "{text}");
        }
        assert_eq!(classic("[[2,4,8]]").unwrap(), "2 4 8".parse().unwrap());
        assert_eq!(classic("[[2],[4],[8]]").unwrap(), "2 / 4 / 8".parse().unwrap());
        assert_eq!(classic("[[16]]").unwrap(), "faces:16".parse().unwrap());
    }

    #[test]
    fn flat_lists_need_a_shape_unless_square() {
        assert!(classic("2,4,8").is_err());
        let shape = Some("1x3".parse().unwrap());
        let board = parse("2,4,8", TileSystem::Classic, shape).unwrap();
        assert_eq!(board.to_string(), "2 4 8");
        assert!(parse("2,4", TileSystem::Classic, shape).is_err());
    }

    #[test]
    fn errors_point_at_the_place() {
        let span = |text| classic(text).unwrap_err().span();
        assert_eq!(span("2,4,3,8"), 4..5);
        assert_eq!(span("2,,4,8"), 2..2);
        assert_eq!(span("2,4,"), 4..4);
        assert_eq!(span("2 4,8 2"), 0..3);
        assert_eq!(span("[[2,4],[8]]"), 8..9);
        assert_eq!(span("[[2,4],8]"), 7..8);
        assert_eq!(span("[2,4,8,2"), 8..8);
        assert_eq!(span("[2,4,8,2]]"), 9..10);
        assert_eq!(span("[]"), 1..1);
        assert_eq!(span("[[[2]]]"), 2..3);
    }
}
