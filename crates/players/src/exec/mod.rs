//! Players that are other programs, asked over a line protocol.
//!
//! The program is started once for each game in progress. It reads lines from its standard input:
//!
//! ```text
//! game classic 4x4 2:9,4:1 anywhere 17        tile system, shape, spawns, placement, seed
//! position . 2 . . / . . 2 . / . . . . / . . . .
//! ```
//!
//! and answers each `position` with one line: `up`, `down`, `left` or `right`, or the first letter of
//! it. Its input ends with the game. Only positions with a legal slide are sent. `docs/players.md` has
//! an example.

mod group;
mod parameters;
mod program;
#[cfg(all(test, unix))]
mod tests;

use twofold_core::notation::faces;
use twofold_core::{Board, Direction, Game, Position, Watch};

use self::parameters::{Limits, duration};
pub(crate) use self::parameters::{read, write};
use self::program::{Failure, Program};
use crate::player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};
use crate::registry::{Make, Parameter};
use crate::spec::{Parameters, PlayerError};

/// The parameters of such a player.
pub(crate) const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "command",
        about: "the command line, as in exec:python3 player.py; it is run by the shell, and everything \
                to the end belongs to it",
        default: "none: it must be given",
    },
    Parameter {
        name: "timeout",
        about: "the time for each slide, as in exec:timeout=500ms,command=python3 player.py",
        default: "10s",
    },
    Parameter {
        name: "start",
        about: "the time for the first slide of a game, in which the program starts",
        default: "60s, or timeout if that is longer",
    },
];

/// Why another program did not choose a slide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the player `{command}` {fault}")]
pub struct ExecError {
    /// The command.
    pub command: String,
    /// What it did wrong.
    pub fault: ExecFault,
}

/// What a program did instead of answering with a slide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExecFault {
    /// It cannot be started, or asked.
    #[error("cannot be run: {0}")]
    Run(String),
    /// The shell did not find the program, or may not run it.
    #[error("cannot be run: the shell {0}")]
    Shell(&'static str),
    /// It gave no answer in time.
    #[error("did not answer within {} ({position})", duration(*.limit))]
    Timeout {
        /// The time that it had.
        limit: std::time::Duration,
        /// The line that it was sent.
        position: String,
    },
    /// It ended before the game.
    #[error("ended without an answer ({status}; {position})")]
    Ended {
        /// How it ended, as the system says it.
        status: String,
        /// The line that it was sent.
        position: String,
    },
    /// It closed its standard output and goes on.
    #[error("closed its output without an answer ({position})")]
    Closed {
        /// The line that it was sent.
        position: String,
    },
    /// It wrote a line before it was asked.
    #[error(
        "wrote `{line}` without being asked; only one line for each position belongs on its output"
    )]
    Unasked {
        /// The line, or its beginning.
        line: String,
    },
    /// It wrote a line that is far too long.
    #[error("wrote a line of more than {longest} bytes, which is no answer ({position})")]
    Flood {
        /// The length up to which lines are read.
        longest: usize,
        /// The line that it was sent.
        position: String,
    },
    /// The answer is not a legal slide.
    #[error("answered `{answer}`; legal slides are {legal} ({position})")]
    Answer {
        /// The line that it wrote.
        answer: String,
        /// The legal slides of the position.
        legal: String,
        /// The line that it was sent.
        position: String,
    },
}

/// Prepares such a player; the program is started with its first position.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let Some(command) = parameters.text("command").filter(|command| !command.trim().is_empty())
    else {
        let error = "name the command to run, as in `exec:python3 player.py`";
        return Err(PlayerError::value("command", "", error));
    };
    let (game, command, limits) = (game.clone(), command.to_owned(), Limits::of(parameters)?);
    Ok(Box::new(move |seed| {
        let (game, command) = (game.clone(), command.clone());
        Box::new(ExecPlayer { game, command, limits, seed, program: None })
    }))
}

struct ExecPlayer {
    game: Game,
    command: String,
    limits: Limits,
    seed: u64,
    program: Option<Program>,
}

impl ExecPlayer {
    fn failed(&self, fault: ExecFault) -> EvaluateError {
        ExecError { command: self.command.clone(), fault }.into()
    }

    /// The line with which a game begins.
    fn greeting(&self) -> String {
        let rules = self.game.rules();
        let spawns = rules.spawn.tiles.write(rules.tiles);
        let (tiles, shape, placement) = (rules.tiles, rules.shape, rules.spawn.placement.name());
        format!("game {tiles} {shape} {spawns} {placement} {}", self.seed)
    }

    /// Sends a position and waits for the answer. A program that fails is ended.
    fn ask(&mut self, position: &str, watch: &dyn Watch) -> Result<String, EvaluateError> {
        let (mut program, limit) = match self.program.take() {
            Some(program) => (program, self.limits.slide),
            None => {
                let started = Program::start(&self.command);
                let program = started.map_err(|error| self.failed(ExecFault::Run(error)))?;
                program.send(self.greeting());
                (program, self.limits.start)
            }
        };
        let is_first = limit == self.limits.start;
        let position = position.to_owned();
        let fault = match program.ask(position.clone(), limit, watch) {
            Ok(answer) => {
                self.program = Some(program);
                return Ok(answer);
            }
            Err(Failure::Stopped(stopped)) => return Err(stopped.into()),
            Err(Failure::Timeout) => ExecFault::Timeout { limit, position },
            // The codes by which shells say so.
            Err(Failure::Ended { code: Some(127), .. }) if is_first => {
                ExecFault::Shell("does not find it")
            }
            Err(Failure::Ended { code: Some(126), .. }) if is_first => {
                ExecFault::Shell("may not run it")
            }
            Err(Failure::Ended { status, .. }) => ExecFault::Ended { status, position },
            Err(Failure::Closed) => ExecFault::Closed { position },
            Err(Failure::Unasked(line)) => ExecFault::Unasked { line },
            Err(Failure::Flood) => ExecFault::Flood { longest: program::LONGEST_ANSWER, position },
        };
        Err(self.failed(fault))
    }
}

/// A program whose game is over may end by itself.
impl Drop for ExecPlayer {
    fn drop(&mut self) {
        if let Some(program) = self.program.take() {
            program.finish();
        }
    }
}

/// The slide that an answer names.
fn slide(answer: &str) -> Option<Direction> {
    let names = |direction: &Direction| {
        let name = direction.name();
        name.eq_ignore_ascii_case(answer) || name[..1].eq_ignore_ascii_case(answer)
    };
    Direction::ALL.into_iter().find(names)
}

impl Player for ExecPlayer {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        self.evaluate_watched(position, &())
    }

    fn evaluate_watched(
        &mut self,
        position: &Position<Board>,
        watch: &dyn Watch,
    ) -> Result<SlideValues, EvaluateError> {
        let slides: Vec<_> = self.game.slides(position).collect();
        let kind = ValueKind::Rating;
        if slides.is_empty() {
            return Ok(SlideValues::new(Vec::new(), kind));
        }
        let board = faces::write(position.board(), self.game.rules().tiles);
        let line = format!("position {board}");
        let answer = self.ask(&line, watch)?;
        let chosen = slide(&answer);
        if !slides.iter().any(|slide| Some(slide.direction) == chosen) {
            // Whatever it does next is of no interest.
            self.program = None;
            let legal: Vec<&str> = slides.iter().map(|slide| slide.direction.name()).collect();
            let legal = legal.join(", ");
            return Err(self.failed(ExecFault::Answer { answer, legal, position: line }));
        }
        let value = |chosen: bool| if chosen { 1.0 } else { 0.0 };
        let slides = slides
            .into_iter()
            .map(|slide| SlideValue { value: value(Some(slide.direction) == chosen), slide });
        Ok(SlideValues::new(slides.collect(), kind))
    }
}
