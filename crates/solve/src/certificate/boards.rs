//! Which boards there are, and where a file of lost boards has the bit of each.

use std::collections::BTreeMap;

use twofold_core::{Board, Grid, Shape, Symmetry, Tile, TileSystem};

use super::BoardsEntry;

/// More halves than this are not listed.
const MOST_HALVES: u64 = 1 << 26;

/// The boards of a certificate.
///
/// A board is cut at a row into an upper and a lower half; an odd row more belongs to the upper one.
/// The lower half is read from the bottom row on. Halves of one sum are ordered by how many tiles they have,
/// then by their ranks, the last cell first: read by rows if rows have no gaps, else by columns.
pub(super) struct Boards {
    pub(super) shape: Shape,
    tiles: TileSystem,
    entry: BoardsEntry,
    rows: usize,
    columns: usize,
    faces: Vec<u64>,
    /// By sum: how many tiles a half has, and its ranks as hexadecimal digits, in order.
    halves: [BTreeMap<u64, Vec<(u8, u64)>>; 2],
}

/// Where the bit of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bit {
    /// Which block: the number of the sum of the upper half among all sums that upper halves have.
    pub(super) block: u64,
    /// Which bit of it.
    pub(super) bit: u64,
}

impl Boards {
    /// The boards with tiles below a rank; `None` if there are too many, or if they are not cut like this.
    pub(super) fn new(
        shape: Shape,
        tiles: TileSystem,
        target: u8,
        entry: BoardsEntry,
    ) -> Option<Boards> {
        let (mut rows, mut columns) = (shape.rows(), shape.columns());
        if entry.turned {
            (rows, columns) = (columns, rows);
        }
        let faces: Vec<u64> =
            (0..target).filter_map(Tile::new).map(|tile| tiles.face(tile)).collect();
        let mut boards =
            Boards { shape, tiles, entry, rows, columns, faces, halves: Default::default() };
        for side in 0..2 {
            let cells = boards.half_rows(side) * columns;
            let mut found = vec![Vec::new()];
            for cell in 0..cells {
                let mut longer = Vec::new();
                for ranks in &found {
                    for rank in 0..target {
                        let after_gap = cell % columns > 0 && ranks[cell - 1] == 0;
                        if !(entry.packed && rank > 0 && after_gap) {
                            longer.push([&ranks[..], &[rank]].concat());
                        }
                    }
                }
                if longer.len() as u64 > MOST_HALVES {
                    return None;
                }
                found = longer;
            }
            for ranks in found {
                let sum = boards.sum(&ranks);
                let key = boards.key(side, &ranks);
                boards.halves[side].entry(sum).or_default().push(key);
            }
            boards.halves[side].values_mut().for_each(|halves| halves.sort_unstable());
        }
        Some(boards)
    }

    fn half_rows(&self, side: usize) -> usize {
        if side == 0 { self.rows - self.rows / 2 } else { self.rows / 2 }
    }

    /// Whether halves are alike: then the board upside down has the same bit.
    fn is_even(&self) -> bool {
        self.rows.is_multiple_of(2)
    }

    pub(super) fn sum(&self, ranks: &[u8]) -> u64 {
        ranks.iter().map(|&rank| self.faces[usize::from(rank)]).sum()
    }

    /// What halves are ordered by.
    fn key(&self, side: usize, ranks: &[u8]) -> (u8, u64) {
        let tiles = ranks.iter().filter(|&&rank| rank > 0).count() as u8;
        let cell = |place: usize| match self.entry.packed {
            true => place,
            false => place % self.half_rows(side) * self.columns + place / self.half_rows(side),
        };
        let word =
            (0..ranks.len()).rev().fold(0, |word, place| word << 4 | u64::from(ranks[cell(place)]));
        (tiles, word)
    }

    /// The ranks of a half, the reverse of its key.
    fn ranks(&self, side: usize, (_, word): (u8, u64)) -> Vec<u8> {
        let cells = self.half_rows(side) * self.columns;
        let mut ranks = vec![0; cells];
        for place in 0..cells {
            let cell = match self.entry.packed {
                true => place,
                false => place % self.half_rows(side) * self.columns + place / self.half_rows(side),
            };
            ranks[cell] = (word >> (4 * place) & 0xF) as u8;
        }
        ranks
    }

    /// The place in the board of a cell of a half.
    fn place(&self, side: usize, cell: usize) -> usize {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let row = if side == 0 { row } else { self.rows - 1 - row };
        if self.entry.turned { column * self.rows + row } else { row * self.columns + column }
    }

    /// Where the bit of a board is; `None` if rows must have no gap and every image of it has one.
    pub(super) fn bit(&self, board: &Board) -> Option<Bit> {
        Symmetry::of(self.shape).iter().find_map(|&symmetry| {
            let ranks: Vec<u8> = board.image(symmetry).tiles().map(|tile| tile.rank()).collect();
            let half = |side: usize| {
                let cells = 0..self.half_rows(side) * self.columns;
                let ranks: Vec<u8> = cells.map(|cell| ranks[self.place(side, cell)]).collect();
                let sum = self.sum(&ranks);
                let place =
                    self.halves[side].get(&sum)?.binary_search(&self.key(side, &ranks)).ok()?;
                Some((sum, place as u64))
            };
            let (mut upper, mut lower) = (half(0)?, half(1)?);
            if self.is_even() && upper.0 < lower.0 {
                (upper, lower) = (lower, upper);
            }
            let block = self.halves[0].range(..upper.0).count() as u64;
            let width = 64 * (self.halves[1][&lower.0].len() as u64).div_ceil(64);
            Some(Bit { block, bit: upper.1 * width + lower.1 })
        })
    }

    /// The board of a bit, if there is one.
    pub(super) fn board(&self, sum: u64, Bit { block, bit }: Bit) -> Option<Board> {
        let (&upper_sum, uppers) = self.halves[0].iter().nth(usize::try_from(block).ok()?)?;
        let lowers = self.halves[1].get(&sum.checked_sub(upper_sum)?)?;
        let width = 64 * (lowers.len() as u64).div_ceil(64);
        let upper = uppers.get((bit / width) as usize)?;
        let lower = lowers.get((bit % width) as usize)?;
        let mut ranks = vec![0; self.shape.cells()];
        for (side, &half) in [upper, lower].into_iter().enumerate() {
            for (cell, rank) in self.ranks(side, half).into_iter().enumerate() {
                ranks[self.place(side, cell)] = rank;
            }
        }
        Board::from_ranks(self.shape, &ranks).ok()
    }

    /// How many boards a bit of a block stands for: a board and the one upside down.
    pub(super) fn images(&self, sum: u64, block: u64) -> Option<u64> {
        let upper = *self.halves[0].keys().nth(usize::try_from(block).ok()?)?;
        let lower = sum.checked_sub(upper).filter(|lower| self.halves[1].contains_key(lower))?;
        match (self.is_even(), upper.cmp(&lower)) {
            (true, std::cmp::Ordering::Less) => None,
            (true, std::cmp::Ordering::Greater) => Some(2),
            _ => Some(1),
        }
    }

    /// The blocks of a sum.
    pub(super) fn blocks(&self, sum: u64) -> Vec<u64> {
        (0..self.halves[0].len() as u64)
            .filter(|&block| self.images(sum, block).is_some())
            .collect()
    }

    /// Bits of a block, with those between rows that stand for no board.
    pub(super) fn bits(&self, sum: u64, block: u64) -> u64 {
        let (&upper, halves) =
            self.halves[0].iter().nth(block as usize).expect("one of the blocks");
        halves.len() as u64 * 64 * (self.halves[1][&(sum - upper)].len() as u64).div_ceil(64)
    }

    /// How many boards with an empty cell each sum has: all of them, counted row by row, less the full ones.
    pub(super) fn open_boards(&self) -> BTreeMap<u64, u128> {
        let mut counts = [BTreeMap::from([(0, 1_u128)]), BTreeMap::from([(0, 1_u128)])];
        for _ in 0..self.rows {
            let row = self.one_row();
            for (full, count) in counts.iter_mut().enumerate() {
                let mut more = BTreeMap::new();
                for (&sum, &boards) in count.iter() {
                    for (&(added, is_full), &rows) in &row {
                        if is_full || full == 0 {
                            *more.entry(sum + added).or_default() += boards * rows;
                        }
                    }
                }
                *count = more;
            }
        }
        let [all, full] = counts;
        all.into_iter().map(|(sum, boards)| (sum, boards - full.get(&sum).unwrap_or(&0))).collect()
    }

    /// How many rows have a sum, full or not.
    fn one_row(&self) -> BTreeMap<(u64, bool), u128> {
        let tiles = |count: usize| {
            (0..count).fold(BTreeMap::from([(0_u64, 1_u128)]), |rows, _| {
                let mut more = BTreeMap::new();
                for (sum, rows) in rows {
                    for face in &self.faces[1..] {
                        *more.entry(sum + face).or_default() += rows;
                    }
                }
                more
            })
        };
        let mut row = BTreeMap::new();
        for count in 0..=self.columns {
            // Where the empty cells are, if they may be anywhere.
            let places = if self.entry.packed { 1 } else { binomial(self.columns, count) };
            for (sum, rows) in tiles(count) {
                *row.entry((sum, count == self.columns)).or_default() += rows * places;
            }
        }
        row
    }

    /// A board in words.
    pub(super) fn name(&self, board: &Board) -> String {
        twofold_core::notation::faces::write(board, self.tiles)
    }
}

fn binomial(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |product, i| product * (n as u128 - i) / (i + 1))
}
