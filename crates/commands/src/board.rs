//! `twofold board`: a board, its canonical form, and what slides make of it.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::{faces, hexadecimal, parse_board, ranks};
use twofold_core::{Board, Direction, Game, Grid, Rules, Shape, Slide, Symmetry, TileSystem};
use twofold_studio::{Panel, Scene, terminal};

use super::rules::RulesOptions;
use crate::amount;
use crate::error::{About as _, CommandError};
use crate::output::{GameJson, Output, Report, Table, TextContext, board_json, picture};

/// Show a board, its canonical form, and the legal slides with their results
///
/// A board is written as rows of faces (. 2 / 8 4), as a list of faces (`[[0,2],[8,4]]` or 0,2,8,4), as
/// rows of ranks (01/32) or as a hexadecimal number of ranks (0x0132). What could be faces or ranks,
/// such as 2/4/8, is refused; write faces:2/4/8 or ranks:2/4/8. The shape is needed only where the
/// notation leaves it open: for flat lists and hexadecimal numbers of boards that are not square.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold board 0x0132
  twofold board '4 8 2 . / 2 . . . / . . . . / . . . .'
  twofold board 0x012301 --shape 2x3 --format json
  twofold board '1 2 3 / 3 . 6' --rules threes
  twofold board 32768 32768 --save merge.svg")]
pub struct Options {
    /// The board, in any notation
    #[arg(required = true, num_args = 1.., value_name = "BOARD")]
    board: Vec<String>,
    /// Rows and columns, such as 2x3
    #[arg(long)]
    shape: Option<Shape>,
    /// Also save the picture, as SVG or PNG by the ending of the name
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let text = options.board.join(" ");
    let board = parse_board(&text, options.rules.tiles, options.shape).about("board")?;
    let rules = options.rules.rules(board.shape())?;
    let report = Sheet::new(&rules, board)?;
    if let Some(path) = &options.save {
        picture::save(&report.scene(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&report)?)
}

/// All there is to say about a board.
struct Sheet {
    rules: Rules,
    tiles: TileSystem,
    board: Board,
    sum: u64,
    images: usize,
    slides: Vec<Slide<Board>>,
}

impl Sheet {
    fn new(rules: &Rules, board: Board) -> Result<Sheet, CommandError> {
        let game = Game::new(rules.clone());
        let position = game.position(board.clone()).map_err(CommandError::input).about("board")?;
        let slides = game.slides(&position).collect();
        let images = Symmetry::of(board.shape()).iter().map(|&symmetry| board.image(symmetry));
        let mut images: Vec<_> = images.collect();
        images.sort();
        images.dedup();
        let (tiles, sum) = (rules.tiles, game.tile_sum(&board));
        let rules = rules.clone();
        Ok(Sheet { rules, tiles, board, sum, images: images.len(), slides })
    }

    fn slide(&self, direction: Direction) -> Option<&Slide<Board>> {
        self.slides.iter().find(|slide| slide.direction == direction)
    }

    /// The board, its canonical form, and a board for every legal slide.
    fn scene(&self) -> Scene {
        let panel = |board: &Board| Panel::board(board, self.tiles);
        let canonical = self.board.canonical();
        let mut scene = Scene::new().panel(panel(&self.board).label("board"));
        if canonical != self.board {
            scene = scene.panel(panel(&canonical).label("canonical"));
        }
        let slides = self.slides.iter().map(|slide| {
            let label = slide.direction.name();
            let label = match slide.score {
                0 => label.into(),
                score => format!("{label} +{}", amount::grouped(score)),
            };
            panel(slide.afterstate.board()).label(label)
        });
        scene.extend(slides);
        scene
    }
}

#[derive(Serialize)]
struct SlideJson {
    direction: &'static str,
    legal: bool,
    board: Option<String>,
    canonical: Option<String>,
    score: Option<u64>,
}

/// The other notations of a board.
#[derive(Serialize)]
struct NotationsJson {
    /// Nothing if a rank does not fit a digit.
    hexadecimal: Option<String>,
    ranks: String,
    /// By rows, 0 for an empty cell.
    faces: Vec<Vec<u64>>,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    board: String,
    notations: NotationsJson,
    canonical: String,
    canonical_notations: NotationsJson,
    symmetric_boards: usize,
    tile_sum: u64,
    largest: u64,
    empty_cells: usize,
    dead: bool,
    slides: Vec<SlideJson>,
}

impl Sheet {
    fn notations(&self, board: &Board) -> NotationsJson {
        let faces: Vec<u64> = board.tiles().map(|tile| self.tiles.face(tile)).collect();
        NotationsJson {
            hexadecimal: hexadecimal::write(board),
            ranks: ranks::write(board),
            faces: faces.chunks(board.shape().columns()).map(<[u64]>::to_vec).collect(),
        }
    }
}

impl Report for Sheet {
    type Json = Json;

    fn json(&self) -> Json {
        let write = |board: &Board| board_json(board, self.tiles);
        let slide = |direction| {
            let slide = self.slide(direction);
            let board = slide.map(|slide| slide.afterstate.board());
            SlideJson {
                direction: direction.name(),
                legal: slide.is_some(),
                board: board.map(write),
                canonical: board.map(|board| write(&board.canonical())),
                score: slide.map(|slide| slide.score),
            }
        };
        let canonical = self.board.canonical();
        Json {
            game: (&self.rules).into(),
            board: write(&self.board),
            notations: self.notations(&self.board),
            canonical: write(&canonical),
            canonical_notations: self.notations(&canonical),
            symmetric_boards: self.images,
            tile_sum: self.sum,
            largest: self.tiles.face(self.board.largest()),
            empty_cells: self.board.empty_cells().count(),
            dead: self.slides.is_empty(),
            slides: Direction::ALL.map(slide).into(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["direction", "legal", "board", "canonical", "#score"]);
        for direction in Direction::ALL {
            let slide = self.slide(direction);
            let board = slide.map(|slide| slide.afterstate.board());
            let write = |board: &Board| faces::write(board, self.tiles);
            table.row([
                direction.name().to_owned(),
                slide.is_some().to_string(),
                board.map(write).unwrap_or_default(),
                board.map(|board| write(&board.canonical())).unwrap_or_default(),
                slide.map(|slide| slide.score.to_string()).unwrap_or_default(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = terminal::write(&self.scene(), &context.terminal);
        let canonical = self.board.canonical();
        let codes = |board: &Board| match hexadecimal::write(board) {
            Some(code) => format!("{code}  {}", ranks::write(board)),
            None => ranks::write(board),
        };
        text += &format!("\nboard      {}\n", codes(&self.board));
        text += &format!("canonical  {}", codes(&canonical));
        text += &match self.images {
            1 => " (the only board of its class)\n".to_owned(),
            images => format!(" (one of {images} symmetric boards)\n"),
        };
        let empty = self.board.empty_cells().count();
        let cells = if empty == 1 { "cell" } else { "cells" };
        text += &format!("tile sum   {}, {empty} empty {cells}\n", amount::grouped(self.sum));
        let legal: Vec<_> = self.slides.iter().map(|slide| slide.direction.name()).collect();
        text += &match legal.is_empty() {
            true => "slides     none: the game is over\n".to_owned(),
            false => format!("slides     {}\n", legal.join(", ")),
        };
        text
    }
}
