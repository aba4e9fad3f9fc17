//! On which boards a tile in one half makes Slider lose.

use rayon::prelude::*;
use twofold_core::Tile;
use twofold_layers::bits::BitMatrix;

use super::gather::Gathered;
use super::geometry::Geometry;
use super::layer::{Sides, ones};
use super::rows::NONE;
use super::vertical::{Common, Slides};

/// Halves that one thread works on at a time.
const CHUNK: usize = 16;

/// A tile in a half: all empty cells that lead to the same boards by slides to the sides.
struct Drop {
    /// The places of the half after slides to the left and to the right.
    slid: [u32; 2],
    cells: Vec<Cell>,
}

/// An empty cell.
#[derive(Clone, Copy)]
struct Cell {
    column: usize,
    /// What the tile adds to the number of its column.
    part: u16,
    /// Whether the half, with the tile in this cell, lets a slide to the left and to the right do nothing.
    fixed: [bool; 2],
}

/// Tiles of one rank in halves of one class.
pub(super) struct Drops<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) sides: Sides<'a>,
    /// The half that the tile appears in.
    pub(super) side: usize,
    /// The classes of that half and of the other one.
    pub(super) classes: [usize; 2],
    pub(super) tile: Tile,
    /// Slides into the layer above.
    pub(super) slides: Slides<'a>,
}

impl Drops<'_> {
    /// The class of the half with the tile.
    fn with(&self) -> Option<usize> {
        let own = self.sides.class(self.side, self.classes[0]);
        let face = self.geometry.faces[usize::from(self.tile.rank())];
        self.sides.halves[self.side].class_of_sum(own.sum + face)
    }

    /// Sets a bit of the matrix for every board on which such a tile makes Slider lose.
    pub(super) fn add_lost(&self, matrix: &mut BitMatrix) {
        let Drops { sides, side, classes: [own, other], .. } = *self;
        let Some(with) = self.with() else { return };
        let open = sides.class(side, own).open;
        if open == 0 {
            return;
        }
        let count = sides.class(side, with).count;
        let mut needed = [vec![false; count], vec![false; count]];
        for drop in (0..open).flat_map(|place| self.drops(with, place)) {
            for (needed, slid) in needed.iter_mut().zip(drop.slid) {
                needed[slid as usize] = true;
            }
        }
        let [left, right] = &needed;
        let gathered = Gathered::both(self.slides.layer, &sides, side, [with, other], [left, right]);
        drop(needed);
        let width = matrix.width;
        let rows = matrix.words[..open * width].par_chunks_mut(CHUNK * width);
        rows.enumerate().for_each(|(chunk, rows)| {
            let mut scratch = Scratch::default();
            for (place, row) in (CHUNK * chunk..).zip(rows.chunks_exact_mut(width)) {
                for drop in self.drops(with, place) {
                    self.add_lost_by(place, &drop, &gathered, row, &mut scratch);
                }
            }
        });
    }

    /// The ways to put the tile into a half; not those after which a slide to the side makes the target.
    fn drops(&self, with: usize, place: usize) -> Vec<Drop> {
        let Drops { geometry, sides, side, classes: [own, _], tile, .. } = *self;
        let halves = sides.halves[side];
        let above = sides.class(side, with);
        let mut ranks = halves.ranks(own, place);
        let columns = geometry.columns;
        let part = |row: usize| {
            let place = if side == 0 { row } else { geometry.rows - 1 - row };
            u16::from(tile.rank()) * geometry.kinds().pow(place as u32) as u16
        };
        let slid = |ranks: &[u8]| {
            let (_, place) = halves.find(ranks, above.sum).expect("a half with a tile more");
            let slid = [0, 1].map(|direction: usize| above.slides[direction].after[place]);
            let fixed = [0, 1].map(|direction: usize| above.slides[direction].fixed[place / 64] >> (place % 64) & 1 == 1);
            (!slid.contains(&NONE)).then_some((slid, fixed))
        };
        let mut drops = Vec::new();
        if !geometry.packed {
            for cell in (0..ranks.len()).filter(|&cell| halves.ranks(own, place)[cell] == 0) {
                ranks[cell] = tile.rank();
                let found = slid(&ranks);
                ranks[cell] = 0;
                if let Some((slid, fixed)) = found {
                    let cell = Cell { column: cell % columns, part: part(cell / columns), fixed };
                    drops.push(Drop { slid, cells: vec![cell] });
                }
            }
            return drops;
        }
        let tiles: Vec<usize> = ranks
            .chunks_exact(columns)
            .map(|row| row.iter().take_while(|&&rank| rank > 0).count())
            .collect();
        for (row, &count) in tiles.iter().enumerate().filter(|&(_, &count)| count < columns) {
            ranks[row * columns + count] = tile.rank();
            let found = slid(&ranks);
            ranks[row * columns + count] = 0;
            let Some((slid, [no_merge, _])) = found else { continue };
            let others = tiles.iter().enumerate().filter(|&(other, _)| other != row);
            let at_both_ends = others.into_iter().all(|(_, &count)| count == 0 || count == columns);
            let cell = |column: usize| {
                let at_right = count + 1 == columns || count == 0 && column + 1 == columns;
                let fixed = [no_merge && column == count, no_merge && at_both_ends && at_right];
                Cell { column, part: part(row), fixed }
            };
            drops.push(Drop { slid, cells: (count..columns).map(cell).collect() });
        }
        drops
    }

    /// Adds the boards with one half that a tile in it makes Slider lose.
    fn add_lost_by(&self, place: usize, drop: &Drop, gathered: &[Gathered; 2], row: &mut [u64], scratch: &mut Scratch) {
        let Drops { sides, side, classes: [own, other], .. } = *self;
        let columns = sides.class(1 - side, other);
        let [left, right] = [0, 1].map(|direction: usize| gathered[direction].row(drop.slid[direction]));
        let [left_fixed, right_fixed] = [0, 1].map(|direction: usize| columns.slides[direction].fixed.as_slice());
        // Slides to the side lead to lost boards, or are illegal.
        let failing = |word: usize, fixed: [bool; 2]| {
            let left = left[word] | if fixed[0] { left_fixed[word] } else { 0 };
            let right = right[word] | if fixed[1] { right_fixed[word] } else { 0 };
            left & right
        };
        let halves = sides.halves[side];
        for cell in &drop.cells {
            scratch.others.clear();
            for (word, &lost) in row.iter().enumerate() {
                let bits = failing(word, cell.fixed) & !lost;
                scratch.others.extend(ones(bits).map(|bit| (64 * word + bit) as u32));
            }
            if scratch.others.is_empty() {
                continue;
            }
            scratch.parts.clear();
            scratch.parts.extend_from_slice(halves.parts(side, own, place));
            scratch.parts[cell.column] += cell.part;
            let common = Common { side, parts: &scratch.parts, other };
            self.slides.keep_lost(&common, &mut scratch.others);
            for &other in &scratch.others {
                row[other as usize / 64] |= 1 << (other % 64);
            }
        }
    }
}

/// Memory that the halves of one thread share.
#[derive(Default)]
struct Scratch {
    others: Vec<u32>,
    parts: Vec<u16>,
}
