//! The entries of the standard tuples of 4×4, by shifts and masks.
//!
//! The images of the board replace the images of the tuples.

use twofold_core::kernel::{mirror_columns, mirror_rows, transpose};

use super::layout::{FOUR_BY_SIX, Layout};

/// Entries of one table.
pub(super) const TABLE: usize = 1 << 24;

/// Whether a layout has the standard tuples of 4×4.
pub(super) fn fits(layout: &Layout) -> bool {
    (layout.shape().rows(), layout.shape().columns()) == (4, 4)
        && layout.ranks() == 16
        && layout
            .patterns()
            .iter()
            .map(Vec::as_slice)
            .eq(FOUR_BY_SIX.iter().map(|cells| &cells[..]))
}

/// The entry of each table for one image of a board, relative to the start of the table.
#[inline(always)]
pub(super) fn entries(image: u64) -> [u32; 4] {
    // Cells 0 to 5, cells 4 to 9, and twice three cells above three others.
    let three = |shift: u32| (image >> shift & 0xFFF) as u32;
    let six = |shift: u32| (image >> shift & 0xFF_FFFF) as u32;
    [six(40), six(24), three(52) << 12 | three(36), three(36) << 12 | three(20)]
}

/// The eight images of a board.
#[inline(always)]
pub(super) fn images(board: u64) -> [u64; 8] {
    let turned = transpose(board);
    let (a, b) = (mirror_columns(board), mirror_columns(turned));
    [board, a, mirror_rows(board), mirror_rows(a), turned, b, mirror_rows(turned), mirror_rows(b)]
}

/// All 32 entries that a board selects, eight for each table.
#[inline(always)]
pub(super) fn select(board: u64) -> [[u32; 8]; 4] {
    let images = images(board);
    let mut selected = [[0; 8]; 4];
    for (place, &image) in images.iter().enumerate() {
        for (table, entry) in entries(image).into_iter().enumerate() {
            selected[table][place] = entry;
        }
    }
    selected
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_same_entries_as_the_plain_way(board: u64) {
            let layout = Layout::standard(&twofold_core::Rules::classic("4x4".parse().unwrap()));
            prop_assert!(fits(&layout));
            let ranks: Vec<u8> = (0..16).rev().map(|cell| (board >> (4 * cell) & 0xF) as u8).collect();
            let mut plain = Vec::new();
            layout.select(&ranks, |entry| plain.push(entry));
            let tables = select(board);
            let fast = tables.iter().enumerate().flat_map(|(table, entries)| {
                entries.iter().map(move |&entry| table * TABLE + entry as usize)
            });
            let mut fast: Vec<usize> = fast.collect();
            fast.sort_unstable();
            plain.sort_unstable();
            prop_assert_eq!(fast, plain);
        }
    }
}
