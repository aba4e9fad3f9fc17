//! What holds of slides to the sides, transposed: what holds of slides up and down.
//!
//! To transpose a board is to exchange its upper right and lower left quadrants and to transpose all
//! four. Boards with given upper left and lower right quadrants form small rectangles of the matrix,
//! which go over into each other as a whole.

use rayon::prelude::*;

use super::layer::{Block, Layer};
use super::quadrant_pairs::{NONE, QuadrantPairs};
use super::quadrants::Sums;
use twofold_layers::bits::{BitMatrix, field, lowest, set_field, transpose};

/// The boards of a set and their transposes.
pub(super) fn with_transposed(halves: &QuadrantPairs, boards: &Layer) -> Layer {
    let blocks = boards.blocks.iter().map(|block| {
        let mut words = vec![0; block.words.len()];
        let mut rest = words.as_mut_slice();
        let mut parts = Vec::new();
        for part in parts_of(halves, block.key[0]) {
            let (own, others) = rest.split_at_mut(part.seconds.count() * block.width);
            parts.push((part, own));
            rest = others;
        }
        let columns: Vec<Part> = parts_of(halves, block.key[1]).collect();
        parts.into_par_iter().for_each(|(part, own)| {
            let start = part.start * block.width;
            own.copy_from_slice(&block.words[start..start + own.len()]);
            // Where all boards are in the set already, there is nothing to add.
            let mut full = vec![u64::MAX; block.width];
            for row in own.chunks_exact(block.width) {
                full.iter_mut().zip(row).for_each(|(full, &word)| *full &= word);
            }
            let mut rows = Rows { halves, boards, part, width: block.width, words: own };
            for &columns in &columns {
                let count = columns.seconds.count();
                if field(&full, columns.start, count) != lowest(count) {
                    rows.add_transposed(columns);
                }
            }
        });
        Block { key: block.key, bits: BitMatrix { width: block.width, words } }
    });
    Layer::new(blocks.collect())
}

/// The halves of a class with one first quadrant.
#[derive(Clone, Copy)]
struct Part {
    /// The first quadrant, and the place of its sum in the list of sums.
    first: usize,
    sum: usize,
    /// The index of the first half.
    start: usize,
    /// The second quadrants, and the place of their sum.
    seconds: Sums,
    second_sum: usize,
}

fn parts_of(halves: &QuadrantPairs, class: usize) -> impl Iterator<Item = Part> + '_ {
    let quadrants = &halves.quadrants;
    let class = &halves.classes[class];
    class.starts.iter().enumerate().filter(|&(_, &start)| start != NONE).map(
        move |(first, &start)| {
            let seconds =
                quadrants.of_sum(class.sum - quadrants.sum(first)).expect("there is a half");
            let second_sum = quadrants.sum_of[seconds.start];
            Part { first, sum: quadrants.sum_of[first], start: start as usize, seconds, second_sum }
        },
    )
}

/// The rows of a block with one upper left quadrant.
struct Rows<'a> {
    halves: &'a QuadrantPairs,
    /// Where transposed boards are found.
    boards: &'a Layer,
    part: Part,
    width: usize,
    words: &'a mut [u64],
}

impl Rows<'_> {
    /// Adds the boards with one lower right quadrant whose transposes are in the set.
    #[inline(always)]
    fn add_transposed(&mut self, columns: Part) {
        let Rows { halves, boards, part, width, .. } = *self;
        let transposed = |first: usize| halves.quadrants.transposed[first];
        // After the exchange: the upper left quadrant stays with the lower left ones, and the lower
        // right quadrant with the upper right ones.
        let upper = halves.class_of(part.sum, columns.second_sum);
        let lower = halves.class_of(columns.sum, part.second_sum);
        let start =
            |class: usize, first: usize| halves.classes[class].starts[transposed(first)] as usize;
        let (upper_start, lower_start) = (start(upper, part.first), start(lower, columns.first));
        let (seconds, others) = (part.seconds, columns.seconds);
        if upper < lower {
            // The board is kept turned by half: then rows stay rows.
            let block = boards.block(lower).expect("every pair of classes has a block");
            for (row, words) in self.words.chunks_exact_mut(width).enumerate() {
                let row = lower_start + transposed_place(seconds, row);
                let bits = field(block.row(row), upper_start, others.count());
                if bits != 0 {
                    let bits = others.transpose_field(bits);
                    set_field(words, columns.start, others.count(), bits);
                }
            }
            return;
        }
        let block = boards.block(upper).expect("every pair of classes has a block");
        let mut square = [0; 64];
        let mut any = 0;
        for (place, bits) in square[..others.count()].iter_mut().enumerate() {
            let row = upper_start + transposed_place(others, place);
            *bits = field(block.row(row), lower_start, seconds.count());
            any |= *bits;
        }
        if any == 0 {
            return;
        }
        transpose(&mut square);
        for (row, words) in self.words.chunks_exact_mut(width).enumerate() {
            let bits = square[transposed_place(seconds, row)];
            set_field(words, columns.start, others.count(), bits);
        }
    }
}

/// The place of a quadrant's transpose among those of its sum.
#[inline(always)]
fn transposed_place(sums: Sums, place: usize) -> usize {
    if place < sums.symmetric {
        place
    } else if place < sums.symmetric + sums.pairs {
        place + sums.pairs
    } else {
        place - sums.pairs
    }
}
