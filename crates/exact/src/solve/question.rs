//! What is asked about a game: what Slider wants, and who drops the tiles.

use std::fmt;

use twofold_core::{Board, Rules, Tile};

use super::all_boards;
use crate::layers::sparse::Narrow;
use crate::layers::{Start, Task, TaskError};

/// What Slider plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The score of the game.
    Score,
    /// To make this tile; play is over when it is made.
    Tile(Tile),
    /// The largest tile.
    MaxTile,
    /// As many slides as possible.
    Moves,
    /// As few slides as possible: to the end of play, or to a tile if there is one to be made.
    FewestMoves,
}

impl Goal {
    /// The word that commands and files use; tiles are named by their value.
    pub fn name(self, rules: &Rules) -> String {
        match self {
            Goal::Score => "score".to_owned(),
            Goal::Tile(tile) => format!("tile:{}", rules.tiles.value(tile)),
            Goal::MaxTile => "max-tile".to_owned(),
            Goal::Moves => "moves".to_owned(),
            Goal::FewestMoves => "fewest-moves".to_owned(),
        }
    }

    /// The goal of a name.
    pub fn from_name(name: &str, rules: &Rules) -> Option<Goal> {
        match name {
            "score" => Some(Goal::Score),
            "max-tile" => Some(Goal::MaxTile),
            "moves" => Some(Goal::Moves),
            "fewest-moves" => Some(Goal::FewestMoves),
            _ => {
                let tile = rules.tiles.tile_of(name.strip_prefix("tile:")?.parse().ok()?)?;
                (!tile.is_empty()).then_some(Goal::Tile(tile))
            }
        }
    }
}

/// Who drops the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Chance, by the probabilities of the game.
    Random,
    /// Somebody who chooses cell and tile to hurt Slider.
    Adversary,
    /// Somebody who chooses them to help.
    Friend,
}

impl Opponent {
    /// Every opponent.
    pub const ALL: [Opponent; 3] = [Opponent::Random, Opponent::Adversary, Opponent::Friend];

    /// The word that commands and files use.
    pub const fn name(self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Adversary => "adversary",
            Opponent::Friend => "friend",
        }
    }

    /// The opponent of a name.
    pub fn from_name(name: &str) -> Option<Opponent> {
        Opponent::ALL.into_iter().find(|opponent| opponent.name() == name)
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Everything that perfect play depends on.
///
/// ```
/// use twofold_core::{Board, Rules, Tile};
/// use twofold_exact::solve::{Goal, Opponent, Question};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let goal = Goal::Tile(Tile::new(4).unwrap());
/// let question = Question::new(rules, goal, Opponent::Random, None)?;
/// assert_eq!(question.to_string(), "tile:16 against random");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    task: Task,
    goal: Goal,
    opponent: Opponent,
    narrow: Option<Narrow>,
    all_boards: bool,
}

/// Why a question makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The game cannot be worked through.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// Two tiles are named.
    #[error("the goal tile:{goal} ends play at {goal}, and not at {to}")]
    TwoTiles {
        /// The value of the tile to be made.
        goal: u64,
        /// The value of the tile that was to end play.
        to: u64,
    },
    /// Fewer slides give a bound for tiles only.
    #[error("fewer slides tell something about tiles only, against chance or an adversary")]
    Narrow,
    /// Not every board is a bit.
    #[error(
        "all boards can be asked about on squares with an even number of rows, for a tile of the \
         classic game against an adversary; on 4x4, for tiles up to 64"
    )]
    AllBoards,
    /// Chance guarantees nothing.
    #[error("what the largest tile will be against chance has no single answer")]
    MaxTileOfChance,
}

impl Question {
    /// A question about a game that stops when the tile `to` is made, or with the goal's tile.
    pub fn new(
        rules: Rules,
        goal: Goal,
        opponent: Opponent,
        to: Option<Tile>,
    ) -> Result<Question, QuestionError> {
        if (goal, opponent) == (Goal::MaxTile, Opponent::Random) {
            return Err(QuestionError::MaxTileOfChance);
        }
        let end = match (goal, to) {
            (Goal::Tile(tile), Some(to)) if tile != to => {
                let [goal, to] = [tile, to].map(|tile| rules.tiles.value(tile));
                return Err(QuestionError::TwoTiles { goal, to });
            }
            (Goal::Tile(tile), _) => Some(tile),
            (_, to) => to,
        };
        let task = Task::new(rules, end, Start::OneOrTwo)?;
        Ok(Question { task, goal, opponent, narrow: None, all_boards: false })
    }

    /// The same question about play that starts on a board, Slider to move.
    pub fn starting_at(self, board: Board) -> Result<Question, QuestionError> {
        let task = &self.task;
        let task = Task::new(task.rules().clone(), task.goal(), Start::Board(board))?;
        Ok(Question { task, ..self })
    }

    /// The same question about a Slider who makes the tile if he can, and otherwise considers only his
    /// most promising slides. What he achieves is a lower bound of what he could.
    pub fn narrowed(self, slides: usize) -> Result<Question, QuestionError> {
        match (self.goal, self.opponent) {
            (Goal::Tile(_), Opponent::Random | Opponent::Adversary) => {
                let narrow = Some(Narrow::new(slides, self.task.rules().shape));
                Ok(Question { narrow, ..self })
            }
            _ => Err(QuestionError::Narrow),
        }
    }

    /// The same question about every board that there is, whether it can occur or not.
    pub fn about_all_boards(self) -> Result<Question, QuestionError> {
        match all_boards::fits(&self) && self.narrow.is_none() {
            true => Ok(Question { all_boards: true, ..self }),
            false => Err(QuestionError::AllBoards),
        }
    }

    /// Whether every board is asked about.
    pub fn is_about_all_boards(&self) -> bool {
        self.all_boards
    }

    /// Which slides Slider considers; all, if there is no limit.
    pub fn narrow(&self) -> Option<Narrow> {
        self.narrow
    }

    /// The game, from its start to its end.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// What Slider plays for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Who drops the tiles.
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.goal.name(self.task.rules()), self.opponent)
    }
}
