//! `twofold replay`: plays a recorded game back, step by step.

use std::fs;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use twofold_core::notation::faces;
use twofold_core::notation::sequence::{self, Step};
use twofold_core::replay::{Frame, Replay};
use twofold_core::{AtomicFile, Board, Game, Rules, Shape, SpawnRule};
use twofold_studio::{Panel, Scene};

use super::rules::RulesOptions;
use crate::error::{About as _, CommandError};
use crate::output::{GameJson, Output, Report, Table, board_json, picture};

/// Play back a recorded game or a sequence of moves, step by step
///
/// Give a replay file (or - for standard input), or a sequence of spawns and slides with the shape
/// of the board. Slides alone mean deterministic spawns: always the lowest tile, in the topmost, then
/// leftmost empty cell, before every slide and once at the end. Every step is checked by the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold replay game.txt
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)=4L'
  twofold replay --shape 4x2 --moves RRDRLDRRDRL --deterministic
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)' --save game.txt
  twofold replay game.txt --animation game.gif --every 10 --picture end.svg")]
pub struct Options {
    /// A replay file, or - for standard input
    #[arg(conflicts_with_all = ["moves", "shape"], required_unless_present = "moves", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// A sequence of moves, such as (1,1)D(1,2)=4L
    #[arg(long, requires = "shape")]
    moves: Option<String>,
    /// The board of the sequence
    #[arg(long)]
    shape: Option<Shape>,
    /// Spawn the lowest tile in the topmost, then leftmost empty cell, before every slide and at the end
    #[arg(long, requires = "moves")]
    deterministic: bool,
    /// Write the replay, with all its spawns, to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Save the last board as SVG or PNG, by the ending of the name
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Save the boards one after the other as an animated GIF or PNG, by the ending of the name
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Animate only every Nth board, and the last one
    #[arg(long, value_name = "N", default_value = "1", requires = "animation")]
    every: NonZeroUsize,
    #[command(flatten)]
    rules: RulesOptions,
}

/// The most pictures of an animation, which are all held in memory.
const MOST_PICTURES: usize = 1000;

/// How long a picture of an animation is shown, in milliseconds.
const PAUSE: u16 = 200;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let given = if options.moves.is_some() { "moves" } else { "file" };
    let replay = read(options, output).about(given)?;
    let frames = replay.play().map_err(CommandError::input).about(given)?;
    if let Some(path) = &options.save {
        let text = replay.to_string();
        AtomicFile::write(path, text.as_bytes())
            .map_err(|error| CommandError::cannot_write(path, &error))?;
        output.remark(&format!("saved {} steps to {}", replay.steps.len(), path.display()));
    }
    draw(options, &replay.rules, &frames, output)?;
    Ok(output.emit(&Playback { rules: replay.rules, frames })?)
}

/// Saves the pictures that were asked for.
fn draw(
    options: &Options,
    rules: &Rules,
    frames: &[Frame],
    output: &mut Output,
) -> Result<(), CommandError> {
    let scene = |frame: &Frame| Scene::new().panel(Panel::board(&frame.board, rules.tiles));
    if let (Some(path), Some(last)) = (&options.picture, frames.last()) {
        picture::save(&scene(last), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(path) = &options.animation {
        let every = options.every.get();
        let shown = |index: usize| index.is_multiple_of(every) || index + 1 == frames.len();
        let shown = (0..frames.len()).filter(|&index| shown(index));
        let pictures = shown.clone().count();
        if pictures > MOST_PICTURES {
            let error =
                format!("an animation has at most {MOST_PICTURES} pictures, not {pictures}");
            let fewer = frames.len().div_ceil(MOST_PICTURES - 1);
            return Err(CommandError::input(error)
                .hint(format!("add --every {fewer}"))
                .about("every"));
        }
        picture::save_animation(shown.map(|index| scene(&frames[index])), PAUSE, path, output)?;
        output.remark(&format!("wrote {pictures} pictures to {}", path.display()));
    }
    Ok(())
}

fn read(options: &Options, output: &Output) -> Result<Replay, CommandError> {
    let (Some(moves), Some(shape)) = (&options.moves, options.shape) else {
        let path = options.file.as_ref().expect("clap asks for a file or for moves");
        return text(path, output)?.parse().map_err(CommandError::input);
    };
    let mut rules = options.rules.rules(shape)?;
    let mut steps = sequence::parse(moves, rules.tiles)?;
    if options.deterministic {
        rules.spawn = SpawnRule::topmost_then_leftmost();
        steps = with_spawns(&rules, &steps)?;
    }
    Ok(Replay { start: Board::new(shape), rules, steps })
}

fn text(path: &PathBuf, output: &Output) -> Result<String, CommandError> {
    let read = if path.as_os_str() == "-" {
        let mut text = String::new();
        output.face().input().read_to_string(&mut text).map(|_| text)
    } else {
        // If it is a pipe, whoever writes to it may take any time.
        let _expendable = output.face().expendable();
        fs::read_to_string(path)
    };
    read.map_err(|error| cannot_read(path, &error))
}

fn cannot_read(path: &std::path::Path, error: &std::io::Error) -> CommandError {
    CommandError::input(format!("cannot read {}: {error}", path.display()))
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

struct Playback {
    rules: Rules,
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    frames: Vec<FrameJson>,
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
    type Json = Json;

    fn json(&self) -> Json {
        let frame = |frame: &Frame| FrameJson {
            step: self.step(frame),
            board: board_json(&frame.board, self.rules.tiles),
            score: frame.score,
        };
        let start = self.frames.first().map(|frame| board_json(&frame.board, self.rules.tiles));
        Json {
            game: GameJson::from_start(&self.rules, start.unwrap_or_default()),
            frames: self.frames.iter().map(frame).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#number", "step", "board", "#score"]);
        for (number, frame) in self.frames.iter().enumerate() {
            table.row([
                number.to_string(),
                self.step(frame).unwrap_or_else(|| "start".to_owned()),
                faces::write(&frame.board, self.rules.tiles),
                frame.score.to_string(),
            ]);
        }
        table
    }
}
