//! What perfect play is worth, in every format.

use serde::Serialize;
use serde_json::Value;
use twofold_core::notation::values;
use twofold_core::{Board, Grid, Packed};
use twofold_exact::layers::Start;
use twofold_exact::solve::{Extent, Opening, Question, Solved};
use twofold_exact::store::Identity;

use super::worth::Worth;
use crate::output::{self, Table, TextContext};

pub(super) struct Report {
    pub(super) question: Question,
    pub(super) solved: Solved,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: Identity,
    goal: String,
    opponent: &'static str,
    value: Option<Value>,
    value_two_twos: Option<Value>,
    value_empty: Option<Value>,
    /// Whether values are lower bounds, since Slider considered only some of his slides.
    lower_bound: bool,
    /// Values are at most this far from the true ones.
    error: f64,
    #[serde(flatten)]
    extent: ExtentJson,
    layers: usize,
    openings: Vec<OpeningJson>,
}

/// How many boards were solved; numbers that may be too large for a number of JSON are strings.
#[derive(Serialize)]
#[serde(untagged)]
enum ExtentJson {
    Reachable { positions: u64, afterstates: u64 },
    AllBoards { boards: String, won: String },
}

#[derive(Serialize)]
struct OpeningJson {
    board: String,
    sum: u64,
    value: Value,
    best: Option<&'static str>,
}

impl Report {
    fn worth(&self) -> Worth<'_> {
        Worth::new(&self.question, self.solved.error)
    }

    fn board(&self, opening: &Opening) -> String {
        let rules = self.question.task().rules();
        let packed = Packed::from_code(rules.shape, opening.code);
        let board = packed.and_then(|packed| packed.convert::<Board>().ok());
        board.map_or(String::new(), |board| values::write(&board, rules.tiles))
    }

    fn starts(&self) -> [(&'static str, Option<f64>); 3] {
        let start = self.solved.start;
        [
            ("two tiles", start.two_tiles),
            ("two tiles of the lowest kind", start.two_lowest),
            ("an empty board, one tile to appear", start.empty),
        ]
    }
}

impl output::Report for Report {
    type Json = Json;

    fn json(&self) -> Json {
        let (worth, start) = (self.worth(), self.solved.start);
        let json = |value: Option<f64>| value.map(|value| worth.json(value));
        let opening = |opening: &Opening| OpeningJson {
            board: self.board(opening),
            sum: opening.sum,
            value: worth.json(opening.value),
            best: opening.best.map(|direction| direction.name()),
        };
        Json {
            game: Identity::of(self.question.task()),
            goal: self.question.goal().name(self.question.task().rules()),
            opponent: self.question.opponent().name(),
            value: json(start.two_tiles),
            value_two_twos: json(start.two_lowest),
            value_empty: json(start.empty),
            lower_bound: self.question.narrow().is_some(),
            error: self.solved.error,
            extent: match self.solved.extent {
                Extent::Reachable { positions, afterstates } => {
                    ExtentJson::Reachable { positions, afterstates }
                }
                Extent::AllBoards { boards, won } => {
                    ExtentJson::AllBoards { boards: boards.to_string(), won: won.to_string() }
                }
            },
            layers: self.solved.layers,
            openings: self.solved.openings.iter().map(opening).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["opening", "#sum", "#value", "best"]);
        for opening in &self.solved.openings {
            table.row([
                self.board(opening),
                opening.sum.to_string(),
                self.worth().text(opening.value),
                opening.best.map_or("", |direction| direction.name()).to_owned(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text =
            format!("{}, {}\n", self.question, Identity::of(self.question.task()).brief());
        let from_a_board = matches!(self.question.task().start(), Start::Board(_));
        if !from_a_board {
            let mut table = Table::new(&["start", "#value"]);
            for (name, value) in self.starts() {
                let value = value.map_or("–".to_owned(), |value| self.worth().text(value));
                table.row([name.to_owned(), value]);
            }
            text += &table.text(context);
        }
        text += &self.table().text(context);
        let Solved { extent, layers, .. } = self.solved;
        if self.question.narrow().is_some() {
            text += "Slider considered only some slides: these are lower bounds\n";
        }
        text + &match extent {
            Extent::Reachable { positions, afterstates } => format!(
                "{positions} positions, {afterstates} boards after slides, {layers} layers\n"
            ),
            Extent::AllBoards { boards, won } => {
                format!("forced on {won} of all {boards} boards, {layers} layers\n")
            }
        }
    }
}
