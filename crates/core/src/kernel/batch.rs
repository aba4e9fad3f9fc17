//! Many 4×4 boards at once.

use super::images::{canonical, mirror_columns, transpose};
use super::slide::slide_steps;

/// Stands in a result for a slide that changes nothing. No board after a legal slide has this
/// code, since a slide leaves at least one cell empty.
pub const NO_SLIDE: u64 = u64::MAX;

/// Boards handled together; eight words fill the widest vector registers.
const WIDTH: usize = 8;

/// Cells of a 4×4 board by distance from the left border.
const STEPS: [u64; 4] =
    [0x1000_1000_1000_1000, 0x0100_0100_0100_0100, 0x0010_0010_0010_0010, 0x0001_0001_0001_0001];

/// Slides each 4×4 board in all four directions, classic rules, and takes the canonical form of
/// every result: `results[d][i]` belongs to board `i` and direction `d` in the order of
/// [`Direction::ALL`](crate::Direction::ALL), [`NO_SLIDE`] if that slide is illegal.
///
/// Returns the index of the first board on which two tiles of rank 15 meet, if there is one; its
/// results are meaningless.
///
/// # Panics
/// If the results are not as long as the boards.
pub fn slide_all_canonical(boards: &[u64], results: &mut [Vec<u64>; 4]) -> Option<usize> {
    assert!(results.iter().all(|result| result.len() == boards.len()));
    let mut overflow = None;
    for start in (0..boards.len()).step_by(WIDTH) {
        let count = WIDTH.min(boards.len() - start);
        let mut chunk = [0; WIDTH];
        chunk[..count].copy_from_slice(&boards[start..start + count]);
        let (slid, overflows) = dispatch(&chunk);
        for (result, slid) in results.iter_mut().zip(&slid) {
            result[start..start + count].copy_from_slice(&slid[..count]);
        }
        if overflow.is_none() {
            overflow = overflows.iter().position(|&cells| cells != 0).map(|index| start + index);
        }
    }
    overflow
}

type Chunk = [u64; WIDTH];

/// The kernel, compiled for the widest vectors that the processor has.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn dispatch(boards: &Chunk) -> ([Chunk; 4], Chunk) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512(boards: &Chunk) -> ([Chunk; 4], Chunk) {
        portable(boards)
    }
    #[target_feature(enable = "avx2")]
    fn avx2(boards: &Chunk) -> ([Chunk; 4], Chunk) {
        portable(boards)
    }
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
    {
        // SAFETY: the processor has just been found to have every feature that is enabled.
        return unsafe { avx512(boards) };
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        return unsafe { avx2(boards) };
    }
    portable(boards)
}

#[cfg(not(target_arch = "x86_64"))]
fn dispatch(boards: &Chunk) -> ([Chunk; 4], Chunk) {
    portable(boards)
}

/// The kernel in portable code, and the twin that the vector versions are tested against.
///
/// A slide in any direction is a slide to the left of some image of the board, and canonical forms
/// do not care which image they are taken from: nothing has to be turned back.
#[inline(always)]
fn portable(boards: &Chunk) -> ([Chunk; 4], Chunk) {
    let mut slid = [[0; WIDTH]; 4];
    let mut overflows = [0; WIDTH];
    for index in 0..WIDTH {
        let board = boards[index];
        let transposed = transpose(board);
        let images = [transposed, mirror_columns(transposed), board, mirror_columns(board)];
        for (direction, image) in images.into_iter().enumerate() {
            let after = slide_steps(image, &STEPS, |word| word << 4, |word| word >> 4);
            overflows[index] |= after.overflow;
            let smallest = canonical(after.code);
            slid[direction][index] = if after.code == image { NO_SLIDE } else { smallest };
        }
    }
    (slid, overflows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::direction::Direction;
    use crate::engine::{Naive, SlideEngine};
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::rules::Rules;
    use crate::test_boards;

    proptest! {
        #[test]
        fn vector_versions_equal_the_portable_one(boards: [u64; WIDTH]) {
            prop_assert_eq!(dispatch(&boards), portable(&boards));
        }

        #[test]
        fn batches_equal_the_naive_engine(codes in prop::collection::vec(test_boards::code(16, 14), 0..20)) {
            let shape = "4x4".parse().unwrap();
            let naive = Naive::new(&Rules::classic(shape));
            let mut results = [(); 4].map(|()| vec![0; codes.len()]);
            prop_assert_eq!(slide_all_canonical(&codes, &mut results), None);
            for (index, &code) in codes.iter().enumerate() {
                let board = Packed::from_code(shape, code).unwrap().convert().unwrap();
                for (result, direction) in results.iter().zip(Direction::ALL) {
                    let slid = naive.slide(&board, direction).unwrap();
                    let expected = slid.map_or(NO_SLIDE, |slid| {
                        slid.board.canonical().convert::<Packed>().unwrap().code()
                    });
                    prop_assert_eq!(result[index], expected);
                }
            }
        }
    }

    #[test]
    fn tiles_that_do_not_fit_are_reported() {
        let boards = [0x1, 0xFF, 0xF0F0];
        let mut results = [(); 4].map(|()| vec![0; 3]);
        assert_eq!(slide_all_canonical(&boards, &mut results), Some(1));
    }
}
