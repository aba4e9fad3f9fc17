//! A game as other programs write it: a board, then slides with the spawn after each.

use super::{FormatError, Replay, ReplayFormat};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::notation::sequence::Step;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// A spawn: where, and which tile.
pub(super) type Spawn = (Cell, Tile);

/// A game whose slides all have a spawn after them.
pub(super) struct Plies {
    /// The board before the first slide, with the score that it has.
    pub(super) start: Board,
    /// The spawns that made it, if it began empty.
    pub(super) opening: Vec<Spawn>,
    /// Board and score before each slide, the slide, and the spawn after it.
    pub(super) plies: Vec<Ply>,
    /// The board and the score at the end.
    pub(super) end: (Board, u64),
}

/// A slide and the spawn after it.
pub(super) struct Ply {
    pub(super) before: Board,
    pub(super) score: u64,
    pub(super) slide: Direction,
    pub(super) spawn: Spawn,
}

impl Plies {
    /// Plays a game by the rules, and refuses what no other format holds.
    pub(super) fn of(replay: &Replay, format: ReplayFormat) -> Result<Plies, FormatError> {
        let tiles = &replay.rules.spawn.tiles;
        if replay.rules.tiles != TileSystem::Classic {
            return Err(format.unwritable("it is not classic 2048"));
        }
        if tiles.iter().any(|(tile, _)| tile.rank() > 2) {
            return Err(format.unwritable("tiles other than 2 and 4 may spawn"));
        }
        let frames = replay.play()?;
        let first = frames.iter().position(|frame| matches!(frame.step, Some(Step::Slide(_))));
        let opening = first.unwrap_or(frames.len());
        let spawn = |step| match step {
            Some(Step::Spawn { cell, tile }) => Some((cell, tile)),
            _ => None,
        };
        let begins_empty = replay.start.largest().is_empty();
        let spawns = frames[..opening].iter().filter_map(|frame| spawn(frame.step));
        let opening_spawns = if begins_empty { spawns.collect() } else { Vec::new() };
        let mut plies = Vec::new();
        for (before, pair) in
            frames[opening - 1..].iter().step_by(2).zip(frames[opening..].chunks(2))
        {
            let [Some(Step::Slide(slide)), after] =
                [pair[0].step, pair.get(1).and_then(|next| next.step)]
            else {
                return Err(format.unwritable("a spawn has no slide before it"));
            };
            let Some(spawn) = spawn(after) else {
                return Err(format.unwritable("the last slide has no spawn after it"));
            };
            let (before, score) = (before.board.clone(), before.score);
            plies.push(Ply { before, score, slide, spawn });
        }
        let last = frames.last().expect("the start is a frame");
        let start = frames[opening - 1].board.clone();
        Ok(Plies { start, opening: opening_spawns, plies, end: (last.board.clone(), last.score) })
    }

    pub(super) fn shape(&self) -> Shape {
        self.start.shape()
    }
}

/// A game of classic 2048 from its steps.
pub(super) fn game(start: Board, steps: Vec<Step>) -> Replay {
    Replay { rules: Rules::classic(start.shape()), start, steps }
}

/// A spawned tile.
pub(super) fn spawned(is_four: bool) -> Tile {
    Tile::new(if is_four { 2 } else { 1 }).expect("a low rank")
}
