//! The learning curve, in every format.

use std::time::Duration;

use serde::Serialize;
use twofold_core::{Rules, Tile};
use twofold_players::ntuple::{Block, Trainer};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use crate::amount;
use crate::output::{Report, Table};

/// What a block of games was like.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Point {
    /// Games in all, those before a checkpoint among them.
    games: u64,
    moves: u64,
    /// Since this run began.
    seconds: f64,
    /// Mean and best score of the block, with a network that is still learning.
    mean: f64,
    best: u64,
    /// Of the block, per processor core.
    moves_per_second: f64,
    /// The largest tile that at least half of the games reach, and the share that reaches each of the
    /// largest ones.
    shares: Vec<(u64, f64)>,
}

impl Point {
    pub(super) fn new(trainer: &Trainer, block: &Block, elapsed: Duration, work: f64) -> Point {
        let tiles = trainer.network().rules().tiles;
        let ranks = (1..block.largest.len() as u8).filter_map(Tile::new);
        let share = |tile: Tile| (tiles.value(tile), block.share(tile));
        let mut shares: Vec<(u64, f64)> = ranks.map(share).filter(|&(_, s)| s < 0.999).collect();
        if shares.len() > 5 {
            shares.drain(..shares.len() - 5);
        }
        Point {
            games: trainer.games(),
            moves: trainer.moves(),
            seconds: elapsed.as_secs_f64(),
            mean: block.mean(),
            best: block.best,
            moves_per_second: block.moves as f64 / work.max(1e-9),
            shares,
        }
    }

    /// The point in a line.
    pub(super) fn brief(&self) -> String {
        let shares: Vec<String> = self
            .shares
            .iter()
            .map(|(tile, share)| format!("{tile}: {:.1} %", 100.0 * share))
            .collect();
        format!(
            "{}, {} games: mean {:.0}, best {}, {} slides a CPU-second; {}",
            amount::duration(self.seconds),
            self.games,
            self.mean,
            self.best,
            amount::count(self.moves_per_second),
            shares.join(", "),
        )
    }
}

/// All points of a run.
pub(super) struct Curve {
    rules: String,
    points: Vec<Point>,
}

impl Curve {
    pub(super) fn new(rules: &Rules) -> Curve {
        Curve { rules: rules.brief(), points: Vec::new() }
    }

    pub(super) fn add(&mut self, point: Point) {
        self.points.push(point);
    }

    /// Mean scores by games.
    pub(super) fn plot(&self) -> Plot {
        let points = self.points.iter().map(|point| (point.games as f64, point.mean));
        Plot::new(Kind::Lines, Axis::linear("games"), Axis::linear("mean score while learning"))
            .title(&self.rules)
            .series(Series::new("", points))
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    rules: String,
    curve: Vec<Point>,
}

impl Report for Curve {
    type Json = Json;

    fn json(&self) -> Json {
        Json { rules: self.rules.clone(), curve: self.points.clone() }
    }

    fn table(&self) -> Table {
        let names = ["#games", "#moves", "#seconds", "#mean", "#best", "#moves_per_second"];
        let mut table = Table::new(&names);
        for point in &self.points {
            table.row([
                point.games.to_string(),
                point.moves.to_string(),
                format!("{:.1}", point.seconds),
                format!("{:.1}", point.mean),
                point.best.to_string(),
                format!("{:.0}", point.moves_per_second),
            ]);
        }
        table
    }
}
