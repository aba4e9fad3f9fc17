//! Bits in words: matrices of them, squares transposed, and fields that lie across words.

use std::ops::{Deref, DerefMut};

/// Rows of bits, each a whole number of words.
#[derive(Clone, Debug, Default)]
pub struct BitMatrix {
    /// Words in a row.
    pub width: usize,
    /// The rows, one after the other.
    pub words: Vec<u64>,
}

impl BitMatrix {
    /// A matrix with the given number of rows and columns, all words alike.
    pub fn new(rows: usize, columns: usize, word: u64) -> BitMatrix {
        let width = columns.div_ceil(64);
        BitMatrix { width, words: vec![word; rows * width] }
    }

    /// The words of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// Whether a bit is set.
    #[inline]
    pub fn contains(&self, row: usize, column: usize) -> bool {
        self.words[row * self.width + column / 64] >> (column % 64) & 1 == 1
    }
}

/// A matrix of bits that is a part of a larger one, and which part it is.
#[derive(Clone, Debug, Default)]
pub struct BitBlock<K> {
    /// What its rows and columns stand for.
    pub key: K,
    /// The bits.
    pub bits: BitMatrix,
}

impl<K> Deref for BitBlock<K> {
    type Target = BitMatrix;

    #[inline]
    fn deref(&self) -> &BitMatrix {
        &self.bits
    }
}

impl<K> DerefMut for BitBlock<K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut BitMatrix {
        &mut self.bits
    }
}

/// Exchanges rows and columns of 64 × 64 bits.
pub fn transpose(bits: &mut [u64; 64]) {
    exchange::<32>(bits, 0x0000_0000_FFFF_FFFF);
    exchange::<16>(bits, 0x0000_FFFF_0000_FFFF);
    exchange::<8>(bits, 0x00FF_00FF_00FF_00FF);
    exchange::<4>(bits, 0x0F0F_0F0F_0F0F_0F0F);
    exchange::<2>(bits, 0x3333_3333_3333_3333);
    exchange::<1>(bits, 0x5555_5555_5555_5555);
}

/// Exchanges the off-diagonal squares of every block of twice the width.
#[inline(always)]
fn exchange<const WIDTH: usize>(bits: &mut [u64; 64], mask: u64) {
    for block in bits.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = block.split_at_mut(WIDTH);
        for (above, below) in upper.iter_mut().zip(lower) {
            let swap = (*above >> WIDTH ^ *below) & mask;
            *above ^= swap << WIDTH;
            *below ^= swap;
        }
    }
}

/// Up to 64 bits of a row of words, from a place on.
#[inline(always)]
pub fn field(row: &[u64], start: usize, count: usize) -> u64 {
    let (word, shift) = (start / 64, start % 64);
    let mut bits = row[word] >> shift;
    if shift + count > 64 {
        bits |= row[word + 1] << (64 - shift);
    }
    bits & lowest(count)
}

/// Sets bits of a row of words, from a place on; bits beyond the count are zero.
#[inline(always)]
pub fn set_field(row: &mut [u64], start: usize, count: usize, bits: u64) {
    let (word, shift) = (start / 64, start % 64);
    row[word] |= bits << shift;
    if shift + count > 64 {
        row[word + 1] |= bits >> (64 - shift);
    }
}

/// A mask of the lowest `count` bits; at least one, at most 64.
#[inline(always)]
pub fn lowest(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn transposing_exchanges_rows_and_columns(words in prop::collection::vec(any::<u64>(), 64)) {
            let mut bits: [u64; 64] = words.clone().try_into().unwrap();
            transpose(&mut bits);
            for (row, word) in words.iter().enumerate() {
                for (column, bits) in bits.iter().enumerate() {
                    prop_assert_eq!(bits >> row & 1, word >> column & 1);
                }
            }
        }

        #[test]
        fn fields_are_read_as_they_were_set(start in 0_usize..192, count in 1_usize..=64, bits: u64) {
            let bits = bits & lowest(count);
            let mut row = [0; 4];
            set_field(&mut row, start, count, bits);
            prop_assert_eq!(field(&row, start, count), bits);
            prop_assert_eq!(row.iter().map(|word| word.count_ones()).sum::<u32>(), bits.count_ones());
        }
    }
}
