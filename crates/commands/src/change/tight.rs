//! The abstract bound against every real game on a board.

use std::time::{Duration, Instant};

use serde::Serialize;
use twofold_change::tight::{
    TightError, TightEvidence, Tightness, best_zigzag_play, play_out, smallest_spawns, spawn_bounds,
};
use twofold_core::{Figure, Rules, Shape, notation};

use super::super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table, TextContext, cells};
use crate::progress::Bar;

pub(super) fn run(
    shape: Shape,
    options: &RulesOptions,
    limit: u64,
    output: &mut Output,
) -> Result<(), CommandError> {
    let mut rows = Vec::new();
    for rules in variants(shape, options)? {
        let start = Instant::now();
        let bar = Bar::new(output, format!("{rules}: positions"));
        let played = play_out(&rules, limit, &bar).map_err(told)?;
        drop(bar);
        let lucky = match played.exhausted {
            true => None,
            false => {
                let bounds = spawn_bounds(&rules).map_err(|error| CommandError::failed(&error))?;
                let bar = Bar::new(output, format!("{rules}: lucky play, sum"));
                Some(best_zigzag_play(&rules, &bounds, &bar).map_err(told)?)
            }
        };
        let tightness = Tightness::new(rules, played, lucky);
        let tightness = tightness.map_err(|error| CommandError::failed(&error))?;
        rows.push(Row { tightness, time: start.elapsed() });
    }
    Ok(output.emit(&Rows { rows })?)
}

fn told(error: TightError) -> CommandError {
    match error {
        TightError::Stopped(_) => CommandError::interrupted(),
        error @ TightError::Tile(_) => CommandError::failed(&error),
    }
}

/// The rules that were asked for, or else the game with its smallest tiles only and as it is played.
fn variants(shape: Shape, options: &RulesOptions) -> Result<Vec<Rules>, CommandError> {
    let usual = options.rules(shape)?;
    if options.spawns.is_some() {
        return Ok(vec![usual]);
    }
    let small = smallest_spawns(&usual).map_err(CommandError::input)?;
    Ok(if small == usual { vec![usual] } else { vec![small, usual] })
}

struct Rows {
    rows: Vec<Row>,
}

struct Row {
    tightness: Tightness,
    time: Duration,
}

impl Row {
    fn evidence(&self) -> &'static str {
        match self.tightness.evidence() {
            TightEvidence::EveryGame => "every game played",
            TightEvidence::BoundReached => "the bound is reached",
            TightEvidence::NotExhausted => "not exhausted",
        }
    }

    fn spawned(&self) -> String {
        let rules = &self.tightness.rules;
        let faces = rules.spawn.tiles.iter();
        let faces = faces.map(|(tile, _)| rules.tiles.face(tile).to_string());
        faces.collect::<Vec<_>>().join(" or ")
    }

    fn board(&self) -> String {
        notation::faces::write(self.tightness.board(), self.tightness.rules.tiles)
    }
}

#[derive(Serialize)]
struct Json {
    rows: Vec<RowJson>,
}

#[derive(Serialize)]
struct RowJson {
    game: GameJson,
    positions: u64,
    exhausted: bool,
    highest_total: Figure,
    paper_total: String,
    spawns_total: String,
    highest_tile: Figure,
    paper_single: String,
    spawns_single: String,
    /// A board with the highest total.
    board: String,
    evidence: &'static str,
    tight: bool,
    seconds: f64,
}

impl Report for Rows {
    type Json = Json;

    fn json(&self) -> Json {
        let row = |row: &Row| {
            let t = &row.tightness;
            RowJson {
                game: GameJson::from_start(&t.rules, "empty"),
                positions: t.played.positions,
                exhausted: t.played.exhausted,
                highest_total: t.total(),
                paper_total: t.paper.total.to_string(),
                spawns_total: t.spawns.total.to_string(),
                highest_tile: t.tile(),
                paper_single: t.paper.single.to_string(),
                spawns_single: t.spawns.single.to_string(),
                board: row.board(),
                evidence: row.evidence(),
                tight: t.is_tight(),
                seconds: row.time.as_secs_f64(),
            }
        };
        Json { rows: self.rows.iter().map(row).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "game",
            "spawns",
            "#positions",
            "~total",
            "#Total",
            "#total bound",
            "~tile",
            "#Single",
            "#tile bound",
            "how",
        ]);
        for row in &self.rows {
            let t = &row.tightness;
            table.row(cells![
                format!("{} on {}", t.rules.tiles, t.rules.shape),
                row.spawned(),
                t.played.positions.to_string(),
                t.total(),
                t.paper.total.to_string(),
                t.spawns.total.to_string(),
                t.tile(),
                t.paper.single.to_string(),
                t.spawns.single.to_string(),
                row.evidence(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        for row in &self.rows {
            let t = &row.tightness;
            let name = t.rules.to_string();
            let board = row.board();
            text += &match (t.is_tight(), t.played.exhausted) {
                (true, _) => format!("{name}: the bound is reached, by {board}\n"),
                (false, true) => {
                    format!("{name}: the bound is out of reach; the best is {board}\n")
                }
                (false, false) => {
                    format!("{name}: not exhausted; highest so far {board}; try a higher --limit\n")
                }
            };
        }
        text + "total, tile: the highest in real play. Total, Single: the bounds of the paper, for the \
                smallest tile as the only spawn.\ntotal bound, tile bound: the same argument with the \
                tiles and spawns of this game.\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_exhausted_is_a_lower_bound() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let played = play_out(&rules, 100, &()).unwrap();
        let seen = played.highest_total;
        let tightness = Tightness::new(rules, played, None).unwrap();
        let rows = Rows { rows: vec![Row { tightness, time: Duration::ZERO }] };
        let total = serde_json::json!({ "certainty": "at-least", "value": seen });
        let json = serde_json::to_value(rows.json()).unwrap();
        assert_eq!(json["rows"][0]["highest_total"], total);
        let csv = rows.table().csv().unwrap();
        assert!(csv.contains(&format!(",{seen},at-least,")), "{csv}");
    }
}
