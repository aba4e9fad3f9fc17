//! The learning curve, in every format.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use twofold_core::{Figure, Rules, Tile};
use twofold_players::ntuple::{Trainer, TrainingStats};
use twofold_studio::plot::{Axis, Kind, Plot, Sampled, Series};

use crate::amount;
use crate::output::{GameJson, Report, Table, cells};

/// Parts of a curve have at most so many points.
const MOST_POINTS: usize = 500;

/// What a block of games was like.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// Games in all, those before a checkpoint among them.
    games: u64,
    slides: u64,
    /// Since this run began.
    seconds: f64,
    /// Mean and best score of the block, with a network that is still learning; a single game has no
    /// mean.
    mean: Option<Figure>,
    best: u64,
    /// Of the block, per processor core.
    slides_per_second: f64,
    /// The largest tile that at least half of the games reach, and the share that reaches each of the
    /// largest ones.
    shares: Vec<(u64, Figure)>,
}

impl Point {
    pub(super) fn new(
        trainer: &Trainer,
        block: &TrainingStats,
        elapsed: Duration,
        work: f64,
    ) -> Point {
        let tiles = trainer.network().rules().tiles;
        let ranks = (1..block.largest.len() as u8).filter_map(Tile::new);
        let seed = trainer.settings().seed;
        let ranks = ranks.filter(|&tile| block.share(tile).fraction() < 0.999);
        let share = |tile: Tile| (tiles.face(tile), block.share(tile).figure(seed));
        let mut shares: Vec<(u64, Figure)> = ranks.map(share).collect();
        if shares.len() > 5 {
            shares.drain(..shares.len() - 5);
        }
        Point {
            games: trainer.games(),
            slides: trainer.slides(),
            seconds: elapsed.as_secs_f64(),
            mean: block.mean_figure(seed),
            best: block.best,
            slides_per_second: block.slides as f64 / work.max(1e-9),
            shares,
        }
    }
}

/// The point in a line.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares: Vec<String> = self
            .shares
            .iter()
            .map(|(tile, share)| format!("{tile}: {} %", share.percent()))
            .collect();
        write!(
            f,
            "{}, {} games: mean {}, best {}, {} slides a CPU-second; {}",
            amount::duration(self.seconds),
            amount::grouped(self.games),
            self.mean.as_ref().map_or("–".to_owned(), |mean| format!("{mean:#}")),
            self.best,
            amount::count(self.slides_per_second),
            shares.join(", "),
        )
    }
}

/// All points of a run.
pub(super) struct Curve {
    rules: Rules,
    seed: u64,
    points: Vec<Point>,
}

impl Curve {
    pub(super) fn new(rules: &Rules, seed: u64) -> Curve {
        Curve { rules: rules.clone(), seed, points: Vec::new() }
    }

    pub(super) fn add(&mut self, point: Point) {
        self.points.push(point);
    }

    /// The curve so far, in the form of the whole one, with its last points if there are many.
    pub(super) fn interim(&self) -> Value {
        let last = &self.points[self.points.len().saturating_sub(MOST_POINTS)..];
        serde_json::to_value(self.of(last)).unwrap_or_default()
    }

    fn of(&self, points: &[Point]) -> Json {
        Json {
            game: GameJson::from_start(&self.rules, "two-tiles"),
            curve: points.iter().map(PointJson::from).collect(),
        }
    }

    /// Mean scores by games, within the band of their 95 % confidence intervals.
    pub(super) fn plot(&self) -> Plot {
        let mean = |point: &Point| match *point.mean.as_ref()? {
            Figure::Sample { mean, low, high, .. } => {
                Some(Sampled { x: point.games as f64, y: mean, low, high })
            }
            _ => None,
        };
        let points: Vec<Sampled> = self.points.iter().filter_map(mean).collect();
        Plot::new(Kind::Lines, Axis::linear("games"), Axis::linear("mean score while learning"))
            .title(format!("{}, samples with 95 % intervals, seed {}", self.rules, self.seed))
            .series(Series::sampled("", points))
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    curve: Vec<PointJson>,
}

#[derive(Serialize)]
struct PointJson {
    games: u64,
    slides: u64,
    seconds: f64,
    /// `null` for a single game, which has no interval.
    mean: Option<Figure>,
    best: u64,
    slides_per_second: f64,
    shares: Vec<(u64, Figure)>,
}

impl From<&Point> for PointJson {
    fn from(point: &Point) -> PointJson {
        let shares = point.shares.iter().map(|(tile, share)| (*tile, share.clone()));
        PointJson {
            games: point.games,
            slides: point.slides,
            seconds: point.seconds,
            mean: point.mean.clone(),
            best: point.best,
            slides_per_second: point.slides_per_second,
            shares: shares.collect(),
        }
    }
}

impl Report for Curve {
    type Json = Json;

    fn json(&self) -> Json {
        self.of(&self.points)
    }

    fn table(&self) -> Table {
        let names = ["#games", "#slides", "#seconds", "~mean", "#best", "#slides_per_second"];
        let mut table = Table::new(&names);
        for point in &self.points {
            table.row(cells![
                point.games,
                point.slides,
                format!("{:.1}", point.seconds),
                point.mean.clone(),
                point.best,
                format!("{:.0}", point.slides_per_second),
            ]);
        }
        table
    }
}
