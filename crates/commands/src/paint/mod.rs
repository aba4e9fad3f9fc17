//! `twofold paint`: pictures made of tiles by legal play.

mod compare;
mod rows;

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use twofold_core::notation::sequence::Step;
use twofold_core::{Board, Grid, Shape, Tile};
use twofold_reach::paint::{Effort, MAX_COLORS, Painting, Picture, Unpaintable, paint};
use twofold_studio::mosaic::Mosaic;
use twofold_studio::{Color, Panel, Scene, palette, png, terminal};

use super::memory_options::MemoryOptions;
use crate::error::{About as _, CommandError};
use crate::input_file;
use crate::output::{Output, Report, Table, TextContext, board_json, picture};
use crate::progress::Bar;

/// Make a picture out of tiles by legal play
///
/// The picture is a grid of characters (each character a colour, rows separated by slashes or lines), a
/// file with one, or a PNG file that is scaled down and reduced to a few colours. The answer is a map
/// from tiles to colours and a play of spawns of 2s and 4s and slides, from an empty board, whose
/// last board shows the picture. The play is checked by the rules. If none is found, the exit code is 1
/// and the error names the row that could not be built.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold paint '#.#.#/.###./#####/.###./..#..'
  twofold paint picture.png --shape 12x12 --colors 4 --save made.png --replay play.txt
  twofold paint picture.txt --animation made.gif
  twofold paint --rows 9                             how many rows can be built
  twofold paint --compare 50 --shape 4x4 --colors 3  compare with the method of the document")]
pub struct Options {
    /// A grid of characters, or a file with one, or a PNG file
    #[arg(required_unless_present_any = ["rows", "compare"], conflicts_with_all = ["rows", "compare"])]
    #[arg(value_hint = ValueHint::FilePath)]
    picture: Option<String>,
    /// Rows and columns that a PNG file is scaled to, or of random pictures
    #[arg(long, default_value = "12x12")]
    shape: Shape,
    /// How many colours a PNG file is reduced to, or random pictures have
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(1..=MAX_COLORS as i64))]
    colors: u8,
    /// How many maps of colours to tiles to try
    #[arg(long, value_name = "N", default_value_t = Effort::default().attempts)]
    attempts: usize,
    /// Write faces on the tiles
    #[arg(long, alias = "values")]
    faces: bool,
    /// Save the board, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Save the play, to be played back with `twofold replay`
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Save the play as an animated GIF or PNG
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// How many frames the animation has at most; the last one is shown for longer
    #[arg(long, value_name = "N", default_value_t = 120,
        value_parser = clap::value_parser!(u16).range(1..=MOST_FRAMES))]
    frames: u16,
    /// Instead, count the rows that can be built, up to this width
    #[arg(long, value_name = "WIDTH", conflicts_with = "compare")]
    rows: Option<usize>,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Instead, paint N random pictures by this method and by that of Catania and Raymond 2024
    #[arg(long, value_name = "N")]
    compare: Option<u64>,
}

/// The most frames of an animation.
const MOST_FRAMES: i64 = 1000;

/// Whether there is a picture.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    match &options.picture {
        Some(text) if options.rows.is_none() && options.compare.is_none() => {
            read(text, options).about("picture").map(drop)
        }
        _ => Ok(()),
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let effort = Effort { attempts: options.attempts, ..Effort::default() };
    if let Some(width) = options.rows {
        return Ok(output.emit(&rows::count(width, options.memory.bytes(), output).about("rows")?)?);
    }
    options.memory.only_for("--rows")?;
    if let Some(samples) = options.compare {
        let colors = usize::from(options.colors);
        let report = compare::run(options.shape, colors, samples, effort, output)?;
        return Ok(output.emit(&report)?);
    }
    let text = options.picture.as_deref().expect("clap asks for a picture");
    let (picture, colors) = read(text, options).about("picture")?;
    let bar = Bar::new(output, "maps of colours to tiles tried");
    let painting = paint(&picture, effort, &bar).map_err(|error| match error {
        Unpaintable::Stopped(_) => CommandError::interrupted(),
        error => CommandError::negative(error.to_string()),
    })?;
    drop(bar);
    let made = Made { faces: options.faces, picture, colors, painting };
    made.save(options, output)?;
    Ok(output.emit(&made)?)
}

/// Reads a picture and the colours that it is drawn in.
fn read(text: &str, options: &Options) -> Result<(Picture, Vec<Color>), CommandError> {
    let Some(bytes) = input_file::read(text)? else { return drawn(text) };
    if text.ends_with(".png") || input_file::is_png(&bytes) {
        let pixels = png::read(&bytes);
        let pixels = pixels.map_err(|error| CommandError::input(format!("{text}: {error}")))?;
        let Mosaic { shape, colors, cells } = Mosaic::new(&pixels, options.shape, options.colors);
        return Ok((Picture::new(shape, cells).map_err(CommandError::input)?, colors));
    }
    match String::from_utf8(bytes) {
        Ok(characters) => drawn(&characters),
        Err(_) => {
            let error = format!("`{text}` is neither a PNG file nor a grid of characters");
            Err(CommandError::input(error).hint("convert other pictures to PNG first"))
        }
    }
}

/// Reads characters, each in the colour that it suggests.
fn drawn(text: &str) -> Result<(Picture, Vec<Color>), CommandError> {
    let picture: Picture = text.parse().map_err(CommandError::input)?;
    let names = picture.names().iter().enumerate();
    let colors = names.map(|(index, &name)| palette::of_character(name, index)).collect();
    Ok((picture, colors))
}

struct Made {
    faces: bool,
    picture: Picture,
    colors: Vec<Color>,
    painting: Painting,
}

impl Made {
    fn panel(&self, board: &Board, faces: bool) -> Panel {
        let color = |tile: Tile| {
            self.painting.color_of_rank(tile.rank()).map(|color| self.colors[usize::from(color)])
        };
        Panel::painted(board, self.painting.replay.rules.tiles, color, faces)
    }

    fn save(&self, options: &Options, output: &Output) -> Result<(), CommandError> {
        let wrote = |path: &Path| output.remark(&format!("wrote {}", path.display()));
        if let Some(path) = &options.save {
            picture::save(&Scene::from(self.panel(&self.painting.board, self.faces)), path)?;
            wrote(path);
        }
        if let Some(path) = &options.replay {
            picture::write(path, self.painting.replay.to_string().as_bytes())?;
            wrote(path);
        }
        if let Some(path) = &options.animation {
            let boards =
                self.frames(usize::from(options.frames), &Bar::new(output, "playing back"))?;
            let scenes = boards.iter().map(|board| Scene::from(self.panel(board, self.faces)));
            picture::save_animation_with_pause(scenes, 80, 800, path, output)?;
            wrote(path);
        }
        Ok(())
    }

    /// Boards of the play, evenly spread, at most so many; the last one is always there.
    fn frames(&self, most: usize, bar: &Bar) -> Result<Vec<Board>, CommandError> {
        let count = self.painting.replay.steps.len() + 1;
        let numbers: Vec<usize> = picture::spread(count, most).collect();
        self.painting.boards(&numbers, bar).map_err(|_| CommandError::interrupted())
    }

    /// The faces of the tiles that show each colour.
    fn map(&self) -> Vec<(char, Vec<u64>)> {
        let used: Vec<u8> = self.painting.board.tiles().map(|tile| tile.rank()).collect();
        let tiles = self.painting.replay.rules.tiles;
        let faces = |color: u8| {
            let ranks = (1u8..).zip(&self.painting.colors_of_ranks);
            let shown =
                ranks.filter(|&(rank, &owner)| owner == Some(color) && used.contains(&rank));
            let tile = |rank| Tile::new(rank).expect("a rank of the board");
            shown.map(|(rank, _)| tiles.face(tile(rank))).collect()
        };
        let colors = 0..self.picture.colors() as u8;
        colors.map(|color| (self.picture.name(color), faces(color))).collect()
    }

    fn count(&self, slides: bool) -> usize {
        let steps = self.painting.replay.steps.iter();
        steps.filter(|step| matches!(step, Step::Slide(_)) == slides).count()
    }
}

#[derive(Serialize)]
struct ColorJson {
    name: char,
    color: String,
    /// The tiles that show it.
    tiles: Vec<u64>,
}

#[derive(Serialize)]
struct Json {
    shape: String,
    colors: Vec<ColorJson>,
    attempts: usize,
    spawns: usize,
    slides: usize,
    board: String,
    replay: String,
}

impl Report for Made {
    type Json = Json;

    fn json(&self) -> Json {
        let colors = self.map().into_iter().zip(&self.colors);
        let color = |((name, tiles), color): ((char, Vec<u64>), &Color)| ColorJson {
            name,
            color: color.to_string(),
            tiles,
        };
        Json {
            shape: self.picture.shape().to_string(),
            colors: colors.map(color).collect(),
            attempts: self.painting.attempts,
            spawns: self.count(false),
            slides: self.count(true),
            board: board_json(&self.painting.board, self.painting.replay.rules.tiles),
            replay: self.painting.replay.to_string(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["name", "color", "tiles"]);
        for ((name, faces), color) in self.map().into_iter().zip(&self.colors) {
            let faces: Vec<String> = faces.iter().map(u64::to_string).collect();
            table.row([name.to_string(), color.to_string(), faces.join(" ")]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let plain = context.terminal.colors == terminal::Colors::None;
        let scene = Scene::from(self.panel(&self.painting.board, self.faces || plain));
        let mut text = terminal::write(&scene, &context.terminal);
        text.push('\n');
        text += &self.table().text(context);
        let (spawns, slides) = (self.count(false), self.count(true));
        text += &format!(
            "{spawns} spawns and {slides} slides from an empty board, checked by the rules\n"
        );
        text
    }
}
