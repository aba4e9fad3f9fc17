//! Games one by one, by any rules.

use twofold_core::kernel::SpawnChoice;
use twofold_core::{Afterstate, Board, Cell, Direction, Game, Grid, Position, Rules, Shape, Tile};

use super::draws::{self, Draws};
use super::{GamesError, Outcomes};

pub(super) struct PlainGames {
    game: Game,
    target: Option<Tile>,
    choices: Vec<SpawnChoice>,
    draws: Draws,
    positions: Vec<Position<Board>>,
    over: Vec<bool>,
}

impl PlainGames {
    pub(super) fn new(rules: &Rules, target: Option<Tile>, count: usize, seed: u64) -> PlainGames {
        let game = Game::new(rules.clone());
        let empty = game.position(Board::new(rules.shape)).expect("an empty board");
        let mut games = PlainGames {
            target,
            choices: draws::choices(&rules.spawn.tiles),
            draws: Draws::new(count, seed),
            positions: vec![empty; count],
            over: vec![false; count],
            game,
        };
        (0..count).for_each(|game| games.restart(game));
        games
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn shape(&self) -> Shape {
        self.game.rules().shape
    }

    pub(super) fn seed(&mut self, seed: u64) {
        self.draws = Draws::new(self.len(), seed);
    }

    /// A spawn on an afterstate, and what it scores; the same board if there is no room.
    fn spawn(&mut self, index: usize, afterstate: &Afterstate<Board>) -> (Position<Board>, u64) {
        let draw = self.draws.one(index);
        let rules = self.game.rules();
        let cells: Vec<Cell> =
            rules.spawn.placement.cells(afterstate.board(), afterstate.entry()).collect();
        if cells.is_empty() {
            let board = afterstate.board().clone();
            return (self.game.position(board).expect("a board of the game"), 0);
        }
        let tile = draws::tile(&self.choices, draw);
        let cell = cells[draws::cell(cells.len(), draw)];
        let position = self.game.spawn(afterstate, cell, tile).expect("a spawn by the rule");
        (position, rules.tiles.spawn_score(tile))
    }

    fn is_over(&self, position: &Position<Board>) -> bool {
        let made = |target: Tile| position.board().tiles().any(|tile| tile >= target);
        self.target.is_some_and(made) || self.game.is_dead(position)
    }

    fn set(&mut self, index: usize, position: Position<Board>) {
        self.over[index] = self.is_over(&position);
        self.positions[index] = position;
    }

    pub(super) fn restart(&mut self, index: usize) {
        let start = self.game.start();
        let (one, _) = self.spawn(index, &start);
        let one = self.game.afterstate(one.into_board()).expect("a board of the game");
        let (two, _) = self.spawn(index, &one);
        self.set(index, two);
    }

    pub(super) fn put(&mut self, index: usize, board: &Board) {
        if let Ok(position) = self.game.position(board.clone()) {
            self.set(index, position);
        }
    }

    /// Goes on after a slide; returns what the spawn scores. Nothing spawns once the target is made.
    fn after(&mut self, index: usize, afterstate: Afterstate<Board>) -> u64 {
        let made = |target: Tile| afterstate.board().tiles().any(|tile| tile >= target);
        if !self.target.is_some_and(made) {
            let (position, score) = self.spawn(index, &afterstate);
            self.set(index, position);
            return score;
        }
        self.draws.one(index);
        let position = self.game.position(afterstate.into_board());
        self.set(index, position.expect("a board of the game"));
        0
    }

    pub(super) fn step(
        &mut self,
        slides: &[u8],
        outcomes: &mut Outcomes,
    ) -> Result<(), GamesError> {
        for (index, &slide) in slides.iter().enumerate() {
            let Some(&direction) = Direction::ALL.get(usize::from(slide)) else {
                return Err(GamesError::Slide { slide, game: index });
            };
            let slid = match self.over[index] {
                true => None,
                false => self.game.slide(&self.positions[index], direction),
            };
            outcomes.is_legal[index] = slid.is_some();
            let score = match slid {
                Some(slid) => slid.score + self.after(index, slid.afterstate),
                None => {
                    // Draws go on in every game alike.
                    self.draws.one(index);
                    0
                }
            };
            outcomes.scores[index] = score as f64;
            outcomes.is_over[index] = self.over[index];
        }
        Ok(())
    }

    pub(super) fn legal(&self, results: &mut [[bool; 4]]) {
        for ((position, result), &over) in self.positions.iter().zip(results).zip(&self.over) {
            let legal = |way: Direction| !over && self.game.slide(position, way).is_some();
            *result = Direction::ALL.map(legal);
        }
    }

    pub(super) fn ranks(&self, ranks: &mut [u8]) {
        let tiles = self.positions.iter().flat_map(|position| position.board().as_tiles());
        for (rank, tile) in ranks.iter_mut().zip(tiles) {
            *rank = tile.rank();
        }
    }

    pub(super) fn board(&self, index: usize) -> &Board {
        self.positions[index].board()
    }
}
