//! Boards as bytes, one rank each, and as codes.

use super::NO_SLIDE;

/// Reads codes off the ranks of boards of so many cells, cell by cell and board by board. A board with
/// a rank above 15 becomes [`NO_SLIDE`]; returns whether there is none.
///
/// # Panics
/// If the cells are more than sixteen, or the bytes are not those of as many boards as there are results.
///
/// ```
/// use twofold_core::kernel::pack;
///
/// let mut codes = [0; 2];
/// assert!(pack(4, &[2, 3, 1, 0, 0, 0, 0, 15], &mut codes));
/// assert_eq!(codes, [0x2310, 0x000F]);
/// ```
pub fn pack(cells: usize, ranks: &[u8], codes: &mut [u64]) -> bool {
    assert!((1..=16).contains(&cells) && ranks.len() == cells * codes.len());
    let mut all = 0;
    if cells == 16 {
        // Of known length, so that nothing is checked per byte.
        for (board, code) in ranks.chunks_exact(16).zip(codes) {
            all |= pack_one(board, code);
        }
    } else {
        for (board, code) in ranks.chunks_exact(cells).zip(codes) {
            all |= pack_one(board, code);
        }
    }
    all < 16
}

#[inline(always)]
fn pack_one(ranks: &[u8], code: &mut u64) -> u8 {
    let all = ranks.iter().fold(0, |all, rank| all | rank);
    let packed = ranks.iter().fold(0, |code, &rank| code << 4 | u64::from(rank));
    *code = if all < 16 { packed } else { NO_SLIDE };
    all
}

/// Writes the ranks of boards of so many cells: the inverse of [`pack`].
///
/// # Panics
/// As [`pack`] does.
///
/// ```
/// use twofold_core::kernel::unpack;
///
/// let mut ranks = [0; 4];
/// unpack(4, &[0x2310], &mut ranks);
/// assert_eq!(ranks, [2, 3, 1, 0]);
/// ```
pub fn unpack(cells: usize, codes: &[u64], ranks: &mut [u8]) {
    assert!((1..=16).contains(&cells) && ranks.len() == cells * codes.len());
    if cells == 16 {
        for (&code, board) in codes.iter().zip(ranks.chunks_exact_mut(16)) {
            let [first, last] = [spread(code >> 32), spread(code & 0xFFFF_FFFF)];
            board[..8].copy_from_slice(&first.to_be_bytes());
            board[8..].copy_from_slice(&last.to_be_bytes());
        }
        return;
    }
    for (&code, board) in codes.iter().zip(ranks.chunks_exact_mut(cells)) {
        let aligned = code << (64 - 4 * cells);
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&spread(aligned >> 32).to_be_bytes());
        bytes[8..].copy_from_slice(&spread(aligned & 0xFFFF_FFFF).to_be_bytes());
        board.copy_from_slice(&bytes[..cells]);
    }
}

/// Eight ranks of four bits as eight bytes.
#[inline(always)]
const fn spread(code: u64) -> u64 {
    let code = (code | code << 16) & 0x0000_FFFF_0000_FFFF;
    let code = (code | code << 8) & 0x00FF_00FF_00FF_00FF;
    (code | code << 4) & 0x0F0F_0F0F_0F0F_0F0F
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::shape::Shape;

    proptest! {
        #[test]
        fn planes_are_the_ranks_of_boards(
            words in prop::collection::vec(any::<u64>(), 0..20),
            rows in 1_usize..=4,
            columns in 1_usize..=4,
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let cells = shape.cells();
            let codes: Vec<u64> = words.iter().map(|word| word >> (64 - 4 * cells)).collect();
            let mut ranks = vec![0; cells * codes.len()];
            unpack(cells, &codes, &mut ranks);
            for (&code, ranks) in codes.iter().zip(ranks.chunks(cells)) {
                let board = Board::from_ranks(shape, ranks).unwrap();
                prop_assert_eq!(board.convert::<Packed>().unwrap().code(), code);
            }
            let mut again = vec![0; codes.len()];
            prop_assert!(pack(cells, &ranks, &mut again));
            prop_assert_eq!(again, codes);
        }
    }

    #[test]
    fn ranks_that_do_not_fit_are_marked() {
        let mut codes = [0; 2];
        assert!(!pack(2, &[1, 16, 1, 2], &mut codes));
        assert_eq!(codes, [NO_SLIDE, 0x12]);
    }
}
