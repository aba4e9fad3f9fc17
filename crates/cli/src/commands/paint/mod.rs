//! `twofold paint`: pictures made of tiles by legal play.

mod compare;
mod rows;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_core::notation::logarithmic;
use twofold_core::notation::sequence::Step;
use twofold_core::{Grid, Shape, TileSystem};
use twofold_studio::paint::{Effort, Painting, Picture, paint};
use twofold_studio::{Panel, Scene, png, terminal};

use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, picture};

/// Make a picture out of tiles by legal play
///
/// The picture is a grid of characters (each character a colour, rows separated by slashes or lines), a
/// file with one, or a PNG file that is scaled down and reduced to a few colours. The answer is a map
/// from tile values to colours and a play of drops of 2s and 4s and slides, from an empty board, whose
/// last board shows the picture. The play is checked by the rules. If no play is found, the exit code is
/// 1 and the error names the row that stands in the way.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold paint '#.#.#/.###./#####/.###./..#..'
  twofold paint picture.png --shape 12x12 --colors 4 --save made.png --replay play.txt
  twofold paint picture.txt --animation made.gif
  twofold paint --rows 9                             how many rows can be built
  twofold paint --compare 50 --shape 4x4 --colors 3  against the method of the document")]
pub(crate) struct Options {
    /// A grid of characters, or a file with one, or a PNG file
    #[arg(required_unless_present_any = ["rows", "compare"], conflicts_with_all = ["rows", "compare"])]
    picture: Option<String>,
    /// Rows and columns that a PNG file is scaled to, or of random pictures
    #[arg(long, default_value = "12x12")]
    shape: Shape,
    /// How many colours a PNG file is reduced to, or random pictures have
    #[arg(long, value_name = "N", default_value_t = 4)]
    colors: usize,
    /// How many maps of colours to tile values to try
    #[arg(long, value_name = "N", default_value_t = Effort::default().attempts)]
    attempts: usize,
    /// Write tile values into the cells
    #[arg(long)]
    values: bool,
    /// Save the board, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Save the play, to be played back with `twofold replay`
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Save the play as an animated GIF or PNG
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// How many pictures the animation has at most
    #[arg(long, value_name = "N", default_value_t = 120)]
    frames: usize,
    /// Instead, count the rows that can be built, up to this width
    #[arg(long, value_name = "WIDTH", conflicts_with = "compare")]
    rows: Option<usize>,
    /// Instead, paint so many random pictures in this way and in that of the document
    #[arg(long, value_name = "N")]
    compare: Option<u64>,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let effort = Effort { attempts: options.attempts, ..Effort::default() };
    if let Some(width) = options.rows {
        return Ok(output.emit(&rows::count(width)?)?);
    }
    if let Some(samples) = options.compare {
        let report = compare::run(options.shape, options.colors, samples, effort)?;
        return Ok(output.emit(&report)?);
    }
    let text = options.picture.as_deref().expect("clap asks for a picture");
    let picture = read(text, options)?;
    let painting =
        paint(&picture, effort).map_err(|error| CommandError::negative(error.to_string()))?;
    let made = Made { values: options.values, picture, painting };
    made.save(options, output)?;
    Ok(output.emit(&made)?)
}

fn read(text: &str, options: &Options) -> Result<Picture, CommandError> {
    let path = Path::new(text);
    if !path.is_file() {
        return text.parse().map_err(CommandError::input);
    }
    let cannot = |error| CommandError::input(format!("cannot read {}: {error}", path.display()));
    match String::from_utf8(fs::read(path).map_err(cannot)?) {
        Ok(text) => text.parse().map_err(CommandError::input),
        Err(error) => {
            let pixels = png::read(error.as_bytes()).map_err(CommandError::input)?;
            Picture::from_pixels(&pixels, options.shape, options.colors)
                .map_err(CommandError::input)
        }
    }
}

struct Made {
    values: bool,
    picture: Picture,
    painting: Painting,
}

impl Made {
    fn panel(&self, values: bool) -> Panel {
        self.painting.panel(&self.picture, &self.painting.board, values)
    }

    fn save(&self, options: &Options, output: &Output) -> Result<(), CommandError> {
        let wrote = |path: &Path| output.remark(&format!("wrote {}", path.display()));
        if let Some(path) = &options.save {
            picture::save(&Scene::from(self.panel(self.values)), path)?;
            wrote(path);
        }
        if let Some(path) = &options.replay {
            picture::write(path, self.painting.replay.to_string().as_bytes())?;
            wrote(path);
        }
        if let Some(path) = &options.animation {
            let frames = self.painting.replay.play().map_err(CommandError::input)?;
            let every = frames.len().div_ceil(options.frames.max(2)).max(1);
            let last = frames.len() - 1;
            let shown = (0..last).step_by(every).chain(std::iter::repeat_n(last, 8));
            let scene = |index: usize| {
                let board = &frames[index].board;
                Scene::from(self.painting.panel(&self.picture, board, self.values))
            };
            picture::save_animation(shown.map(scene), 80, path)?;
            wrote(path);
        }
        Ok(())
    }

    /// The values that show each colour.
    fn map(&self) -> Vec<(char, Vec<u64>)> {
        let used: Vec<u8> = self.painting.board.tiles().map(|tile| tile.rank()).collect();
        let values = |color: u8| {
            let ranks = (1u8..).zip(&self.painting.colors_of_ranks);
            let shown =
                ranks.filter(|&(rank, &owner)| owner == Some(color) && used.contains(&rank));
            let tile = |rank| twofold_core::Tile::new(rank).expect("a rank of the board");
            shown.map(|(rank, _)| TileSystem::Classic.value(tile(rank))).collect()
        };
        let colors = 0..self.picture.colors().len() as u8;
        colors.map(|color| (self.picture.name(color), values(color))).collect()
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
    values: Vec<u64>,
}

#[derive(Serialize)]
struct Json {
    shape: String,
    colors: Vec<ColorJson>,
    attempts: usize,
    drops: usize,
    slides: usize,
    board: String,
    replay: String,
}

impl Report for Made {
    type Json = Json;

    fn json(&self) -> Json {
        let colors = self.map().into_iter().zip(self.picture.colors());
        let color = |((name, values), color): ((char, Vec<u64>), &twofold_studio::Color)| {
            ColorJson { name, color: color.to_string(), values }
        };
        Json {
            shape: self.picture.shape().to_string(),
            colors: colors.map(color).collect(),
            attempts: self.painting.attempts,
            drops: self.count(false),
            slides: self.count(true),
            board: logarithmic::write(&self.painting.board),
            replay: self.painting.replay.to_string(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["color", "values"]);
        for (name, values) in self.map() {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            table.row([name.to_string(), values.join(" ")]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let plain = context.terminal.colors == terminal::Colors::None;
        let scene = Scene::from(self.panel(self.values || plain));
        let mut text = terminal::write(&scene, &context.terminal);
        text.push('\n');
        text += &self.table().text(context);
        let (drops, slides) = (self.count(false), self.count(true));
        text += &format!(
            "{drops} drops and {slides} slides from an empty board, checked by the rules\n"
        );
        text
    }
}
