//! Rows without a gap, by number.

use super::geometry::Geometry;

/// Stands for what does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// The rows whose tiles all come before their empty cells.
#[derive(Debug)]
pub(super) struct PackedRows {
    kinds: usize,
    /// The ranks of each row.
    pub(super) ranks: Vec<Vec<u8>>,
    /// The number of each row, by its ranks as digits, the first one lowest; [`NONE`] for rows with gaps.
    numbers: Vec<u32>,
}

impl PackedRows {
    pub(super) fn new(geometry: &Geometry) -> PackedRows {
        let kinds = geometry.kinds();
        let count = kinds.pow(geometry.columns as u32);
        let mut rows = PackedRows { kinds, ranks: Vec::new(), numbers: vec![NONE; count] };
        for code in 0..count {
            let row: Vec<u8> = digits(code, kinds, geometry.columns).collect();
            let tiles = row.iter().take_while(|&&rank| rank > 0).count();
            if row[tiles..].iter().all(|&rank| rank == 0) {
                rows.numbers[code] = rows.ranks.len() as u32;
                rows.ranks.push(row);
            }
        }
        rows
    }

    /// The number of a row, if it has no gap.
    pub(super) fn number(&self, row: &[u8]) -> Option<u32> {
        let code = row.iter().rev().fold(0, |code, &rank| code * self.kinds + usize::from(rank));
        Some(self.numbers[code]).filter(|&number| number != NONE)
    }
}

/// The digits of a number, the lowest first.
pub(super) fn digits(mut code: usize, base: usize, count: usize) -> impl Iterator<Item = u8> {
    (0..count).map(move |_| {
        let digit = (code % base) as u8;
        code /= base;
        digit
    })
}
