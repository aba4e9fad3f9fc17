//! On which boards a tile in one half makes Slider lose.

use rayon::prelude::*;
use twofold_core::Tile;
use twofold_layers::bits::BitMatrix;

use super::gather::Gathered;
use super::geometry::Geometry;
use super::halves::Halves;
use super::layer::{Sides, ones};
use super::rows::NONE;
use super::vertical::{Common, Slides};

/// Halves that one thread works on at a time.
const CHUNK: usize = 16;

/// A tile in a half: all empty cells that lead to the same boards by slides to the sides.
#[derive(Clone, Copy, Debug)]
struct Drop {
    /// The places of the half after slides to the left and to the right.
    slid: [u32; 2],
    /// Where its cells begin and end in the list of all.
    cells: [u32; 2],
}

/// An empty cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    column: u8,
    /// Whether the half, with the tile in this cell, lets a slide to the left and to the right do nothing.
    fixed: [bool; 2],
    /// What the tile adds to the number of its column.
    part: u16,
}

/// The ways to put a tile of one rank into the halves of a class; not those after which a slide to the
/// side makes the target.
#[derive(Debug, Default)]
pub(super) struct DropTable {
    /// The class of the half with the tile; nothing if no half has room.
    with: Option<usize>,
    starts: Vec<u32>,
    drops: Vec<Drop>,
    cells: Vec<Cell>,
}

impl DropTable {
    pub(super) fn new(
        geometry: &Geometry,
        halves: &Halves,
        side: usize,
        class: usize,
        tile: Tile,
    ) -> DropTable {
        let own = &halves.classes[class];
        let sum = own.sum + geometry.faces[usize::from(tile.rank())];
        let with = halves.class_of_sum(sum).filter(|_| own.open > 0);
        let mut table = DropTable { with, starts: vec![0], ..DropTable::default() };
        let Some(with) = with else { return table };
        let above = &halves.classes[with];
        let columns = geometry.columns;
        let part = |row: usize| {
            let place = if side == 0 { row } else { geometry.rows - 1 - row };
            u16::from(tile.rank()) * geometry.kinds().pow(place as u32) as u16
        };
        let slid = |ranks: &[u8]| {
            let (_, place) = halves.find(ranks, sum).expect("a half with a tile more");
            let slid = [0, 1].map(|direction: usize| above.slides[direction].after[place]);
            let is_fixed = |direction: usize| {
                above.slides[direction].fixed[place / 64] >> (place % 64) & 1 == 1
            };
            (!slid.contains(&NONE)).then(|| (slid, [is_fixed(0), is_fixed(1)]))
        };
        for place in 0..own.open {
            let mut ranks = halves.ranks(class, place);
            // In rows without gaps a tile goes behind the others, whichever cell it appears in.
            let mut behind = usize::MAX;
            for cell in 0..ranks.len() {
                if ranks[cell] != 0 || geometry.packed && behind == cell / columns {
                    continue;
                }
                behind = cell / columns;
                ranks[cell] = tile.rank();
                let found = slid(&ranks);
                ranks[cell] = 0;
                let Some((slid, fixed)) = found else { continue };
                let first = table.cells.len() as u32;
                let (row, column) = (cell / columns, cell % columns);
                let last = if geometry.packed { columns } else { column + 1 };
                let others =
                    ranks.chunks_exact(columns).enumerate().filter(|&(other, _)| other != row);
                let at_both_ends =
                    others.into_iter().all(|(_, row)| row[0] == 0 || row[columns - 1] != 0);
                for at in column..last {
                    let fixed = if geometry.packed {
                        let at_right = column + 1 == columns || column == 0 && at + 1 == columns;
                        // Without gaps, a slide to the left does nothing if nothing merges.
                        [fixed[0] && at == column, fixed[0] && at_both_ends && at_right]
                    } else {
                        fixed
                    };
                    table.cells.push(Cell { column: at as u8, fixed, part: part(row) });
                }
                table.drops.push(Drop { slid, cells: [first, table.cells.len() as u32] });
            }
            table.starts.push(table.drops.len() as u32);
        }
        table
    }

    #[inline]
    fn of(&self, place: usize) -> &[Drop] {
        &self.drops[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// Tiles of one rank in halves of one class.
pub(super) struct Drops<'a> {
    pub(super) table: &'a DropTable,
    pub(super) sides: Sides<'a>,
    /// The half that the tile appears in.
    pub(super) side: usize,
    /// The classes of that half and of the other one.
    pub(super) classes: [usize; 2],
    /// Slides into the layer above.
    pub(super) slides: Slides<'a>,
}

impl Drops<'_> {
    /// Sets a bit of the matrix for every board on which such a tile makes Slider lose.
    pub(super) fn add_lost(&self, matrix: &mut BitMatrix) {
        let Drops { table, sides, side, classes: [own, other], .. } = *self;
        let Some(with) = table.with else { return };
        let open = sides.class(side, own).open;
        let count = sides.class(side, with).count;
        let mut needed = [vec![false; count], vec![false; count]];
        for drop in &table.drops {
            for (needed, slid) in needed.iter_mut().zip(drop.slid) {
                needed[slid as usize] = true;
            }
        }
        let [left, right] = &needed;
        let gathered =
            Gathered::both(self.slides.layer, &sides, side, [with, other], [left, right]);
        drop(needed);
        let width = matrix.width;
        let rows = matrix.words[..open * width].par_chunks_mut(CHUNK * width);
        rows.enumerate().for_each_init(Scratch::default, |scratch, (chunk, rows)| {
            for (place, row) in (CHUNK * chunk..).zip(rows.chunks_exact_mut(width)) {
                for drop in table.of(place) {
                    self.add_lost_by(place, drop, &gathered, row, scratch);
                }
            }
        });
    }

    /// Adds the boards with one half that a tile in it makes Slider lose.
    fn add_lost_by(
        &self,
        place: usize,
        drop: &Drop,
        gathered: &[Gathered; 2],
        row: &mut [u64],
        scratch: &mut Scratch,
    ) {
        let Drops { sides, side, classes: [own, other], .. } = *self;
        let columns = sides.class(1 - side, other);
        let [left, right] =
            [0, 1].map(|direction: usize| gathered[direction].row(drop.slid[direction]));
        let [left_fixed, right_fixed] =
            [0, 1].map(|direction: usize| columns.slides[direction].fixed.as_slice());
        // Slides to the side lead to lost boards, or are illegal.
        let failing = |word: usize, fixed: [bool; 2]| {
            let left = left[word] | if fixed[0] { left_fixed[word] } else { 0 };
            let right = right[word] | if fixed[1] { right_fixed[word] } else { 0 };
            left & right
        };
        let halves = sides.halves[side];
        let cells = &self.table.cells[drop.cells[0] as usize..drop.cells[1] as usize];
        for cell in cells {
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
            scratch.parts[usize::from(cell.column)] += cell.part;
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
