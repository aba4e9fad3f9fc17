//! Slides with shifts and masks.

use super::{Slid, SlideEngine, UnsupportedRules, spawns_fit_packed};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::kernel::Lines;
use crate::packed::Packed;
use crate::rules::Rules;
use crate::tile::TileTooLarge;

/// The engine that slides all lines of a packed board at once, for classic tiles: the fastest one.
///
/// ```
/// use twofold_core::{BitParallel, Game, Rules};
///
/// let game = Game::with_engine(BitParallel::new(&Rules::classic("4x4".parse()?))?);
/// let start = game.start();
/// assert_eq!(game.outcomes(&start).len(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BitParallel {
    rules: Rules,
    lines: [Lines; 4],
}

impl BitParallel {
    /// An engine for the given rules, if tiles are classic and the board has at most 16 cells.
    pub fn new(rules: &Rules) -> Result<BitParallel, UnsupportedRules> {
        let shape = rules.shape;
        let fits = shape.cells() <= Packed::MAX_CELLS && spawns_fit_packed(rules);
        if !rules.tiles.doubles() || !fits {
            return Err(UnsupportedRules {
                engine: "bit-parallel",
                takes: "classic tiles up to 32768 on boards of up to sixteen cells",
                rules: Box::new(rules.clone()),
            });
        }
        Ok(BitParallel {
            rules: rules.clone(),
            lines: Direction::ALL.map(|d| Lines::new(shape, d)),
        })
    }

    /// Slides a code of the engine's shape without counting the score; an illegal slide returns
    /// the same code.
    pub fn slide_code(&self, code: u64, direction: Direction) -> Result<u64, TileTooLarge> {
        let slid = self.lines[direction as usize].slide(code);
        if slid.overflow != 0 {
            return Err(TileTooLarge { rank: 16, max: Packed::MAX_RANK });
        }
        Ok(slid.code)
    }
}

impl SlideEngine for BitParallel {
    type Board = Packed;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn can_slide(&self, board: &Packed, direction: Direction) -> bool {
        let slid = self.lines[direction as usize].slide(board.code());
        slid.overflow != 0 || slid.code != board.code()
    }

    fn try_slide(
        &self,
        board: &Packed,
        direction: Direction,
    ) -> Result<Option<Slid<Packed>>, TileTooLarge> {
        debug_assert_eq!(board.shape(), self.rules.shape);
        let code = self.slide_code(board.code(), direction)?;
        if code == board.code() {
            return Ok(None);
        }
        let score = merge_points(code) - merge_points(board.code());
        let board = Packed::from_code(board.shape(), code).expect("a slide stays on the board");
        Ok(Some(Slid { board, score }))
    }
}

/// The points that merges would have given if all tiles had grown from 2s: (*k* − 1)·2^*k* for
/// rank *k*. A merge of two tiles raises the sum by exactly the face of the new tile.
fn merge_points(mut code: u64) -> u64 {
    let mut points = 0;
    while code != 0 {
        let rank = code & 0xF;
        points += rank.saturating_sub(1) << rank;
        code >>= 4;
    }
    points
}
