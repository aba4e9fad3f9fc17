//! Random boards for tests: crowded, sparse, and with many equal tiles.

use proptest::prelude::*;

use crate::board::Board;
use crate::shape::Shape;

/// Codes of boards of some cells with ranks up to a limit, at most 15.
pub(crate) fn code(cells: usize, max_rank: u8) -> impl Strategy<Value = u64> {
    let rank = prop_oneof![2 => Just(0_u64), 3 => 0..=u64::from(max_rank.min(3)), 2 => 0..=u64::from(max_rank)];
    prop::collection::vec(rank, cells)
        .prop_map(|ranks| ranks.into_iter().fold(0, |code, rank| code << 4 | rank))
}

/// Boards of any shape with sides up to a limit.
pub(crate) fn board(max_side: usize, max_rank: u8) -> impl Strategy<Value = Board> {
    (1..=max_side, 1..=max_side).prop_flat_map(move |(rows, columns)| {
        let shape = Shape::new(rows, columns).unwrap();
        of_shape(shape, max_rank)
    })
}

/// Boards of a shape.
pub(crate) fn of_shape(shape: Shape, max_rank: u8) -> impl Strategy<Value = Board> {
    let rank = prop_oneof![2 => Just(0), 3 => 0..=max_rank.min(3), 2 => 0..=max_rank];
    prop::collection::vec(rank, shape.cells())
        .prop_map(move |ranks| Board::from_ranks(shape, &ranks).unwrap())
}
