//! Recorded games, as options of commands: a file, standard input, or a sequence of moves.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use twofold_core::notation::sequence::{self, Step};
use twofold_core::replay::{FormatError, Replay, ReplayFormat};
use twofold_core::{Board, Game, Rules, Shape, SpawnRule};

use crate::error::{About as _, CommandError};
use crate::output::Output;
use crate::rules::RulesOptions;

/// Which game.
#[derive(Args)]
pub(crate) struct GameOptions {
    /// A recorded game, or - for standard input
    #[arg(conflicts_with_all = ["moves", "shape"], required_unless_present = "moves", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// A sequence of moves, such as (1,1)D(1,2)=4L
    #[arg(long, requires = "shape")]
    moves: Option<String>,
    /// The board of the sequence
    #[arg(long)]
    shape: Option<Shape>,
    /// Spawn the lowest tile in the topmost, then leftmost empty cell, before every slide and at the end
    #[arg(long, requires = "moves")]
    deterministic: bool,
    #[command(flatten)]
    rules: RulesOptions,
}

impl GameOptions {
    /// The option that says which game it is.
    pub(crate) fn option(&self) -> &'static str {
        if self.moves.is_some() { "moves" } else { "file" }
    }

    /// Reads the game. Its steps are not played yet.
    pub(crate) fn read(&self, output: &Output) -> Result<Replay, CommandError> {
        let (Some(moves), Some(shape)) = (&self.moves, self.shape) else {
            let path = self.file.as_ref().expect("clap asks for a file or for moves");
            return read(path, output).about("file");
        };
        self.sequence(moves, shape).about("moves")
    }

    fn sequence(&self, moves: &str, shape: Shape) -> Result<Replay, CommandError> {
        let mut rules = self.rules.rules(shape)?;
        let mut steps = sequence::parse(moves, rules.tiles)?;
        if self.deterministic {
            rules.spawn = SpawnRule::topmost_then_leftmost();
            steps = with_spawns(&rules, &steps)?;
        }
        Ok(Replay { start: Board::new(shape), rules, steps })
    }
}

/// Longer files are no recorded games.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a recorded game from a file, or from standard input for `-`.
pub(crate) fn read(path: &Path, output: &Output) -> Result<Replay, CommandError> {
    ReplayFormat::read(&bytes(path, output)?).map_err(|error| {
        let input = CommandError::input(&error);
        match error {
            FormatError::Unknown => input.hint("docs/formats/replays.md describes what is read"),
            _ => input,
        }
    })
}

fn bytes(path: &Path, output: &Output) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        output.face().input().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        // If it is a pipe, whoever writes to it may take any time.
        let _expendable = output.face().expendable();
        let file = std::fs::File::open(path);
        file.and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    let cannot = |error: &dyn std::fmt::Display| {
        CommandError::input(format!("cannot read {}: {error}", path.display()))
    };
    read.map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(cannot(&"a recorded game has at most 64 MiB"));
    }
    Ok(bytes)
}

/// The slides of a deterministic game with the spawns that the rule puts between them.
fn with_spawns(rules: &Rules, slides: &[Step]) -> Result<Vec<Step>, CommandError> {
    let game = Game::new(rules.clone());
    let mut steps = Vec::new();
    let mut afterstate = game.start();
    let mut slides = slides.iter();
    loop {
        let Some(outcome) = game.outcomes(&afterstate).last() else { return Ok(steps) };
        steps.push(Step::Spawn { cell: outcome.cell, tile: outcome.tile });
        let Some(&step) = slides.next() else { return Ok(steps) };
        let Step::Slide(direction) = step else {
            let error = CommandError::input("a deterministic game is written as slides alone");
            return Err(error.hint("leave out the spawns, or leave out --deterministic"));
        };
        steps.push(step);
        match game.slide(&outcome.position, direction) {
            Some(slide) => afterstate = slide.afterstate,
            // The replay names the step that changes nothing.
            None => return Ok(steps),
        }
    }
}
