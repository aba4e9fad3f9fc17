//! Play: slides lead from positions to afterstates, spawns back to positions.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::engine::{Naive, Slid, SlideEngine};
use crate::grid::Grid;
use crate::position::{Afterstate, IllegalPosition, Position, RankSet};
use crate::rules::Rules;
use crate::spawn::{Cells, Chance, Entry, SpawnTiles};
use crate::tile::{Tile, TileTooLarge};

/// A legal slide, and what it leads to: what [`Game::slide`] returns.
///
/// ```
/// use twofold_core::{Direction, Game, Rules};
///
/// let game = Game::new(Rules::classic("1x3".parse()?));
/// let position = game.position("2 2 8".parse()?)?;
/// let slide = game.slide(&position, Direction::Right).expect("two tiles merge");
/// assert_eq!((slide.afterstate.to_string().as_str(), slide.score), (". 4 8", 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide<B> {
    /// Where tiles slid to.
    pub direction: Direction,
    /// What they became.
    pub afterstate: Afterstate<B>,
    /// The points of the merges.
    pub score: u64,
}

/// A tile that may appear, and what follows: an item of [`Game::outcomes`].
///
/// ```
/// use twofold_core::{Cell, Game, Rules};
///
/// let game = Game::new(Rules::classic("1x2".parse()?));
/// let afterstate = game.afterstate("2 .".parse()?)?;
/// let outcome = game.outcomes(&afterstate).next().expect("there is room");
/// assert_eq!((outcome.cell, outcome.tile.to_string()), (Cell::new(0, 1), "2".to_owned()));
/// assert_eq!(outcome.chance.to_string(), "9/10");
/// assert_eq!(outcome.position.to_string(), "2 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<B> {
    /// Where the tile appears.
    pub cell: Cell,
    /// Which one.
    pub tile: Tile,
    /// With what probability.
    pub chance: Chance,
    /// The position that arises.
    pub position: Position<B>,
}

/// A game to be played: rules with an engine that slides by them.
///
/// [`Game::new`] takes any rules and plays on [`Board`]s, where slides cannot fail.
/// [`Game::with_engine`] plays with another engine, by the rules that the engine was made for; its
/// boards may have no room for very large tiles, so there are [`Game::try_slide`] and
/// [`Game::try_slides`].
///
/// ```
/// use twofold_core::{Direction, Game, Rules};
///
/// let game = Game::new(Rules::classic("2x2".parse()?));
/// let position = game.position("2 4 / 2 .".parse()?)?;
/// assert!(!game.is_dead(&position));
///
/// let ways: Vec<Direction> = game.slides(&position).map(|slide| slide.direction).collect();
/// assert_eq!(ways, [Direction::Up, Direction::Down, Direction::Right]);
///
/// let slide = game.slide(&position, Direction::Down).expect("a legal slide");
/// assert_eq!((slide.afterstate.to_string().as_str(), slide.score), (". . / 4 4", 4));
/// for outcome in game.outcomes(&slide.afterstate) {
///     println!("{} at {} with probability {}", outcome.tile, outcome.cell, outcome.chance);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<E: SlideEngine = Naive> {
    engine: E,
    ranks: RankSet,
}

impl Game<Naive> {
    /// A game with the naive engine, which takes all rules.
    pub fn new(rules: Rules) -> Game<Naive> {
        Game::with_engine(Naive::new(&rules))
    }

    /// Slides; `None` if nothing would change, which is not allowed.
    pub fn slide(&self, position: &Position<Board>, direction: Direction) -> Option<Slide<Board>> {
        let slid = self.engine.slide(position.board(), direction)?;
        Some(self.finish(position, direction, slid))
    }

    /// All legal slides, in the order of [`Direction::ALL`].
    pub fn slides(&self, position: &Position<Board>) -> impl Iterator<Item = Slide<Board>> {
        Direction::ALL.into_iter().filter_map(|direction| self.slide(position, direction))
    }
}

impl<E: SlideEngine> Game<E> {
    /// A game with an engine, by the engine's rules.
    ///
    /// # Panics
    /// If the rules of the engine let tiles appear that its boards have no room for; none of the
    /// engines here takes such rules.
    pub fn with_engine(engine: E) -> Game<E> {
        let spawns = &engine.rules().spawn.tiles;
        let fits = spawns.iter().all(|(tile, _)| tile.rank() <= E::Board::MAX_RANK);
        assert!(fits, "the engine's boards hold what appears");
        let ranks = RankSet::of(engine.rules());
        Game { engine, ranks }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.engine.rules()
    }

    /// The engine.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// A board with Slider to move. Refuses boards of another shape, and tiles that the rules do not
    /// have.
    pub fn position(&self, board: E::Board) -> Result<Position<E::Board>, IllegalPosition> {
        self.ranks.check(self.rules(), &board)?;
        Ok(Position::unchecked(board))
    }

    /// A board with a tile about to appear, no slide having gone before. Refuses what
    /// [`Game::position`] refuses.
    pub fn afterstate(&self, board: E::Board) -> Result<Afterstate<E::Board>, IllegalPosition> {
        self.ranks.check(self.rules(), &board)?;
        Ok(Afterstate::unchecked(board, None))
    }

    /// An afterstate on a board that remembers the slide that led to it, where spawns depend on it.
    pub fn afterstate_after(
        &self,
        board: E::Board,
        entry: Entry,
    ) -> Result<Afterstate<E::Board>, IllegalPosition> {
        self.ranks.check(self.rules(), &board)?;
        let entry = self.rules().spawn.placement.depends_on_slide().then_some(entry);
        Ok(Afterstate::unchecked(board, entry))
    }

    /// The empty board with Dropper to move: how the two-player game starts.
    ///
    /// # Panics
    /// If the engine's boards have no room for the shape of the rules it was made for.
    pub fn start(&self) -> Afterstate<E::Board> {
        let board = E::Board::empty(self.rules().shape).expect("the engine takes the shape");
        Afterstate::unchecked(board, None)
    }

    /// Slides; `None` if nothing would change, which is not allowed.
    ///
    /// Fails if the slide makes a tile that the engine's boards have no room for.
    pub fn try_slide(
        &self,
        position: &Position<E::Board>,
        direction: Direction,
    ) -> Result<Option<Slide<E::Board>>, TileTooLarge> {
        let slid = self.engine.try_slide(position.board(), direction)?;
        Ok(slid.map(|slid| self.finish(position, direction, slid)))
    }

    /// All legal slides, in the order of [`Direction::ALL`].
    ///
    /// An item fails if its slide makes a tile that the engine's boards have no room for.
    pub fn try_slides(
        &self,
        position: &Position<E::Board>,
    ) -> impl Iterator<Item = Result<Slide<E::Board>, TileTooLarge>> {
        let slide = |direction| self.try_slide(position, direction).transpose();
        Direction::ALL.into_iter().filter_map(slide)
    }

    fn finish(
        &self,
        position: &Position<E::Board>,
        direction: Direction,
        slid: Slid<E::Board>,
    ) -> Slide<E::Board> {
        let entry = self.rules().spawn.placement.depends_on_slide().then(|| Entry {
            direction,
            moved: moved_lines(position.board(), &slid.board, direction),
        });
        let afterstate = Afterstate::unchecked(slid.board, entry);
        Slide { direction, afterstate, score: slid.score }
    }

    /// Whether no slide is legal.
    pub fn is_dead(&self, position: &Position<E::Board>) -> bool {
        let board = position.board();
        !Direction::ALL.into_iter().any(|direction| self.engine.can_slide(board, direction))
    }

    /// Everything that can appear, with its probability; nothing only if the board is full.
    pub fn outcomes<'a>(&'a self, afterstate: &'a Afterstate<E::Board>) -> Outcomes<'a, E::Board> {
        let spawn = &self.rules().spawn;
        let cells = spawn.placement.cells(afterstate.board(), afterstate.entry());
        Outcomes {
            board: afterstate.board(),
            tiles: &spawn.tiles,
            places: cells.clone().count(),
            cells,
            cell: None,
            tile: 0,
            done: 0,
        }
    }

    /// Lets a tile of one's choice appear, as far as the spawn rule allows it.
    pub fn spawn(
        &self,
        afterstate: &Afterstate<E::Board>,
        cell: Cell,
        tile: Tile,
    ) -> Result<Position<E::Board>, IllegalPosition> {
        let board = afterstate.board();
        if !board.shape().contains(cell) || !board.tile(cell).is_empty() {
            return Err(IllegalPosition::Occupied { cell });
        }
        let spawn = &self.rules().spawn;
        let mut cells = spawn.placement.cells(board, afterstate.entry());
        if spawn.tiles.weight(tile) == 0 || !cells.any(|allowed| allowed == cell) {
            return Err(IllegalPosition::NotByTheRule { cell, rank: tile.rank() });
        }
        Ok(Position::unchecked(board.with(cell, tile)?))
    }

    /// The sum of the faces of all tiles: the layer that a board belongs to.
    pub fn tile_sum(&self, board: &E::Board) -> u64 {
        board.tiles().map(|tile| self.rules().tiles.face(tile)).sum()
    }
}

/// The outcomes of an afterstate in turn, by cells and then by tiles: what [`Game::outcomes`]
/// returns.
///
/// ```
/// use twofold_core::{Game, Rules};
///
/// let game = Game::new(Rules::classic("4x4".parse()?));
/// let start = game.start();
/// let outcomes = game.outcomes(&start);
/// assert_eq!(outcomes.len(), 32);
/// let whole: f64 = outcomes.map(|outcome| outcome.chance.to_f64()).sum();
/// assert!((whole - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outcomes<'a, B> {
    board: &'a B,
    tiles: &'a SpawnTiles,
    /// The number of cells that a tile may appear in.
    places: usize,
    cells: Cells<'a, B>,
    /// The cell whose outcomes are given, and the index of the next tile.
    cell: Option<Cell>,
    tile: usize,
    done: usize,
}

impl<B: Grid> Iterator for Outcomes<'_, B> {
    type Item = Outcome<B>;

    fn next(&mut self) -> Option<Outcome<B>> {
        if self.cell.is_none() || self.tile == self.tiles.len() {
            self.cell = Some(self.cells.next()?);
            self.tile = 0;
        }
        let cell = self.cell?;
        let (tile, chance) = self.tiles.get(self.tile)?;
        self.tile += 1;
        self.done += 1;
        let chance = chance.of(Chance::new(1, self.places as u64));
        let board = self.board.with(cell, tile).expect("a game's boards hold what appears");
        Some(Outcome { cell, tile, chance, position: Position::unchecked(board) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.places * self.tiles.len() - self.done;
        (left, Some(left))
    }
}

impl<B: Grid> ExactSizeIterator for Outcomes<'_, B> {}

fn moved_lines<B: Grid>(before: &B, after: &B, direction: Direction) -> u64 {
    let changed = before.shape().iter().filter(|&cell| before.tile(cell) != after.tile(cell));
    let line = |cell: Cell| if direction.is_vertical() { cell.column() } else { cell.row() };
    changed.fold(0, |lines, cell| lines | 1 << line(cell))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards;
    use crate::tiles::TileSystem;

    proptest! {
        #[test]
        fn dead_positions_are_those_without_slides(
            board in test_boards::board(4, 3),
            system in prop::sample::select(&TileSystem::ALL[..]),
        ) {
            let game = Game::new(Rules::new(board.shape(), system));
            let position = game.position(board).unwrap();
            prop_assert_eq!(game.is_dead(&position), game.slides(&position).next().is_none());
        }

        #[test]
        fn outcomes_know_their_number(board in test_boards::board(4, 3)) {
            let game = Game::new(Rules::classic(board.shape()));
            let afterstate = game.afterstate(board).unwrap();
            let mut outcomes = game.outcomes(&afterstate);
            let mut left = outcomes.len();
            prop_assert_eq!(left, 2 * afterstate.board().empty_cells().count());
            while outcomes.next().is_some() {
                left -= 1;
                prop_assert_eq!(outcomes.len(), left);
            }
            prop_assert_eq!(left, 0);
        }
    }
}
