//! Boards as hexadecimal numbers: `0x0132` on 2×2.

use super::{Expected, NotationError, square};
use crate::board::Board;
use crate::grid::Grid;
use crate::shape::Shape;

/// Reads a board; each digit is the rank of a cell, by rows.
///
/// With a shape, leading zeros may be left out, as in any number. Without one, all cells must be
/// there and make a square.
pub fn parse(text: &str, shape: Option<Shape>) -> Result<Board, NotationError> {
    let error = |span, expected| NotationError::new(text, span, expected);
    let start = text.len() - text.trim_start().len();
    let end = start + text.trim().len();
    let number = &text[start..end];
    let Some(digits) = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) else {
        return Err(error(start..end, Expected::Board));
    };
    let first = end - digits.len();
    if digits.is_empty() {
        return Err(error(end..end, Expected::HexadecimalDigit));
    }
    let mut ranks = Vec::with_capacity(digits.len());
    for (offset, digit) in digits.char_indices() {
        let at = first + offset..first + offset + digit.len_utf8();
        let rank = digit.to_digit(16).ok_or_else(|| error(at, Expected::HexadecimalDigit))?;
        ranks.push(rank as u8);
    }
    let shape = match shape {
        Some(shape) => shape,
        None => square(ranks.len())
            .ok_or_else(|| error(start..end, Expected::ExplicitShape { cells: ranks.len() }))?,
    };
    let excess = ranks.len().saturating_sub(shape.cells());
    if ranks[..excess].iter().any(|&rank| rank > 0) {
        let expected = Expected::CellCount { shape, given: ranks.len() };
        return Err(error(first..end, expected));
    }
    let mut padded = vec![0; shape.cells().saturating_sub(ranks.len())];
    padded.extend_from_slice(&ranks[excess..]);
    Ok(Board::from_ranks(shape, &padded).expect("a hexadecimal digit is a rank"))
}

/// Writes a board with all its digits, or `None` if a rank is above 15.
pub fn write<B: Grid>(board: &B) -> Option<String> {
    let digits = board.tiles().map(|tile| char::from_digit(tile.rank().into(), 16));
    let digits: Option<String> = digits.collect();
    digits.map(|digits| format!("0x{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_inferred_only_for_squares() {
        assert_eq!(parse("0x0132", None).unwrap().shape().to_string(), "2x2");
        assert!(parse("0x013200", None).is_err());
        let shape = Some("2x3".parse().unwrap());
        assert_eq!(write(&parse("0x132", shape).unwrap()).unwrap(), "0x000132");
        assert!(parse("0x1000000", shape).is_err());
        assert!(parse("0x0000132", shape).is_ok());
    }

    #[test]
    fn errors_point_at_the_digit() {
        let error = parse(" 0x01g2", None).unwrap_err();
        assert_eq!(error.span(), 5..6);
        assert_eq!(parse("0x", None).unwrap_err().span(), 2..2);
    }
}
