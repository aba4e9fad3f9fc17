//! Recorded games: every spawn is written down, so that a game can be rerun exactly.
//!
//! ```
//! use twofold_core::replay::Replay;
//!
//! let text = "twofold replay 2\n\
//!     tiles classic\n\
//!     shape 2x2\n\
//!     spawns 2:9,4:1\n\
//!     placement anywhere\n\
//!     start 00/00\n\
//!     moves (1,1)(1,2)R(1,1)=4D\n\
//!     end 5\n";
//! let replay: Replay = text.parse()?;
//! assert_eq!(replay.to_string(), text);
//! let frames = replay.play()?;
//! assert_eq!(frames.last().unwrap().score, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The last line has the number of steps, so that a file that was cut is recognised. Version 1 has no
//! such line, and `drops` for `spawns`; it is read if the line of moves is whole, that is, ends with
//! a line break.

mod format;
mod league;
mod next;
mod plies;
mod records;
#[cfg(test)]
mod tests_of_formats;
mod verse;

use std::fmt;
use std::str::FromStr;

pub use self::format::{FormatError, ReplayFormat};
use crate::board::Board;
use crate::game::Game;
use crate::notation::sequence::{self, Step};
use crate::notation::{NotationError, ranks};
use crate::position::{Afterstate, IllegalPosition, Position};
use crate::rules::Rules;
use crate::shape::ShapeError;
use crate::spawn::{SpawnRule, SpawnTiles, SpawnTilesError, UnknownPlacement};
use crate::tile::TileTooLarge;
use crate::tiles::{TileSystem, UnknownTileSystem};

const HEADER: &str = "twofold replay 2";

/// The header of replays without a mark at their end.
const FIRST_HEADER: &str = "twofold replay 1";

/// A game as it was played, to be written down and played again.
///
/// ```
/// use twofold_core::replay::Replay;
/// use twofold_core::{Board, Rules, TileSystem, notation::sequence};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let steps = sequence::parse("(1,1)(1,2)R", TileSystem::Classic)?;
/// let replay = Replay { start: Board::new(rules.shape), rules, steps };
/// assert_eq!(replay.play()?.last().unwrap().board.to_string(), ". 4 / . .");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was played.
    pub rules: Rules,
    /// The board before the first step.
    pub start: Board,
    /// Every spawn and slide.
    pub steps: Vec<Step>,
}

/// The board after a step of a replay.
///
/// ```
/// use twofold_core::replay::Replay;
/// use twofold_core::{Board, Rules, TileSystem, notation::sequence};
///
/// let rules = Rules::classic("1x2".parse()?);
/// let steps = sequence::parse("(1,1)(1,2)R", TileSystem::Classic)?;
/// let frames = Replay { start: Board::new(rules.shape), rules, steps }.play()?;
/// let scores: Vec<u64> = frames.iter().map(|frame| frame.score).collect();
/// assert_eq!(scores, [0, 0, 0, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use twofold_core::replay::Replay;
/// use twofold_core::{Board, Rules, TileSystem, notation::sequence};
///
/// let rules = Rules::classic("1x2".parse()?);
/// let steps = sequence::parse("(1,1)L", TileSystem::Classic)?;
/// let error = Replay { start: Board::new(rules.shape), rules, steps }.play().unwrap_err();
/// assert_eq!(error.to_string(), "step 2 (L) is not allowed: the slide would change nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Two slides without a spawn between them.
    #[error("a tile has to appear before the next slide")]
    SpawnExpected,
    /// Two spawns without a slide between them, after the first slide.
    #[error("a slide has to come before the next spawn")]
    SlideExpected,
    /// A spawn that the position or the spawn rule forbids.
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
    /// Spawns and slides alternate, except that several tiles may appear before the first
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
            opening &= matches!(step, Step::Spawn { .. });
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
            Step::Spawn { cell, tile } => {
                let afterstate = match turn {
                    Some(Turn::Dropper(afterstate)) => afterstate,
                    _ if opening => game.afterstate(before.board.clone())?,
                    _ => return Err(StepError::SlideExpected),
                };
                let position = game.spawn(&afterstate, cell, tile)?;
                Ok((Turn::Slider(position), self.rules.tiles.spawn_score(tile)))
            }
            Step::Slide(direction) => {
                let position = match turn {
                    Some(Turn::Slider(position)) => position,
                    Some(Turn::Dropper(_)) => return Err(StepError::SpawnExpected),
                    None => game.position(before.board.clone())?,
                };
                let slide = game.slide(&position, direction).ok_or(StepError::NothingMoves)?;
                Ok((Turn::Dropper(slide.afterstate), slide.score))
            }
        }
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { shape, tiles, spawn } = &self.rules;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "tiles {tiles}")?;
        writeln!(f, "shape {shape}")?;
        writeln!(f, "spawns {}", spawn.tiles.write(*tiles))?;
        writeln!(f, "placement {}", spawn.placement)?;
        writeln!(f, "start {}", ranks::write(&self.start))?;
        writeln!(f, "moves {}", sequence::write(&self.steps, *tiles))?;
        writeln!(f, "end {}", self.steps.len())
    }
}

/// Why a text is not a replay.
///
/// ```
/// use twofold_core::replay::{Replay, ReplayError};
///
/// assert_eq!("1. e4 e5".parse::<Replay>(), Err(ReplayError::Header));
/// ```
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
    /// The spawns are wrong.
    #[error("line 4: {0}")]
    Spawns(#[from] SpawnTilesError),
    /// The placement does not exist.
    #[error("line 5: {0}")]
    Placement(#[from] UnknownPlacement),
    /// The board is not one of the rules.
    #[error("line 6: {0}")]
    Start(IllegalPosition),
    /// The last line, which says how many steps there are, is missing or says another number.
    #[error(
        "the replay is cut: it should end with the number of its steps, as in `end 120`; {steps} are there"
    )]
    Cut {
        /// The number of steps that are there.
        steps: usize,
    },
    /// The last line of a replay without such a mark does not end.
    #[error("the replay is cut: the line of moves does not end with a line break")]
    CutLine,
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
        let first = match lines.next().map(str::trim_end) {
            Some(HEADER) => false,
            Some(FIRST_HEADER) => true,
            _ => return Err(ReplayError::Header),
        };
        let mut line = 1;
        let mut field = |key: &'static str| {
            line += 1;
            let rest = lines.next().and_then(|text| text.trim_start().strip_prefix(key));
            rest.ok_or(ReplayError::Line { line, key })
        };
        let tiles: TileSystem = field("tiles ")?.trim().parse()?;
        let shape = field("shape ")?.trim().parse()?;
        let spawns = field(if first { "drops " } else { "spawns " })?;
        let spawns = SpawnTiles::parse(spawns.trim(), tiles)?;
        let placement = field("placement ")?.trim().parse()?;
        let rules = Rules { shape, tiles, spawn: SpawnRule { placement, tiles: spawns } };
        let notation = |line| move |error| ReplayError::Notation { line, error };
        let start = ranks::parse(field("start ")?.trim()).map_err(notation(6))?;
        rules.afterstate(start.clone()).map_err(ReplayError::Start)?;
        let rest = field("moves")?;
        // A cut may go through a step, so that the mark is looked at first.
        let (moves, end) = match first {
            true if !rest.ends_with('\n') => return Err(ReplayError::CutLine),
            true => (rest, None),
            false => match rest.trim_end().rsplit_once('\n') {
                Some((moves, last)) => (moves, last.trim().strip_prefix("end ")),
                None => (rest, None),
            },
        };
        let steps = sequence::parse(moves.trim(), tiles);
        let whole = |steps: &Vec<Step>| first || end == Some(&steps.len().to_string());
        match steps {
            Ok(steps) if !whole(&steps) => Err(ReplayError::Cut { steps: steps.len() }),
            Err(_) if !first && end.is_none() => {
                Err(ReplayError::Cut { steps: sequence::whole_steps(moves.trim(), tiles) })
            }
            steps => Ok(Replay { rules, start, steps: steps.map_err(notation(7))? }),
        }
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
            let mut outcomes = game.outcomes(&afterstate);
            let outcome = outcomes.nth(pair[0] % outcomes.len()).unwrap();
            steps.push(Step::Spawn { cell: outcome.cell, tile: outcome.tile });
            let mut slides: Vec<_> = game.slides(&outcome.position).collect();
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
        fn cut_replays_are_refused(
            choices in prop::collection::vec(0..1000_usize, 0..40),
            first in any::<bool>(),
        ) {
            let replay = played(Rules::classic("2x2".parse().unwrap()), &choices);
            let mut text = replay.to_string();
            if first {
                text = text.replace(HEADER, FIRST_HEADER).replace("spawns ", "drops ");
                text.truncate(text.find("end ").unwrap());
            }
            prop_assert_eq!(text.parse::<Replay>().unwrap(), replay);
            // Only the last line break may go, where there is a mark before it.
            for length in 0..text.len() - usize::from(!first) {
                prop_assert!(text[..length].parse::<Replay>().is_err(), "{}", &text[..length]);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(twofold replay [12]\n)?(tiles classic\n)?(shape 2x2\n)?\\PC*") {
            let _ = text.parse::<Replay>();
        }
    }

    #[test]
    fn cuts_are_named() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let text = played(rules, &[0, 0, 1, 1, 2, 2]).to_string();
        let error = |text: &str| text.parse::<Replay>().unwrap_err();
        let moves = text.find("moves").unwrap();
        assert!(matches!(error(&text[..moves + 9]), ReplayError::Cut { .. }));
        assert!(matches!(error(&text[..text.len() - 2]), ReplayError::Cut { .. }));
        let one_less = text.replace("end 6", "end 5");
        assert_eq!(error(&one_less), ReplayError::Cut { steps: 6 });
        let wrong = text.replace("moves (", "moves [");
        assert!(matches!(error(&wrong), ReplayError::Notation { line: 7, .. }));
        let start = text.replace("start 00/00", "start 00/000");
        assert!(matches!(error(&start), ReplayError::Notation { line: 6, .. }));
        let start = text.replace("spawns 2:9,4:1", "spawns 4:1").replace("00/00", "00/01");
        assert!(matches!(error(&start), ReplayError::Start(_)));
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
        assert_eq!(reason("(1,1)RL").reason, StepError::SpawnExpected);
        assert_eq!(reason("(1,1)R(1,1)(2,1)").reason, StepError::SlideExpected);
        assert!(matches!(reason("(1,1)(1,1)").reason, StepError::Position(_)));
        assert!(matches!(reason("(1,1)=8").reason, StepError::Position(_)));
        assert!(matches!(reason("(3,1)").reason, StepError::Position(_)));
        assert_eq!(reason("(1,1)RL").number, 3);
    }
}
