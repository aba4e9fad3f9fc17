//! Bits of 64 rows at once.
//!
//! Rows of a matrix are bits in words. *Slices* are the same bits the other way round: one word for
//! each column, with a bit for each of 64 rows. What happens to columns, such as a slide of one half
//! of the board, then happens to 64 boards with every word.

use crate::bits::transpose;

/// Words of a row that are handled together: a cache line.
const CHUNK: usize = 8;

/// Adds rows to slices. `rows` are (number below 64, words) in any order; rows of one number are
/// united. `slices` has 64 words for each word of a row.
pub(super) fn rows_to_slices(rows: &[(usize, &[u64])], slices: &mut [u64]) {
    if rows.is_empty() {
        return;
    }
    let words = slices.len() / 64;
    let mut tile = [[0_u64; 64]; CHUNK];
    for start in (0..words).step_by(CHUNK) {
        let count = CHUNK.min(words - start);
        for column in &mut tile[..count] {
            *column = [0; 64];
        }
        let mut any = 0;
        for &(number, row) in rows {
            for (column, &word) in tile[..count].iter_mut().zip(&row[start..start + count]) {
                column[number] |= word;
                any |= word;
            }
        }
        if any == 0 {
            continue;
        }
        for (column, slices) in
            tile[..count].iter_mut().zip(slices[start * 64..].chunks_exact_mut(64))
        {
            transpose(column);
            for (slice, &word) in slices.iter_mut().zip(column.iter()) {
                *slice |= word;
            }
        }
    }
}

/// Turns slices into rows: calls back with a row's number, the index of a word and the word, for
/// words that are not zero.
pub(super) fn slices_to_rows(slices: &[u64], mut each: impl FnMut(usize, usize, u64)) {
    for (word, slices) in slices.chunks_exact(64).enumerate() {
        let mut bits: [u64; 64] = slices.try_into().expect("64 words");
        if bits.iter().fold(0, |any, &slice| any | slice) == 0 {
            continue;
        }
        transpose(&mut bits);
        for (row, &bits) in bits.iter().enumerate() {
            if bits != 0 {
                each(row, word, bits);
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
        fn slices_become_the_rows_they_were(rows in prop::collection::vec(prop::collection::vec(any::<u64>(), 11), 1..=64)) {
            let numbered: Vec<_> = rows.iter().enumerate().map(|(i, row)| (i, &row[..])).collect();
            let mut slices = vec![0; 11 * 64];
            rows_to_slices(&numbered, &mut slices);
            let mut back = vec![vec![0; 11]; rows.len()];
            slices_to_rows(&slices, |row, word, bits| back[row][word] = bits);
            prop_assert_eq!(back, rows);
        }
    }
}
