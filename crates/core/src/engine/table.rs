//! Slides by looking up whole lines.

use super::{Slid, SlideEngine, UnsupportedRules, spawns_fit_packed};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::lines::LineSlides;
use crate::packed::Packed;
use crate::rules::Rules;
use crate::tile::TileTooLarge;
use crate::tiles::TileSystem;

/// The longest line that has a table.
const MAX_LINE: usize = 4;

/// What becomes of a line, tiles sliding towards its first cell.
#[derive(Clone, Copy, Default)]
struct Entry {
    after: u16,
    /// The rank that does not fit, or zero.
    too_large: u8,
    score: u32,
}

/// The engine that looks up lines of up to four cells, for every tile system.
///
/// ```
/// use twofold_core::{Direction, Game, Rules, Table};
///
/// let game = Game::with_engine(Table::new(&"threes on 4x4".parse::<Rules>()?)?);
/// assert_eq!(game.rules().to_string(), "threes on 4x4, spawning 1, 2 or 3 at trailing-edge");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    rules: Rules,
    rows: Vec<Entry>,
    columns: Vec<Entry>,
    /// For each direction, the bit positions of the cells of each line.
    shifts: [Vec<Vec<u32>>; 4],
}

impl Table {
    /// An engine for the given rules, if the board has at most four rows and columns.
    pub fn new(rules: &Rules) -> Result<Table, UnsupportedRules> {
        let shape = rules.shape;
        let fits = shape.rows() <= MAX_LINE && shape.columns() <= MAX_LINE;
        if !fits || !spawns_fit_packed(rules) {
            return Err(UnsupportedRules {
                engine: "table",
                takes: "boards of up to four rows and columns and spawns up to rank 15",
                rules: Box::new(rules.clone()),
            });
        }
        let shift = |cell| 4 * (shape.cells() - 1 - shape.index(cell)) as u32;
        let shifts = Direction::ALL.map(|direction| {
            shape.lines(direction).map(|line| line.map(shift).collect()).collect()
        });
        Ok(Table {
            rules: rules.clone(),
            rows: line_table(rules.tiles, shape.columns()),
            columns: line_table(rules.tiles, shape.rows()),
            shifts,
        })
    }
}

/// The slides towards the first cell, in as few bytes as possible.
fn line_table(tiles: TileSystem, length: usize) -> Vec<Entry> {
    let slides = LineSlides::new(tiles, length, Packed::MAX_RANK).expect("2^16 lines at most");
    let entry = |code| {
        let slid = slides.slide(code, Direction::Left);
        if slid.made > Packed::MAX_RANK {
            return Entry { too_large: slid.made, ..Entry::default() };
        }
        let score = u32::try_from(slid.score).expect("two merges up to rank 15 score less");
        Entry { after: slid.after as u16, too_large: 0, score }
    };
    (0..slides.count() as u32).map(entry).collect()
}

impl SlideEngine for Table {
    type Board = Packed;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn try_slide(
        &self,
        board: &Packed,
        direction: Direction,
    ) -> Result<Option<Slid<Packed>>, TileTooLarge> {
        debug_assert_eq!(board.shape(), self.rules.shape);
        let table = if direction.is_vertical() { &self.columns } else { &self.rows };
        let (mut after, mut score) = (0, 0);
        for shifts in &self.shifts[direction as usize] {
            let gather = |line: u64, &shift: &u32| line << 4 | board.code() >> shift & 0xF;
            let entry = table[shifts.iter().fold(0, gather) as usize];
            if entry.too_large > 0 {
                return Err(TileTooLarge { rank: entry.too_large, max: Packed::MAX_RANK });
            }
            for (cell, &shift) in shifts.iter().rev().enumerate() {
                after |= u64::from(entry.after >> (4 * cell) & 0xF) << shift;
            }
            score += u64::from(entry.score);
        }
        let board = Packed::from_code(board.shape(), after).filter(|slid| slid != board);
        Ok(board.map(|board| Slid { board, score }))
    }
}
