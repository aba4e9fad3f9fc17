//! Recorded games: every spawn is written down, so that a game can be rerun exactly.
//!
//! ```
//! use twofold_core::replay::Replay;
//!
//! let text = "twofold replay 1\n\
//!     tiles classic\n\
//!     shape 2x2\n\
//!     drops 2:9,4:1\n\
//!     placement anywhere\n\
//!     start 00/00\n\
//!     moves (1,1)(1,2)R(1,1)=4D\n";
//! let replay: Replay = text.parse()?;
//! assert_eq!(replay.to_string(), text);
//! let frames = replay.play()?;
//! assert_eq!(frames.last().unwrap().score, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::game::{Afterstate, Game, IllegalPosition, Position};
use crate::grid::Grid;
use crate::notation::sequence::{self, Step};
use crate::notation::{NotationError, logarithmic};
use crate::rules::Rules;
use crate::shape::ShapeError;
use crate::spawn::{Placement, SpawnRule, SpawnValues, SpawnValuesError};
use crate::tile::TileTooLarge;
use crate::tiles::{TileSystem, UnknownTileSystem};

const HEADER: &str = "twofold replay 1";

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was played.
    pub rules: Rules,
    /// The board before the first step.
    pub start: Board,
    /// Every drop and slide.
    pub steps: Vec<Step>,
}

/// The board after a step of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The step, `None` for the start.
    pub step: Option<Step>,
    /// The board after it.
    pub board: Board,
    /// The score so far.
    pub score: u64,
}

/// A step that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {number} ({text}) is not allowed: {reason}")]
pub struct IllegalStep {
    /// The number of the step, from 1.
    pub number: usize,
    /// The step as it is written.
    pub text: String,
    /// Why it is not allowed.
    pub reason: StepError,
}

/// Why a step is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// A slide that moves nothing.
    #[error("the slide would change nothing")]
    NothingMoves,
    /// Two slides without a drop between them.
    #[error("a tile has to be dropped before the next slide")]
    DropExpected,
    /// Two drops without a slide between them, after the first slide.
    #[error("a slide has to come before the next drop")]
    SlideExpected,
    /// A drop that the position or the spawn rule forbids.
    #[error(transparent)]
    Position(#[from] IllegalPosition),
    /// A merge beyond the highest tile.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}

/// What waits for the next step.
enum Turn {
    Slider(Position<Board>),
    Dropper(Afterstate<Board>),
}

impl Replay {
    /// Plays the game by the rules: the start, then the board after every step.
    ///
    /// Drops and slides alternate, except that several tiles may be dropped before the first
    /// slide, as when people start with two.
    pub fn play(&self) -> Result<Vec<Frame>, IllegalStep> {
        let game = Game::new(self.rules.clone());
        let mut frames = vec![Frame { step: None, board: self.start.clone(), score: 0 }];
        let mut opening = true;
        let mut turn = None;
        for (index, &step) in self.steps.iter().enumerate() {
            let illegal = |reason| IllegalStep {
                number: index + 1,
                text: sequence::write(&[step], self.rules.tiles),
                reason,
            };
            let before = frames.last().expect("the start is a frame");
            let (next, gained) = self.step(&game, before, turn, step, opening).map_err(illegal)?;
            opening &= matches!(step, Step::Drop { .. });
            let board = match &next {
                Turn::Slider(position) => position.board().clone(),
                Turn::Dropper(afterstate) => afterstate.board().clone(),
            };
            let score = before.score + gained;
            frames.push(Frame { step: Some(step), board, score });
            turn = Some(next);
        }
        Ok(frames)
    }

    fn step(
        &self,
        game: &Game,
        before: &Frame,
        turn: Option<Turn>,
        step: Step,
        opening: bool,
    ) -> Result<(Turn, u64), StepError> {
        match step {
            Step::Drop { cell, tile } => {
                let afterstate = match turn {
                    Some(Turn::Dropper(afterstate)) => afterstate,
                    _ if opening => game.afterstate(before.board.clone())?,
                    _ => return Err(StepError::SlideExpected),
                };
                let position = game.drop_tile(&afterstate, cell, tile)?;
                Ok((Turn::Slider(position), self.rules.tiles.spawn_score(tile)))
            }
            Step::Slide(direction) => {
                let position = match turn {
                    Some(Turn::Slider(position)) => position,
                    Some(Turn::Dropper(_)) => return Err(StepError::DropExpected),
                    None => game.position(before.board.clone())?,
                };
                let slide = game.slide(&position, direction)?.ok_or(StepError::NothingMoves)?;
                Ok((Turn::Dropper(slide.afterstate), slide.score))
            }
        }
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { shape, tiles, spawn } = &self.rules;
        let weighted = |(tile, _)| format!("{}:{}", tiles.value(tile), spawn.values.weight(tile));
        let drops: Vec<_> = spawn.values.iter().map(weighted).collect();
        writeln!(f, "{HEADER}")?;
        writeln!(f, "tiles {tiles}")?;
        writeln!(f, "shape {shape}")?;
        writeln!(f, "drops {}", drops.join(","))?;
        writeln!(f, "placement {}", spawn.placement.name())?;
        writeln!(f, "start {}", logarithmic::write(&self.start))?;
        writeln!(f, "moves {}", sequence::write(&self.steps, *tiles))
    }
}

/// Why a text is not a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It does not begin like one.
    #[error("a replay starts with the line `{HEADER}`")]
    Header,
    /// A line is missing or stands in another place.
    #[error("line {line} should start with `{key}`")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The word that it should start with.
        key: &'static str,
    },
    /// The tile system does not exist.
    #[error("line 2: {0}")]
    Tiles(#[from] UnknownTileSystem),
    /// The shape is wrong.
    #[error("line 3: {0}")]
    Shape(#[from] ShapeError),
    /// The drops are wrong.
    #[error("line 4: {0}")]
    Drops(#[from] SpawnValuesError),
    /// The placement does not exist.
    #[error("line 5: there is no placement `{0}`")]
    Placement(String),
    /// The board is of another shape.
    #[error("line 6: {0}")]
    Start(IllegalPosition),
    /// A board or sequence is wrong.
    #[error("line {line}: {error}")]
    Notation {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: NotationError,
    },
}

impl FromStr for Replay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Replay, ReplayError> {
        let mut lines = text.splitn(7, '\n');
        if lines.next().map(str::trim_end) != Some(HEADER) {
            return Err(ReplayError::Header);
        }
        let mut line = 1;
        let mut field = |key: &'static str| {
            line += 1;
            let rest = lines.next().and_then(|text| text.trim().strip_prefix(key));
            rest.map(str::trim).ok_or(ReplayError::Line { line, key })
        };
        let tiles: TileSystem = field("tiles ")?.parse()?;
        let shape = field("shape ")?.parse()?;
        let values = SpawnValues::parse(field("drops ")?, tiles)?;
        let placement = field("placement ")?;
        let placement = Placement::from_name(placement)
            .ok_or_else(|| ReplayError::Placement(placement.to_owned()))?;
        let notation = |line| move |error| ReplayError::Notation { line, error };
        let start = logarithmic::parse(field("start ")?).map_err(notation(6))?;
        if start.shape() != shape {
            let illegal = IllegalPosition::Shape { given: start.shape(), expected: shape };
            return Err(ReplayError::Start(illegal));
        }
        let steps = sequence::parse(field("moves")?, tiles).map_err(notation(7))?;
        Ok(Replay {
            rules: Rules { shape, tiles, spawn: SpawnRule { placement, values } },
            start,
            steps,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A game that follows a list of choices, as long as there are any.
    fn played(rules: Rules, choices: &[usize]) -> Replay {
        let game = Game::new(rules.clone());
        let mut steps = Vec::new();
        let mut afterstate = game.start();
        for pair in choices.chunks(2) {
            let outcomes = game.outcomes(&afterstate).unwrap();
            let outcome = &outcomes[pair[0] % outcomes.len()];
            steps.push(Step::Drop { cell: outcome.cell, tile: outcome.tile });
            let mut slides = game.slides(&outcome.position).unwrap();
            if slides.is_empty() || pair.len() < 2 {
                break;
            }
            let slide = slides.swap_remove(pair[1] % slides.len());
            steps.push(Step::Slide(slide.direction));
            afterstate = slide.afterstate;
        }
        Replay { start: Board::new(rules.shape), rules, steps }
    }

    proptest! {
        #[test]
        fn games_are_replayed_and_rewritten(
            system in prop::sample::select(&TileSystem::ALL[..]),
            choices in prop::collection::vec(0..1000_usize, 0..60),
        ) {
            let replay = played(Rules::new("3x3".parse().unwrap(), system), &choices);
            let frames = replay.play().unwrap();
            prop_assert_eq!(frames.len(), replay.steps.len() + 1);
            prop_assert_eq!(replay.to_string().parse::<Replay>().unwrap(), replay);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(twofold replay 1\n)?(tiles classic\n)?(shape 2x2\n)?\\PC*") {
            let _ = text.parse::<Replay>();
        }
    }

    #[test]
    fn illegal_steps_are_named() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let start = Board::new(rules.shape);
        let play = |moves: &str| {
            let steps = sequence::parse(moves, TileSystem::Classic).unwrap();
            Replay { rules: rules.clone(), start: start.clone(), steps }.play()
        };
        assert!(play("(1,1)(2,2)R").is_ok());
        let reason = |moves| play(moves).unwrap_err();
        assert_eq!(reason("(1,1)L").reason, StepError::NothingMoves);
        assert_eq!(reason("(1,1)RL").reason, StepError::DropExpected);
        assert_eq!(reason("(1,1)R(1,1)(2,1)").reason, StepError::SlideExpected);
        assert!(matches!(reason("(1,1)(1,1)").reason, StepError::Position(_)));
        assert!(matches!(reason("(1,1)=8").reason, StepError::Position(_)));
        assert!(matches!(reason("(3,1)").reason, StepError::Position(_)));
        assert_eq!(reason("(1,1)RL").number, 3);
    }
}
