//! Bits of 64 rows at once: *slices*, a word for each column with a bit for each row.

use twofold_layers::bits::transpose;

/// Words of a row that are handled together: a cache line.
const CHUNK: usize = 8;

/// Turns up to 64 rows into slices, 64 for each word of a row. The bits of rows that do not exist are
/// left to chance.
pub(super) fn from_rows<'a>(rows: impl Iterator<Item = &'a [u64]> + Clone, slices: &mut [u64]) {
    let mut tile = [[0_u64; 64]; CHUNK];
    for (chunk, slices) in slices.chunks_mut(64 * CHUNK).enumerate() {
        let (start, count) = (chunk * CHUNK, slices.len() / 64);
        for (number, row) in rows.clone().enumerate() {
            for (column, &word) in tile[..count].iter_mut().zip(&row[start..start + count]) {
                column[number] = word;
            }
        }
        for (column, slices) in tile.iter_mut().zip(slices.chunks_exact_mut(64)) {
            transpose(column);
            slices.copy_from_slice(column);
        }
    }
}

/// Turns slices into rows of so many words, one after the other; `put` stores a word.
pub(super) fn to_rows(slices: &[u64], width: usize, rows: &mut [u64], put: impl Fn(&mut u64, u64)) {
    let mut tile = [[0_u64; 64]; CHUNK];
    for (chunk, slices) in slices.chunks(64 * CHUNK).enumerate() {
        let (start, count) = (chunk * CHUNK, slices.len() / 64);
        for (column, slices) in tile.iter_mut().zip(slices.chunks_exact(64)) {
            column.copy_from_slice(slices);
            transpose(column);
        }
        for (number, row) in rows.chunks_exact_mut(width).enumerate() {
            for (column, word) in tile.iter().zip(&mut row[start..start + count]) {
                put(word, column[number]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn slices_become_the_rows_they_were(
            rows in prop::collection::vec(prop::collection::vec(any::<u64>(), 11), 1..=64)
        ) {
            let mut slices = vec![0; 11 * 64];
            from_rows(rows.iter().map(|row| &row[..]), &mut slices);
            let first = rows.iter().enumerate().fold(0, |bits, (i, row)| bits | (row[0] & 1) << i);
            prop_assert_eq!(slices[0], first);
            let mut back = vec![0; rows.len() * 11];
            to_rows(&slices, 11, &mut back, |word, bits| *word = bits);
            prop_assert_eq!(back, rows.concat());
        }
    }
}
