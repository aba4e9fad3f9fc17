//! Boards as rows of ranks: `01/32` on 2×2, the shorthand of Edixhoven 2019.
//!
//! One character a cell: `0` for an empty cell, then `1`–`9`, `a`–`z` for ranks 10–35 and `A`–`Z`
//! for ranks 36–61. Rows are separated by `/`.

use super::rows::{from_rows, offset};
use super::{Expected, NotationError};
use crate::board::Board;
use crate::grid::Grid;

/// Reads a board.
pub fn parse(text: &str) -> Result<Board, NotationError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(NotationError::new(text, text.len()..text.len(), Expected::Board));
    }
    let first = offset(text, trimmed);
    let mut rows = Vec::new();
    for row in trimmed.split('/') {
        let start = first + offset(trimmed, row);
        let rank = |(place, character): (usize, char)| {
            let at = start + place..start + place + character.len_utf8();
            let wrong = || NotationError::new(text, at, Expected::RankDigit);
            rank_of(character).ok_or_else(wrong)
        };
        let ranks = row.char_indices().map(rank).collect::<Result<Vec<u8>, _>>()?;
        rows.push((ranks, start..start + row.len()));
    }
    from_rows(text, &rows)
}

/// Writes a board.
pub fn write<B: Grid>(board: &B) -> String {
    let columns = board.shape().columns();
    let mut text = String::with_capacity(board.shape().cells() + board.shape().rows());
    for (index, tile) in board.tiles().enumerate() {
        if index > 0 && index % columns == 0 {
            text.push('/');
        }
        text.push(digit_of(tile.rank()));
    }
    text
}

fn rank_of(character: char) -> Option<u8> {
    match character {
        '0'..='9' => Some(character as u8 - b'0'),
        'a'..='z' => Some(character as u8 - b'a' + 10),
        'A'..='Z' => Some(character as u8 - b'A' + 36),
        _ => None,
    }
}

fn digit_of(rank: u8) -> char {
    let digit = match rank {
        0..=9 => b'0' + rank,
        10..=35 => b'a' + rank - 10,
        _ => b'A' + rank - 36,
    };
    char::from(digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Tile;

    #[test]
    fn every_rank_has_a_digit() {
        for rank in 0..=Tile::MAX_RANK {
            assert_eq!(rank_of(digit_of(rank)), Some(rank));
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(parse("12/0?").unwrap_err().span(), 4..5);
        assert_eq!(parse("12/0").unwrap_err().span(), 3..4);
        assert_eq!(parse("").unwrap_err().span(), 0..0);
        assert_eq!(parse("12/").unwrap_err().span(), 3..3);
        assert_eq!(parse("12/012/00").unwrap_err().span(), 3..6);
    }
}
