//! Players that are other programs, asked over a line protocol.
//!
//! The program is started once for each game in progress. It reads lines from its standard input:
//!
//! ```text
//! game classic 4x4 2:9,4:1 anywhere 17        tile system, shape, spawns, placement, seed
//! position . 2 . . / . . 2 . / . . . . / . . . .
//! ```
//!
//! and answers each `position` with one line: `up`, `down`, `left` or `right`. Its input ends with the
//! game. Only positions with a legal slide are sent. `docs/players.md` has an example.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use twofold_core::notation::faces;
use twofold_core::{Board, Direction, Game, Position};

use crate::player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};
use crate::registry::Make;
use crate::spec::{Parameters, PlayerError};

/// Why an external player did not choose a slide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// The program cannot be started or written to.
    #[error("cannot run the external player `{command}`: {error}")]
    Process {
        /// The command.
        command: String,
        /// What the system says.
        error: String,
    },
    /// The program ended before the game.
    #[error("the external player `{command}` ended without an answer")]
    Ended {
        /// The command.
        command: String,
    },
    /// The answer is not a legal slide.
    #[error("the external player `{command}` answered `{answer}`; legal slides are {legal}")]
    Answer {
        /// The command.
        command: String,
        /// The line that it wrote.
        answer: String,
        /// The legal slides of the position.
        legal: String,
    },
}

/// Prepares an external player; the program is started with its first position.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let Some(command) = parameters.text("command").filter(|command| !command.trim().is_empty())
    else {
        let error = "name the command to run, as in `external:python3 player.py`";
        return Err(PlayerError::value("command", "", error));
    };
    let (game, command) = (game.clone(), command.to_owned());
    Ok(Box::new(move |seed| {
        let (game, command) = (game.clone(), command.clone());
        Box::new(ExternalPlayer { game, command, seed, program: None })
    }))
}

struct ExternalPlayer {
    game: Game,
    command: String,
    seed: u64,
    program: Option<Program>,
}

/// A running program; it is ended with its player.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Longer lines are no answers.
const LONGEST_ANSWER: u64 = 1000;

impl ExternalPlayer {
    fn failed(&self, error: impl ToString) -> ExternalError {
        ExternalError::Process { command: self.command.clone(), error: error.to_string() }
    }

    fn start(&self) -> Result<Program, ExternalError> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = Command::new(shell);
        command.args([flag, &self.command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.failed(error))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| self.failed("no pipes"))?;
        let mut program = Program { child, input, output: BufReader::new(output) };
        let rules = self.game.rules();
        let spawns = rules.spawn.tiles.write(rules.tiles);
        let (tiles, shape, placement) = (rules.tiles, rules.shape, rules.spawn.placement.name());
        let line = format!("game {tiles} {shape} {spawns} {placement} {}\n", self.seed);
        self.write(&mut program, &line)?;
        Ok(program)
    }

    fn write(&self, program: &mut Program, line: &str) -> Result<(), ExternalError> {
        let written = program.input.write_all(line.as_bytes()).and_then(|()| program.input.flush());
        written.map_err(|error| match error.kind() {
            std::io::ErrorKind::BrokenPipe => {
                ExternalError::Ended { command: self.command.clone() }
            }
            _ => self.failed(error),
        })
    }

    /// Sends a line and reads the answer.
    fn ask(&mut self, line: &str) -> Result<String, ExternalError> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => self.start()?,
        };
        self.write(&mut program, line)?;
        let mut answer = String::new();
        let read = program.output.by_ref().take(LONGEST_ANSWER).read_line(&mut answer);
        if read.map_err(|error| self.failed(error))? == 0 {
            return Err(ExternalError::Ended { command: self.command.clone() });
        }
        self.program = Some(program);
        Ok(answer.trim().to_owned())
    }
}

impl Player for ExternalPlayer {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let slides: Vec<_> = self.game.slides(position).collect();
        let kind = ValueKind::Rating;
        if slides.is_empty() {
            return Ok(SlideValues::new(Vec::new(), kind));
        }
        let board = faces::write(position.board(), self.game.rules().tiles);
        let answer = self.ask(&format!("position {board}\n"))?;
        let chosen = Direction::ALL.into_iter().find(|direction| direction.name() == answer);
        if !slides.iter().any(|slide| Some(slide.direction) == chosen) {
            let legal: Vec<&str> = slides.iter().map(|slide| slide.direction.name()).collect();
            let (command, legal) = (self.command.clone(), legal.join(", "));
            return Err(ExternalError::Answer { command, answer, legal }.into());
        }
        let value = |chosen: bool| if chosen { 1.0 } else { 0.0 };
        let slides = slides
            .into_iter()
            .map(|slide| SlideValue { value: value(Some(slide.direction) == chosen), slide });
        Ok(SlideValues::new(slides.collect(), kind))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use twofold_core::Rules;

    use crate::PlayerSpec;
    use crate::arena::{ArenaError, Series};
    use crate::player::EvaluateError;

    use super::*;

    fn play(command: &str) -> Result<Vec<crate::arena::GameResult>, ArenaError> {
        let rules = Rules::classic("2x2".parse().unwrap());
        let spec: PlayerSpec = format!("external:{command}").parse().unwrap();
        assert_eq!(spec.to_string(), format!("external:{command}"));
        Series::new(3, 1).play(&spec.prepare(&rules).unwrap(), &())
    }

    fn failure(command: &str) -> ExternalError {
        match play(command).unwrap_err() {
            ArenaError::Player(EvaluateError::External(error)) => error,
            other => panic!("{other}"),
        }
    }

    /// A player as a shell script; commas and equal signs in the command are its own.
    #[test]
    fn a_program_plays() {
        // On 2×2, a slide left is legal if a row has a gap before a tile or two equal tiles.
        let script = r#"read game; [ "${game%% *}" = game ] || exit 1
            while read word a b slash c d; do
              legal() {
                [ "$1" = . ] && [ "$2" != . ] && return 0
                [ "$1" = "$2" ] && [ "$1" != . ]
              }
              if legal "$a" "$b" || legal "$c" "$d"; then echo left
              elif legal "$b" "$a" || legal "$d" "$c"; then echo right
              elif legal "$a" "$c" || legal "$b" "$d"; then echo up
              else echo down; fi; done"#;
        let results = play(script).unwrap();
        assert_eq!(results.len(), 3);
        assert!(results.iter().all(|result| result.slides > 3));
    }

    #[test]
    fn failures_are_named() {
        assert!(matches!(failure("true"), ExternalError::Ended { .. }));
        assert!(matches!(failure("read a; read b; exit 3"), ExternalError::Ended { .. }));
        let error = failure("read a; read b; echo sideways; cat > /dev/null");
        assert!(matches!(&error, ExternalError::Answer { answer, .. } if answer == "sideways"));
        let rules = Rules::classic("2x2".parse().unwrap());
        assert!("external".parse::<PlayerSpec>().unwrap().prepare(&rules).is_err());
    }
}
