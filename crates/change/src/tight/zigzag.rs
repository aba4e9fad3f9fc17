//! Lucky play along a zigzag, as a proof that a bound is reached.

use std::collections::BTreeMap;

use twofold_core::{
    Board, Cell, Game, Grid, Position, Rules, Shape, SlideEngine, Table, Tile, TileTooLarge,
};

use super::{TightError, plain};
use twofold_core::{Progress, Stopped, Watch};

/// How far play along the zigzag came. Everything in it was reached by legal play, so the numbers
/// are lower bounds for what the game allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZigzagPlay {
    /// The highest sum of tiles.
    pub highest_total: u64,
    /// A board with that sum.
    pub total_board: Board,
    /// The highest tile.
    pub highest_tile: Tile,
}

/// The cells of a board in the order of the zigzag: along the rows, every other one backwards.
///
/// ```
/// use twofold_core::Cell;
/// use twofold_change::tight::zigzag_cells;
///
/// let cells: Vec<Cell> = zigzag_cells("2x2".parse()?).collect();
/// assert_eq!(cells, [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(row, column)| Cell::new(row, column)));
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
pub fn zigzag_cells(shape: Shape) -> impl Iterator<Item = Cell> {
    let columns = shape.columns();
    shape.iter().map(move |cell| match cell.row() % 2 {
        0 => cell,
        _ => Cell::new(cell.row(), columns - 1 - cell.column()),
    })
}

/// Plays with luck: of every sum of tiles, only the `width` positions are kept whose tiles along
/// the zigzag come first in the order that compares the first cell first, the larger tile being
/// better.
///
/// The first in that order is the greedy representation of the sum laid out along the path, which
/// is the strategy that people follow in 2048.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_change::tight::{spawn_bounds, zigzag_play};
///
/// // 2044 = 1024 + 512 + … + 4 is the most that 3x3 can hold, and it is reached.
/// let rules = Rules::classic("3x3".parse()?);
/// let played = zigzag_play(&rules, 100, &())?;
/// assert_eq!(played.highest_total, 2044);
/// assert_eq!(spawn_bounds(&rules)?.total, 2044u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn zigzag_play(
    rules: &Rules,
    width: usize,
    watch: &dyn Watch,
) -> Result<ZigzagPlay, TightError> {
    // Packed boards are fast, but tiles may outgrow them, and then plain boards take over.
    if let Ok(engine) = Table::new(rules) {
        match Beam::new(Game::with_engine(engine), width).run(watch) {
            Err(TightError::Tile(_)) => {}
            played => return played,
        }
    }
    Beam::new(Game::new(rules.clone()), width).run(watch)
}

struct Beam<E: SlideEngine> {
    game: Game<E>,
    cells: Vec<Cell>,
    width: usize,
    /// The best positions of each sum, by their tiles along the zigzag.
    pending: BTreeMap<u64, BTreeMap<Vec<Tile>, E::Board>>,
}

impl<E: SlideEngine> Beam<E> {
    fn new(game: Game<E>, width: usize) -> Self {
        let cells = zigzag_cells(game.rules().shape).collect();
        Beam { game, cells, width: width.max(1), pending: BTreeMap::new() }
    }

    fn run(mut self, watch: &dyn Watch) -> Result<ZigzagPlay, TightError> {
        let mut played = ZigzagPlay {
            highest_total: 0,
            total_board: Board::new(self.game.rules().shape),
            highest_tile: Tile::EMPTY,
        };
        let first: Vec<_> = self.game.outcomes(&self.game.start()).collect();
        for outcome in first {
            self.add(outcome.position);
        }
        while let Some((sum, layer)) = self.pending.pop_first() {
            watch.report(Progress { done: sum, total: None });
            if watch.is_stopped() {
                return Err(Stopped.into());
            }
            if let Some((_, best)) = layer.last_key_value() {
                (played.highest_total, played.total_board) = (sum, plain(best));
            }
            for board in layer.into_values() {
                played.highest_tile = played.highest_tile.max(board.largest());
                self.follow(board)?;
            }
        }
        Ok(played)
    }

    fn follow(&mut self, board: E::Board) -> Result<(), TileTooLarge> {
        // Boards come from the game itself, so they have its shape.
        let Ok(position) = self.game.position(board) else { return Ok(()) };
        let mut next = Vec::new();
        for slide in self.game.try_slides(&position) {
            next.extend(self.game.outcomes(&slide?.afterstate).map(|outcome| outcome.position));
        }
        for position in next {
            self.add(position);
        }
        Ok(())
    }

    fn add(&mut self, position: Position<E::Board>) {
        let board = position.into_board();
        let layer = self.pending.entry(self.game.tile_sum(&board)).or_default();
        let tiles: Vec<Tile> = self.cells.iter().map(|&cell| board.tile(cell)).collect();
        layer.insert(tiles, board);
        if layer.len() > self.width {
            layer.pop_first();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tight::{play_out, spawn_bounds};
    use twofold_core::TileSystem;

    #[test]
    fn with_enough_width_nothing_is_missed() {
        for tiles in TileSystem::ALL {
            for shape in ["1x3", "1x4", "2x2"] {
                let rules = Rules::new(shape.parse().unwrap(), tiles);
                let all = play_out(&rules, u64::MAX, &()).unwrap();
                let lucky = zigzag_play(&rules, usize::MAX, &()).unwrap();
                assert_eq!(lucky.highest_total, all.highest_total, "{tiles} {shape}");
                assert_eq!(lucky.highest_tile, all.highest_tile, "{tiles} {shape}");
            }
        }
    }

    #[test]
    fn little_width_reaches_the_bound_on_three_by_three() {
        for tiles in [TileSystem::Threes, TileSystem::Fives] {
            let rules = Rules::new("3x3".parse().unwrap(), tiles);
            let played = zigzag_play(&rules, 10, &()).unwrap();
            let bounds = spawn_bounds(&rules).unwrap();
            assert_eq!(bounds.total, played.highest_total.into(), "{tiles}");
            assert_eq!(bounds.single, tiles.face(played.highest_tile).into(), "{tiles}");
            let game = Game::new(rules);
            assert_eq!(game.tile_sum(&played.total_board), played.highest_total);
        }
    }
}
