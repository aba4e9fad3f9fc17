//! Positions of a layer, 64 upper halves at a time: pulled from afterstates, counted, slid.

use std::ops::Range;

use super::geometry::{Geometry, Pair};
use super::halves::{Class, NONE};
use super::matrix::{Block, Matrix};
use super::transpose::{rows_to_slices, slices_to_rows};

/// Up to 64 rows of a block.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Numbers of rows in the class.
    pub(super) rows: Range<usize>,
    /// The largest ranks of their upper halves, each with a bit for every row that has it.
    pub(super) largest: Vec<(u8, u64)>,
}

/// The rows of a class in batches.
pub(super) fn batches(class: &Class) -> Vec<Batch> {
    let batch = |start: usize| {
        let rows = start..class.rows.len().min(start + 64);
        let mut largest: Vec<(u8, u64)> = Vec::new();
        for (number, row) in rows.clone().enumerate() {
            let rank = class.largest[class.rows[row] as usize];
            match largest.last_mut() {
                Some((last, rows)) if *last == rank => *rows |= 1 << number,
                _ => largest.push((rank, 1 << number)),
            }
        }
        Batch { rows, largest }
    };
    (0..class.rows.len()).step_by(64).map(batch).collect()
}

/// Afterstates on which a tile appears, the number of the tile among the spawned ones first.
pub(super) type Sources<'a> = [(usize, &'a Matrix)];

/// Memory that batches of one thread share.
#[derive(Default)]
pub(super) struct Scratch {
    /// The positions: a word for each lower half, a bit for each row of the batch.
    pub(super) slices: Vec<u64>,
    other: Vec<u64>,
    left: Vec<u64>,
    left_of_mirror: Vec<u64>,
}

impl Scratch {
    fn cleared(words: &mut Vec<u64>, columns: usize) -> &mut [u64] {
        words.clear();
        words.resize(columns.div_ceil(64) * 64, 0);
        words
    }

    /// Finds the positions of a batch: every board on which the last tile may have appeared.
    /// Returns whether there are any.
    pub(super) fn pull(
        &mut self,
        geometry: &Geometry,
        (upper_class, lower_class): (usize, usize),
        batch: &Batch,
        sources: &Sources<'_>,
        starts: &[(usize, usize)],
    ) -> bool {
        let upper = &geometry.upper.classes[upper_class];
        let lower = &geometry.lower.classes[lower_class];
        let slices = Scratch::cleared(&mut self.slices, lower.codes.len());

        // The tile appeared in the upper half: whole rows of boards with one tile less. Rows of
        // mirror images are to be read with their columns mirrored.
        let (mut plain, mut mirrored) = (Vec::new(), Vec::new());
        for &(spawn, matrix) in sources {
            let without = &upper.without[spawn];
            if without.is_empty() {
                continue;
            }
            let (block, class) =
                (&matrix.blocks[without.class], &geometry.upper.classes[without.class]);
            if block.key != Some(lower_class) {
                continue;
            }
            for (number, row) in batch.rows.clone().enumerate() {
                for &source in without.of(upper.rows[row] as usize) {
                    let stored = source <= class.mirror[source as usize];
                    let row = block.row(class.row_of[source as usize] as usize);
                    if stored { &mut plain } else { &mut mirrored }.push((number, row));
                }
            }
        }
        rows_to_slices(&plain, slices);
        if !mirrored.is_empty() {
            let other = Scratch::cleared(&mut self.other, lower.codes.len());
            rows_to_slices(&mirrored, other);
            for (slice, &mirror) in slices.iter_mut().zip(&lower.mirror) {
                *slice |= other[mirror as usize];
            }
        }

        // The tile appeared in the lower half: the same rows, columns with one tile less.
        for &(spawn, matrix) in sources {
            let without = &lower.without[spawn];
            let block: &Block = &matrix.blocks[upper_class];
            if without.is_empty() || block.key != Some(without.class) {
                continue;
            }
            let rows: Vec<_> = batch
                .rows
                .clone()
                .enumerate()
                .map(|(number, row)| (number, block.row(row)))
                .collect();
            let columns = geometry.lower.classes[without.class].codes.len();
            let other = Scratch::cleared(&mut self.other, columns);
            rows_to_slices(&rows, other);
            for (index, slice) in slices[..lower.codes.len()].iter_mut().enumerate() {
                for &source in without.of(index) {
                    *slice |= other[source as usize];
                }
            }
        }

        for &(row, column) in starts.iter().filter(|(row, _)| batch.rows.contains(row)) {
            slices[column] |= 1 << (row - batch.rows.start);
        }
        slices.iter().any(|&slice| slice != 0)
    }

    /// Slides the positions of a batch to the left, and their mirror images; adds what is legal and
    /// leaves play going to `block`, a block of landed boards.
    pub(super) fn slide_left(
        &mut self,
        upper: &Class,
        lower: &Class,
        batch: &Batch,
        block: &mut Block,
    ) {
        let half = |row: usize| upper.rows[row];
        let mirror = |row: usize| upper.mirror[upper.rows[row] as usize];
        let own = Images::new(upper, batch, half);
        let mirrored = Images::new(upper, batch, |row| {
            // A symmetric half has no other image.
            if mirror(row) == half(row) { NONE } else { mirror(row) }
        });
        let columns = lower.landed.len();
        let left = Scratch::cleared(&mut self.left, columns);
        let left_of_mirror = Scratch::cleared(&mut self.left_of_mirror, columns);
        for (index, &slid) in lower.slid.iter().enumerate() {
            if slid == NONE {
                continue;
            }
            let moves = lower.moves[index];
            left[slid as usize] |= self.slices[index] & own.mask(moves);
            let other = self.slices[lower.mirror[index] as usize];
            left_of_mirror[slid as usize] |= other & mirrored.mask(moves);
        }
        own.unite(left, block);
        mirrored.unite(left_of_mirror, block);
    }
}

/// What a slide to the left makes of the upper halves of a batch.
struct Images {
    targets: Vec<u32>,
    /// Rows on which play goes on.
    valid: u64,
    /// Those that the slide changes.
    moved: u64,
}

impl Images {
    fn new(upper: &Class, batch: &Batch, half: impl Fn(usize) -> u32) -> Images {
        let mut images = Images { targets: Vec::new(), valid: 0, moved: 0 };
        for (number, row) in batch.rows.clone().enumerate() {
            let half = half(row);
            let target = if half == NONE { NONE } else { upper.slid[half as usize] };
            images.targets.push(target);
            if target != NONE {
                images.valid |= 1 << number;
                images.moved |= u64::from(upper.moves[half as usize]) << number;
            }
        }
        images
    }

    /// The rows for which a slide is legal if the lower half moves or not.
    fn mask(&self, lower_moves: bool) -> u64 {
        if lower_moves { self.valid } else { self.moved }
    }

    fn unite(&self, slices: &[u64], block: &mut Block) {
        slices_to_rows(slices, |number, word, bits| {
            let place = self.targets[number] as usize * block.width + word;
            block.words[place] |= bits;
        });
    }
}

/// The places of start boards of a sum, by upper class: every image, rows as they are stored.
pub(super) fn starts_by_class(
    geometry: &Geometry,
    boards: impl Iterator<Item = u64>,
) -> Vec<Vec<(usize, usize)>> {
    let mut places = vec![Vec::new(); geometry.upper.classes.len()];
    for code in boards {
        let Pair { upper, lower } = geometry.split(code);
        let (upper, lower) = (geometry.upper.place(upper), geometry.lower.place(lower));
        let class = &geometry.upper.classes[upper.class as usize];
        if upper.index <= class.mirror[upper.index as usize] {
            let row = class.row_of[upper.index as usize] as usize;
            places[upper.class as usize].push((row, lower.index as usize));
        }
    }
    places
}
