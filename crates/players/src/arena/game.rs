//! A single game of the arena.

use twofold_core::notation::sequence::Step;
use twofold_core::{Afterstate, Board, Grid, IllegalPosition, Position, Stopped, Tile, Watch};

use super::{ArenaError, Series};
use crate::player::{Player, ValueKind};
use crate::registry::Entrant;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of the game in its series, from 0.
    pub game: u64,
    /// The score.
    pub score: u64,
    /// The number of slides.
    pub slides: u64,
    /// How many of them a table or a solved store chose.
    pub by_table: u64,
    /// The largest tile.
    pub largest: Tile,
    /// The last board.
    pub board: Board,
}

/// A game in progress.
enum Turn {
    Slider(Position<Board>),
    Dropper(Afterstate<Board>),
}

impl Series {
    /// Plays one game to its end and reports every step.
    pub(super) fn game(
        &self,
        entrant: &Entrant,
        number: u64,
        record: &mut dyn FnMut(Step),
        watch: &dyn Watch,
    ) -> Result<GameResult, ArenaError> {
        let mut random = self.generator(number);
        let mut player = entrant.player(number ^ self.seed.rotate_left(32));
        let tiles = player.game().rules().tiles;
        let (mut score, mut slides, mut by_table) = (0, 0, 0);
        let mut turn = self.first_turn(&*player)?;
        // An empty board gets two spawns before the first slide.
        let mut opening = self.from.is_none();
        let board = loop {
            turn = match turn {
                Turn::Dropper(afterstate) => {
                    let spawned = self.dropper.spawn(player.game(), &afterstate, &mut random)?;
                    let Some(spawned) = spawned else { break afterstate.into_board() };
                    record(Step::Spawn { cell: spawned.cell, tile: spawned.tile });
                    score += tiles.spawn_score(spawned.tile);
                    let board = spawned.position.board();
                    if std::mem::take(&mut opening) && board.empty_cells().next().is_some() {
                        let board = spawned.position.into_board();
                        Turn::Dropper(player.game().afterstate(board).expect("the same shape"))
                    } else {
                        Turn::Slider(spawned.position)
                    }
                }
                Turn::Slider(position) => {
                    if watch.is_stopped() {
                        return Err(Stopped.into());
                    }
                    let values = player.evaluate_watched(&position, watch)?;
                    let Some(best) = values.best() else { break position.into_board() };
                    record(Step::Slide(best.slide.direction));
                    slides += 1;
                    by_table += u64::from(matches!(values.kind, ValueKind::Exact(_)));
                    score += best.slide.score;
                    Turn::Dropper(best.slide.afterstate.clone())
                }
            };
        };
        let largest = board.largest();
        Ok(GameResult { game: number, score, slides, by_table, largest, board })
    }

    fn first_turn(&self, player: &dyn Player) -> Result<Turn, IllegalPosition> {
        let game = player.game();
        Ok(match &self.from {
            Some(board) => Turn::Slider(game.position(board.clone())?),
            None => Turn::Dropper(game.start()),
        })
    }
}
