//! `twofold replay`: plays a recorded game back, step by step.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::sequence::{self, Step};
use twofold_core::notation::{logarithmic, values};
use twofold_core::replay::{Frame, Replay};
use twofold_core::{Board, Game, Rules, Shape, SpawnRule};

use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, Report, Table};

/// Play a recorded game or a sequence of moves back, step by step
///
/// Give a replay file (or - for standard input), or a sequence of drops and slides with the shape
/// of the board. Slides alone mean deterministic drops: always the lowest tile, in the topmost, then
/// leftmost empty cell, before every slide and once at the end. Every step is checked by the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold replay game.txt
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)=4L'
  twofold replay --shape 4x2 --moves RRDRLDRRDRL --deterministic
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)' --save game.txt")]
pub(crate) struct Options {
    /// A replay file, or - for standard input
    #[arg(conflicts_with_all = ["moves", "shape"], required_unless_present = "moves")]
    file: Option<PathBuf>,
    /// A sequence of moves, such as (1,1)D(1,2)=4L
    #[arg(long, requires = "shape")]
    moves: Option<String>,
    /// The board of the sequence
    #[arg(long)]
    shape: Option<Shape>,
    /// Drop the lowest tile in the topmost, then leftmost empty cell before every slide and at the end
    #[arg(long, requires = "moves")]
    deterministic: bool,
    /// Write the replay, with all its drops, to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let replay = read(options)?;
    let frames = replay.play().map_err(CommandError::input)?;
    if let Some(path) = &options.save {
        fs::write(path, replay.to_string()).map_err(|error| cannot("write", path, &error))?;
        output.remark(&format!("saved {} steps to {}", replay.steps.len(), path.display()));
    }
    Ok(output.emit(&Playback { rules: replay.rules, frames })?)
}

fn read(options: &Options) -> Result<Replay, CommandError> {
    let (Some(moves), Some(shape)) = (&options.moves, options.shape) else {
        let path = options.file.as_ref().expect("clap asks for a file or for moves");
        return text(path)?.parse().map_err(CommandError::input);
    };
    let mut rules = options.rules.rules(shape)?;
    let mut steps = sequence::parse(moves, rules.tiles)?;
    if options.deterministic {
        rules.spawn = SpawnRule::topmost_then_leftmost();
        steps = with_drops(&rules, &steps)?;
    }
    Ok(Replay { start: Board::new(shape), rules, steps })
}

fn text(path: &PathBuf) -> Result<String, CommandError> {
    let read = if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    read.map_err(|error| cannot("read", path, &error))
}

fn cannot(what: &str, path: &std::path::Path, error: &std::io::Error) -> CommandError {
    CommandError::input(format!("cannot {what} {}: {error}", path.display()))
}

/// The slides of a deterministic game with the drops that the rule puts between them.
fn with_drops(rules: &Rules, slides: &[Step]) -> Result<Vec<Step>, CommandError> {
    let game = Game::new(rules.clone());
    let mut steps = Vec::new();
    let mut afterstate = game.start();
    let mut slides = slides.iter();
    loop {
        let mut outcomes = game.outcomes(&afterstate).map_err(CommandError::input)?;
        let Some(outcome) = outcomes.pop() else { return Ok(steps) };
        steps.push(Step::Drop { cell: outcome.cell, tile: outcome.tile });
        let Some(&step) = slides.next() else { return Ok(steps) };
        let Step::Slide(direction) = step else {
            let error = CommandError::input("a deterministic game is written as slides alone");
            return Err(error.hint("leave out the drops, or leave out --deterministic"));
        };
        steps.push(step);
        match game.slide(&outcome.position, direction).map_err(CommandError::input)? {
            Some(slide) => afterstate = slide.afterstate,
            // The replay names the step that changes nothing.
            None => return Ok(steps),
        }
    }
}

struct Playback {
    rules: Rules,
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct FrameJson {
    step: Option<String>,
    board: String,
    score: u64,
}

impl Playback {
    fn step(&self, frame: &Frame) -> Option<String> {
        frame.step.map(|step| sequence::write(&[step], self.rules.tiles))
    }
}

impl Report for Playback {
    type Json = Vec<FrameJson>;

    fn json(&self) -> Vec<FrameJson> {
        let frame = |frame: &Frame| FrameJson {
            step: self.step(frame),
            board: logarithmic::write(&frame.board),
            score: frame.score,
        };
        self.frames.iter().map(frame).collect()
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#number", "step", "board", "#score"]);
        for (number, frame) in self.frames.iter().enumerate() {
            table.row([
                number.to_string(),
                self.step(frame).unwrap_or_else(|| "start".to_owned()),
                values::write(&frame.board, self.rules.tiles),
                frame.score.to_string(),
            ]);
        }
        table
    }
}
