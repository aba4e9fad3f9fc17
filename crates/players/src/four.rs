//! Classic 2048 on 4×4, the one game that deserves tables of its own.

use std::sync::Arc;

use twofold_core::{Board, Grid, Placement, Rules, Tile, TileSystem};

use crate::line_slides::slid_lines;

/// The number of rows of four cells of four bits.
pub(crate) const ROWS: usize = 1 << 16;

/// What slides make of every row of four cells, asked of the rules once.
pub(crate) struct Slides {
    /// For each row its slide to the left, the one to the right, and the points of either.
    pub(crate) left: Box<[u16; ROWS]>,
    pub(crate) right: Box<[u16; ROWS]>,
    pub(crate) score: Box<[f32; ROWS]>,
}

impl Slides {
    fn new() -> Slides {
        let lines: Vec<_> = slid_lines(4).collect();
        Slides {
            left: table(lines.iter().map(|line| line.to_first)),
            right: table(lines.iter().map(|line| line.to_last)),
            score: table(lines.iter().map(|line| line.score as f32)),
        }
    }

    /// The points of a slide to either side of a board's rows.
    #[inline(always)]
    pub(crate) fn row_score(&self, board: u64) -> f32 {
        (0..4).map(|row| self.score[(board >> (16 * row) & 0xFFFF) as usize]).sum()
    }
}

/// Slides all rows of a board by one of the tables; the same board if nothing moves.
#[inline(always)]
pub(crate) fn slide_rows(board: u64, table: &[u16; ROWS]) -> u64 {
    let line = |shift: u32| u64::from(table[(board >> shift & 0xFFFF) as usize]) << shift;
    line(0) | line(16) | line(32) | line(48)
}

/// A table with an entry for every row.
pub(crate) fn table<T>(entries: impl Iterator<Item = T>) -> Box<[T; ROWS]> {
    let entries: Box<[T]> = entries.collect();
    entries.try_into().ok().expect("an entry for every row")
}

/// The game that the tables are for: a value of this type is the evidence that some rules are those
/// of classic 2048 on 4×4 with 2s and 4s anywhere, and it carries their probabilities.
///
/// Fast searches are made from it and from nothing else.
#[derive(Clone)]
pub struct Classic4x4 {
    pub(crate) slides: Arc<Slides>,
    /// The probability of a 2, and of a 4.
    pub(crate) chances: [f32; 2],
}

impl Classic4x4 {
    /// The evidence, if the rules are of this kind.
    pub fn of(rules: &Rules) -> Option<Classic4x4> {
        let shape = rules.shape;
        let fits = (shape.rows(), shape.columns()) == (4, 4)
            && rules.tiles == TileSystem::Classic
            && rules.spawn.placement == Placement::Anywhere;
        if !fits || rules.spawn.values.iter().any(|(tile, _)| tile.rank() > 2) {
            return None;
        }
        let chance = |rank| {
            let wanted = Tile::new(rank).expect("a small rank");
            let found = rules.spawn.values.iter().find(|&(tile, _)| tile == wanted);
            found.map_or(0.0, |(_, chance)| chance.to_f64() as f32)
        };
        Some(Classic4x4 { slides: Arc::new(Slides::new()), chances: [chance(1), chance(2)] })
    }
}

/// A board in one word; ranks past 15 count as 15.
pub(crate) fn pack(board: &Board) -> u64 {
    board.tiles().fold(0, |code, tile| code << 4 | u64::from(tile.rank().min(15)))
}

/// The ranks of a board in one word.
pub(crate) fn unpack(board: u64) -> [u8; 16] {
    std::array::from_fn(|cell| (board >> (60 - 4 * cell) & 0xF) as u8)
}

/// The game of some rules with the plain engine, for tests.
#[cfg(test)]
pub(crate) fn classic() -> twofold_core::Game {
    twofold_core::Game::new(Rules::classic("4x4".parse().unwrap()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::kernel::transpose;
    use twofold_core::{BitParallel, Direction, Packed, SlideEngine, SpawnValues};

    use super::*;

    proptest! {
        #[test]
        fn tables_slide_by_the_rules(code: u64, gaps: u64) {
            let code = code & ((gaps & 0x1111_1111_1111_1111) * 15) & 0x7777_7777_7777_7777;
            let rules = Rules::classic("4x4".parse().unwrap());
            let engine = BitParallel::new(&rules).unwrap();
            let four = Classic4x4::of(&rules).unwrap();
            let board = Packed::from_code(rules.shape, code).unwrap();
            for direction in Direction::ALL {
                let slid = engine.slide(&board, direction).unwrap();
                let expected = slid.as_ref().map_or(code, |slid| slid.board.code());
                let turn = |code| if direction.is_vertical() { transpose(code) } else { code };
                let slides = &four.slides;
                let table = if direction.is_forward() { &slides.right } else { &slides.left };
                prop_assert_eq!(turn(slide_rows(turn(code), table)), expected);
                let score = slid.map_or(0, |slid| slid.score);
                prop_assert_eq!(slides.row_score(turn(code)), score as f32);
            }
        }
    }

    #[test]
    fn other_rules_have_no_tables() {
        let mut rules = Rules::classic("4x4".parse().unwrap());
        assert!(Classic4x4::of(&rules).is_some());
        rules.spawn.values = SpawnValues::parse("2,8", TileSystem::Classic).unwrap();
        assert!(Classic4x4::of(&rules).is_none());
        assert!(Classic4x4::of(&Rules::classic("3x4".parse().unwrap())).is_none());
        assert!(
            Classic4x4::of(&Rules::new("4x4".parse().unwrap(), TileSystem::Fibonacci)).is_none()
        );
    }

    #[test]
    fn the_largest_tiles_meet_without_overflow() {
        let four = Classic4x4::of(classic().rules()).unwrap();
        assert_eq!(four.slides.left[0xFF12], 0xF120);
        assert_eq!(four.slides.score[0xFF00], 65_536.0);
    }
}
