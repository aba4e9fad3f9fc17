//! The halves of boards, by tile sum, and what slides to the sides make of them.

use rayon::prelude::*;

use super::geometry::Geometry;
use super::rows::{NONE, PackedRows, digits};

/// All upper halves, or all lower ones, without a tile that ends play.
///
/// A half has a *code*: its rows without gaps as digits, or its columns as digits. Halves of one tile sum
/// are a [`Class`]; a half is known by its class and its *place* in it.
#[derive(Debug)]
pub(super) struct Halves {
    rows: usize,
    columns: usize,
    kinds: usize,
    packed: Option<PackedRows>,
    /// Codes by class and place.
    codes: Vec<u32>,
    /// Places by code.
    pub(super) places: Vec<u32>,
    /// Sums ascending.
    pub(super) classes: Vec<Class>,
    class_of_sum: Vec<u32>,
    /// For every half, the numbers that its columns add to those of the board, as the upper half and as
    /// the lower one.
    parts: [Vec<u16>; 2],
}

/// The halves of one tile sum. Those with an empty cell come first, those with many before those with few.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) sum: u64,
    pub(super) count: usize,
    /// How many have an empty cell.
    pub(super) open: usize,
    start: usize,
    /// What slides to the left and to the right do.
    pub(super) slides: [Slid; 2],
}

/// What a slide does to the halves of a class.
#[derive(Debug, Default)]
pub(super) struct Slid {
    /// For each half, the place of what becomes of it, or [`NONE`] if that is the target.
    pub(super) after: Vec<u32>,
    /// A bit for each half on which the slide is illegal, as it stands.
    pub(super) fixed: Vec<u64>,
    /// A bit for each half that becomes itself.
    pub(super) same: Vec<u64>,
    /// A bit for each half that becomes another one, not the target.
    pub(super) changed: Vec<u64>,
    /// A bit for each half that others become.
    pub(super) landed: Vec<u64>,
    /// Where the halves begin that become a given one.
    starts: Vec<u32>,
    before: Vec<u32>,
}

impl Slid {
    /// The other halves that become this one.
    #[inline]
    pub(super) fn before(&self, place: usize) -> &[u32] {
        &self.before[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

impl Class {
    /// Words of a row of bits.
    pub(super) fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

impl Halves {
    /// Tables for as many rows as a side has.
    pub(super) fn new(geometry: &Geometry, side: usize) -> Halves {
        let (rows, columns) = (geometry.half_rows(side), geometry.columns);
        let packed = geometry.packed.then(|| PackedRows::new(geometry));
        let mut halves = Halves {
            rows,
            columns,
            kinds: geometry.kinds(),
            packed,
            codes: Vec::new(),
            places: Vec::new(),
            classes: Vec::new(),
            class_of_sum: Vec::new(),
            parts: Default::default(),
        };
        let count = geometry.halves(side).expect("few enough");
        let mut keys: Vec<(u32, u16, u32)> = (0..count)
            .into_par_iter()
            .map(|code| {
                let ranks = halves.ranks_of(code);
                let sum: u64 = ranks.iter().map(|&rank| geometry.faces[usize::from(rank)]).sum();
                let tiles = ranks.iter().filter(|&&rank| rank > 0).count();
                (sum as u32, tiles as u16, code as u32)
            })
            .collect();
        keys.par_sort_unstable();
        halves.places = vec![0; count];
        let cells = rows * columns;
        for part in keys.chunk_by(|a, b| a.0 == b.0) {
            let start = halves.codes.len();
            for (place, &(_, _, code)) in part.iter().enumerate() {
                halves.places[code as usize] = place as u32;
                halves.codes.push(code);
            }
            let (sum, open) =
                (u64::from(part[0].0), part.partition_point(|key| usize::from(key.1) < cells));
            halves.class_of_sum.resize(sum as usize, NONE);
            halves.class_of_sum.push(halves.classes.len() as u32);
            halves.classes.push(Class {
                sum,
                count: part.len(),
                open,
                start,
                slides: Default::default(),
            });
        }
        drop(keys);
        for class in 0..halves.classes.len() {
            let slides = [0, 1].map(|direction| halves.slid(geometry, class, direction));
            halves.classes[class].slides = slides;
        }
        let kinds = halves.kinds;
        let weight = |row: usize, as_lower: bool| {
            kinds.pow(if as_lower { geometry.rows - 1 - row } else { row } as u32) as u16
        };
        halves.parts = [false, true].map(|as_lower| {
            let weights: Vec<u16> = (0..rows).map(|row| weight(row, as_lower)).collect();
            let part = |&code: &u32| {
                let ranks = halves.ranks_of(code as usize);
                (0..columns)
                    .map(|column| {
                        let cell = |(row, &weight): (usize, &u16)| {
                            u16::from(ranks[row * columns + column]) * weight
                        };
                        weights.iter().enumerate().map(cell).sum()
                    })
                    .collect::<Vec<u16>>()
            };
            halves.codes.par_iter().flat_map_iter(part).collect()
        });
        halves
    }

    /// What a slide does to the halves of a class; to the right, the result of a row without a gap is
    /// mirrored.
    fn slid(&self, geometry: &Geometry, class: usize, direction: usize) -> Slid {
        let Class { count, start, .. } = self.classes[class];
        let after: Vec<u32> = (0..count)
            .into_par_iter()
            .map(|place| {
                let mut ranks = self.ranks_of(self.codes[start + place] as usize);
                for row in ranks.chunks_exact_mut(self.columns) {
                    if direction == 1 {
                        row.reverse();
                    }
                    if self.packed.is_some() {
                        // The same tiles in the same order, without gaps.
                        let mut packed: Vec<u8> =
                            row.iter().copied().filter(|&rank| rank > 0).collect();
                        packed.resize(self.columns, 0);
                        row.copy_from_slice(&packed);
                    }
                    if geometry.slide(row).is_none() {
                        return NONE;
                    }
                    if direction == 1 && self.packed.is_none() {
                        row.reverse();
                    }
                }
                self.places[self.code(&ranks).expect("slides leave no gap")]
            })
            .collect();
        let mut slid = Slid {
            fixed: vec![0; count.div_ceil(64)],
            same: vec![0; count.div_ceil(64)],
            changed: vec![0; count.div_ceil(64)],
            landed: vec![0; count.div_ceil(64)],
            starts: vec![0; count + 1],
            ..Slid::default()
        };
        for place in 0..count {
            let ranks = self.ranks_of(self.codes[start + place] as usize);
            if !ranks.chunks_exact(self.columns).any(|row| self.moves(geometry, row, direction)) {
                slid.fixed[place / 64] |= 1 << (place % 64);
            }
        }
        // Rows without gaps that have no pair to merge are mirrored after a slide to the right.
        let is_own = |place: usize| after[place] as usize == place;
        for place in (0..count).filter(|&place| is_own(place)) {
            slid.same[place / 64] |= 1 << (place % 64);
        }
        for (place, &to) in
            after.iter().enumerate().filter(|&(place, &to)| to != NONE && !is_own(place))
        {
            slid.changed[place / 64] |= 1 << (place % 64);
            slid.starts[to as usize + 1] += 1;
            slid.landed[to as usize / 64] |= 1 << (to % 64);
        }
        for place in 0..count {
            slid.starts[place + 1] += slid.starts[place];
        }
        let mut next = slid.starts.clone();
        slid.before = vec![0; slid.starts[count] as usize];
        for (place, &to) in
            after.iter().enumerate().filter(|&(place, &to)| to != NONE && !is_own(place))
        {
            slid.before[next[to as usize] as usize] = place as u32;
            next[to as usize] += 1;
        }
        slid.after = after;
        slid
    }

    /// Whether a slide changes a row as it stands.
    fn moves(&self, geometry: &Geometry, row: &[u8], direction: usize) -> bool {
        let mut row = row.to_vec();
        if direction == 1 {
            row.reverse();
        }
        geometry.slide(&mut row) != Some(false)
    }

    /// The ranks of a half by rows, the outer one first.
    pub(super) fn ranks_of(&self, code: usize) -> Vec<u8> {
        let Halves { rows, columns, kinds, .. } = *self;
        match &self.packed {
            Some(packed) => {
                let count = packed.ranks.len();
                let row = |row: usize| &packed.ranks[code / count.pow(row as u32) % count];
                (0..rows).flat_map(|number| row(number).iter().copied()).collect()
            }
            None => {
                let by_columns: Vec<u8> = digits(code, kinds, rows * columns).collect();
                let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                cells.map(|(row, column)| by_columns[column * rows + row]).collect()
            }
        }
    }

    /// The code of a half by its ranks; `None` if a row has a gap and must not.
    pub(super) fn code(&self, ranks: &[u8]) -> Option<usize> {
        let Halves { rows, columns, kinds, .. } = *self;
        match &self.packed {
            Some(packed) => ranks.chunks_exact(columns).rev().try_fold(0, |code, row| {
                Some(code * packed.ranks.len() + packed.number(row)? as usize)
            }),
            None => {
                let cells = (0..columns)
                    .rev()
                    .flat_map(|column| (0..rows).rev().map(move |row| (row, column)));
                Some(cells.fold(0, |code, (row, column)| {
                    code * kinds + usize::from(ranks[row * columns + column])
                }))
            }
        }
    }

    /// The ranks of a half of a class.
    pub(super) fn ranks(&self, class: usize, place: usize) -> Vec<u8> {
        self.ranks_of(self.codes[self.classes[class].start + place] as usize)
    }

    /// Class and place of a half by its ranks and its sum; `None` if a row has a gap and must not.
    pub(super) fn find(&self, ranks: &[u8], sum: u64) -> Option<(usize, usize)> {
        let code = self.code(ranks)?;
        Some((self.class_of_sum(sum)?, self.places[code] as usize))
    }

    /// What the columns of a half add to the numbers of the board's columns.
    #[inline]
    pub(super) fn parts(&self, side: usize, class: usize, place: usize) -> &[u16] {
        let half = self.classes[class].start + place;
        &self.parts[side][half * self.columns..(half + 1) * self.columns]
    }

    /// The class of a sum, if a half has it.
    #[inline]
    pub(super) fn class_of_sum(&self, sum: u64) -> Option<usize> {
        let class =
            usize::try_from(sum).ok().and_then(|sum| self.class_of_sum.get(sum).copied())?;
        (class != NONE).then_some(class as usize)
    }

    /// Rows without gaps, if only those are looked at.
    pub(super) fn packed(&self) -> Option<&PackedRows> {
        self.packed.as_ref()
    }

    /// Bytes of tables for so many halves, with what they are sorted by and the drops into those with an empty
    /// cell.
    pub(super) fn memory(halves: usize, columns: usize) -> u64 {
        halves as u64 * (4 + 4 + 2 * 2 * columns as u64 + 2 * (4 + 4 + 4) + 1 + 12)
    }
}
