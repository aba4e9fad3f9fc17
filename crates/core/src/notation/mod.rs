//! Written forms of boards, moves and spawns.
//!
//! | module | example on 2×2 | for |
//! | --- | --- | --- |
//! | [`faces`] | `. 2 / 8 4` | what people see on the tiles |
//! | [`list`] | `[[0,2],[8,4]]`, `0,2,8,4` | faces as programs write them |
//! | [`ranks`] | `01/32` | ranks, the shorthand of Edixhoven 2019 |
//! | [`hexadecimal`] | `0x0132` | ranks up to 15, the numbers of Lees-Miller 2017 |
//! | [`sequence`] | `(1,1)D(2,2)=4L` | spawns and slides in turn |
//!
//! [`parse_board`] tells the board notations apart by itself, and refuses what it cannot tell.

mod error;
pub mod faces;
pub mod hexadecimal;
pub mod list;
pub mod ranks;
mod rows;
pub mod sequence;

pub use error::{Expected, NotationError};

use crate::board::Board;
use crate::grid::Grid;
use crate::shape::Shape;
use crate::tiles::TileSystem;

/// The prefix of a board in faces.
const FACES: &str = "faces:";

/// The prefix of a board in ranks.
const RANKS: &str = "ranks:";

/// Reads a board in any notation: what every command and `FromStr` of [`Board`] use.
///
/// A text that starts with `0x` is hexadecimal; one with commas or brackets is a list of faces; one
/// with spaces, line breaks or dots shows faces. What is left are words and strokes, such as `12/10`.
/// These are ranks, one character a cell, or a column of faces, one word a cell. A text that makes
/// sense either way, and is not the same board both times, is refused: `2/4/8` could be the tiles
/// 2, 4, 8 or the ranks of 4, 16, 256. So are letters without any digit, such as `hello`. The
/// prefixes `faces:` and `ranks:` say which one is meant.
///
/// The shape is needed where the text leaves it open: for hexadecimal numbers and flat lists that
/// are not square. If given, it is checked, and readings of other shapes do not count.
///
/// ```
/// use twofold_core::{TileSystem, notation};
///
/// let parse = |text| notation::parse_board(text, TileSystem::Classic, None);
/// let board = parse(". 2 / 8 4")?;
/// for text in ["0x0132", "01/32", "0,2,8,4", "[[0,2],[8,4]]", "ranks:01/32", "faces:. 2 / 8 4"] {
///     assert_eq!(parse(text)?, board);
/// }
/// assert!(parse("2/4/8").is_err());
/// assert_eq!(parse("faces:2/4/8")?, parse("2 / 4 / 8")?);
/// assert_eq!(parse("ranks:2/4/8")?, parse("4 / 16 / 256")?);
/// # Ok::<(), notation::NotationError>(())
/// ```
pub fn parse_board(
    text: &str,
    system: TileSystem,
    shape: Option<Shape>,
) -> Result<Board, NotationError> {
    let trimmed = text.trim();
    let start = rows::offset(text, trimmed);
    if let Some(rest) = trimmed.strip_prefix(RANKS) {
        let board = ranks::parse(rest).map_err(|error| error.inside(text, start + RANKS.len()))?;
        return check_shape(text, board, shape);
    }
    if let Some(rest) = trimmed.strip_prefix(FACES) {
        let board = match rest.contains([',', '[']) {
            true => list::parse(rest, system, shape),
            false => faces::parse(rest, system),
        };
        let board = board.map_err(|error| error.inside(text, start + FACES.len()))?;
        return check_shape(text, board, shape);
    }
    let board = if trimmed.starts_with("0x") || trimmed.starts_with("0X") {
        hexadecimal::parse(text, shape)?
    } else if trimmed.contains([',', '[', ']']) {
        list::parse(text, system, shape)?
    } else if trimmed.contains(|c: char| c.is_whitespace() || c == '.') {
        faces::parse(text, system)?
    } else {
        return words(text, system, shape);
    };
    check_shape(text, board, shape)
}

/// Reads words and strokes, which may be faces or ranks.
fn words(text: &str, system: TileSystem, shape: Option<Shape>) -> Result<Board, NotationError> {
    let as_faces = faces::parse(text, system).and_then(|board| check_shape(text, board, shape));
    let as_ranks = ranks::parse(text).and_then(|board| check_shape(text, board, shape));
    let whole = |expected| Err(NotationError::new(text, 0..text.len(), expected));
    match (as_faces, as_ranks) {
        (Ok(as_faces), Ok(as_ranks)) if as_faces != as_ranks => {
            let write = |board| faces::write(board, system);
            whole(Expected::OneReading { faces: write(&as_faces), ranks: write(&as_ranks) })
        }
        (Ok(board), _) => Ok(board),
        (Err(_), Ok(_)) if !text.contains(|c: char| c.is_ascii_digit()) => whole(Expected::Digit),
        (Err(_), as_ranks) => as_ranks,
    }
}

/// Writes a board as rows of faces, in a form that [`parse_board`] reads back.
///
/// ```
/// use twofold_core::{Board, TileSystem, notation};
///
/// let board = Board::from_ranks("1x3".parse()?, &[3, 0, 4])?;
/// assert_eq!(notation::write_board(&board, TileSystem::Threes), "3 . 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_board<B: Grid>(board: &B, system: TileSystem) -> String {
    let text = faces::write(board, system);
    // A single number could be a row of ranks.
    let bare = board.shape().cells() == 1 && text != ".";
    if bare { format!("{FACES}{text}") } else { text }
}

fn check_shape(text: &str, board: Board, shape: Option<Shape>) -> Result<Board, NotationError> {
    match shape {
        Some(expected) if board.shape() != expected => {
            let given = board.shape();
            Err(NotationError::new(text, 0..text.len(), Expected::Shape { expected, given }))
        }
        _ => Ok(board),
    }
}

/// The square of a number of cells, if there is one.
fn square(cells: usize) -> Option<Shape> {
    let side = cells.isqrt();
    if side * side == cells { Shape::new(side, side).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards;

    proptest! {
        #[test]
        fn every_notation_round_trips(board in test_boards::board(6, 61)) {
            let text = ranks::write(&board);
            prop_assert_eq!(&ranks::parse(&text).unwrap(), &board);
            for system in TileSystem::ALL {
                let text = faces::write(&board, system);
                prop_assert_eq!(&faces::parse(&text, system).unwrap(), &board);
                let text = write_board(&board, system);
                prop_assert_eq!(&parse_board(&text, system, None).unwrap(), &board);
            }
        }

        #[test]
        fn hexadecimal_round_trips(board in test_boards::board(6, 15)) {
            let text = hexadecimal::write(&board).unwrap();
            prop_assert_eq!(hexadecimal::parse(&text, Some(board.shape())).unwrap(), board);
        }

        #[test]
        fn notations_are_told_apart(board in test_boards::board(6, 15)) {
            let shape = Some(board.shape());
            let faces = faces::write(&board, TileSystem::Classic);
            let texts = [
                hexadecimal::write(&board).unwrap(),
                write_board(&board, TileSystem::Classic),
                format!("ranks:{}", ranks::write(&board)),
                format!("faces:{faces}"),
                format!("[[{}]]", faces.replace('.', "0").replace(" / ", "],[").replace(' ', ",")),
            ];
            for text in texts {
                let read = parse_board(&text, TileSystem::Classic, shape);
                prop_assert_eq!(read.unwrap(), board.clone(), "{}", text);
            }
        }

        /// Plain ranks are read as what they are, or refused; never as another board.
        #[test]
        fn ranks_are_never_misread(board in test_boards::board(4, 15)) {
            let text = ranks::write(&board);
            for system in TileSystem::ALL {
                match parse_board(&text, system, None) {
                    Ok(read) => prop_assert_eq!(&read, &board),
                    Err(error) => match error.expected() {
                        Expected::OneReading { .. } => {
                            let column = |row: &str| system.read_tile(row).is_ok();
                            prop_assert!(text.split('/').all(column), "{}", text);
                        }
                        Expected::Digit => {}
                        other => prop_assert!(false, "{}: {:?}", text, other),
                    },
                }
                if board.shape().columns() > 1 {
                    let read = parse_board(&text, system, Some(board.shape()));
                    prop_assert!(read.is_ok() || !text.contains(|c: char| c.is_ascii_digit()));
                }
            }
        }

        #[test]
        fn no_text_makes_a_parser_panic(text in "\\PC*") {
            let _ = parse_board(&text, TileSystem::Classic, None);
            let _ = faces::parse(&text, TileSystem::Fives);
            let _ = sequence::parse(&text, TileSystem::Classic);
        }

        #[test]
        fn no_nearly_right_text_makes_a_parser_panic(text in "[0-9a-fx/. (),=UDLR\\[\\]]*") {
            let _ = parse_board(&text, TileSystem::Classic, None);
            let _ = hexadecimal::parse(&text, Some("3x3".parse().unwrap()));
            let _ = sequence::parse(&text, TileSystem::Classic);
        }
    }

    #[test]
    fn what_has_two_readings_is_refused() {
        for text in ["2/4/8", "16", "2", "128", "2048", "16/32", "2/2"] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(matches!(error.expected(), Expected::OneReading { .. }), "{text}: {error}");
            assert!(format!("ranks:{text}").parse::<Board>().is_ok());
            assert!(format!("faces:{text}").parse::<Board>().is_ok());
        }
        let error = "2/4/8".parse::<Board>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`2/4/8` has two readings: 2 / 4 / 8 as faces, 4 / 16 / 256 as ranks"
        );
    }

    #[test]
    fn what_has_one_reading_is_read() {
        let text = |text: &str| text.parse::<Board>().unwrap().to_string();
        assert_eq!(text("12/10"), "2 4 / 2 .");
        assert_eq!(text("1/2"), "2 / 4");
        assert_eq!(text("10"), "2 .");
        assert_eq!(text("2/4/16"), "2 / 4 / 16");
        assert_eq!(text("64/0"), "64 / .");
        assert_eq!(text("0/0"), ". / .");
        assert_eq!(text("0"), ".");
        let read = |text, shape: &str| {
            parse_board(text, TileSystem::Classic, Some(shape.parse().unwrap()))
        };
        assert_eq!(read("16/32", "2x2").unwrap().to_string(), "2 64 / 8 4");
        assert_eq!(read("16/32", "2x1").unwrap().to_string(), "16 / 32");
        assert!(read("2/4/8", "3x1").is_err());
        assert!(read("16/32", "3x3").is_err());
    }

    #[test]
    fn letters_alone_are_no_board() {
        for text in ["hello", "face", "ab/cd"] {
            let error = text.parse::<Board>().unwrap_err();
            assert_eq!(error.expected(), &Expected::Digit, "{text}");
            assert!(format!("ranks:{text}").parse::<Board>().is_ok());
        }
        assert!("a1/0b".parse::<Board>().is_ok());
    }

    #[test]
    fn errors_behind_a_prefix_point_into_the_whole_text() {
        assert_eq!("faces:2 3".parse::<Board>().unwrap_err().span(), 8..9);
        assert_eq!(" ranks:12/1?".parse::<Board>().unwrap_err().span(), 11..12);
        assert_eq!("faces:[2,3,4,8]".parse::<Board>().unwrap_err().span(), 9..10);
    }
}
