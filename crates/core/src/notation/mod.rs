//! Written forms of boards, moves and drops.
//!
//! | module | example on 2×2 | for |
//! | --- | --- | --- |
//! | [`hexadecimal`] | `0x0132` | ranks up to 15, the numbers of Lees-Miller 2017 |
//! | [`values`] | `. 2 / 8 4` | what people see on the tiles |
//! | [`logarithmic`] | `01/32` | ranks, the shorthand of Edixhoven 2019 |
//! | [`sequence`] | `(1,1)D(2,2)=4L` | drops and slides in turn |
//!
//! [`parse_board`] tells the board notations apart by itself.

mod error;
pub mod hexadecimal;
pub mod logarithmic;
pub mod sequence;
pub mod values;

pub use error::{Expected, NotationError};

use crate::board::Board;
use crate::shape::Shape;
use crate::tiles::TileSystem;

/// Reads a board in any notation.
///
/// A text that starts with `0x` is hexadecimal; one with spaces or dots shows tile values; any
/// other is logarithmic. The shape is only needed for hexadecimal text that is not square, and is
/// checked if given.
///
/// ```
/// use twofold_core::{TileSystem, notation};
///
/// let classic = TileSystem::Classic;
/// let board = notation::parse_board("0x0132", classic, None)?;
/// assert_eq!(notation::parse_board(". 2 / 8 4", classic, None)?, board);
/// assert_eq!(notation::parse_board("01/32", classic, None)?, board);
/// # Ok::<(), notation::NotationError>(())
/// ```
pub fn parse_board(
    text: &str,
    system: TileSystem,
    shape: Option<Shape>,
) -> Result<Board, NotationError> {
    let trimmed = text.trim();
    if trimmed.starts_with("0x") || trimmed.starts_with("0X") {
        return hexadecimal::parse(text, shape);
    }
    let board = if trimmed.contains(|c: char| c.is_whitespace() || c == '.') {
        values::parse(text, system)?
    } else {
        logarithmic::parse(text)?
    };
    check_shape(text, board, shape)
}

fn check_shape(text: &str, board: Board, shape: Option<Shape>) -> Result<Board, NotationError> {
    use crate::grid::Grid;
    match shape {
        Some(expected) if board.shape() != expected => {
            let given = board.shape();
            Err(NotationError::new(text, 0..text.len(), Expected::Shape { expected, given }))
        }
        _ => Ok(board),
    }
}

/// Assembles rows of ranks, each with the place where it stands, into a board.
fn from_rows(text: &str, rows: &[(Vec<u8>, usize)]) -> Result<Board, NotationError> {
    let columns = rows[0].0.len();
    for (row, start) in rows {
        if row.len() != columns {
            let expected = Expected::RowLength { expected: columns, given: row.len() };
            let end = text[*start..].find('/').map_or(text.len(), |offset| start + offset);
            return Err(NotationError::new(text, *start..end, expected));
        }
    }
    let whole = |expected| NotationError::new(text, 0..text.len(), expected);
    let shape = Shape::new(rows.len(), columns).map_err(|error| whole(Expected::Size(error)))?;
    let ranks: Vec<u8> = rows.iter().flat_map(|(row, _)| row.iter().copied()).collect();
    Ok(Board::from_ranks(shape, &ranks).expect("as many ranks as cells, each of them checked"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::Grid;
    use crate::test_boards;

    proptest! {
        #[test]
        fn every_notation_round_trips(board in test_boards::board(6, 61)) {
            let text = logarithmic::write(&board);
            prop_assert_eq!(&logarithmic::parse(&text).unwrap(), &board);
            for system in TileSystem::ALL {
                let text = values::write(&board, system);
                prop_assert_eq!(&values::parse(&text, system).unwrap(), &board);
            }
        }

        #[test]
        fn hexadecimal_round_trips(board in test_boards::board(6, 15)) {
            let text = hexadecimal::write(&board).unwrap();
            prop_assert_eq!(hexadecimal::parse(&text, Some(board.shape())).unwrap(), board);
        }

        #[test]
        fn notations_are_told_apart(board in test_boards::board(6, 15)) {
            prop_assume!(board.shape().cells() > 1);
            let shape = Some(board.shape());
            let texts = [
                hexadecimal::write(&board).unwrap(),
                logarithmic::write(&board),
                values::write(&board, TileSystem::Classic),
            ];
            for text in texts {
                let read = parse_board(&text, TileSystem::Classic, shape);
                prop_assert_eq!(read.unwrap(), board.clone(), "{}", text);
            }
        }

        #[test]
        fn no_text_makes_a_parser_panic(text in "\\PC*") {
            let _ = parse_board(&text, TileSystem::Classic, None);
            let _ = values::parse(&text, TileSystem::Fives);
            let _ = sequence::parse(&text, TileSystem::Classic);
        }

        #[test]
        fn no_nearly_right_text_makes_a_parser_panic(text in "[0-9a-fx/. (),=UDLR]*") {
            let _ = parse_board(&text, TileSystem::Classic, None);
            let _ = hexadecimal::parse(&text, Some("3x3".parse().unwrap()));
            let _ = sequence::parse(&text, TileSystem::Classic);
        }
    }
}
