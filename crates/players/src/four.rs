//! Tables of row slides for 4×4 with boards packed into one word.

use std::sync::Arc;

use twofold_core::{Board, Direction, Grid, LineSlides, Rules, TileSystem};

use crate::twos_and_fours::twos_and_fours;

/// The number of rows of four cells of four bits.
pub(crate) const ROWS: usize = 1 << 16;

/// What slides make of every row of four cells, asked of the rules once.
///
/// Two tiles of rank 15 become one of rank 15 here, the highest that four bits can hold: that is a
/// pessimistic guess inside a look-ahead, and never what a game is played with.
pub(crate) struct Slides {
    /// For each row its slide to the left, the one to the right, and the points of either.
    pub(crate) left: Box<[u16; ROWS]>,
    pub(crate) right: Box<[u16; ROWS]>,
    pub(crate) score: Box<[f32; ROWS]>,
}

impl Slides {
    fn new(tiles: TileSystem) -> Slides {
        let lines = LineSlides::new(tiles, 4, 15).expect("as many lines as ROWS");
        let lines = &lines;
        let slid = |direction| (0..ROWS as u32).map(move |row| lines.slide(row, direction));
        Slides {
            left: table(slid(Direction::Left).map(|line| line.after as u16)),
            right: table(slid(Direction::Right).map(|line| line.after as u16)),
            score: table(slid(Direction::Left).map(|line| line.score as f32)),
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
        let is_4x4 = (rules.shape.rows(), rules.shape.columns()) == (4, 4);
        let chances = twos_and_fours(rules).filter(|_| is_4x4)?.map(|chance| chance as f32);
        Some(Classic4x4 { slides: Arc::new(Slides::new(rules.tiles)), chances })
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
    use twofold_core::{BitParallel, Direction, Packed, SlideEngine, SpawnTiles};

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
                let slid = engine.try_slide(&board, direction).unwrap();
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
        rules.spawn.tiles = SpawnTiles::parse("2,8", TileSystem::Classic).unwrap();
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
