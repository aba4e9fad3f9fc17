//! What perfect play is worth, in every format.

use serde::Serialize;
use twofold_core::notation::faces;
use twofold_core::{Board, Grid, Packed};
use twofold_layers::Start;
use twofold_solve::{
    AllBoardsSolved, DecidedLayer, Opening, PlayValue, Problem, Solved, StartValues,
};

use super::value::{self, ValueJson};
use crate::amount;
use crate::output::{self, Cell, GameJson, Table, TextContext};

pub(super) struct Report {
    pub(super) problem: Problem,
    pub(super) found: Found,
}

/// Which boards were solved.
pub(super) enum Found {
    Reachable(Solved),
    AllBoards(AllBoardsSolved),
}

impl Found {
    /// Boards that were solved, Slider to move.
    pub(super) fn positions(&self) -> u128 {
        match self {
            Found::Reachable(solved) => solved.positions.into(),
            Found::AllBoards(solved) => (solved.won() + solved.lost()).into(),
        }
    }

    fn start(&self) -> &StartValues {
        match self {
            Found::Reachable(solved) => &solved.start,
            Found::AllBoards(solved) => &solved.start,
        }
    }

    fn openings(&self) -> &[Opening] {
        match self {
            Found::Reachable(solved) => &solved.openings,
            Found::AllBoards(solved) => &solved.openings,
        }
    }

    fn layers(&self) -> usize {
        match self {
            Found::Reachable(solved) => solved.layers,
            Found::AllBoards(solved) => solved.layers.len(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    goal: &'static str,
    opponent: &'static str,
    value: Option<ValueJson>,
    value_two_twos: Option<ValueJson>,
    value_empty: Option<ValueJson>,
    #[serde(flatten)]
    boards: BoardsJson,
    layers: usize,
    openings: Vec<OpeningJson>,
}

/// How many boards were solved.
#[derive(Serialize)]
#[serde(untagged)]
enum BoardsJson {
    Reachable { positions: u64, afterstates: u64 },
    AllBoards { won: u64, lost: u64, decided: Vec<LayerJson> },
}

/// Boards with an empty cell, a tile about to appear.
#[derive(Serialize)]
struct LayerJson {
    tile_sum: u64,
    won: u64,
    lost: u64,
    /// All boards with Slider to move, if they were counted.
    positions: Option<PositionsJson>,
}

#[derive(Serialize)]
struct PositionsJson {
    won: u64,
    lost: u64,
}

#[derive(Serialize)]
struct OpeningJson {
    board: String,
    tile_sum: u64,
    value: ValueJson,
    best: Option<&'static str>,
}

impl Report {
    /// The openings; what is certain is said in words for people, and in figures for programs.
    fn openings(&self, cell: impl Fn(&PlayValue) -> Cell) -> Table {
        let mut table = Table::new(&["opening", "#tile_sum", "~value", "best"]);
        for opening in self.found.openings() {
            table.row([
                self.board(opening).into(),
                opening.sum.into(),
                cell(&opening.value),
                opening.best.map_or("", |direction| direction.name()).into(),
            ]);
        }
        table
    }

    fn board(&self, opening: &Opening) -> String {
        let rules = self.problem.game().rules();
        let packed = Packed::from_code(rules.shape, opening.code);
        let board = packed.and_then(|packed| packed.convert::<Board>().ok());
        board.map_or(String::new(), |board| faces::write(&board, rules.tiles))
    }

    fn starts(&self) -> [(&'static str, Option<&PlayValue>); 3] {
        let StartValues { two_tiles, two_lowest, empty } = self.found.start();
        [
            ("two tiles", two_tiles.as_ref()),
            ("two tiles of the lowest kind", two_lowest.as_ref()),
            ("an empty board, one tile to appear", empty.as_ref()),
        ]
    }
}

impl output::Report for Report {
    type Json = Json;

    fn json(&self) -> Json {
        let [value, value_two_twos, value_empty] =
            self.starts().map(|(_, value)| value.map(ValueJson::from));
        let opening = |opening: &Opening| OpeningJson {
            board: self.board(opening),
            tile_sum: opening.sum,
            value: (&opening.value).into(),
            best: opening.best.map(|direction| direction.name()),
        };
        Json {
            game: self.problem.game().into(),
            goal: self.problem.goal().name(),
            opponent: self.problem.opponent().name(),
            value,
            value_two_twos,
            value_empty,
            boards: match &self.found {
                &Found::Reachable(Solved { positions, afterstates, .. }) => {
                    BoardsJson::Reachable { positions, afterstates }
                }
                Found::AllBoards(solved) => {
                    let layer = |layer: &DecidedLayer| LayerJson {
                        tile_sum: layer.sum,
                        won: layer.won,
                        lost: layer.lost,
                        positions: layer.positions.map(|[won, lost]| PositionsJson { won, lost }),
                    };
                    let decided = solved.layers.iter().map(layer).collect();
                    BoardsJson::AllBoards { won: solved.won(), lost: solved.lost(), decided }
                }
            },
            layers: self.found.layers(),
            openings: self.found.openings().iter().map(opening).collect(),
        }
    }

    fn table(&self) -> Table {
        self.openings(value::cell)
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = format!("{}, {}\n", self.problem, self.problem.game());
        let for_people = |value: &PlayValue| Cell::from(value::text(&self.problem, value, None));
        if !matches!(self.problem.game().start(), Start::Board(_)) {
            let mut table = Table::new(&["start", "~value"]);
            for (name, value) in self.starts() {
                table.row([name.into(), value.map_or("–".into(), for_people)]);
            }
            text += &table.text(context);
        }
        text += &self.openings(for_people).text(context);
        let layers = self.found.layers();
        if self.problem.narrow().is_some() {
            text += "Slider considered only some slides: these are lower bounds\n";
        }
        text + &match &self.found {
            Found::Reachable(Solved { positions, afterstates, .. }) => {
                let [positions, afterstates] = [positions, afterstates].map(amount::grouped);
                format!("{positions} positions, {afterstates} afterstates, {layers} layers\n")
            }
            Found::AllBoards(solved) => {
                let boards = solved.won() + solved.lost();
                let [won, boards] = [solved.won(), boards].map(amount::grouped);
                let which = if solved.packed { "rows pushed to the left, " } else { "" };
                let mut text = format!(
                    "{which}a tile about to appear: forced on {won} of {boards} boards, {layers} layers\n"
                );
                let counted = solved.layers.iter().filter_map(|layer| layer.positions);
                let sum = |[won, lost]: [u64; 2], [more, less]: [u64; 2]| [won + more, lost + less];
                if let Some([won, lost]) = counted.reduce(sum) {
                    let [won, boards] = [won, won + lost].map(amount::grouped);
                    text += &format!(
                        "Slider to move: forced on {won} of all {boards} boards that were counted\n"
                    );
                }
                text
            }
        }
    }
}
