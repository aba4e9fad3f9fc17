//! `twofold replay`: plays a recorded game back, step by step.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::{faces, sequence};
use twofold_core::replay::{Frame, ReplayFormat};
use twofold_core::{AtomicFile, Rules};
use twofold_studio::{Panel, Scene};

use crate::error::{About as _, CommandError};
use crate::game_file::GameOptions;
use crate::output::{GameJson, Output, Report, Table, board_json, picture};

/// Play back a recorded game or a sequence of moves, step by step
///
/// Give a recorded game (or - for standard input), our own or one of 2048verse, 2048league, 2048-next or
/// 2048EndgameTablebase; the format is recognised. Or give a sequence of spawns and slides with the shape
/// of the board. Slides alone mean deterministic spawns: always the lowest tile, in the topmost, then
/// leftmost empty cell, before every slide and once at the end. Every step is checked by the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold replay game.txt
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)=4L'
  twofold replay --shape 4x2 --moves RRDRLDRRDRL --deterministic
  twofold replay --shape 2x2 --moves '(1,1)D(1,2)' --save game.txt
  twofold replay game.txt --export rpl --save game.rpl
  twofold replay game.txt --animation game.gif --every 10 --picture end.svg")]
pub struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// Write the replay, with all its spawns, to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the game in a format of other programs: league, verse, v4c, rpl or vrs
    #[arg(long, value_name = "FORMAT", requires = "save")]
    export: Option<ReplayFormat>,
    /// Save the last board as SVG or PNG, by the ending of the name
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Save the boards one after the other as an animated GIF or PNG, by the ending of the name
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Animate only every Nth board, and the last one
    #[arg(long, value_name = "N", default_value = "1", requires = "animation")]
    every: NonZeroUsize,
}

/// The most pictures of an animation, which are all held in memory.
const MOST_PICTURES: usize = 1000;

/// How long a picture of an animation is shown, in milliseconds.
const PAUSE: u16 = 200;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let replay = options.game.read(output)?;
    let frames = replay.play().map_err(CommandError::input).about(options.game.option())?;
    if let Some(path) = &options.save {
        let format = options.export.unwrap_or(ReplayFormat::Twofold);
        let bytes = format.write(&replay).map_err(CommandError::input).about("export")?;
        AtomicFile::write(path, &bytes)
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
