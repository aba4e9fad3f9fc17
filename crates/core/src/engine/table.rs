//! Slides by looking up whole lines.

use super::naive::{lines, slide_line};
use super::{Slid, SlideEngine, UnsupportedRules};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::packed::Packed;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::tile::{Tile, TileTooLarge};
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
pub struct Table {
    shape: Shape,
    rows: Vec<Entry>,
    columns: Vec<Entry>,
    /// For each direction, the bit positions of the cells of each line.
    shifts: [Vec<Vec<u32>>; 4],
}

impl Table {
    /// An engine for the given rules, if the board has at most four rows and columns.
    pub fn new(rules: &Rules) -> Result<Table, UnsupportedRules> {
        let shape = rules.shape;
        if shape.rows() > MAX_LINE || shape.columns() > MAX_LINE {
            return Err(UnsupportedRules {
                engine: "table",
                takes: "boards of up to four rows and columns",
                rules: Box::new(rules.clone()),
            });
        }
        let shift = |cell| 4 * (shape.cells() - 1 - shape.index(cell)) as u32;
        let shifts = Direction::ALL.map(|direction| {
            let shifts = |line: Vec<_>| line.into_iter().map(shift).collect();
            lines(shape, direction).into_iter().map(shifts).collect()
        });
        Ok(Table {
            shape,
            rows: line_table(rules.tiles, shape.columns()),
            columns: line_table(rules.tiles, shape.rows()),
            shifts,
        })
    }
}

fn line_table(tiles: TileSystem, length: usize) -> Vec<Entry> {
    let entry = |code: u32| {
        let rank = |cell: usize| (code >> (4 * (length - 1 - cell)) & 0xF) as u8;
        let line: Vec<_> = (0..length).map(|i| Tile::new(rank(i)).expect("four bits")).collect();
        let (after, score) = slide_line(tiles, &line).expect("16 is below the highest rank");
        let too_large = after.iter().map(|tile| tile.rank()).max().filter(|&rank| rank > 15);
        if let Some(rank) = too_large {
            return Entry { too_large: rank, ..Entry::default() };
        }
        let after = after.iter().fold(0, |code, tile| code << 4 | u16::from(tile.rank()));
        let score = u32::try_from(score).expect("two lines of ranks up to 15 score less");
        Entry { after, too_large: 0, score }
    };
    (0..1 << (4 * length)).map(entry).collect()
}

impl SlideEngine for Table {
    type Board = Packed;

    fn slide(
        &self,
        board: &Packed,
        direction: Direction,
    ) -> Result<Option<Slid<Packed>>, TileTooLarge> {
        debug_assert_eq!(board.shape(), self.shape);
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
        let board = Packed::from_code(self.shape, after).filter(|slid| slid != board);
        Ok(board.map(|board| Slid { board, score }))
    }
}
