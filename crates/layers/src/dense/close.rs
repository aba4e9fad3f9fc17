//! From landed boards, what slides to the left lead to, to all boards after a slide.
//!
//! Positions are closed under the symmetries of the board, so slides to the right are mirror images
//! of slides to the left, and on a square board slides up and down are transposed ones. What is
//! closed under mirror images of the columns is stored by upper halves up to mirror images.

use rayon::prelude::*;
use twofold_core::{Cell, Symmetry};

use super::geometry::Geometry;
use super::halves::{Class, Halves, NONE};
use super::matrix::{Block, Matrix};
use super::transpose::{rows_to_slices, slices_to_rows};
use super::words::SharedWords;

/// Where bits of stored boards go, by codes of halves.
#[derive(Debug)]
pub(super) struct Targets {
    upper: Vec<UpperTarget>,
    /// The index of each lower half and that of its mirror image.
    lower: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct UpperTarget {
    class: u32,
    /// The row, and two bits: whether the half itself is stored, whether its mirror image is.
    row: u32,
}

const SELF: u32 = 1;
const MIRROR: u32 = 2;

impl Targets {
    pub(super) fn new(geometry: &Geometry) -> Targets {
        let mut targets = Targets { upper: Vec::new(), lower: Vec::new() };
        let count = |halves: &Halves| halves.classes.iter().map(|class| class.codes.len()).sum();
        targets.upper.resize(count(&geometry.upper), UpperTarget::default());
        targets.lower.resize(count(&geometry.lower), [0; 2]);
        for (number, class) in geometry.upper.classes.iter().enumerate() {
            for (index, &code) in class.codes.iter().enumerate() {
                let mirror = class.mirror[index];
                let stored = u32::from(index as u32 <= mirror) * SELF
                    + u32::from(mirror <= index as u32) * MIRROR;
                let row = class.row_of[index] << 2 | stored;
                targets.upper[code as usize] = UpperTarget { class: number as u32, row };
            }
        }
        for class in &geometry.lower.classes {
            for (index, &code) in class.codes.iter().enumerate() {
                targets.lower[code as usize] = [index as u32, class.mirror[index]];
            }
        }
        targets
    }
}

/// A set of boards that threads add to.
pub(super) struct Sink<'a> {
    targets: &'a Targets,
    blocks: Vec<(SharedWords<'a>, usize)>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(targets: &'a Targets, matrix: &'a mut Matrix) -> Sink<'a> {
        let shared = |block: &'a mut Block| {
            let width = block.width;
            (SharedWords::new(&mut block.words), width)
        };
        Sink { targets, blocks: matrix.blocks.iter_mut().map(shared).collect() }
    }

    /// Adds a board and its mirror image.
    #[inline]
    pub(super) fn add(&self, upper: u32, lower: u32) {
        let target = self.targets.upper[upper as usize];
        let [column, mirror] = self.targets.lower[lower as usize];
        let (words, width) = &self.blocks[target.class as usize];
        let row = (target.row >> 2) as usize * width;
        if target.row & SELF != 0 {
            words.set(row + column as usize / 64, column as usize % 64);
        }
        if target.row & MIRROR != 0 {
            words.set(row + mirror as usize / 64, mirror as usize % 64);
        }
    }

    /// Adds a board whose mirror image is added by somebody else.
    #[inline]
    fn add_alone(&self, upper: u32, lower: u32) {
        let target = self.targets.upper[upper as usize];
        if target.row & SELF != 0 {
            let [column, _] = self.targets.lower[lower as usize];
            let (words, width) = &self.blocks[target.class as usize];
            let row = (target.row >> 2) as usize * width;
            words.set(row + column as usize / 64, column as usize % 64);
        }
    }
}

/// Adds to the boards the landed ones, and their mirror images.
pub(super) fn add_horizontal(geometry: &Geometry, landed: &Matrix, boards: &mut Matrix) {
    let blocks = boards.blocks.par_iter_mut().enumerate();
    blocks.filter(|(_, block)| !block.words.is_empty()).for_each_init(
        || (Vec::new(), Vec::new(), Vec::new()),
        |(left, right, slices), (number, block)| {
            let upper = &geometry.upper.classes[number];
            let lower = &geometry.lower.classes[block.key.expect("it has words")];
            let source = &landed.blocks[number];
            for start in (0..upper.rows.len()).step_by(64) {
                let rows = start..upper.rows.len().min(start + 64);
                let half = |row: usize| upper.rows[row];
                let mirror = |row: usize| upper.mirror[upper.rows[row] as usize];
                let any_left = gather(upper, source, rows.clone(), half, left);
                let any_right = gather(upper, source, rows, mirror, right);
                if !any_left && !any_right {
                    continue;
                }
                slices.clear();
                slices.resize(block.width * 64, 0);
                spread(lower, left, right, slices);
                slices_to_rows(slices, |row, word, bits| {
                    let place = (start + row) * block.width + word;
                    block.words[place] |= bits;
                });
            }
        },
    );
}

/// Slices of the rows whose halves have landed; whether there are any.
fn gather(
    upper: &Class,
    source: &Block,
    rows: std::ops::Range<usize>,
    half: impl Fn(usize) -> u32,
    slices: &mut Vec<u64>,
) -> bool {
    let found: Vec<_> = rows
        .enumerate()
        .filter_map(|(number, row)| {
            let place = upper.landed_of[half(row) as usize];
            (place != NONE).then(|| (number, source.row(place as usize)))
        })
        .collect();
    slices.clear();
    slices.resize(source.width * 64, 0);
    rows_to_slices(&found, slices);
    !found.is_empty()
}

fn spread(lower: &Class, left: &[u64], right: &[u64], slices: &mut [u64]) {
    for (place, &index) in lower.landed.iter().enumerate() {
        slices[index as usize] |= left[place];
        slices[lower.mirror[index as usize] as usize] |= right[place];
    }
}

/// What the cells of landed halves contribute to the halves of the transposed board, and to
/// those of its mirror image of the rows.
#[derive(Debug)]
pub(super) struct Transposition {
    /// Of the upper halves, by class and place among the landed ones.
    upper: Vec<Vec<[Part; 2]>>,
    /// Of the lower halves.
    lower: Vec<Vec<[Part; 2]>>,
    /// Whether the halves are of one height, so that a mirror image of the rows exchanges them.
    even: bool,
}

/// A part of the codes of both halves.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    upper: u32,
    lower: u32,
}

impl Transposition {
    pub(super) fn new(geometry: &Geometry) -> Transposition {
        let rows = geometry.shape.rows();
        let parts = |halves: &Halves, board_row: &dyn Fn(usize) -> usize| {
            let class = |class: &Class| {
                let half = |&index: &u32| {
                    let cells = halves.cells(class.codes[index as usize]);
                    [Symmetry::Transpose, Symmetry::Counterclockwise]
                        .map(|symmetry| part(geometry, &cells, board_row, symmetry))
                };
                class.landed.iter().map(half).collect()
            };
            halves.classes.iter().map(class).collect()
        };
        Transposition {
            upper: parts(&geometry.upper, &|row| row),
            lower: parts(&geometry.lower, &|row| rows - 1 - row),
            even: rows.is_multiple_of(2),
        }
    }

    /// Adds to the boards the transposed ones of the landed ones: what slides up and
    /// down lead to.
    pub(super) fn add_vertical(&self, landed: &Matrix, sink: &Sink<'_>) {
        // Few blocks hold most boards; rows are small enough to be shared evenly.
        let rows = |(class, block): (usize, &Block)| {
            let count = block.words.len().checked_div(block.width).unwrap_or(0);
            (0..count).map(move |row| (class, row))
        };
        let all: Vec<_> = landed.blocks.iter().enumerate().flat_map(rows).collect();
        all.par_chunks(64).for_each(|rows| {
            for &(class, row) in rows {
                self.add_row(class, row, &landed.blocks[class], sink);
            }
        });
    }

    fn add_row(&self, class: usize, row: usize, block: &Block, sink: &Sink<'_>) {
        let [up, down] = self.upper[class][row];
        let lower = block.key.expect("it has rows");
        let parts = &self.lower[lower];
        if !self.even {
            for_each_bit(block.row(row), 0, |place| {
                let [above, below] = parts[place];
                sink.add_alone(up.upper + above.upper, up.lower + above.lower);
                sink.add_alone(down.upper + below.upper, down.lower + below.lower);
            });
            return;
        }
        // The mirror image of the rows is here too; either of the two stands for both.
        let first = match class.cmp(&lower) {
            std::cmp::Ordering::Less => return,
            std::cmp::Ordering::Equal => row,
            std::cmp::Ordering::Greater => 0,
        };
        for_each_bit(block.row(row), first, |place| {
            let [above, below] = parts[place];
            sink.add(up.upper + above.upper, up.lower + above.lower);
            sink.add(down.upper + below.upper, down.lower + below.lower);
        });
    }
}

fn part(
    geometry: &Geometry,
    cells: &[u8],
    board_row: &dyn Fn(usize) -> usize,
    symmetry: Symmetry,
) -> Part {
    let columns = geometry.shape.columns();
    let mut part = Part::default();
    for (index, &rank) in cells.iter().enumerate() {
        let cell = Cell::new(board_row(index / columns), index % columns);
        let image = symmetry.cell(geometry.shape, cell);
        let (upper, weight) = geometry.weight(image.row(), image.column());
        let code = if upper { &mut part.upper } else { &mut part.lower };
        *code += weight * u32::from(rank);
    }
    part
}

/// Calls back with the number of every bit that is set, from a first one on.
#[inline]
pub(super) fn for_each_bit(words: &[u64], first: usize, mut each: impl FnMut(usize)) {
    for (index, &word) in words.iter().enumerate().skip(first / 64) {
        let mut bits = if index == first / 64 { word & (!0 << (first % 64)) } else { word };
        while bits != 0 {
            each(index * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
