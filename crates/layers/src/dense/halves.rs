//! Halves of a board: the upper rows, and the lower rows seen upside down.
//!
//! Row 0 of a half is the outermost row of the board, its last row lies at the middle. Then the two
//! halves look alike: a mirror image of the board's columns mirrors both, a slide to the left
//! slides both, and a half turn or a mirror image of the rows exchanges them.
//!
//! Halves of one tile sum form a [`Class`], ordered by largest tile, then by code. Everything that
//! slides and spawns do to a half stays within a class or leads to one lower class, so that a half
//! is known by its index in its class.

use std::collections::HashMap;

use twofold_core::{Direction, LineSlides, Tile};

use crate::LayeredGame;

/// Stands for an index that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// All halves of one height.
#[derive(Debug)]
pub(super) struct Halves {
    /// Rows of a half.
    pub(super) height: usize,
    /// Columns of the board.
    pub(super) columns: usize,
    /// Ranks that a cell may have, zero included.
    pub(super) kinds: u32,
    /// By tile sum.
    pub(super) classes: Vec<Class>,
    /// The class of a tile sum.
    by_sum: HashMap<u64, usize>,
    /// The class and the index of a code.
    places: Vec<Place>,
}

/// Where a half is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) class: u32,
    pub(super) index: u32,
}

/// The halves of one tile sum.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) sum: u64,
    /// The code of each half.
    pub(super) codes: Vec<u32>,
    /// The largest rank of each half; ascending.
    pub(super) largest: Vec<u8>,
    /// The mirror image of each half.
    pub(super) mirror: Vec<u32>,
    /// The halves that come no later than their mirror image.
    pub(super) rows: Vec<u32>,
    /// For each half, the place of it or of its mirror image among `rows`.
    pub(super) row_of: Vec<u32>,
    /// The halves that slides to the left lead to.
    pub(super) landed: Vec<u32>,
    /// For each half, its place among `landed`.
    pub(super) landed_of: Vec<u32>,
    /// For each half, the place among `landed` of what a slide to the left makes of it, or
    /// [`NONE`] if that is a tile at which play is over.
    pub(super) slid: Vec<u32>,
    /// For each half, whether a slide to the left changes it.
    pub(super) moves: Vec<bool>,
    /// For each spawned tile, the halves that lack one such tile.
    pub(super) without: Vec<Removals>,
    /// Halves that are full, with no two tiles that would merge.
    pub(super) stuck: Vec<u32>,
    /// The last rows of those halves, one after the other.
    pub(super) stuck_rows: Vec<u8>,
}

/// For each half of a class, the halves that become it when a tile appears.
#[derive(Debug, Default)]
pub(super) struct Removals {
    /// The class of those halves; meaningless if there are none.
    pub(super) class: usize,
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Removals {
    #[inline]
    pub(super) fn of(&self, index: usize) -> &[u32] {
        &self.sources[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Whether no half of the class comes from such a tile.
    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

impl Halves {
    /// The number of halves of a height, if it is small enough for tables.
    pub(super) fn count(kinds: u32, height: usize, columns: usize) -> Option<u32> {
        const MOST: u32 = 1 << 23;
        kinds.checked_pow((height * columns) as u32).filter(|&count| count <= MOST)
    }

    pub(super) fn new(game: &LayeredGame, kinds: u32, height: usize) -> Halves {
        let columns = game.rules().shape.columns();
        let count = Halves::count(kinds, height, columns).expect("the caller has checked");
        let mut halves = Halves {
            height,
            columns,
            kinds,
            classes: Vec::new(),
            by_sum: HashMap::new(),
            places: vec![Place { class: NONE, index: NONE }; count as usize],
        };
        let value = |rank: u8| game.face(Tile::new(rank).expect("ranks are checked"));
        let values: Vec<u64> = (0..kinds as u8).map(value).collect();
        let mut keys: Vec<(u64, u8, u32)> = (0..count)
            .map(|code| {
                let cells = halves.cells(code);
                let sum = cells.iter().map(|&rank| values[usize::from(rank)]).sum();
                (sum, cells.iter().copied().max().unwrap_or(0), code)
            })
            .collect();
        keys.sort_unstable();
        for (sum, largest, code) in keys {
            if halves.classes.last().is_none_or(|class| class.sum != sum) {
                halves.by_sum.insert(sum, halves.classes.len());
                halves.classes.push(Class { sum, ..Class::default() });
            }
            let class = halves.classes.len() - 1;
            let last = &mut halves.classes[class];
            halves.places[code as usize] =
                Place { class: class as u32, index: last.codes.len() as u32 };
            last.codes.push(code);
            last.largest.push(largest);
        }
        let lines = LineSlides::new(game.rules().tiles, columns, kinds as u8 - 1)
            .expect("a half has at least as many codes as a row");
        for index in 0..halves.classes.len() {
            halves.fill(index, &lines, game, &values);
        }
        halves
    }

    /// The ranks of a half, by rows from the outermost.
    pub(super) fn cells(&self, mut code: u32) -> Vec<u8> {
        let mut cells = vec![0; self.height * self.columns];
        for cell in cells.iter_mut().rev() {
            *cell = (code % self.kinds) as u8;
            code /= self.kinds;
        }
        cells
    }

    /// The code of ranks by rows, the first one counting most: the order of codes is that of boards.
    pub(super) fn code(&self, cells: impl IntoIterator<Item = u8>) -> u32 {
        cells.into_iter().fold(0, |code, rank| code * self.kinds + u32::from(rank))
    }

    /// The weight of a cell in a code.
    pub(super) fn weight(&self, row: usize, column: usize) -> u32 {
        self.kinds.pow((self.height * self.columns - 1 - (row * self.columns + column)) as u32)
    }

    #[inline]
    pub(super) fn place(&self, code: u32) -> Place {
        self.places[code as usize]
    }

    pub(super) fn class_of_sum(&self, sum: u64) -> Option<usize> {
        self.by_sum.get(&sum).copied()
    }

    /// Fills in what slides and spawns do to the halves of a class.
    fn fill(&mut self, class: usize, lines: &LineSlides, game: &LayeredGame, values: &[u64]) {
        let mut filled = std::mem::take(&mut self.classes[class]);
        let columns = self.columns;
        for (index, &code) in filled.codes.iter().enumerate() {
            let cells = self.cells(code);
            let mirrored = cells.chunks(columns).flat_map(|row| row.iter().rev().copied());
            let mirror = self.place(self.code(mirrored)).index;
            filled.mirror.push(mirror);
            if index as u32 <= mirror {
                filled.row_of.push(filled.rows.len() as u32);
                filled.rows.push(index as u32);
            } else {
                filled.row_of.push(filled.row_of[mirror as usize]);
            }
        }
        let mut slid = Vec::with_capacity(filled.codes.len());
        for &code in &filled.codes {
            let cells = self.cells(code);
            let after = cells.chunks(columns).try_fold(0, |half, row| {
                let row = lines.after(lines.code(row.iter().copied()), Direction::Left)?;
                Some(half * lines.count() as u32 + row)
            });
            filled.moves.push(after != Some(code));
            slid.push(after.map_or(NONE, |after| self.place(after).index));
            let mut whole = cells.chunks(columns).all(|row| lines.is_stuck(row));
            for pair in cells.chunks(columns).collect::<Vec<_>>().windows(2) {
                whole &= pair[0].iter().zip(pair[1]).all(|(&a, &b)| !lines.merges(a, b));
            }
            if whole {
                filled.stuck.push((filled.moves.len() - 1) as u32);
                // An upper half may have no rows; then nothing touches it.
                let last =
                    cells.chunks(columns).next_back().map_or(vec![0; columns], <[u8]>::to_vec);
                filled.stuck_rows.extend(last);
            }
        }
        filled.landed = slid.iter().copied().filter(|&index| index != NONE).collect();
        filled.landed.sort_unstable();
        filled.landed.dedup();
        filled.landed_of = vec![NONE; filled.codes.len()];
        for (place, &index) in filled.landed.iter().enumerate() {
            filled.landed_of[index as usize] = place as u32;
        }
        let place =
            |&index: &u32| if index == NONE { NONE } else { filled.landed_of[index as usize] };
        filled.slid = slid.iter().map(place).collect();
        for tile in game.spawns() {
            let value = values[usize::from(tile.rank())];
            let lower = filled.sum.checked_sub(value).and_then(|sum| self.class_of_sum(sum));
            let mut removals = Removals {
                class: lower.unwrap_or(usize::MAX),
                starts: vec![0],
                sources: Vec::new(),
            };
            for &code in &filled.codes {
                if lower.is_some() {
                    let mut cells = self.cells(code);
                    for cell in 0..cells.len() {
                        if cells[cell] == tile.rank() {
                            cells[cell] = 0;
                            let source = self.place(self.code(cells.iter().copied()));
                            removals.sources.push(source.index);
                            cells[cell] = tile.rank();
                        }
                    }
                }
                removals.starts.push(removals.sources.len() as u32);
            }
            filled.without.push(removals);
        }
        self.classes[class] = filled;
    }
}

/// How many ranks cells may have in a game, zero included.
pub(super) fn kinds(game: &LayeredGame) -> u32 {
    u32::from(game.highest_rank()) + 1
}
