//! `twofold show`: boards as a picture and as an array.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::{logarithmic, parse_board};
use twofold_core::{Board, Grid, Shape, TileSystem};
use twofold_studio::{Panel, Scene, terminal};

use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, picture};

/// Show boards side by side, and print them as arrays of tile values
///
/// Each argument is a board in any notation, or an array of tile values, flat such as 2,4,0,8 or nested
/// by rows as in the examples, where 0 is an empty cell.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold show 2,4,0,8
  twofold show '[[2,4],[0,8]]' 0x0132 '. 2 / 8 4'
  twofold show 0x0123456789abcdef --save board.png")]
pub(crate) struct Options {
    /// Boards, each in any notation
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    /// Rows and columns, where a notation leaves them open
    #[arg(long)]
    shape: Option<Shape>,
    /// Also save the picture, as SVG or PNG by the ending of the name
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let tiles = options.rules.tiles;
    let parse = |text: &String| match text.contains(',') {
        true => array(text, tiles, options.shape),
        false => Ok(parse_board(text, tiles, options.shape)?),
    };
    let boards = options.boards.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let show = Show { tiles, boards };
    if let Some(path) = &options.save {
        picture::save(&show.scene(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&show)?)
}

/// Reads an array by turning it into rows of values.
fn array(text: &str, tiles: TileSystem, shape: Option<Shape>) -> Result<Board, CommandError> {
    let flat: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let rows: Vec<&str> = flat.split(']').map(|row| row.trim_matches(['[', ','])).collect();
    let mut rows: Vec<Vec<&str>> = rows
        .into_iter()
        .filter(|row| !row.is_empty())
        .map(|row| row.split(',').collect())
        .collect();
    if let [cells] = &rows[..] {
        let square = (1..=Shape::MAX_SIDE).find(|side| side * side == cells.len());
        let columns = shape.map(Shape::columns).or(square).ok_or_else(|| {
            let error = format!("{} values do not make a square", cells.len());
            CommandError::input(error).hint("say the shape, such as --shape 2x3")
        })?;
        rows = cells.chunks(columns).map(<[&str]>::to_vec).collect();
    }
    let row = |cells: &Vec<&str>| {
        cells.iter().map(|&cell| if cell == "0" { "." } else { cell }).collect::<Vec<_>>().join(" ")
    };
    let text = rows.iter().map(row).collect::<Vec<_>>().join(" / ");
    Ok(parse_board(&text, tiles, shape)?)
}

struct Show {
    tiles: TileSystem,
    boards: Vec<Board>,
}

impl Show {
    fn scene(&self) -> Scene {
        self.boards.iter().map(|board| Panel::board(board, self.tiles)).collect()
    }

    fn values(&self, board: &Board) -> Vec<Vec<u64>> {
        let values: Vec<u64> = board.tiles().map(|tile| self.tiles.value(tile)).collect();
        values.chunks(board.shape().columns()).map(<[u64]>::to_vec).collect()
    }

    fn array(&self, board: &Board) -> String {
        serde_json::to_string(&self.values(board)).expect("numbers can be written")
    }
}

#[derive(Serialize)]
struct BoardJson {
    shape: String,
    logarithmic: String,
    values: Vec<Vec<u64>>,
}

#[derive(Serialize)]
struct Json {
    boards: Vec<BoardJson>,
}

impl Report for Show {
    type Json = Json;

    fn json(&self) -> Json {
        let board = |board: &Board| BoardJson {
            shape: board.shape().to_string(),
            logarithmic: logarithmic::write(board),
            values: self.values(board),
        };
        Json { boards: self.boards.iter().map(board).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["shape", "logarithmic", "values"]);
        for board in &self.boards {
            let shape = board.shape().to_string();
            table.row([shape, logarithmic::write(board), self.array(board)]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = terminal::write(&self.scene(), &context.terminal);
        text.push('\n');
        for board in &self.boards {
            text += &self.array(board);
            text.push('\n');
        }
        text
    }
}
