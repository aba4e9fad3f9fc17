//! `twofold show`: boards as a picture and as an array.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::parse_board;
use twofold_core::{Board, Grid, Shape, TileSystem};
use twofold_studio::{Panel, Scene, terminal};

use super::rules::RulesOptions;
use crate::error::{About as _, CommandError};
use crate::output::{Output, Report, Table, TextContext, board_json, picture};

/// Show boards side by side, and print them as arrays of faces
///
/// Each argument is a board in any notation: faces ('. 2 / 8 4'), lists of faces by rows
/// (`[[0,2],[8,4]]` or 0,2/8,4; flat lists such as 0,2,8,4 are square unless --shape says otherwise),
/// ranks (01/32) or a hexadecimal number (0x0132).
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold show 2,4,0,8
  twofold show '[[2,4],[0,8]]' 0x0132 '. 2 / 8 4'
  twofold show 0x0123456789abcdef --save board.png")]
pub struct Options {
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
    let parse = |text: &String| parse_board(text, tiles, options.shape);
    let boards = options.boards.iter().map(parse).collect::<Result<Vec<_>, _>>().about("boards")?;
    let show = Show { tiles, boards };
    if let Some(path) = &options.save {
        picture::save(&show.scene(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&show)?)
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
        let values: Vec<u64> = board.tiles().map(|tile| self.tiles.face(tile)).collect();
        values.chunks(board.shape().columns()).map(<[u64]>::to_vec).collect()
    }

    fn array(&self, board: &Board) -> String {
        serde_json::to_string(&self.values(board)).expect("numbers can be written")
    }
}

#[derive(Serialize)]
struct BoardJson {
    shape: String,
    board: String,
    /// The faces by rows, 0 for an empty cell.
    faces: Vec<Vec<u64>>,
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
            board: board_json(board, self.tiles),
            faces: self.values(board),
        };
        Json { boards: self.boards.iter().map(board).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["shape", "board", "faces"]);
        for board in &self.boards {
            let shape = board.shape().to_string();
            table.row([shape, board_json(board, self.tiles), self.array(board)]);
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
