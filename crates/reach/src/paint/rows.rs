//! How many rows there are, counted layer by layer of tile sum.
//!
//! Figure 18 of Catania and Raymond (2024) counts, for boards of width 1 to 8, the filled rows in
//! which no two neighbours are equal, and all rows that are met on the way with a tile just
//! spawned. They listed all of them at once and ran out of memory at width 9. Here only the
//! packed tiles after a slide are kept, of both mirror images one, and of those only the few
//! tile sums at hand.

#[cfg(test)]
use std::collections::BTreeSet;

use twofold_core::{Progress, Stopped, Tile, Watch};

use crate::tiles::TILES;

/// The longest row that is counted: a row is packed into 64 bits.
pub const MAX_WIDTH: usize = 14;

/// How many rows of one width there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowCounts {
    /// The width of the board.
    pub width: usize,
    /// Full rows in which no two neighbours are equal: those of which pictures are made.
    pub filled: u64,
    /// Rows met on the way to them, with a tile just spawned, full or not.
    pub met: u64,
    /// The largest number of rows held in memory at a time.
    pub peak: usize,
}

/// Why rows were not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// The width is out of range.
    #[error("rows of 1 to {MAX_WIDTH} cells can be counted, not of {width}")]
    Width {
        /// The width that was asked for.
        width: usize,
    },
    /// More rows than allowed had to be held at a time.
    #[error("rows of {width} cells take more than {allowed} bytes of memory to count")]
    Memory {
        /// The width that was asked for.
        width: usize,
        /// The bytes that were allowed.
        allowed: u64,
    },
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Counts the rows that can be built.
///
/// ```
/// use twofold_reach::paint::count_rows;
///
/// let counts = count_rows(4, &())?;
/// assert_eq!((counts.filled, counts.met), (142, 431));
/// # Ok::<(), twofold_reach::paint::RowsError>(())
/// ```
pub fn count_rows(width: usize, watch: &dyn Watch) -> Result<RowCounts, RowsError> {
    count_rows_within(width, u64::MAX, watch)
}

/// Bytes of memory for a row: twice its own, since lists grow by being copied.
const BYTES_OF_ROW: u64 = 16;

/// The same, with so many bytes of memory at most.
///
/// # Errors
/// [`RowsError::Memory`] as soon as they do not suffice.
pub fn count_rows_within(
    width: usize,
    allowed: u64,
    watch: &dyn Watch,
) -> Result<RowCounts, RowsError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(RowsError::Width { width });
    }
    let mut counts = RowCounts { width, filled: 0, met: 0, peak: 0 };
    if width == 1 {
        return Ok(RowCounts { filled: 2, met: 2, ..counts });
    }
    let merges = Merges::new();
    // Packed tiles after a slide, and full rows after a spawn, by tile sum in units of 2: the sum
    // at hand and the two above it.
    let mut packed = [vec![0u64], vec![], vec![]];
    let mut full: [Vec<u64>; 3] = Default::default();
    let mut longest_single = 0;
    while packed.iter().chain(&full).any(|rows| !rows.is_empty()) {
        watch.report(Progress { done: counts.met, total: None });
        count_full(&mut full[0], &mut counts);
        packed[0].sort_unstable();
        packed[0].dedup();
        let held = packed.iter().chain(&full).map(Vec::len).sum();
        counts.peak = counts.peak.max(held);
        if held as u64 * BYTES_OF_ROW > allowed {
            return Err(RowsError::Memory { width, allowed });
        }
        for (index, row) in std::mem::take(&mut packed[0]).into_iter().enumerate() {
            if index.is_multiple_of(1 << 16) && watch.is_stopped() {
                return Err(Stopped.into());
            }
            let tiles = tiles(row);
            counts.met += partial_rows(tiles, width);
            longest_single += u64::from(tiles == 1 && row <= 2 && width > 2);
            for rank in [1, 2] {
                let spawned = row | rank << (4 * tiles);
                let target = rank as usize;
                if tiles + 1 == width {
                    full[target].push(spawned);
                }
                for view in [spawned, reversed(spawned)] {
                    let slid = merges.slide(view);
                    if tiles + 1 < width || self::tiles(slid) < width {
                        packed[target].push(slid);
                    }
                }
            }
        }
        packed.rotate_left(1);
        full.rotate_left(1);
    }
    // Two small tiles at the two ends are met from either side, and were counted twice.
    counts.met -= longest_single * 2;
    Ok(counts)
}

/// How many rows that are not full arise from packed tiles and their mirror image by a spawn: a
/// 2 or a 4, beside the tiles or at the far end.
fn partial_rows(tiles: usize, width: usize) -> u64 {
    match tiles {
        0 => 4,
        tiles if tiles + 1 < width => 2 * 2 * 2,
        _ => 0,
    }
}

/// Counts full rows and their mirror images.
fn count_full(rows: &mut Vec<u64>, counts: &mut RowCounts) {
    rows.sort_unstable();
    for &row in rows.iter() {
        let weight = if rows.binary_search(&reversed(row)).is_ok() { 1 } else { 2 };
        counts.met += weight;
        counts.filled += if is_stable(row) { weight } else { 0 };
    }
    rows.clear();
}

/// The number of tiles of a row packed into nibbles, the first one lowest.
const fn tiles(row: u64) -> usize {
    (u64::BITS - row.leading_zeros()).div_ceil(4) as usize
}

fn reversed(row: u64) -> u64 {
    let nibbles = row.swap_bytes();
    let nibbles = (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (nibbles & 0x0f0f_0f0f_0f0f_0f0f) << 4;
    match tiles(row) {
        0 => 0,
        tiles => nibbles >> (64 - 4 * tiles),
    }
}

fn is_stable(row: u64) -> bool {
    let neighbours = row ^ row >> 4;
    (0..tiles(row).saturating_sub(1)).all(|place| neighbours >> (4 * place) & 15 != 0)
}

/// What two equal tiles become by the rules, by rank; no others merge.
///
/// The one slide beside those of `core`. Rows have no gaps here, so pairing neighbours is all there is
/// to do: width 9 takes 0.26 s of processor time, and 1.06 s with the bit-parallel engine, which looks
/// for gaps. `LineSlides` has no room for rows of more than six cells with ranks up to 15. A test holds
/// it to the engine.
struct Merges([u64; 16]);

impl Merges {
    fn new() -> Merges {
        let tile = |rank: usize| Tile::new(rank as u8).expect("a small rank");
        let merge = |a: usize, b: usize| TILES.merge(tile(a), tile(b));
        assert!((1..16).all(|a| (1..a).all(|b| merge(a, b).is_none())));
        Merges(std::array::from_fn(|rank| merge(rank, rank).map_or(0, |tile| tile.rank().into())))
    }

    /// Slides a row towards its first tile, the lowest nibble.
    fn slide(&self, mut row: u64) -> u64 {
        let (mut slid, mut place) = (0, 0);
        while row != 0 {
            let tile = row & 15;
            row >>= 4;
            if tile == row & 15 {
                slid |= self.0[tile as usize] << place;
                row >>= 4;
            } else {
                slid |= tile << place;
            }
            place += 4;
        }
        slid
    }
}

/// All filled rows by plain search over rows with gaps: the oracle of the tests.
#[cfg(test)]
pub(super) fn list_rows(width: usize) -> BTreeSet<Vec<u8>> {
    list_all(width)
        .into_iter()
        .filter(|row| !row.contains(&0) && row.windows(2).all(|pair| pair[0] != pair[1]))
        .collect()
}

#[cfg(test)]
fn list_all(width: usize) -> BTreeSet<Vec<u8>> {
    use super::build::{self, Side};

    let mut met: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut open = vec![vec![0; width]];
    while let Some(row) = open.pop() {
        let empty = |place: &usize| row[*place] == 0;
        let ends = [(0..width).find(empty), (0..width).rev().find(empty)];
        for (place, rank) in ends.into_iter().flatten().flat_map(|place| [(place, 1), (place, 2)]) {
            let mut spawned = row.clone();
            spawned[place] = rank;
            if !met.insert(spawned.clone()) {
                continue;
            }
            let tiles: Vec<u8> = spawned.iter().copied().filter(|&tile| tile > 0).collect();
            for side in [Side::Left, Side::Right] {
                let mut slid = build::slide(tiles.clone(), side).unwrap();
                match side {
                    Side::Left => slid.resize(width, 0),
                    Side::Right => slid.splice(0..0, vec![0; width - slid.len()]).for_each(drop),
                }
                if slid != spawned {
                    open.push(slid);
                }
            }
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catania and Raymond 2024, Figure 18.
    #[test]
    fn the_published_table() {
        let published = [
            (2, 2),
            (6, 12),
            (26, 67),
            (142, 431),
            (850, 2_923),
            (5_626, 20_738),
            (40_882, 156_031),
            (320_902, 1_245_210),
        ];
        for (width, (filled, met)) in (1..).zip(published) {
            let counts = count_rows(width, &()).unwrap();
            assert_eq!((counts.filled, counts.met), (filled, met), "{width}");
        }
    }

    #[test]
    fn rows_slide_as_the_rules_engine_has_it() {
        use twofold_core::{BitParallel, Direction, Rules};

        let rules = Rules::new("1x5".parse().unwrap(), TILES);
        let (engine, merges) = (BitParallel::new(&rules).unwrap(), Merges::new());
        for number in 0..4u64.pow(5) {
            let row =
                (0..5).fold(0, |row, place| row | (1 + (number >> (2 * place) & 3)) << (4 * place));
            // Rows start at the lowest nibble, codes of boards end there.
            assert_eq!(Ok(merges.slide(row)), engine.slide_code(row, Direction::Right), "{row:x}");
        }
    }

    #[test]
    fn counting_agrees_with_listing() {
        for width in 1..=6 {
            let counts = count_rows(width, &()).unwrap();
            assert_eq!(counts.filled, list_rows(width).len() as u64);
            assert_eq!(counts.met, list_all(width).len() as u64);
        }
    }

    #[test]
    fn widths_out_of_range_are_refused() {
        assert!(count_rows(0, &()).is_err() && count_rows(15, &()).is_err());
    }
}
