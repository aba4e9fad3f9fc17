//! Whether slides up and down lead to lost boards, for many boards at a time.

use super::columns::{Columns, Vertical};
use super::layer::{LINE, Layer, Sides};

/// Boards that are looked up together, so that memory is read while others are computed.
const BATCH: usize = 128;

/// Slides up and down that lead into a layer.
#[derive(Clone, Copy)]
pub(super) struct Slides<'a> {
    pub(super) columns: &'a Columns,
    pub(super) sides: Sides<'a>,
    pub(super) layer: &'a Layer,
}

/// A half that boards have in common, and the class of the other half.
pub(super) struct Common<'a> {
    pub(super) side: usize,
    /// What its columns add to the numbers of the board's columns.
    pub(super) parts: &'a [u16],
    pub(super) other: usize,
}

/// Where a board is looked up.
#[derive(Clone, Copy, Default)]
struct Place {
    block: u32,
    bit: u64,
    line: usize,
}

impl Slides<'_> {
    /// Keeps the boards, by their other half, on which no slide up or down makes the target or leads to a
    /// won board.
    pub(super) fn keep_lost(&self, common: &Common<'_>, others: &mut Vec<u32>) {
        for down in 0..2 {
            let mut kept = 0;
            for start in (0..others.len()).step_by(BATCH) {
                let end = others.len().min(start + BATCH);
                let mut batch = [0; BATCH];
                batch[..end - start].copy_from_slice(&others[start..end]);
                for (&other, is_lost) in batch[..end - start].iter().zip(self.are_lost(
                    common,
                    down,
                    &batch[..end - start],
                )) {
                    others[kept] = other;
                    kept += usize::from(is_lost);
                }
            }
            others.truncate(kept);
        }
    }

    /// Whether no slide up or down of a board makes the target or leads to a won board; what the columns
    /// of its halves add to the numbers of its columns is given.
    pub(super) fn is_lost(&self, upper: &[u16], lower: &[u16]) -> bool {
        (0..2).all(|down| match self.columns.slide(down, upper, lower) {
            Vertical::Illegal => true,
            Vertical::Target => false,
            Vertical::Board(codes, sum) => {
                let place = |side: usize, sum: u64| {
                    let halves = self.sides.halves[side];
                    Some((halves.class_of_sum(sum)?, halves.places[codes[side] as usize] as usize))
                };
                let sum = u64::from(sum);
                let halves = place(0, sum).zip(place(1, self.layer.sum - sum));
                halves.is_some_and(|(upper, lower)| {
                    self.layer.contains(self.sides.alike, upper, lower)
                })
            }
        })
    }

    /// Whether the slide is illegal or leads to a lost board.
    #[inline]
    fn are_lost(&self, common: &Common<'_>, down: usize, others: &[u32]) -> [bool; BATCH] {
        let Slides { columns, sides, layer } = *self;
        let [upper_halves, lower_halves] = sides.halves;
        let mut lost = [false; BATCH];
        let mut places = [Place::default(); BATCH];
        let mut open = [0_u8; BATCH];
        let mut count = 0;
        for (index, &other) in others.iter().enumerate() {
            let parts =
                sides.halves[1 - common.side].parts(1 - common.side, common.other, other as usize);
            match columns.slide(down, common.parts, parts) {
                Vertical::Illegal => lost[index] = true,
                Vertical::Target => {}
                Vertical::Board([upper, lower], sum) => {
                    let mut row = upper_halves.places[upper as usize];
                    let mut column = lower_halves.places[lower as usize];
                    let mut sum = u64::from(sum);
                    if sides.alike && 2 * sum < layer.sum {
                        (row, column, sum) = (column, row, layer.sum - sum);
                    }
                    let Some(class) = upper_halves.class_of_sum(sum) else { continue };
                    let Some(block) = layer.block(class) else { continue };
                    let bit = 64 * (block.width * row as usize) as u64 + u64::from(column);
                    places[count] = Place { block: class as u32, bit, line: 0 };
                    open[count] = index as u8;
                    count += 1;
                }
            }
        }
        let mut found = 0;
        for index in 0..count {
            let place = places[index];
            let Some(block) = layer.block(place.block as usize) else { continue };
            if let Some(line) = block.line(place.bit as usize) {
                places[found] = Place { line, ..place };
                open[found] = open[index];
                found += 1;
            }
        }
        for (place, &index) in places[..found].iter().zip(&open) {
            let Some(block) = layer.block(place.block as usize) else { continue };
            let bit = place.bit as usize;
            lost[usize::from(index)] =
                block.lines[place.line][bit / 64 % LINE] >> (bit % 64) & 1 == 1;
        }
        lost
    }
}
