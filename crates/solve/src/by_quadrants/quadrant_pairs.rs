//! QuadrantPairs of a board: two quadrants side by side.
//!
//! The upper half is read as it stands, the lower half after a half turn of the board. A half turn
//! then exchanges the halves, and a slide to the left takes the upper half to the left and the lower
//! one to the right.

use rayon::prelude::*;
use twofold_core::{Direction, LineSlides, Tile};

use super::quadrants::Quadrants;
use twofold_layers::LayeredGame;

/// Stands for an index that does not exist.
pub(super) const NONE: u32 = u32::MAX;

/// All halves without a tile that ends play.
#[derive(Debug)]
pub(super) struct QuadrantPairs {
    pub(super) quadrants: Quadrants,
    /// Rows and columns of a quadrant.
    side: usize,
    /// Sums ascending.
    pub(super) classes: Vec<Class>,
    /// The class of halves, by the sums of their quadrants as places in the list of sums.
    class_of: Vec<Vec<usize>>,
}

/// The halves of one tile sum: ordered by their first quadrant, then by the second.
#[derive(Debug, Default)]
pub(super) struct Class {
    pub(super) sum: u64,
    pub(super) count: usize,
    /// The first half with each first quadrant, or [`NONE`].
    pub(super) starts: Vec<u32>,
    /// What slides to the left and to the right do.
    pub(super) slides: [Slid; 2],
    /// For each tile that may appear, the halves with one more.
    pub(super) spawns: Vec<Additions>,
}

/// What a slide does to the halves of a class.
#[derive(Debug, Default)]
pub(super) struct Slid {
    /// The halves that it leads to, ascending.
    pub(super) landed: Vec<u32>,
    /// For each half, what becomes of it, or [`NONE`] if that is the tile to be made.
    pub(super) after: Vec<u32>,
    /// The same as places among `landed`.
    pub(super) place: Vec<u32>,
    /// A bit for each half that changes.
    pub(super) moves: Vec<u64>,
}

/// The halves with one more tile.
#[derive(Debug, Default)]
pub(super) struct Additions {
    /// Their class; meaningless if there are none.
    pub(super) class: usize,
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Additions {
    #[inline]
    pub(super) fn of(&self, half: usize) -> &[u32] {
        &self.targets[self.starts[half] as usize..self.starts[half + 1] as usize]
    }
}

impl Class {
    /// Words that hold a bit for each half.
    pub(super) fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

impl QuadrantPairs {
    pub(super) fn new(game: &LayeredGame, side: usize, kinds: usize) -> QuadrantPairs {
        let value = |rank: usize| game.face(Tile::new(rank as u8).expect("ranks are checked"));
        let values: Vec<u64> = (0..kinds).map(value).collect();
        let quadrants = Quadrants::new(side, &values);
        let classes = classes(&quadrants);
        let class_of = |a: u64, b: u64| classes.partition_point(|class| class.sum < a + b);
        let sums = &quadrants.sums;
        let class_of =
            sums.iter().map(|a| sums.iter().map(|b| class_of(a.sum, b.sum)).collect()).collect();
        let mut halves = QuadrantPairs { quadrants, side, classes, class_of };
        let lines = LineSlides::new(game.rules().tiles, 2 * side, kinds as u8 - 1)
            .expect("a half has at least as many codes as a row");
        let filled: Vec<([Slid; 2], Vec<Additions>)> = (0..halves.classes.len())
            .into_par_iter()
            .map(|class| {
                let slides = [Direction::Left, Direction::Right]
                    .map(|direction| halves.slid(class, &lines, direction));
                let spawns = game.spawns().map(|tile| halves.additions(class, tile, &values));
                (slides, spawns.collect())
            })
            .collect();
        for (class, (slides, spawns)) in halves.classes.iter_mut().zip(filled) {
            (class.slides, class.spawns) = (slides, spawns);
        }
        halves
    }

    pub(super) fn class_of_sum(&self, sum: u64) -> Option<usize> {
        self.classes.binary_search_by_key(&sum, |class| class.sum).ok()
    }

    /// The largest sum of a half.
    pub(super) fn highest(&self) -> u64 {
        self.classes.last().map_or(0, |class| class.sum)
    }

    /// The class of halves, by the sums of their quadrants as places in the list of sums.
    #[inline(always)]
    pub(super) fn class_of(&self, first: usize, second: usize) -> usize {
        self.class_of[first][second]
    }

    fn index(&self, class: usize, [first, second]: [usize; 2]) -> usize {
        let sums = self.quadrants.sums[self.quadrants.sum_of[second]];
        self.classes[class].starts[first] as usize + second - sums.start
    }

    /// The pairs of quadrants of a class, in order.
    fn pairs(&self, class: usize) -> impl Iterator<Item = [usize; 2]> + '_ {
        let class = &self.classes[class];
        let with = move |first: usize| {
            let rest = class.sum.checked_sub(self.quadrants.sum(first));
            let seconds = rest.and_then(|sum| self.quadrants.of_sum(sum));
            let seconds = seconds.map_or(0..0, |sums| sums.start..sums.start + sums.count());
            seconds.map(move |second| [first, second])
        };
        (0..self.quadrants.cells.len()).flat_map(with)
    }

    /// The rows of a half, from the outermost one.
    fn rows(&self, [first, second]: [usize; 2]) -> impl Iterator<Item = Vec<u8>> + '_ {
        let side = self.side;
        let [first, second] = [first, second].map(|number| &self.quadrants.cells[number]);
        (0..side).map(move |row| {
            let part = row * side..(row + 1) * side;
            first[part.clone()].iter().chain(second[part].iter().rev()).copied().collect()
        })
    }

    fn slid(&self, class: usize, lines: &LineSlides, direction: Direction) -> Slid {
        let count = self.classes[class].count;
        let mut moves = vec![0; count.div_ceil(64)];
        let mut after = Vec::with_capacity(count);
        for (half, pair) in self.pairs(class).enumerate() {
            let slide = |mut row: Vec<u8>| {
                let after = lines.after(lines.code(row.iter().copied()), direction)?;
                lines.read(after, &mut row);
                Some(row)
            };
            let slid: Option<Vec<Vec<u8>>> = self.rows(pair).map(slide).collect();
            let index = slid.map_or(NONE, |slid| {
                let part = |right: bool| {
                    let cells = slid.iter().flat_map(move |row| {
                        let (near, far) = row.split_at(self.side);
                        let near = near.iter().copied().filter(move |_| !right);
                        near.chain(far.iter().rev().copied().filter(move |_| right))
                    });
                    self.quadrants.number(cells)
                };
                self.index(class, [part(false), part(true)]) as u32
            });
            moves[half / 64] |= u64::from(index != half as u32) << (half % 64);
            after.push(index);
        }
        let mut landed: Vec<u32> = after.iter().copied().filter(|&index| index != NONE).collect();
        landed.sort_unstable();
        landed.dedup();
        let place = |index: &u32| match landed.binary_search(index) {
            Ok(place) => place as u32,
            Err(_) => NONE,
        };
        let place = after.iter().map(place).collect();
        Slid { landed, after, place, moves }
    }

    fn additions(&self, class: usize, tile: Tile, values: &[u64]) -> Additions {
        let sum = self.classes[class].sum + values[usize::from(tile.rank())];
        let mut additions = Additions { class: usize::MAX, starts: vec![0], targets: Vec::new() };
        let Some(target) = self.class_of_sum(sum) else {
            additions.starts.resize(self.classes[class].count + 1, 0);
            return additions;
        };
        additions.class = target;
        for pair in self.pairs(class) {
            for changed in 0..2 {
                let mut cells = self.quadrants.cells[pair[changed]].clone();
                for cell in 0..cells.len() {
                    if cells[cell] == 0 {
                        cells[cell] = tile.rank();
                        let mut more = pair;
                        more[changed] = self.quadrants.number(cells.iter().copied());
                        additions.targets.push(self.index(target, more) as u32);
                        cells[cell] = 0;
                    }
                }
            }
            additions.starts.push(additions.targets.len() as u32);
        }
        additions
    }
}

/// The classes, without what slides and spawns do.
fn classes(quadrants: &Quadrants) -> Vec<Class> {
    let sums = &quadrants.sums;
    let mut all: Vec<u64> = sums.iter().flat_map(|a| sums.iter().map(|b| a.sum + b.sum)).collect();
    all.sort_unstable();
    all.dedup();
    let class = |sum: u64| {
        let mut class = Class { sum, ..Class::default() };
        for first in 0..quadrants.cells.len() {
            let rest = sum.checked_sub(quadrants.sum(first));
            let seconds = rest.and_then(|sum| quadrants.of_sum(sum));
            class.starts.push(seconds.map_or(NONE, |_| class.count as u32));
            class.count += seconds.map_or(0, |sums| sums.count());
        }
        class
    };
    all.into_iter().map(class).collect()
}
