//! The abstract bound against every real game on a board.

use std::time::{Duration, Instant};

use serde::Serialize;
use twofold_change::tight::{
    Bounds, RealPlay, TightError, ZigzagPlay, paper_bounds, play_out, spawn_bounds, zigzag_play,
};
use twofold_core::{Board, Rules, Shape, SpawnTiles, notation};

use super::super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table, TextContext};
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
        let paper = paper_bounds(&rules).map_err(|error| CommandError::failed(&error))?;
        let spawns = spawn_bounds(&rules).map_err(|error| CommandError::failed(&error))?;
        let lucky = if played.exhausted { None } else { Some(lucky(&rules, &spawns, output)?) };
        rows.push(Row { rules, played, lucky, paper, spawns, time: start.elapsed() });
    }
    Ok(output.emit(&Tightness { rows })?)
}

fn told(error: TightError) -> CommandError {
    match error {
        TightError::Stopped(_) => CommandError::interrupted(),
        error @ TightError::Tile(_) => CommandError::failed(&error),
    }
}

/// Widths of lucky play, tried until one reaches the bound.
const WIDTHS: [usize; 3] = [30, 100, 300];

/// Play along the zigzag: where it reaches the bound, nothing has to be exhausted.
fn lucky(rules: &Rules, bounds: &Bounds, output: &Output) -> Result<ZigzagPlay, CommandError> {
    let mut best: Option<ZigzagPlay> = None;
    for width in WIDTHS {
        let bar = Bar::new(output, format!("{rules}: lucky play, sum"));
        let played = zigzag_play(rules, width, &bar).map_err(told)?;
        let reached = bounds.total == played.highest_total.into();
        if best.as_ref().is_none_or(|best| played.highest_total > best.highest_total) {
            best = Some(played);
        }
        if reached {
            break;
        }
    }
    best.ok_or_else(CommandError::interrupted)
}

/// The rules that were asked for, or else the game with its smallest tiles only and as it is
/// played.
fn variants(shape: Shape, options: &RulesOptions) -> Result<Vec<Rules>, CommandError> {
    let usual = options.rules(shape)?;
    // With fewer tiles, some would never be made.
    let faces = options.tiles.basis().map(|tile| options.tiles.face(tile).to_string());
    let smallest = faces.collect::<Vec<_>>().join(",");
    let mut small = usual.clone();
    small.spawn.tiles = SpawnTiles::parse(&smallest, options.tiles).map_err(CommandError::input)?;
    let both = options.spawns.is_none() && small != usual;
    Ok(if both { vec![small, usual] } else { vec![usual] })
}

struct Tightness {
    rows: Vec<Row>,
}

struct Row {
    rules: Rules,
    played: RealPlay,
    /// What luck can do, if not everything was played.
    lucky: Option<ZigzagPlay>,
    paper: Bounds,
    spawns: Bounds,
    time: Duration,
}

impl Row {
    /// The highest tile that was seen.
    fn tile(&self) -> u64 {
        let lucky =
            self.lucky.as_ref().map_or(self.played.highest_tile, |lucky| lucky.highest_tile);
        self.rules.tiles.face(self.played.highest_tile.max(lucky))
    }

    /// The highest total that was seen, and a board with it.
    fn total(&self) -> (u64, &Board) {
        match &self.lucky {
            Some(lucky) if lucky.highest_total > self.played.highest_total => {
                (lucky.highest_total, &lucky.total_board)
            }
            _ => (self.played.highest_total, &self.played.total_board),
        }
    }

    /// What the numbers are based on.
    fn evidence(&self) -> &'static str {
        match (self.played.exhausted, self.is_tight()) {
            (true, _) => "every game played",
            (false, true) => "the bound is reached",
            (false, false) => "at least, not exhausted",
        }
    }

    fn spawned(&self) -> String {
        let faces = self.rules.spawn.tiles.iter();
        let faces = faces.map(|(tile, _)| self.rules.tiles.face(tile).to_string());
        faces.collect::<Vec<_>>().join(" or ")
    }

    fn board(&self, board: &Board) -> String {
        notation::faces::write(board, self.rules.tiles)
    }

    fn is_tight(&self) -> bool {
        self.spawns.total == self.total().0.into() && self.spawns.single == self.tile().into()
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
    highest_total: u64,
    paper_total: String,
    spawns_total: String,
    highest_tile: u64,
    paper_single: String,
    spawns_single: String,
    /// A board with the highest total.
    board: String,
    evidence: &'static str,
    tight: bool,
    seconds: f64,
}

impl Report for Tightness {
    type Json = Json;

    fn json(&self) -> Json {
        let row = |row: &Row| RowJson {
            game: GameJson::from_start(&row.rules, "empty"),
            positions: row.played.positions,
            exhausted: row.played.exhausted,
            highest_total: row.total().0,
            paper_total: row.paper.total.to_string(),
            spawns_total: row.spawns.total.to_string(),
            highest_tile: row.tile(),
            paper_single: row.paper.single.to_string(),
            spawns_single: row.spawns.single.to_string(),
            board: row.board(row.total().1),
            evidence: row.evidence(),
            tight: row.is_tight(),
            seconds: row.time.as_secs_f64(),
        };
        Json { rows: self.rows.iter().map(row).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "game",
            "spawns",
            "#positions",
            "#total",
            "#Total",
            "#total bound",
            "#tile",
            "#Single",
            "#tile bound",
            "how",
        ]);
        for row in &self.rows {
            table.row([
                format!("{} on {}", row.rules.tiles, row.rules.shape),
                row.spawned(),
                row.played.positions.to_string(),
                row.total().0.to_string(),
                row.paper.total.to_string(),
                row.spawns.total.to_string(),
                row.tile().to_string(),
                row.paper.single.to_string(),
                row.spawns.single.to_string(),
                row.evidence().to_owned(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        for row in &self.rows {
            let name = row.rules.to_string();
            let board = row.board(row.total().1);
            text += &match (row.is_tight(), row.played.exhausted) {
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
