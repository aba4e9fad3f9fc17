//! `twofold stereogram`: pictures with hidden depth.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;
use twofold_core::notation::parse_board;
use twofold_core::{Board, Cell, Grid, TileSystem};
use twofold_studio::stereogram::depth::{self, DepthMap};
use twofold_studio::stereogram::polyomino::{self, SIDE, TileSet};
use twofold_studio::stereogram::{Dots, Viewing};
use twofold_studio::{Panel, Scene, png};

use crate::error::{About as _, CommandError};
use crate::input_file;
use crate::output::{Output, Report, Table, picture};

/// Draw stereograms: the polyomino tile set, boards of it, and random dots from any depth map
///
/// Without --board and --depth, the tile set is drawn: a row of tiles designated left, a row designated
/// right. With --board, every tile of the board carries the texture of its rank, in columns of
/// alternating designation. With --depth, a depth map is hidden in random dots that repeat after the
/// width of a tile. With --pair, two tiles of the set stand side by side in both orders. A caption says how
/// to view the picture.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold stereogram set.png
  twofold stereogram board.png --board '2 4 8 16 / 4 8 16 32 / 8 16 32 64 / 2 4 2 4' --key key.svg
  twofold stereogram heart.png --depth '0000000/0990990/0999990/0099900/0009000/0000000' --eyes crossed
  twofold stereogram halves.png --depth '000000/099ii0/099ii0/000000'
  twofold stereogram orders.png --pair '2 16'
  twofold stereogram face.png --depth face-depth.png")]
pub struct Options {
    /// The picture to write, a PNG file
    file: PathBuf,
    /// A board in any notation, to carry the polyomino textures
    #[arg(long, conflicts_with = "depth")]
    board: Option<String>,
    /// The tile system of --board: classic (2048), fibonacci (987), threes or fives
    #[arg(long = "rules", value_name = "NAME", default_value = "classic", requires = "board")]
    tiles: TileSystem,
    /// Two tiles by their faces, to be drawn in both orders: one pair raised, the other sunken
    #[arg(long, value_name = "TILES", conflicts_with_all = ["board", "depth"])]
    pair: Option<String>,
    /// Levels 0 to 9 as rows of digits (a to i below the ground), a file of them, or a PNG whose bright
    /// parts are near
    #[arg(long, value_name = "MAP", value_hint = ValueHint::FilePath)]
    depth: Option<String>,
    /// The way of viewing for which the depth map appears raised
    #[arg(long, value_enum, default_value_t = Eyes::Parallel, requires = "depth")]
    eyes: Eyes,
    /// Also draw the hidden picture, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Seed of the random dots
    #[arg(long, default_value_t = 2048)]
    seed: u64,
    /// Pixels for each dot
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    scale: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Eyes {
    /// Eyes focused in front of the picture
    Crossed,
    /// Eyes focused behind the picture
    Parallel,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let set = TileSet::new(options.seed);
    let made = match (&options.board, &options.depth) {
        _ if options.pair.is_some() => {
            in_both_orders(&set, options.pair.as_deref().unwrap_or_default())?
        }
        (Some(board), _) => {
            let board = parse_board(board, options.tiles, None).about("board")?;
            on_board(&set, &board)
        }
        (None, Some(map)) => from_depth(&depth_map(map).about("depth")?, options).about("depth")?,
        (None, None) => {
            let panels = (0..polyomino::TEXTURES).map(|texture| polyomino::key(texture, texture));
            Made {
                kind: "set",
                dots: set.sheet(),
                apart: SIDE,
                note: "upper row: left tiles; lower row: right tiles; left beside right is raised with \
                       parallel eyes"
                    .to_owned(),
                key: panels.collect(),
                found: None,
            }
        }
    };
    let pixels = made.dots.to_pixels(usize::from(options.scale), made.apart, &made.note);
    picture::save_pixels(pixels.map_err(|error| CommandError::failed(&error))?, &options.file)?;
    if let Some(path) = &options.key {
        picture::save(&made.key, path)?;
    }
    Ok(output.emit(&made)?)
}

fn on_board(set: &TileSet, board: &Board) -> Made {
    let shape = board.shape();
    let texture =
        |row, column| usize::from(board.tile(Cell::new(row, column)).rank()).checked_sub(1);
    let mut key = Scene::new().columns(shape.columns().saturating_sub(1).max(1));
    let (mut pairs, mut right) = (0u32, 0u32);
    for row in 0..shape.rows() {
        for column in 1..shape.columns() {
            let (Some(a), Some(b)) = (texture(row, column - 1), texture(row, column)) else {
                continue;
            };
            let raised = polyomino::raised_for(column - 1).name();
            key = key.panel(polyomino::key(a, b).label(format!("{raised} eyes")));
            let tile =
                |texture, column| set.texture(texture, polyomino::Designation::of_column(column));
            let seen = polyomino::seen(&tile(a, column - 1), &tile(b, column));
            pairs += 1;
            right += u32::from(seen == polyomino::polyomino(a, b));
        }
    }
    Made {
        kind: "board",
        dots: set.board(board),
        apart: SIDE,
        note: "pairs from odd columns: raised with crossed eyes; from even columns: with parallel eyes"
            .to_owned(),
        key,
        found: (pairs > 0).then(|| f64::from(right) / f64::from(pairs)),
    }
}

/// Two tiles, the left one first and the right one first.
fn in_both_orders(set: &TileSet, tiles: &str) -> Result<Made, CommandError> {
    let board = parse_board(tiles, TileSystem::Classic, None)?;
    let textures: Vec<usize> = board
        .as_tiles()
        .iter()
        .filter_map(|tile| usize::from(tile.rank()).checked_sub(1))
        .collect();
    let &[one, other] = &textures[..] else {
        return Err(CommandError::input("name two tiles").hint("write `--pair '2 16'`"));
    };
    let panel = |one, other, eyes: &str| polyomino::key(one, other).label(format!("{eyes} eyes"));
    let tile = |texture, designation| set.texture(texture, designation);
    use polyomino::Designation::{Left, Right};
    let seen = [
        polyomino::seen(&tile(one, Left), &tile(other, Right)) == polyomino::polyomino(one, other),
        polyomino::seen(&tile(other, Right), &tile(one, Left)) == polyomino::polyomino(other, one),
    ];
    Ok(Made {
        kind: "pair",
        dots: set.both_orders(one, other),
        apart: SIDE,
        note: "above: raised with parallel eyes; below: raised with crossed eyes".to_owned(),
        key: Scene::new()
            .columns(1)
            .panel(panel(one, other, "parallel"))
            .panel(panel(other, one, "crossed")),
        found: Some(seen.iter().filter(|&&is_seen| is_seen).count() as f64 / 2.0),
    })
}

/// Dots of a board as wide as four tiles, and one period more.
const DEPTH_WIDTH: usize = 4 * SIDE;

fn from_depth(map: &DepthMap, options: &Options) -> Result<Made, CommandError> {
    let viewing = match options.eyes {
        Eyes::Crossed => Viewing::Crossed,
        Eyes::Parallel => Viewing::Parallel,
    };
    let height = (DEPTH_WIDTH * map.height() / map.width()).clamp(SIDE, 2 * DEPTH_WIDTH);
    let map = map.scaled(DEPTH_WIDTH, height);
    let stereogram =
        depth::hide(&map, SIDE, 1, viewing, options.seed).map_err(CommandError::input)?;
    let found = stereogram.recover();
    let places = (0..height).flat_map(|row| (SIDE..DEPTH_WIDTH).map(move |column| (row, column)));
    let same =
        places.clone().filter(|&(row, column)| map.level(row, column) == found.level(row, column));
    let share = same.count() as f64 / places.count() as f64;
    let shape =
        twofold_core::Shape::new(height * 32 / DEPTH_WIDTH, 32).map_err(CommandError::input)?;
    let key = Panel::from_fn(shape, |cell| {
        let level = map.level(cell.row() * height / shape.rows(), cell.column() * DEPTH_WIDTH / 32);
        // What is below the ground is darker than the ground.
        let gray = (50 + if level < 0 { 5 } else { 20 } * i32::from(level)) as u8;
        twofold_studio::Face::plain(twofold_studio::Color::new(gray, gray, gray))
    });
    Ok(Made {
        kind: "depth",
        dots: stereogram.dots,
        apart: SIDE,
        note: viewing.note(),
        key: Scene::from(key.caption("bright is near")),
        found: Some(share),
    })
}

fn depth_map(text: &str) -> Result<DepthMap, CommandError> {
    match input_file::read(text)? {
        Some(bytes) if text.ends_with(".png") || input_file::is_png(&bytes) => {
            let pixels = png::read(&bytes);
            let pixels = pixels.map_err(|error| CommandError::input(format!("{text}: {error}")))?;
            Ok(DepthMap::from_pixels(&pixels))
        }
        Some(bytes) => String::from_utf8_lossy(&bytes).parse().map_err(CommandError::input),
        None => text.parse().map_err(CommandError::input),
    }
}

struct Made {
    kind: &'static str,
    dots: Dots,
    apart: usize,
    note: String,
    key: Scene,
    /// The share of what is hidden that matching finds again.
    found: Option<f64>,
}

#[derive(Serialize)]
struct Json {
    kind: &'static str,
    width: usize,
    height: usize,
    note: String,
    found_by_matching: Option<f64>,
}

impl Report for Made {
    type Json = Json;

    fn json(&self) -> Json {
        let (width, height) = (self.dots.width(), self.dots.height());
        let note = self.note.clone();
        Json { kind: self.kind, width, height, note, found_by_matching: self.found }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["kind", "#width", "#height", "note", "#found by matching"]);
        let found = self.found.map_or(String::new(), |share| format!("{share:.3}"));
        let size = [self.dots.width(), self.dots.height()].map(|side| side.to_string());
        let [width, height] = size;
        table.row([self.kind.to_owned(), width, height, self.note.clone(), found]);
        table
    }
}
