//! Boards as rows of faces: `. 2 / 8 4` on 2×2.
//!
//! Cells are separated by spaces, rows by `/` or else by line breaks; an empty cell is a dot (or a
//! zero).

use super::rows::{from_rows, offset, rows_of};
use super::{Expected, NotationError};
use crate::board::Board;
use crate::grid::Grid;
use crate::tiles::TileSystem;

/// Reads a board of the given tile system.
pub fn parse(text: &str, system: TileSystem) -> Result<Board, NotationError> {
    if text.trim().is_empty() {
        return Err(NotationError::new(text, text.len()..text.len(), Expected::Board));
    }
    let mut rows = Vec::new();
    for (row, start) in rows_of(text) {
        let mut ranks = Vec::new();
        for word in row.split_whitespace() {
            let at = start + offset(row, word);
            let tile = system.read_tile(word).map_err(|_| {
                NotationError::new(text, at..at + word.len(), Expected::Face { system })
            })?;
            ranks.push(tile.rank());
        }
        rows.push((ranks, start..start + row.len()));
    }
    from_rows(text, &rows)
}

/// Writes a board of the given tile system.
pub fn write<B: Grid>(board: &B, system: TileSystem) -> String {
    let columns = board.shape().columns();
    let mut text = String::new();
    for (index, tile) in board.tiles().enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index % columns == 0 => " / ",
            _ => " ",
        });
        match system.face(tile) {
            0 => text.push('.'),
            face => text.push_str(&face.to_string()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_the_word() {
        let parse = |text| parse(text, TileSystem::Classic);
        assert_eq!(parse("2 4 / 3 .").unwrap_err().span(), 6..7);
        assert_eq!(parse("2 4 / 8").unwrap_err().span(), 5..7);
        assert_eq!(parse("2 4 /").unwrap_err().span(), 5..5);
        assert!(parse("2 -4").is_err());
        assert!(parse("2 +4").is_err());
        assert!(parse("  ").is_err());
    }

    #[test]
    fn lines_are_rows_where_no_stroke_parts_them() {
        let parse = |text| parse(text, TileSystem::Classic).unwrap();
        assert_eq!(parse("\n2 4\n8 .\n"), parse("2 4 / 8 ."));
        assert_eq!(parse("2 4 /\n8 ."), parse("2 4 / 8 ."));
    }

    #[test]
    fn large_tiles_are_tiles() {
        let board = parse("65536 131072", TileSystem::Classic).unwrap();
        assert_eq!(board.largest().rank(), 17);
    }
}
