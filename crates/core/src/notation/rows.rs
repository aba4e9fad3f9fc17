//! What notations with rows have in common.

use std::ops::Range;

use super::{Expected, NotationError};
use crate::board::Board;
use crate::shape::Shape;

/// The rows of a text, each with its place: parted by `/`, or by line breaks if there is none.
pub(super) fn rows_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let trimmed = text.trim();
    let separator = if trimmed.contains('/') { '/' } else { '\n' };
    trimmed.split(separator).map(|row| (row, offset(text, row)))
}

/// Where a part of a text stands in it. Both are slices of one text, so the distance of their starts
/// is the place of the part.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Assembles rows of ranks, each with the place where it stands, into a board.
pub(super) fn from_rows(
    text: &str,
    rows: &[(Vec<u8>, Range<usize>)],
) -> Result<Board, NotationError> {
    let columns = rows[0].0.len();
    for (row, place) in rows {
        if row.len() != columns {
            let expected = Expected::RowLength { expected: columns, given: row.len() };
            return Err(NotationError::new(text, place.clone(), expected));
        }
    }
    let whole = |expected| NotationError::new(text, 0..text.len(), expected);
    let shape = Shape::new(rows.len(), columns).map_err(|error| whole(Expected::Size(error)))?;
    let ranks: Vec<u8> = rows.iter().flat_map(|(row, _)| row.iter().copied()).collect();
    Ok(Board::from_ranks(shape, &ranks).expect("as many ranks as cells, each of them checked"))
}
