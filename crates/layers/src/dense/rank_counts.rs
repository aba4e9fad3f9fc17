//! Counting the positions of a batch.

use super::geometry::Geometry;
use super::halves::Class;
use super::layer::Batch;

/// Boards by largest rank, mirror images counted separately: all of them, and the dead ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RankCounts {
    pub(super) all: [u64; 16],
    pub(super) dead: [u64; 16],
}

impl RankCounts {
    pub(super) fn add(&mut self, other: &RankCounts) {
        for rank in 0..16 {
            self.all[rank] += other.all[rank];
            self.dead[rank] += other.dead[rank];
        }
    }
}

/// What the rules say about neighbours: which two ranks merge.
pub(super) type Merges = [[bool; 16]; 16];

/// Counts the boards of a batch: slices have a word for each lower half.
pub(super) fn count(
    geometry: &Geometry,
    merges: &Merges,
    (upper, lower): (&Class, &Class),
    batch: &Batch,
    slices: &[u64],
    counts: &mut RankCounts,
) {
    // A row stands for its mirror image too, unless it is its own.
    let mut symmetric = 0;
    for (number, row) in batch.rows.clone().enumerate() {
        let half = upper.rows[row];
        symmetric |= u64::from(upper.mirror[half as usize] == half) << number;
    }
    let weighted = |slice: u64| {
        u64::from(2 * slice.count_ones()) - u64::from((slice & symmetric).count_ones())
    };
    for &(rank, rows) in &batch.largest {
        for (&slice, &largest) in slices.iter().zip(&lower.largest) {
            counts.all[usize::from(largest.max(rank))] += weighted(slice & rows);
        }
    }
    let middle = Middle::new(geometry, merges, upper, batch);
    if middle.stuck == 0 {
        return;
    }
    let columns = geometry.shape.columns();
    for (&index, last_row) in lower.stuck.iter().zip(lower.stuck_rows.chunks_exact(columns)) {
        let slice = slices[index as usize] & middle.stuck;
        if slice == 0 {
            continue;
        }
        let dead = slice & middle.apart_from(last_row);
        for &(rank, rows) in &batch.largest {
            let largest = lower.largest[index as usize].max(rank);
            counts.dead[usize::from(largest)] += weighted(dead & rows);
        }
    }
}

/// The last rows of the upper halves of a batch, which touch those of the lower halves.
struct Middle {
    /// Rows whose half is full and stuck.
    stuck: u64,
    /// For each column and rank of the lower neighbour, the rows whose tile there merges with it.
    merging: Vec<[u64; 16]>,
}

impl Middle {
    fn new(geometry: &Geometry, merges: &Merges, upper: &Class, batch: &Batch) -> Middle {
        let columns = geometry.shape.columns();
        let mut middle = Middle { stuck: 0, merging: vec![[0; 16]; columns] };
        for (number, row) in batch.rows.clone().enumerate() {
            let half = upper.rows[row];
            let Ok(place) = upper.stuck.binary_search(&half) else { continue };
            middle.stuck |= 1 << number;
            let last = &upper.stuck_rows[place * columns..(place + 1) * columns];
            for (merging, &rank) in middle.merging.iter_mut().zip(last) {
                for (other, rows) in merging.iter_mut().enumerate() {
                    *rows |= u64::from(merges[usize::from(rank)][other]) << number;
                }
            }
        }
        middle
    }

    /// The rows on which nothing merges across the middle with a lower half.
    fn apart_from(&self, last_row: &[u8]) -> u64 {
        let merging =
            self.merging.iter().zip(last_row).map(|(rows, &rank)| rows[usize::from(rank)]);
        !merging.fold(0, |any, rows| any | rows)
    }
}
