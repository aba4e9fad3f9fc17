//! What is to be solved: a game, what Slider plays for, and who chooses the spawns.

use std::fmt;

use twofold_core::{Board, Rules, Tile};
use twofold_layers::{LayeredGame, LayeredGameError, Start};

use super::goal::Goal;
use super::limited_slides::LimitedSlides;
use super::opponent::Opponent;
use super::probability::Precision;

/// Everything that perfect play depends on.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::{Goal, Opponent, Problem};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let problem = Problem::new(rules, Goal::Tile, Opponent::Chance, Tile::new(4))?;
/// assert_eq!(problem.to_string(), "tile 16 against chance");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    game: LayeredGame,
    goal: Goal,
    opponent: Opponent,
    narrow: Option<LimitedSlides>,
    precision: Precision,
}

/// Why there is nothing to solve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The game cannot be worked through in layers.
    #[error(transparent)]
    Game(#[from] LayeredGameError),
    /// The goal is a tile, but which?
    #[error("the goal `tile` needs a tile to make")]
    NoTarget,
    /// Fewer slides give a lower bound for tiles only.
    #[error(
        "considering fewer slides gives a bound only for tiles, against chance or an adversary"
    )]
    LimitedSlides,
    /// Only probabilities have fewer digits.
    #[error("only probabilities of a tile can be stored in 16 or 32 bits")]
    Precision,
    /// Against chance, the largest tile is no number.
    #[error("against chance, the largest tile has a distribution rather than a value")]
    LargestOfChance,
}

impl Problem {
    /// A problem about a game that ends when the target is made, if there is one.
    pub fn new(
        rules: Rules,
        goal: Goal,
        opponent: Opponent,
        target: Option<Tile>,
    ) -> Result<Problem, ProblemError> {
        match (goal, opponent) {
            (Goal::Largest, Opponent::Chance) => return Err(ProblemError::LargestOfChance),
            (Goal::Tile, _) if target.is_none() => return Err(ProblemError::NoTarget),
            _ => {}
        }
        let game = LayeredGame::new(rules, target, Start::OneOrTwo)?;
        Ok(Problem { game, goal, opponent, narrow: None, precision: Precision::Double })
    }

    /// A problem about a game.
    pub fn about(
        game: LayeredGame,
        goal: Goal,
        opponent: Opponent,
    ) -> Result<Problem, ProblemError> {
        let problem = Problem::new(game.rules().clone(), goal, opponent, game.target())?;
        Ok(Problem { game, ..problem })
    }

    /// The same problem with values of so many digits.
    ///
    /// # Errors
    /// [`ProblemError::Precision`] if values are no probabilities.
    pub fn with_precision(self, precision: Precision) -> Result<Problem, ProblemError> {
        let are_probabilities = (self.goal, self.opponent) == (Goal::Tile, Opponent::Chance);
        if precision != Precision::Double && !are_probabilities {
            return Err(ProblemError::Precision);
        }
        Ok(Problem { precision, ..self })
    }

    /// How many digits values have.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The same problem with a game that starts on a board, Slider to move.
    pub fn starting_at(self, board: Board) -> Result<Problem, ProblemError> {
        let game = &self.game;
        let game = LayeredGame::new(game.rules().clone(), game.target(), Start::Board(board))?;
        Ok(Problem { game, ..self })
    }

    /// The same problem for a Slider who makes the target if he can, and otherwise considers only
    /// his most promising slides. Its values are lower bounds.
    pub fn narrowed(self, slides: usize) -> Result<Problem, ProblemError> {
        match (self.goal, self.opponent) {
            (Goal::Tile, Opponent::Chance | Opponent::Adversary) => {
                let narrow = Some(LimitedSlides::new(slides, self.game.rules().shape));
                Ok(Problem { narrow, ..self })
            }
            _ => Err(ProblemError::LimitedSlides),
        }
    }

    /// Which slides Slider considers; all of them, if there is no limit.
    pub fn narrow(&self) -> Option<LimitedSlides> {
        self.narrow
    }

    /// The game, from its start to its end.
    pub fn game(&self) -> &LayeredGame {
        &self.game
    }

    /// What Slider plays for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Who chooses the spawns.
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }
}

/// Goal and opponent, without the game: `score with a helper`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.goal.name())?;
        if let (Goal::Tile, Some(target)) = (self.goal, self.game.target()) {
            write!(f, " {}", self.game.face(target))?;
        }
        f.write_str(match self.opponent {
            Opponent::Chance => " against chance",
            Opponent::Adversary => " against an adversary",
            Opponent::Helper => " with a helper",
        })
    }
}
