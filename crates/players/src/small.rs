//! Classic 2048 on boards of at most twelve cells, by tables of line slides.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::{Direction, LineSlides, Rules, Shape, TileSystem};

use crate::twos_and_fours::twos_and_fours;

/// Slides and spawns of small boards, packed into a word of four bits a cell, the first cell highest.
///
/// Twelve cells hold no tile past rank 13, so no slide can overflow. Only rules that the tables are
/// valid for yield a value of this type, and it carries their spawn probabilities.
pub(crate) struct SmallBoards {
    shape: Shape,
    rows: Lines,
    columns: Lines,
    /// The bit offset of each cell, from the lowest, on the transposed board.
    turned: Vec<u32>,
    /// The inverse of `turned`.
    upright: Vec<u32>,
    /// The lowest bit of every cell.
    cells: u64,
    /// The probability of a 2, and of a 4.
    chances: [f64; 2],
}

/// A legal slide.
#[derive(Clone, Copy)]
pub(crate) struct SmallSlide {
    pub(crate) board: u64,
    pub(crate) score: u32,
}

impl SmallBoards {
    /// The tables, if they are valid for the rules.
    pub(crate) fn of(rules: &Rules) -> Option<SmallBoards> {
        let shape = rules.shape;
        let (rows, columns) = (shape.rows(), shape.columns());
        let fits = rows.max(columns) <= 4 && (2..=12).contains(&shape.cells());
        let chances = twos_and_fours(rules).filter(|_| fits)?;
        // Cell i of a turned board, from the lowest bits, has its row and column exchanged.
        let places = |shape: Shape| {
            let (rows, columns) = (shape.rows(), shape.columns());
            let place = |cell: usize| 4 * ((cell % columns) * rows + cell / columns) as u32;
            (0..shape.cells()).map(place).collect()
        };
        Some(SmallBoards {
            shape,
            rows: Lines::new(rules.tiles, columns, rows),
            columns: Lines::new(rules.tiles, rows, columns),
            turned: places(shape),
            upright: places(shape.transposed()),
            cells: (0..shape.cells()).fold(0, |cells, cell| cells | 1 << (4 * cell)),
            chances,
        })
    }

    /// The shape of the boards.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The board with rows and columns exchanged.
    #[inline(always)]
    pub(crate) fn transposed(&self, board: u64) -> u64 {
        exchange(board, &self.turned)
    }

    /// The legal slides up, down, left and right.
    #[inline(always)]
    pub(crate) fn slides(&self, board: u64) -> [Option<SmallSlide>; 4] {
        let turned = self.transposed(board);
        let upright =
            |slide: SmallSlide| SmallSlide { board: exchange(slide.board, &self.upright), ..slide };
        let [up, down] = self.columns.slides(turned);
        let [left, right] = self.rows.slides(board);
        [up.map(upright), down.map(upright), left, right]
    }

    /// The lowest bit of every empty cell.
    #[inline(always)]
    pub(crate) fn empty(&self, board: u64) -> u64 {
        let occupied = board | board >> 2;
        !(occupied | occupied >> 1) & self.cells
    }

    /// The probability of a 2, and of a 4.
    pub(crate) fn chances(&self) -> [f64; 2] {
        self.chances
    }

    /// Draws a spawn by the spawn rule.
    #[inline(always)]
    pub(crate) fn spawn(&self, board: u64, random: &mut ChaCha8Rng) -> u64 {
        let mut cells = self.empty(board);
        for _ in 0..random.random_range(0..cells.count_ones()) {
            cells &= cells - 1;
        }
        let rank = if random.random::<f64>() < self.chances[0] { 1 } else { 2 };
        board | ((cells & cells.wrapping_neg()) * rank)
    }
}

/// Moves the cells of a board, from the lowest, to the given bit offsets.
#[inline(always)]
fn exchange(mut board: u64, places: &[u32]) -> u64 {
    let mut result = 0;
    for place in places {
        result |= (board & 0xF) << place;
        board >>= 4;
    }
    result
}

/// A line of cells of four bits after a slide either way.
#[derive(Clone, Copy)]
struct SlidLine {
    to_first: u16,
    to_last: u16,
    /// The points of either slide.
    score: u32,
}

/// The lines of a board and the slides of each.
struct Lines {
    table: Vec<SlidLine>,
    /// Bits of a line.
    width: u32,
    /// How many there are.
    count: u32,
}

impl Lines {
    fn new(tiles: TileSystem, length: usize, count: usize) -> Lines {
        let slides = LineSlides::new(tiles, length, 15).expect("up to four cells");
        let slid = |code| {
            let to_first = slides.slide(code, Direction::Left);
            let to_last = slides.slide(code, Direction::Right);
            SlidLine {
                to_first: to_first.after as u16,
                to_last: to_last.after as u16,
                score: to_first.score as u32,
            }
        };
        let table = (0..slides.count() as u32).map(slid).collect();
        Lines { table, width: 4 * length as u32, count: count as u32 }
    }

    /// The slides towards the first and the last cell of all lines.
    #[inline(always)]
    fn slides(&self, board: u64) -> [Option<SmallSlide>; 2] {
        let (mut to_first, mut to_last, mut score) = (0, 0, 0);
        let mask = (1 << self.width) - 1;
        for line in 0..self.count {
            let shift = line * self.width;
            let slid = self.table[(board >> shift & mask) as usize];
            to_first |= u64::from(slid.to_first) << shift;
            to_last |= u64::from(slid.to_last) << shift;
            score += slid.score;
        }
        let legal = |slid: u64| (slid != board).then_some(SmallSlide { board: slid, score });
        [legal(to_first), legal(to_last)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand_chacha::rand_core::SeedableRng;
    use twofold_core::{BitParallel, Direction, Packed, SlideEngine, SpawnTiles};

    use super::*;

    proptest! {
        #[test]
        fn slides_are_those_of_the_rules(code: u64, gaps: u64, shape in 0_usize..8) {
            let names = ["1x2", "2x1", "2x2", "2x3", "3x2", "3x3", "3x4", "4x3"];
            let rules = Rules::classic(names[shape].parse().unwrap());
            let small = SmallBoards::of(&rules).unwrap();
            let code = code & ((gaps & small.cells) * 15) & (small.cells * 7);
            let engine = BitParallel::new(&rules).unwrap();
            let board = Packed::from_code(rules.shape, code).unwrap();
            for (direction, slide) in Direction::ALL.into_iter().zip(small.slides(code)) {
                let expected = engine.try_slide(&board, direction).unwrap();
                let expected = expected.map(|slid| (slid.board.code(), slid.score));
                prop_assert_eq!(slide.map(|slide| (slide.board, slide.score.into())), expected);
            }
        }
    }

    #[test]
    fn tiles_appear_in_empty_cells_as_often_as_they_should() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let small = SmallBoards::of(&rules).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let board = 0x1_0203_0405;
        let mut counts = std::collections::BTreeMap::<u64, u32>::new();
        for _ in 0..20_000 {
            *counts.entry(small.spawn(board, &mut random) ^ board).or_default() += 1;
        }
        assert_eq!(counts.len(), 8);
        for (tile, count) in counts {
            assert!(tile & board == 0);
            let is_4 = tile & small.cells == 0;
            let expected = 20_000.0 / 4.0 * if is_4 { 0.1 } else { 0.9 };
            assert!(
                (f64::from(count) - expected).abs() < 6.0 * expected.sqrt(),
                "{tile:x} {count}"
            );
        }
    }

    #[test]
    fn other_rules_are_refused() {
        let classic = |shape: &str| Rules::classic(shape.parse().unwrap());
        assert!(SmallBoards::of(&classic("4x4")).is_none());
        assert!(SmallBoards::of(&classic("1x1")).is_none());
        assert!(SmallBoards::of(&classic("1x5")).is_none());
        assert!(SmallBoards::of(&Rules::new("3x3".parse().unwrap(), TileSystem::Threes)).is_none());
        let mut rules = classic("3x3");
        rules.spawn.tiles = SpawnTiles::parse("2,8", TileSystem::Classic).unwrap();
        assert!(SmallBoards::of(&rules).is_none());
    }
}
