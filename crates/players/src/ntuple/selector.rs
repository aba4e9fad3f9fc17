//! The entries that a packed board selects, for any layout, by vector additions.
//!
//! The index of an entry is a sum over cells. So for each cell and rank there is a row of summands, one
//! for each selected entry; a board adds a row for each of its cells, which the compiler vectorises.

use super::layout::{Layout, MOST_RANKS};

/// Indices that are added at once.
const LANES: usize = 8;

/// Summands of the indices of entries.
pub(super) struct Selector {
    /// The starts of the tables.
    bases: Vec<[u32; LANES]>,
    /// For each cell, from the lowest bits of a board, and each rank, a row as long as `bases`.
    rows: Vec<[u32; LANES]>,
    selected: usize,
}

/// A reusable buffer for the indices of the entries of one board.
pub(super) struct Selected {
    lanes: Vec<[u32; LANES]>,
    selected: usize,
}

impl Selector {
    /// A selector of a layout on boards of at most sixteen cells.
    pub(super) fn new(layout: &Layout) -> Selector {
        let bases = lanes(layout.bases());
        let cells = (0..layout.shape().cells()).rev();
        let rows = cells
            .flat_map(|cell| (0..MOST_RANKS).map(move |rank| (cell, rank)))
            .flat_map(|(cell, rank)| lanes(layout.summands(cell, rank)))
            .collect();
        Selector { bases, rows, selected: layout.selected() }
    }

    /// A buffer for the entries of one board.
    pub(super) fn buffer(&self) -> Selected {
        Selected { lanes: self.bases.clone(), selected: self.selected }
    }

    /// The entries that a board selects.
    #[inline(always)]
    pub(super) fn select(&self, mut board: u64, buffer: &mut Selected) {
        let width = self.bases.len();
        let lanes = &mut buffer.lanes[..width];
        lanes.copy_from_slice(&self.bases);
        for ranks in self.rows.chunks_exact(width * usize::from(MOST_RANKS)) {
            let rank = (board & 0xF) as usize;
            board >>= 4;
            let row = &ranks[rank * width..(rank + 1) * width];
            for (lane, summands) in lanes.iter_mut().zip(row) {
                for (number, summand) in lane.iter_mut().zip(summands) {
                    *number += summand;
                }
            }
        }
    }
}

impl Selected {
    /// The indices, in the order of the layout.
    #[inline(always)]
    pub(super) fn entries(&self) -> impl Iterator<Item = usize> {
        let numbers = self.lanes.as_flattened()[..self.selected].iter();
        numbers.map(|&number| number as usize)
    }
}

/// Numbers in groups of lanes, padded with zeros.
fn lanes(numbers: impl Iterator<Item = usize>) -> Vec<[u32; LANES]> {
    let numbers: Vec<u32> =
        numbers.map(|number| u32::try_from(number).expect("at most 2^30 entries")).collect();
    let group = |group: &[u32]| std::array::from_fn(|lane| group.get(lane).copied().unwrap_or(0));
    numbers.chunks(LANES).map(group).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::Rules;

    use super::*;

    proptest! {
        #[test]
        fn the_same_entries_as_the_plain_way(board: u64, shape in 0_usize..5) {
            let names = ["2x2", "2x4", "3x3", "3x4", "4x4"];
            let layout = Layout::standard(&Rules::classic(names[shape].parse().unwrap()));
            let cells = layout.shape().cells();
            let ranks: Vec<u8> = (0..cells).rev().map(|cell| (board >> (4 * cell) & 0xF) as u8).collect();
            let mut plain = Vec::new();
            layout.select(&ranks, |entry| plain.push(entry));
            let selector = Selector::new(&layout);
            let mut room = selector.buffer();
            selector.select(board, &mut room);
            prop_assert_eq!(room.entries().collect::<Vec<_>>(), plain);
        }
    }
}
