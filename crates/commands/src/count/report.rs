//! The result of a count, in every format.

use std::collections::BTreeMap;

use serde::Serialize;
use twofold_core::{Board, Grid, Packed, Tile};
use twofold_layers::{LayeredGame, PositionCount};
use twofold_solve::count::{CountRun, Row};

use crate::amount;
use crate::output::{GameJson, Report, Table, TextContext, board_json};

/// More rows than this are only shown when asked for.
const FEW_ROWS: usize = 60;

/// What was counted.
pub(super) struct CountReport {
    pub(super) game: LayeredGame,
    pub(super) run: CountRun,
    pub(super) all_rows: bool,
    pub(super) until_sum: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    complete: bool,
    until_sum: Option<u64>,
    live: u64,
    dead: u64,
    total: u64,
    afterstates: u64,
    boards: u64,
    boards_live: u64,
    boards_dead: u64,
    boards_afterstates: u64,
    live_plus_win_and_lose: u64,
    layers: usize,
    peak: Option<PeakJson>,
    last_layer: Option<LastJson>,
    rows: Vec<RowJson>,
}

#[derive(Serialize)]
struct PeakJson {
    tile_sum: u64,
    total: u64,
}

#[derive(Serialize)]
struct LastJson {
    tile_sum: u64,
    live: u64,
    dead: u64,
    total: u64,
    /// The boards, if they are few.
    boards: Option<Vec<String>>,
}

#[derive(Serialize)]
struct RowJson {
    tile_sum: u64,
    largest: u64,
    live: u64,
    dead: u64,
    total: u64,
}

/// The last layer is listed if it has at most so many boards.
const FEW_BOARDS: usize = 64;

impl CountReport {
    fn row(&self, row: &Row) -> RowJson {
        RowJson {
            tile_sum: row.sum,
            largest: self.game.face(row.largest),
            live: row.positions.live.orbits,
            dead: row.positions.dead.orbits,
            total: row.positions.total().orbits,
        }
    }

    fn last(&self) -> Option<LastJson> {
        let layer = self.run.game.layers().last()?;
        let few = self.run.last.as_ref().filter(|codes| codes.len() <= FEW_BOARDS);
        let board = |&code: &u64| {
            let packed = Packed::from_code(self.game.rules().shape, code)?;
            Some(board_json(&packed.convert::<Board>().ok()?, self.game.rules().tiles))
        };
        Some(LastJson {
            tile_sum: layer.sum,
            live: layer.positions().live.orbits,
            dead: layer.positions().dead.orbits,
            total: layer.total().orbits,
            boards: few.map(|codes| codes.iter().filter_map(board).collect()),
        })
    }

    /// What it cost, in words.
    pub(super) fn cost(&self, seconds: f64, peak: Option<u64>, disk: u64) -> String {
        let counts = &self.run.game;
        let all = counts.positions().total().orbits;
        let resumed: u64 = counts.layers()[..self.run.resumed.min(counts.layers().len())]
            .iter()
            .map(|layer| layer.total().orbits)
            .sum();
        let rate = (all - resumed) as f64 / seconds.max(1e-9);
        let mut text =
            format!("{}, {} positions a second", amount::duration(seconds), amount::count(rate));
        if self.run.resumed > 0 {
            text += &format!(", {} layers were there before", self.run.resumed);
        }
        if let Some(peak) = peak {
            text += &format!(", at most {} of memory", amount::bytes(peak as f64));
        }
        if disk > 0 {
            let bits = 8.0 * disk as f64 / all.max(1) as f64;
            text +=
                &format!(", {} on disk ({bits:.2} bits a position)", amount::bytes(disk as f64));
        }
        text
    }
}

impl Report for CountReport {
    type Json = Json;

    fn json(&self) -> Json {
        let counts = &self.run.game;
        let positions = counts.positions();
        let afterstates = counts.afterstates();
        Json {
            game: (&self.game).into(),
            complete: self.run.is_complete,
            until_sum: self.until_sum,
            live: positions.live.orbits,
            dead: positions.dead.orbits,
            total: positions.total().orbits,
            afterstates: afterstates.orbits,
            boards: positions.total().boards,
            boards_live: positions.live.boards,
            boards_dead: positions.dead.boards,
            boards_afterstates: afterstates.boards,
            live_plus_win_and_lose: counts.live_plus_win_and_lose(),
            layers: counts.layers().len(),
            peak: counts.peak().map(|peak| PeakJson { tile_sum: peak.sum, total: peak.total }),
            last_layer: self.last(),
            rows: counts.by_sum_and_largest().map(|row| self.row(&row)).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#tile_sum", ">largest", "#live", "#dead", "#total"]);
        for row in self.run.game.by_sum_and_largest() {
            let row = self.row(&row);
            table.row([row.tile_sum, row.largest, row.live, row.dead, row.total]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let counts = &self.run.game;
        let positions = counts.positions();
        let afterstates = counts.afterstates();
        let mut summary = Table::new(&["", "#orbits", "#boards"]);
        let mut line = |name: &str, orbits: u64, boards: u64| {
            summary.row([name.to_owned(), orbits.to_string(), boards.to_string()]);
        };
        line("live positions", positions.live.orbits, positions.live.boards);
        line("dead positions", positions.dead.orbits, positions.dead.boards);
        line("positions", positions.total().orbits, positions.total().boards);
        line("afterstates", afterstates.orbits, afterstates.boards);

        let mut text = format!("{}\n", self.game);
        text += &summary.text(context);
        if !self.run.is_complete {
            text += "this is the beginning of the game only, not all of it\n";
        }
        if counts.layers().is_empty() {
            text += "play cannot start: there is no room for the first tiles\n";
            return text;
        }
        text += &format!(
            "live, and one state each for won and lost: {}\n",
            amount::grouped(counts.live_plus_win_and_lose())
        );
        if let (Some(peak), Some(last)) = (counts.peak(), self.last()) {
            text += &format!(
                "{} layers; the largest has tile sum {} and {} positions, the last one {} and {}\n",
                counts.layers().len(),
                peak.sum,
                amount::grouped(peak.total),
                last.tile_sum,
                amount::grouped(last.total)
            );
            if let Some(boards) = last.boards.filter(|boards| boards.len() <= 8) {
                text += &format!("boards of the last layer: {}\n", boards.join(", "));
            }
        }
        if self.all_rows || counts.by_sum_and_largest().count() <= FEW_ROWS {
            text += &self.table().text(context);
        } else {
            text += &by_largest(self).text(context);
            text +=
                "all rows by tile sum and largest tile: --rows, --format csv or --format json\n";
        }
        text
    }
}

fn by_largest(counted: &CountReport) -> Table {
    let mut by_largest = BTreeMap::<Tile, PositionCount>::new();
    for row in counted.run.game.by_sum_and_largest() {
        *by_largest.entry(row.largest).or_default() += row.positions;
    }
    let mut table = Table::new(&[">largest", "#live", "#dead", "#total"]);
    for (tile, positions) in by_largest {
        let value = counted.game.face(tile);
        let (live, dead) = (positions.live.orbits, positions.dead.orbits);
        table.row([value, live, dead, live + dead]);
    }
    table
}
