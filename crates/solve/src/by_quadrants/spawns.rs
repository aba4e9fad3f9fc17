//! Boards after slides on which every tile that may appear leads to a good position.

use rayon::prelude::*;

use super::layer::{Block, Layer};
use super::quadrant_pairs::QuadrantPairs;
use super::slices;
use twofold_layers::bits::{BitMatrix, transpose};

/// The boards of a block on which whatever appears is good: `good` are the positions with one more
/// tile, by the order of the tiles.
pub(super) fn whatever_appears(
    halves: &QuadrantPairs,
    classes: [usize; 2],
    good: &[Option<&Layer>],
) -> Block {
    let [rows, columns] = classes.map(|class| &halves.classes[class]);
    let bits = BitMatrix::new(rows.count, columns.count, u64::MAX);
    let mut block = Block { key: classes, bits };
    for (tile, good) in good.iter().enumerate() {
        let Some(good) = good else { continue };
        in_rows(halves, &mut block, tile, good);
        let more = columns.spawns[tile].class;
        if more > classes[0] {
            in_columns_as_rows(halves, &mut block, tile, good);
        } else if let Some(good) = good.block(classes[0]) {
            in_columns(halves, &mut block, tile, good);
        }
    }
    block
}

/// Every tile in the half that rows stand for.
fn in_rows(halves: &QuadrantPairs, block: &mut Block, tile: usize, good: &Layer) {
    let spawns = &halves.classes[block.key[0]].spawns[tile];
    let Some(good) = good.block(spawns.class) else { return };
    let width = block.width;
    block.words.par_chunks_mut(64 * width).enumerate().for_each(|(chunk, words)| {
        for (row, words) in (64 * chunk..).zip(words.chunks_exact_mut(width)) {
            for &with in spawns.of(row) {
                let with = good.row(with as usize);
                words.iter_mut().zip(with).for_each(|(word, &bits)| *word &= bits);
            }
        }
    });
}

/// Every tile in the half that columns stand for.
fn in_columns(halves: &QuadrantPairs, block: &mut Block, tile: usize, good: &Block) {
    let columns = &halves.classes[block.key[1]];
    let spawns = &columns.spawns[tile];
    let width = block.width;
    let scratch = || (vec![0; 64 * good.width], vec![0; 64 * width]);
    let rows = block.words.par_chunks_mut(64 * width).zip(good.words.par_chunks(64 * good.width));
    rows.for_each_init(scratch, |(with, without), (words, rows)| {
        slices::from_rows(rows.chunks_exact(good.width), with);
        for (column, slice) in without[..columns.count].iter_mut().enumerate() {
            let all = |bits: u64, &column: &u32| bits & with[column as usize];
            *slice = spawns.of(column).iter().fold(u64::MAX, all);
        }
        slices::to_rows(without, width, words, |word, bits| *word &= bits);
    });
}

/// The same where a tile makes the smaller half the greater one, so that columns become rows.
fn in_columns_as_rows(halves: &QuadrantPairs, block: &mut Block, tile: usize, good: &Layer) {
    let [rows, columns] = block.key.map(|class| &halves.classes[class]);
    let spawns = &columns.spawns[tile];
    let Some(good) = good.block(spawns.class) else { return };
    let across = rows.words();
    let mut turned = vec![u64::MAX; columns.count * across];
    turned.par_chunks_mut(across).enumerate().for_each(|(column, words)| {
        for &with in spawns.of(column) {
            let with = good.row(with as usize);
            words.iter_mut().zip(with).for_each(|(word, &bits)| *word &= bits);
        }
    });
    let width = block.width;
    block.words.par_chunks_mut(64 * width).enumerate().for_each(|(chunk, words)| {
        for (place, columns) in turned.chunks(64 * across).enumerate() {
            let mut square = [0; 64];
            for (bits, column) in square.iter_mut().zip(columns.chunks_exact(across)) {
                *bits = column[chunk];
            }
            transpose(&mut square);
            for (words, bits) in words.chunks_exact_mut(width).zip(square) {
                words[place] &= bits;
            }
        }
    });
}
