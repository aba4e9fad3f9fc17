//! Many 4×4 boards at once.

use super::images::{canonical, mirror_columns, transpose};
use super::slide::{SlidCode, slide_steps};

/// Stands in a result for a slide that changes nothing. No board after a legal slide has this
/// code, since a slide leaves at least one cell empty.
pub const NO_SLIDE: u64 = u64::MAX;

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
///
/// ```
/// use twofold_core::kernel::{NO_SLIDE, slide_all_canonical};
///
/// let boards = [0x1100_0000_0000_0000];
/// let mut results = [(); 4].map(|()| vec![0; boards.len()]);
/// assert_eq!(slide_all_canonical(&boards, &mut results), None);
/// assert_eq!(results, [[NO_SLIDE], [0x11], [2], [2]]);
/// ```
pub fn slide_all_canonical(boards: &[u64], results: &mut [Vec<u64>; 4]) -> Option<usize> {
    let results = results.each_mut().map(Vec::as_mut_slice);
    widest_vectors(boards, results)
}

/// The kernel, compiled for the widest vectors that the processor has.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn widest_vectors(boards: &[u64], results: [&mut [u64]; 4]) -> Option<usize> {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512(boards: &[u64], results: [&mut [u64]; 4]) -> Option<usize> {
        portable(boards, results)
    }
    #[target_feature(enable = "avx2")]
    fn avx2(boards: &[u64], results: [&mut [u64]; 4]) -> Option<usize> {
        portable(boards, results)
    }
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
    {
        // SAFETY: the processor has just been found to have every feature that is enabled.
        return unsafe { avx512(boards, results) };
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        return unsafe { avx2(boards, results) };
    }
    portable(boards, results)
}

#[cfg(not(target_arch = "x86_64"))]
fn widest_vectors(boards: &[u64], results: [&mut [u64]; 4]) -> Option<usize> {
    portable(boards, results)
}

/// The kernel in portable code, and the twin that the vector versions are tested against.
///
/// A slide in any direction is a slide to the left of some image of the board, and canonical forms
/// do not care which image they are taken from: nothing has to be turned back.
#[inline(always)]
fn portable(boards: &[u64], results: [&mut [u64]; 4]) -> Option<usize> {
    let [up, down, left, right] = results;
    let transposed_right = |board| mirror_columns(transpose(board));
    let overflows = [
        slide_images(boards, up, transpose),
        slide_images(boards, down, transposed_right),
        slide_images(boards, left, |board| board),
        slide_images(boards, right, mirror_columns),
    ];
    if overflows == [0; 4] {
        return None;
    }
    let meets =
        |&board: &u64| slide_left(board).overflow | slide_left(transpose(board)).overflow != 0;
    boards.iter().position(meets)
}

/// Slides an image of every board to the left; returns where tiles that do not fit were made.
#[inline(always)]
fn slide_images(boards: &[u64], results: &mut [u64], image: impl Fn(u64) -> u64) -> u64 {
    assert_eq!(boards.len(), results.len());
    let mut overflow = 0;
    for (&board, result) in boards.iter().zip(results) {
        let image = image(board);
        let slid = slide_left(image);
        overflow |= slid.overflow;
        // All ones if nothing changed, chosen without a branch.
        let unchanged = if slid.code == image { NO_SLIDE } else { 0 };
        *result = canonical(slid.code) | unchanged;
    }
    overflow
}

#[inline(always)]
fn slide_left(board: u64) -> SlidCode {
    slide_steps::<false>(board, &STEPS, |word| word << 4, |word| word >> 4)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::direction::Direction;
    use crate::engine::Naive;
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::rules::Rules;
    use crate::test_boards;

    proptest! {
        #[test]
        fn vector_versions_equal_the_portable_one(boards: [u64; 21]) {
            let mut results = [[0; 21]; 4];
            let mut expected = results;
            let overflow = widest_vectors(&boards, results.each_mut().map(|r| &mut r[..]));
            prop_assert_eq!(overflow, portable(&boards, expected.each_mut().map(|r| &mut r[..])));
            prop_assert_eq!(results, expected);
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
                    let slid = naive.slide(&board, direction);
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
