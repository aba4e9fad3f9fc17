//! Positions from which a slide to the left or to the right leads to a board of a set.

use rayon::prelude::*;

use super::layer::Block;
use super::quadrant_pairs::{Class, NONE, QuadrantPairs};
use super::slices;
use twofold_layers::bits::BitMatrix;

/// The positions of a block from which a slide to the left or to the right leads to one of the given
/// boards after slides, or makes the tile.
pub(super) fn sideways(halves: &QuadrantPairs, good: &Block) -> Block {
    let [rows, columns] = good.key.map(|class| &halves.classes[class]);
    let width = good.width;
    let seen = [0, 1].map(|direction| through_columns(columns, rows, good, direction));
    let mut words = vec![0; good.words.len()];
    words.par_chunks_mut(width * 64).enumerate().for_each(|(chunk, words)| {
        for (row, words) in (64 * chunk..).zip(words.chunks_exact_mut(width)) {
            for (direction, seen) in seen.iter().enumerate() {
                let slid = &rows.slides[direction];
                let place = slid.place[row];
                if place == NONE {
                    words.fill(u64::MAX);
                    continue;
                }
                let start = place as usize * width;
                let source = &seen[start..start + width];
                if slid.moves[row / 64] >> (row % 64) & 1 == 1 {
                    words.iter_mut().zip(source).for_each(|(word, &bits)| *word |= bits);
                } else {
                    // The row stays: then a column has to move, or it is no slide.
                    let moves = &columns.slides[1 - direction].moves;
                    for ((word, &bits), &moves) in words.iter_mut().zip(source).zip(moves) {
                        *word |= bits & moves;
                    }
                }
            }
        }
    });
    Block { key: good.key, bits: BitMatrix { width, words } }
}

/// For each row that a slide may land on: the columns whose slide leads to a good board in that row.
/// While rows slide in a direction, columns slide the other way.
fn through_columns(columns: &Class, rows: &Class, good: &Block, direction: usize) -> Vec<u64> {
    let landed = &rows.slides[direction].landed;
    let after = &columns.slides[1 - direction].after;
    let width = good.width;
    let mut seen = vec![0; landed.len() * width];
    let scratch = || [vec![0; 64 * width], vec![0; 64 * width]];
    let chunks = seen.par_chunks_mut(64 * width).zip(landed.par_chunks(64));
    chunks.for_each_init(scratch, |[before, behind], (seen, landed)| {
        slices::from_rows(landed.iter().map(|&row| good.row(row as usize)), behind);
        for (slice, &column) in before.iter_mut().zip(after) {
            *slice = if column == NONE { u64::MAX } else { behind[column as usize] };
        }
        slices::to_rows(before, width, seen, |word, bits| *word = bits);
    });
    seen
}
