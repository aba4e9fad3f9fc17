//! Boards as rows of tile values: `. 2 / 8 4` on 2×2.
//!
//! Cells are separated by spaces, rows by `/`; an empty cell is a dot (or a zero).

use super::{Expected, NotationError, from_rows};
use crate::board::Board;
use crate::grid::Grid;
use crate::tiles::TileSystem;

/// Reads a board of the given tile system.
pub fn parse(text: &str, system: TileSystem) -> Result<Board, NotationError> {
    if text.trim().is_empty() {
        return Err(NotationError::new(text, text.len()..text.len(), Expected::Board));
    }
    let mut rows = Vec::new();
    let mut start = 0;
    for row in text.split('/') {
        let mut ranks = Vec::new();
        for word in row.split_whitespace() {
            // Both slices are of one text, so the distance of their starts is the place of the word.
            let at = start + (word.as_ptr().addr() - row.as_ptr().addr());
            let rank = rank_of(word, system).ok_or_else(|| {
                NotationError::new(text, at..at + word.len(), Expected::Value { system })
            })?;
            ranks.push(rank);
        }
        rows.push((ranks, start));
        start += row.len() + 1;
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
        match system.value(tile) {
            0 => text.push('.'),
            value => text.push_str(&value.to_string()),
        }
    }
    text
}

fn rank_of(word: &str, system: TileSystem) -> Option<u8> {
    if word == "." {
        return Some(0);
    }
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let value = if plain { word.parse().ok()? } else { return None };
    system.tile_of(value).map(|tile| tile.rank())
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
        assert!(parse("  ").is_err());
    }

    #[test]
    fn large_tiles_are_tiles() {
        let board = parse("65536 131072", TileSystem::Classic).unwrap();
        assert_eq!(board.largest().rank(), 17);
    }
}
