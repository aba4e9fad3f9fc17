//! The result of a count, in every format.

use std::collections::BTreeMap;

use serde::Serialize;
use twofold_core::notation::hexadecimal;
use twofold_core::{Board, Grid, Packed, Tile};
use twofold_exact::count::{Outcome, Row};
use twofold_exact::layers::{Tally, Task};
use twofold_exact::store::Identity;

use crate::amount;
use crate::output::{Report, Table, TextContext};

/// More rows than this are only shown when asked for.
const FEW_ROWS: usize = 60;

/// What was counted.
pub(super) struct Counted {
    pub(super) task: Task,
    pub(super) outcome: Outcome,
    pub(super) all_rows: bool,
    pub(super) until_sum: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: Identity,
    complete: bool,
    until_sum: Option<u64>,
    live: u64,
    dead: u64,
    total: u64,
    afterstates: u64,
    labelled: u64,
    labelled_live: u64,
    labelled_dead: u64,
    labelled_afterstates: u64,
    live_plus_win_and_lose: u64,
    layers: usize,
    peak: Option<PeakJson>,
    last_layer: Option<LastJson>,
    by_sum_and_max: Vec<RowJson>,
}

#[derive(Serialize)]
struct PeakJson {
    sum: u64,
    total: u64,
}

#[derive(Serialize)]
struct LastJson {
    sum: u64,
    live: u64,
    dead: u64,
    total: u64,
    /// The boards, if they are few.
    boards: Option<Vec<String>>,
}

#[derive(Serialize)]
struct RowJson {
    sum: u64,
    max: u64,
    live: u64,
    dead: u64,
    total: u64,
}

/// The last layer is listed if it has at most so many boards.
const FEW_BOARDS: usize = 64;

impl Counted {
    fn row(&self, row: &Row) -> RowJson {
        RowJson {
            sum: row.sum,
            max: self.task.value(row.largest),
            live: row.tally.live.canonical,
            dead: row.tally.dead.canonical,
            total: row.tally.total().canonical,
        }
    }

    fn last(&self) -> Option<LastJson> {
        let layer = self.outcome.counts.layers().last()?;
        let few = self.outcome.last.as_ref().filter(|codes| codes.len() <= FEW_BOARDS);
        let board = |&code: &u64| {
            let packed = Packed::from_code(self.task.rules().shape, code)?;
            hexadecimal::write(&packed.convert::<Board>().ok()?)
        };
        Some(LastJson {
            sum: layer.sum,
            live: layer.census.total().live.canonical,
            dead: layer.census.total().dead.canonical,
            total: layer.census.total().total().canonical,
            boards: few.map(|codes| codes.iter().filter_map(board).collect()),
        })
    }

    /// What it cost, in words.
    pub(super) fn cost(&self, seconds: f64, peak: Option<u64>, disk: u64) -> String {
        let counts = &self.outcome.counts;
        let all = counts.positions().total().canonical;
        let resumed: u64 = counts.layers()[..self.outcome.resumed.min(counts.layers().len())]
            .iter()
            .map(|layer| layer.census.total().total().canonical)
            .sum();
        let rate = (all - resumed) as f64 / seconds.max(1e-9);
        let mut text =
            format!("{}, {} positions a second", amount::duration(seconds), amount::count(rate));
        if self.outcome.resumed > 0 {
            text += &format!(", {} layers were there before", self.outcome.resumed);
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

impl Report for Counted {
    type Json = Json;

    fn json(&self) -> Json {
        let counts = &self.outcome.counts;
        let positions = counts.positions();
        let afterstates = counts.afterstates();
        Json {
            game: Identity::of(&self.task),
            complete: self.outcome.is_complete,
            until_sum: self.until_sum,
            live: positions.live.canonical,
            dead: positions.dead.canonical,
            total: positions.total().canonical,
            afterstates: afterstates.canonical,
            labelled: positions.total().labelled,
            labelled_live: positions.live.labelled,
            labelled_dead: positions.dead.labelled,
            labelled_afterstates: afterstates.labelled,
            live_plus_win_and_lose: counts.live_plus_win_and_lose(),
            layers: counts.layers().len(),
            peak: counts.peak().map(|peak| PeakJson { sum: peak.sum, total: peak.total }),
            last_layer: self.last(),
            by_sum_and_max: counts.by_sum_and_max().map(|row| self.row(&row)).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#sum", "#max", "#live", "#dead", "#total"]);
        for row in self.outcome.counts.by_sum_and_max() {
            let row = self.row(&row);
            table.row([row.sum, row.max, row.live, row.dead, row.total]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let counts = &self.outcome.counts;
        let positions = counts.positions();
        let afterstates = counts.afterstates();
        let mut summary = Table::new(&["", "#up to symmetry", "#labelled"]);
        let mut line = |name: &str, canonical: u64, labelled: u64| {
            summary.row([name.to_owned(), canonical.to_string(), labelled.to_string()]);
        };
        line("live positions", positions.live.canonical, positions.live.labelled);
        line("dead positions", positions.dead.canonical, positions.dead.labelled);
        line("positions", positions.total().canonical, positions.total().labelled);
        line("afterstates", afterstates.canonical, afterstates.labelled);

        let mut text = format!("{}\n", Identity::of(&self.task).brief());
        text += &summary.text(context);
        if !self.outcome.is_complete {
            text += "this is the beginning of the game only, not all of it\n";
        }
        text += &format!(
            "live, and one state each for won and lost: {}\n",
            counts.live_plus_win_and_lose()
        );
        if let (Some(peak), Some(last)) = (counts.peak(), self.last()) {
            text += &format!(
                "{} layers; the largest has tile sum {} and {} positions, the last one {} and {}\n",
                counts.layers().len(),
                peak.sum,
                peak.total,
                last.sum,
                last.total
            );
            if let Some(boards) = last.boards.filter(|boards| boards.len() <= 8) {
                text += &format!("boards of the last layer: {}\n", boards.join(" "));
            }
        }
        if self.all_rows || counts.by_sum_and_max().count() <= FEW_ROWS {
            text += &self.table().text(context);
        } else {
            text += &by_largest(self).text(context);
            text +=
                "all rows by tile sum and largest tile: --rows, --format csv or --format json\n";
        }
        text
    }
}

fn by_largest(counted: &Counted) -> Table {
    let mut tallies = BTreeMap::<Tile, Tally>::new();
    for row in counted.outcome.counts.by_sum_and_max() {
        *tallies.entry(row.largest).or_default() += row.tally;
    }
    let mut table = Table::new(&["#max", "#live", "#dead", "#total"]);
    for (tile, tally) in tallies {
        let value = counted.task.value(tile);
        let (live, dead) = (tally.live.canonical, tally.dead.canonical);
        table.row([value, live, dead, live + dead]);
    }
    table
}
