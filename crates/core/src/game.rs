//! Play: positions wait for Slider, afterstates wait for Dropper.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::engine::{Naive, SlideEngine};
use crate::grid::Grid;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::spawn::{Chance, Entry};
use crate::tile::{Tile, TileTooLarge};

/// A board on which Slider is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<B>(B);

impl<B: Grid> Position<B> {
    /// The board.
    pub fn board(&self) -> &B {
        &self.0
    }

    /// The board, taken out.
    pub fn into_board(self) -> B {
        self.0
    }
}

/// A board on which a tile is about to appear.
///
/// Where spawns depend on the last slide (Threes and Fives), the afterstate remembers it; where
/// they do not, equal boards are equal afterstates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Afterstate<B> {
    board: B,
    entry: Option<Entry>,
}

impl<B: Grid> Afterstate<B> {
    /// The board.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// The board, taken out.
    pub fn into_board(self) -> B {
        self.board
    }

    /// The last slide, if spawns depend on it.
    pub fn entry(&self) -> Option<Entry> {
        self.entry
    }
}

/// A legal slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide<B> {
    /// Where tiles slid to.
    pub direction: Direction,
    /// What they became.
    pub afterstate: Afterstate<B>,
    /// The points of the merges.
    pub score: u64,
}

/// A tile that may appear, and what follows.
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

/// Why a board is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPosition {
    /// The board is of another shape.
    #[error("the board is {given}, but the game is played on {expected}")]
    Shape {
        /// The shape of the board.
        given: Shape,
        /// The shape of the game.
        expected: Shape,
    },
    /// A tile is dropped on another one, or off the board.
    #[error("the cell {cell} is not empty, or not on the board")]
    Occupied {
        /// The cell.
        cell: Cell,
    },
    /// The rule would never place this tile there.
    #[error("the spawn rule does not place a tile of rank {rank} at {cell}")]
    NotByTheRule {
        /// The cell.
        cell: Cell,
        /// The rank of the tile.
        rank: u8,
    },
    /// The representation has no room for the tile.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}

/// Rules with an engine: everything that play consists of.
#[derive(Clone, Debug)]
pub struct Game<E: SlideEngine = Naive> {
    rules: Rules,
    engine: E,
}

impl Game<Naive> {
    /// A game with the naive engine, which takes all rules.
    pub fn new(rules: Rules) -> Game<Naive> {
        let engine = Naive::new(&rules);
        Game { rules, engine }
    }
}

impl<E: SlideEngine> Game<E> {
    /// A game with an engine that was made for the same rules.
    pub fn with_engine(rules: Rules, engine: E) -> Game<E> {
        Game { rules, engine }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn check(&self, board: &E::Board) -> Result<(), IllegalPosition> {
        let (given, expected) = (board.shape(), self.rules.shape);
        if given == expected { Ok(()) } else { Err(IllegalPosition::Shape { given, expected }) }
    }

    /// A board with Slider to move.
    pub fn position(&self, board: E::Board) -> Result<Position<E::Board>, IllegalPosition> {
        self.check(&board)?;
        Ok(Position(board))
    }

    /// A board with a tile about to appear, no slide having gone before.
    pub fn afterstate(&self, board: E::Board) -> Result<Afterstate<E::Board>, IllegalPosition> {
        self.check(&board)?;
        Ok(Afterstate { board, entry: None })
    }

    /// The empty board with Dropper to move: how the two-player game starts.
    ///
    /// # Panics
    /// If the engine's boards have no room for the shape of the rules it was made for.
    pub fn start(&self) -> Afterstate<E::Board> {
        let board = E::Board::empty(self.rules.shape).expect("the engine takes the shape");
        Afterstate { board, entry: None }
    }

    /// Slides; `None` if nothing would change, which is not allowed.
    pub fn slide(
        &self,
        position: &Position<E::Board>,
        direction: Direction,
    ) -> Result<Option<Slide<E::Board>>, TileTooLarge> {
        let Some(slid) = self.engine.slide(position.board(), direction)? else {
            return Ok(None);
        };
        let entry = self.rules.spawn.placement.depends_on_slide().then(|| Entry {
            direction,
            moved: moved_lines(position.board(), &slid.board, direction),
        });
        let afterstate = Afterstate { board: slid.board, entry };
        Ok(Some(Slide { direction, afterstate, score: slid.score }))
    }

    /// All legal slides, in the order of [`Direction::ALL`].
    pub fn slides(
        &self,
        position: &Position<E::Board>,
    ) -> Result<Vec<Slide<E::Board>>, TileTooLarge> {
        let slides = Direction::ALL.into_iter().map(|d| self.slide(position, d));
        slides.filter_map(Result::transpose).collect()
    }

    /// Whether no slide is legal.
    pub fn is_dead(&self, position: &Position<E::Board>) -> Result<bool, TileTooLarge> {
        Ok(self.slides(position)?.is_empty())
    }

    /// Everything that can appear, with its probability; empty only if the board is full.
    pub fn outcomes(
        &self,
        afterstate: &Afterstate<E::Board>,
    ) -> Result<Vec<Outcome<E::Board>>, TileTooLarge> {
        let spawn = &self.rules.spawn;
        let cells = spawn.placement.cells(&afterstate.board, afterstate.entry);
        let mut outcomes = Vec::with_capacity(cells.len() * spawn.values.iter().len());
        for &cell in &cells {
            for (tile, chance) in spawn.values.iter() {
                outcomes.push(Outcome {
                    cell,
                    tile,
                    chance: chance.of(Chance::new(1, cells.len() as u64)),
                    position: Position(afterstate.board.with(cell, tile)?),
                });
            }
        }
        Ok(outcomes)
    }

    /// Drops a tile of one's choice, as far as the spawn rule allows it.
    pub fn drop_tile(
        &self,
        afterstate: &Afterstate<E::Board>,
        cell: Cell,
        tile: Tile,
    ) -> Result<Position<E::Board>, IllegalPosition> {
        let board = &afterstate.board;
        if !board.shape().contains(cell) || !board.tile(cell).is_empty() {
            return Err(IllegalPosition::Occupied { cell });
        }
        let spawn = &self.rules.spawn;
        let allowed = spawn.placement.cells(board, afterstate.entry).contains(&cell)
            && spawn.values.weight(tile) > 0;
        if !allowed {
            return Err(IllegalPosition::NotByTheRule { cell, rank: tile.rank() });
        }
        Ok(Position(board.with(cell, tile)?))
    }

    /// The sum of the values of all tiles: the layer that a board belongs to.
    pub fn tile_sum(&self, board: &E::Board) -> u64 {
        board.tiles().map(|tile| self.rules.tiles.value(tile)).sum()
    }
}

fn moved_lines<B: Grid>(before: &B, after: &B, direction: Direction) -> u64 {
    let changed = before.shape().iter().filter(|&cell| before.tile(cell) != after.tile(cell));
    let line = |cell: Cell| if direction.is_vertical() { cell.column() } else { cell.row() };
    changed.fold(0, |lines, cell| lines | 1 << line(cell))
}
