//! What boards of a layer become after slides to the sides, read by the columns of the matrix.

use rayon::prelude::*;
use twofold_layers::bits::BitMatrix;

use super::halves::{Class, Slid};
use super::layer::{Layer, Sides, ones};
use super::rows::NONE;

/// Rows that one thread works on at a time; a multiple of 64.
const CHUNK: usize = 512;

/// For rows that slides of the half lead to: a bit for every half of the other side with which the board
/// after the slide is lost.
#[derive(Debug)]
pub(super) struct Gathered {
    slots: Vec<u32>,
    rows: BitMatrix,
}

impl Gathered {
    /// The row of a half.
    #[inline]
    pub(super) fn row(&self, place: u32) -> &[u64] {
        self.rows.row(self.slots[place as usize] as usize)
    }

    /// Gathers the rows of these halves for a slide to the left (0) and to the right (1); `needed` has
    /// a flag for each half of the class.
    pub(super) fn both(
        layer: &Layer,
        sides: &Sides<'_>,
        side: usize,
        classes: [usize; 2],
        needed: [&[bool]; 2],
    ) -> [Gathered; 2] {
        let columns = sides.class(1 - side, classes[1]);
        let mut gathered = needed.map(|needed| {
            let mut count = 0;
            let slot = |&needed: &bool| {
                let slot = if needed { count } else { NONE };
                count += u32::from(needed);
                slot
            };
            let slots: Vec<u32> = needed.iter().map(slot).collect();
            Gathered { slots, rows: BitMatrix::new(count as usize, columns.count, 0) }
        });
        let width = columns.words();
        let [left, right] = &mut gathered;
        let parts = split(&left.slots, &mut left.rows.words, width).into_iter().zip(split(
            &right.slots,
            &mut right.rows.words,
            width,
        ));
        parts.enumerate().par_bridge().for_each(|(chunk, parts)| {
            if parts.0.is_empty() && parts.1.is_empty() {
                return;
            }
            let first = chunk * CHUNK;
            let last = (first + CHUNK).min(needed[0].len());
            let rows = layer.rows(sides, side, classes, first..last);
            for (direction, part) in [parts.0, parts.1].into_iter().enumerate() {
                let slid = &columns.slides[direction];
                let wanted = needed[direction][first..last].iter().enumerate();
                let wanted = wanted.filter(|&(_, &needed)| needed);
                for ((row, _), target) in wanted.zip(part.chunks_exact_mut(width)) {
                    gather(columns, slid, rows.row(row), target);
                }
            }
        });
        gathered
    }
}

/// The rows of each chunk of halves.
fn split<'a>(slots: &[u32], mut words: &'a mut [u64], width: usize) -> Vec<&'a mut [u64]> {
    let part = |slots: &[u32]| {
        let count = slots.iter().filter(|&&slot| slot != NONE).count();
        let (own, rest) = std::mem::take(&mut words).split_at_mut(count * width);
        words = rest;
        own
    };
    slots.chunks(CHUNK).map(part).collect()
}

/// Sets a bit for every half that becomes one of a set.
fn gather(columns: &Class, slid: &Slid, set: &[u64], target: &mut [u64]) {
    let mut many = 0;
    for ((target, &set), &same) in target.iter_mut().zip(set).zip(&slid.same) {
        *target = set & same;
        many += set.count_ones() as usize;
    }
    if 2 * many <= columns.count {
        for (word, (&set, &landed)) in set.iter().zip(&slid.landed).enumerate() {
            for bit in ones(set & landed) {
                for &before in slid.before(64 * word + bit) {
                    target[before as usize / 64] |= 1 << (before % 64);
                }
            }
        }
        return;
    }
    // Most are in the set: all that become something, but for those that become something else.
    for (target, &changed) in target.iter_mut().zip(&slid.changed) {
        *target |= changed;
    }
    for (word, (&set, &landed)) in set.iter().zip(&slid.landed).enumerate() {
        for bit in ones(!set & landed) {
            for &before in slid.before(64 * word + bit) {
                target[before as usize / 64] &= !(1 << (before % 64));
            }
        }
    }
}
