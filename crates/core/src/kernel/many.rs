//! Many packed boards at once, as they stand: slides, scores and spawns without canonical forms.

use super::NO_SLIDE;
use super::slide::{Lines, occupied, slide_steps};
use super::vectors::{Loop, widest};
use crate::direction::Direction;
use crate::shape::Shape;

/// The kernels for one shape of up to four rows and columns, classic tiles.
///
/// ```
/// use twofold_core::Direction;
/// use twofold_core::kernel::Many;
///
/// let many = Many::new("2x2".parse()?).unwrap();
/// let mut results = [0; 2];
/// assert!(many.slide(Direction::Left, &[0x1123, 0x1000], &mut results));
/// assert_eq!(results, [0x2023, 0x1000]);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Many {
    lines: [Lines; 4],
    /// The lowest bit of every cell.
    cells: u64,
}

/// A tile that may spawn: `rank` if the draw lies below `below`, and not below that of an earlier
/// choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnChoice {
    /// One more than the highest draw of 32 bits that chooses the tile.
    pub below: u64,
    /// The rank of the tile.
    pub rank: u8,
}

impl Many {
    /// The kernels of a shape; `None` if a side is longer than four.
    pub fn new(shape: Shape) -> Option<Many> {
        if shape.rows() > 4 || shape.columns() > 4 {
            return None;
        }
        Some(Many {
            lines: Direction::ALL.map(|direction| Lines::new(shape, direction)),
            cells: (0..shape.cells()).fold(0, |cells, cell| cells | 1 << (4 * cell)),
        })
    }

    /// Slides every board in one direction. An illegal slide leaves the board as it is; where two tiles
    /// of rank 15 meet, the result is [`NO_SLIDE`]. Returns whether that happened nowhere.
    ///
    /// # Panics
    /// If the results are not as long as the boards.
    pub fn slide(&self, direction: Direction, boards: &[u64], results: &mut [u64]) -> bool {
        assert_eq!(boards.len(), results.len());
        let lines = &self.lines[direction as usize];
        let mut overflow = 0;
        let overflows = &mut overflow;
        match (&lines.steps[..], lines.down) {
            (&[a, b], false) => {
                widest(Slides::<2, false>::new(lines, [a, b], boards, results, overflows));
            }
            (&[a, b], true) => {
                widest(Slides::<2, true>::new(lines, [a, b], boards, results, overflows));
            }
            (&[a, b, c], false) => {
                widest(Slides::<3, false>::new(lines, [a, b, c], boards, results, overflows));
            }
            (&[a, b, c], true) => {
                widest(Slides::<3, true>::new(lines, [a, b, c], boards, results, overflows));
            }
            (&[a, b, c, d], false) => {
                widest(Slides::<4, false>::new(lines, [a, b, c, d], boards, results, overflows));
            }
            (&[a, b, c, d], true) => {
                widest(Slides::<4, true>::new(lines, [a, b, c, d], boards, results, overflows));
            }
            // Lines of one cell.
            _ => results.copy_from_slice(boards),
        }
        overflow == 0
    }

    /// Puts a tile into an empty cell of every board, all empty cells being equally likely. The upper
    /// half of a draw chooses the cell, the lower half the tile. Full boards stay as they are.
    ///
    /// A choice of one in *n* cells by 32 bits is off by at most *n* / 2³².
    ///
    /// # Panics
    /// If there are not as many draws as boards, or no choice or more than three.
    pub fn spawn(&self, choices: &[SpawnChoice], draws: &[u64], boards: &mut [u64]) {
        assert_eq!(boards.len(), draws.len());
        let cells = self.cells;
        match *choices {
            [a] => widest(Spawns { cells, choices: [a], draws, boards }),
            [a, b] => widest(Spawns { cells, choices: [a, b], draws, boards }),
            [a, b, c] => widest(Spawns { cells, choices: [a, b, c], draws, boards }),
            _ => panic!("one to three tiles spawn, not {}", choices.len()),
        }
    }
}

/// The points that merges would have given if all tiles of a board had grown from 2s. The points after a
/// slide less those before are its score.
///
/// # Panics
/// If the results are not as long as the boards.
///
/// ```
/// use twofold_core::kernel::merge_points;
///
/// let mut points = [0; 2];
/// merge_points(&[0x1123, 0x2023], &mut points);
/// assert_eq!(points[1] - points[0], 4);
/// ```
pub fn merge_points(boards: &[u64], results: &mut [u64]) {
    assert_eq!(boards.len(), results.len());
    widest(Points { boards, results });
}

struct Slides<'a, const LENGTH: usize, const DOWN: bool> {
    steps: [u64; LENGTH],
    stride: u32,
    boards: &'a [u64],
    results: &'a mut [u64],
    overflow: &'a mut u64,
}

impl<'a, const LENGTH: usize, const DOWN: bool> Slides<'a, LENGTH, DOWN> {
    fn new(
        lines: &Lines,
        steps: [u64; LENGTH],
        boards: &'a [u64],
        results: &'a mut [u64],
        overflow: &'a mut u64,
    ) -> Slides<'a, LENGTH, DOWN> {
        Slides { steps, stride: lines.stride, boards, results, overflow }
    }
}

impl<const LENGTH: usize, const DOWN: bool> Loop for Slides<'_, LENGTH, DOWN> {
    #[inline(always)]
    fn run(self) {
        // Lines of several cells have a stride below 64 bits.
        let stride = self.stride & 63;
        let ahead = |word: u64| if DOWN { word >> stride } else { word << stride };
        let behind = |word: u64| if DOWN { word << stride } else { word >> stride };
        let mut overflow = 0;
        for (&board, result) in self.boards.iter().zip(self.results) {
            let slid = slide_steps::<false>(board, &self.steps, ahead, behind);
            overflow |= slid.overflow;
            let too_large = if slid.overflow == 0 { 0 } else { NO_SLIDE };
            *result = slid.code | too_large;
        }
        *self.overflow = overflow;
    }
}

const NIBBLES: u64 = 0x1111_1111_1111_1111;

struct Spawns<'a, const CHOICES: usize> {
    cells: u64,
    choices: [SpawnChoice; CHOICES],
    draws: &'a [u64],
    boards: &'a mut [u64],
}

impl<const CHOICES: usize> Loop for Spawns<'_, CHOICES> {
    #[inline(always)]
    fn run(self) {
        for (board, &draw) in self.boards.iter_mut().zip(self.draws) {
            let empty = !occupied(*board) & self.cells;
            // Every nibble counts the empty cells up to it, and sixteen as zero.
            let counts = empty.wrapping_mul(NIBBLES);
            let chosen = (((draw >> 32) * u64::from(empty.count_ones())) >> 32) + 1;
            let cell = empty & !occupied(counts ^ ((chosen & 15) * NIBBLES));
            let mut rank = 0;
            for choice in self.choices.iter().rev() {
                let is_below = draw & 0xFFFF_FFFF < choice.below;
                rank = if is_below { u64::from(choice.rank) } else { rank };
            }
            *board |= cell * rank;
        }
    }
}

struct Points<'a> {
    boards: &'a [u64],
    results: &'a mut [u64],
}

impl Loop for Points<'_> {
    #[inline(always)]
    fn run(self) {
        for (&board, result) in self.boards.iter().zip(self.results) {
            let mut points = 0_u64;
            for cell in 0..16 {
                let rank = board >> (4 * cell) & 15;
                points += if rank == 0 { 0 } else { (rank - 1) << rank };
            }
            *result = points;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::Naive;
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::rules::Rules;

    /// Ranks up to 3 or 7, with gaps: merges and empty cells are frequent.
    fn code(shape: Shape, low: bool, (code, bits): (u64, u64)) -> u64 {
        let mask = if low { 0x3333_3333_3333_3333 } else { 0x7777_7777_7777_7777 };
        (code & mask & ((bits & NIBBLES) * 15)) >> (64 - 4 * shape.cells())
    }

    proptest! {
        #[test]
        fn slides_and_scores_equal_the_naive_engine(
            words in prop::collection::vec((any::<u64>(), any::<u64>()), 1..40),
            rows in 1_usize..=4,
            columns in 1_usize..=4,
            low: bool,
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let codes: Vec<u64> = words.into_iter().map(|word| code(shape, low, word)).collect();
            let many = Many::new(shape).unwrap();
            let naive = Naive::new(&Rules::classic(shape));
            let (mut slid, mut before, mut after) =
                (vec![0; codes.len()], vec![0; codes.len()], vec![0; codes.len()]);
            merge_points(&codes, &mut before);
            for direction in Direction::ALL {
                prop_assert!(many.slide(direction, &codes, &mut slid));
                merge_points(&slid, &mut after);
                for (index, &code) in codes.iter().enumerate() {
                    let packed = Packed::from_code(shape, code).unwrap();
                    let expected = naive.slide(&packed.convert().unwrap(), direction);
                    let expected = expected.map_or((code, 0), |slid| {
                        (slid.board.convert::<Packed>().unwrap().code(), slid.score)
                    });
                    prop_assert_eq!((slid[index], after[index] - before[index]), expected);
                }
            }
        }

        #[test]
        fn spawns_fill_one_empty_cell(
            word: (u64, u64),
            draws in prop::collection::vec(any::<u64>(), 1..40),
            rows in 1_usize..=4,
            columns in 1_usize..=4,
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let code = code(shape, true, word);
            let packed = Packed::from_code(shape, code).unwrap();
            let mut boards = vec![code; draws.len()];
            let choices = [
                SpawnChoice { below: 1 << 31, rank: 1 },
                SpawnChoice { below: 1 << 32, rank: 5 },
            ];
            Many::new(shape).unwrap().spawn(&choices, &draws, &mut boards);
            for (board, draw) in boards.into_iter().zip(draws) {
                let cells: Vec<u64> = packed.empty_cells().map(|cell| {
                    packed.with(cell, crate::tile::Tile::new(1).unwrap()).unwrap().code() ^ code
                }).collect();
                let rank = if draw & (1 << 31) == 0 { 1 } else { 5 };
                match cells.len() {
                    0 => prop_assert_eq!(board, code),
                    count => {
                        // Cells are counted from the last one.
                        let chosen = count - 1 - (((draw >> 32) * count as u64) >> 32) as usize;
                        prop_assert_eq!(board, code | (cells[chosen] * rank));
                    }
                }
            }
        }
    }

    #[test]
    fn every_cell_of_an_empty_board_is_chosen_as_often() {
        let many = Many::new("4x4".parse().unwrap()).unwrap();
        let draws: Vec<u64> = (0..1600_u64).map(|n| (((n << 32) / 1600) << 32) | n).collect();
        let mut boards = vec![0; draws.len()];
        many.spawn(&[SpawnChoice { below: 1 << 32, rank: 1 }], &draws, &mut boards);
        let mut counts = BTreeMap::<u64, u32>::new();
        for board in boards {
            *counts.entry(board).or_default() += 1;
        }
        assert_eq!(counts.into_values().collect::<Vec<_>>(), [100; 16]);
    }

    #[test]
    fn tiles_that_do_not_fit_are_marked() {
        let many = Many::new("2x2".parse().unwrap()).unwrap();
        let mut results = [0; 3];
        assert!(!many.slide(Direction::Left, &[0x1100, 0xFF00, 0xF0F0], &mut results));
        assert_eq!(results, [0x2000, NO_SLIDE, 0xF0F0]);
        assert!(Many::new("1x5".parse().unwrap()).is_none());
    }
}
