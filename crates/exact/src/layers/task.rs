//! What is to be counted or solved.

use std::collections::{BTreeMap, BTreeSet};

use twofold_core::{Board, Game, Grid, Packed, Placement, Rules, Tile, Unrepresentable};

/// Where play starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// With two tiles that have appeared, as people play.
    TwoTiles,
    /// With an empty board on which one tile appears, as in the two-player game.
    Empty,
    /// With one tile or with two: both conventions at once.
    OneOrTwo,
    /// With this board, Slider to move.
    Board(Board),
}

/// A game to be worked through: its rules, where it starts and when it ends.
///
/// Play stops when the goal is made: a board with a tile of the goal's rank or above is neither
/// position nor afterstate. Without a goal, it goes on until no slide is legal.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_exact::layers::{Start, Task};
///
/// let task = Task::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// // 2 and 2, 2 and 4, 4 and 4: side by side or in a diagonal.
/// let starts = task.starts();
/// assert_eq!(starts.keys().copied().collect::<Vec<_>>(), [4, 6, 8]);
/// assert!(starts.values().all(|codes| codes.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    rules: Rules,
    goal: Option<Tile>,
    start: Start,
}

/// Why a game cannot be worked through in layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// Where tiles appear depends on more than the board, or is not symmetric.
    #[error("layers need tiles that appear in any empty cell, not at {}", placement.name())]
    Placement {
        /// Where they appear.
        placement: Placement,
    },
    /// The board does not fit a machine word.
    #[error(transparent)]
    Board(#[from] Unrepresentable),
    /// The start board is of another shape.
    #[error("the start board is {given}, but the game is played on {expected}")]
    Shape {
        /// The shape of the board.
        given: twofold_core::Shape,
        /// The shape of the game.
        expected: twofold_core::Shape,
    },
    /// The goal does not fit.
    #[error("a goal of rank {rank} is too high: the engine counts up to rank {max}", max = Packed::MAX_RANK)]
    Goal {
        /// The rank of the goal.
        rank: u8,
    },
}

impl Task {
    /// A task, if the engine can take it: tiles appear anywhere, and boards fit a machine word.
    pub fn new(rules: Rules, goal: Option<Tile>, start: Start) -> Result<Task, TaskError> {
        let shape = rules.shape;
        if rules.spawn.placement != Placement::Anywhere {
            return Err(TaskError::Placement { placement: rules.spawn.placement });
        }
        if shape.cells() > Packed::MAX_CELLS {
            return Err(Unrepresentable::Shape { shape }.into());
        }
        if let Some(tile) = goal.filter(|tile| tile.rank() > Packed::MAX_RANK) {
            return Err(TaskError::Goal { rank: tile.rank() });
        }
        for (tile, _) in rules.spawn.values.iter() {
            if tile.rank() > Packed::MAX_RANK {
                return Err(TaskError::Goal { rank: tile.rank() });
            }
        }
        if let Start::Board(board) = &start {
            if board.shape() != shape {
                return Err(TaskError::Shape { given: board.shape(), expected: shape });
            }
            board.convert::<Packed>()?;
        }
        Ok(Task { rules, goal, start })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tile that ends the game when it is made.
    pub fn goal(&self) -> Option<Tile> {
        self.goal
    }

    /// Where play starts.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Whether play has stopped on a board with this largest tile.
    pub fn is_over(&self, largest: Tile) -> bool {
        self.goal.is_some_and(|goal| largest >= goal)
    }

    /// The value of a tile: what it adds to the tile sum.
    pub fn value(&self, tile: Tile) -> u64 {
        self.rules.tiles.value(tile)
    }

    /// The tile sum of a code.
    pub fn sum(&self, mut code: u64) -> u64 {
        let mut sum = 0;
        while code != 0 {
            sum += self.value(Tile::new((code & 0xF) as u8).expect("four bits are a rank"));
            code >>= 4;
        }
        sum
    }

    /// The tiles that may appear and leave play going, lowest first.
    pub fn spawns(&self) -> impl Iterator<Item = Tile> + '_ {
        let tiles = self.rules.spawn.values.iter().map(|(tile, _)| tile);
        tiles.filter(|&tile| !self.is_over(tile))
    }

    /// The highest value among the tiles that may appear and leave play going; zero if there is none.
    pub fn highest_spawn(&self) -> u64 {
        self.spawns().map(|tile| self.value(tile)).max().unwrap_or(0)
    }

    /// The canonical codes of the boards on which play may start, ascending, by tile sum.
    pub fn starts(&self) -> BTreeMap<u64, Vec<u64>> {
        let game = Game::new(self.rules.clone());
        let empty = Board::new(self.rules.shape);
        let boards = match &self.start {
            Start::Board(board) => BTreeSet::from([board.clone()]),
            Start::Empty => self.with_a_tile(&game, &BTreeSet::from([empty])),
            Start::TwoTiles => {
                let one = self.with_a_tile(&game, &BTreeSet::from([empty]));
                self.with_a_tile(&game, &one)
            }
            Start::OneOrTwo => {
                let one = self.with_a_tile(&game, &BTreeSet::from([empty]));
                let two = self.with_a_tile(&game, &one);
                one.union(&two).cloned().collect()
            }
        };
        let mut starts = BTreeMap::<u64, BTreeSet<u64>>::new();
        for board in boards.iter().filter(|board| !self.is_over(board.largest())) {
            let packed: Packed = board.canonical().convert().expect("checked when it was made");
            starts.entry(game.tile_sum(board)).or_default().insert(packed.code());
        }
        starts.into_iter().map(|(sum, codes)| (sum, codes.into_iter().collect())).collect()
    }

    fn with_a_tile(&self, game: &Game, boards: &BTreeSet<Board>) -> BTreeSet<Board> {
        let mut more = BTreeSet::new();
        for board in boards {
            let afterstate = game.afterstate(board.clone()).expect("a board of this shape");
            let outcomes = game.outcomes(&afterstate).expect("spawned tiles fit a board");
            more.extend(outcomes.into_iter().map(|outcome| outcome.position.into_board()));
        }
        more
    }
}
