//! The result of a comparison, in every format.

use std::collections::BTreeMap;

use serde::Serialize;
use twofold_core::{Rules, Tile};
use twofold_players::arena::{Dropper, Record, Share, Statistics};

use crate::amount;
use crate::output::{Report, Table, TextContext};

/// What one player reached.
pub(super) struct Outcome {
    pub(super) player: String,
    pub(super) statistics: Statistics,
    pub(super) moves_per_second: f64,
    pub(super) records: Vec<Record>,
}

/// What all players reached.
pub(super) struct Comparison {
    pub(super) rules: Rules,
    pub(super) seed: u64,
    pub(super) dropper: Dropper,
    pub(super) results: Vec<Outcome>,
}

/// The expected score of perfect play of classic 2048 on 3×3.
const OPTIMUM_3X3: f64 = 5468.49;

impl Comparison {
    fn optimum(&self) -> Option<f64> {
        let classic = self.rules == Rules::classic("3x3".parse().expect("a shape"));
        (classic && self.dropper == Dropper::Chance).then_some(OPTIMUM_3X3)
    }

    fn value(&self, tile: Tile) -> u64 {
        self.rules.tiles.value(tile)
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    rules: String,
    seed: u64,
    dropper: &'static str,
    players: Vec<PlayerJson>,
}

#[derive(Serialize)]
struct PlayerJson {
    player: String,
    games: u64,
    mean: f64,
    standard_error: f64,
    median: f64,
    best: u64,
    /// Tile → fraction of games that reached it.
    share: BTreeMap<u64, f64>,
    /// Tile → 95 % confidence interval of that fraction.
    interval: BTreeMap<u64, [f64; 2]>,
    moves: u64,
    moves_per_second: f64,
    share_of_optimum: Option<f64>,
}

impl Report for Comparison {
    type Json = Json;

    fn json(&self) -> Json {
        let player = |result: &Outcome| {
            let s = &result.statistics;
            let by_tile = |(&tile, share): (&Tile, &Share)| (self.value(tile), share.fraction());
            let interval = |(&tile, share): (&Tile, &Share)| {
                let (low, high) = share.interval();
                (self.value(tile), [low, high])
            };
            PlayerJson {
                player: result.player.clone(),
                games: s.games,
                mean: s.mean,
                standard_error: s.standard_error,
                median: s.median,
                best: s.best,
                share: s.shares.iter().map(by_tile).collect(),
                interval: s.shares.iter().map(interval).collect(),
                moves: s.moves,
                moves_per_second: result.moves_per_second,
                share_of_optimum: self.optimum().map(|optimum| s.mean / optimum),
            }
        };
        Json {
            rules: self.rules.brief(),
            seed: self.seed,
            dropper: match self.dropper {
                Dropper::Chance => "chance",
                Dropper::Adversary { .. } => "adversary",
            },
            players: self.results.iter().map(player).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "player",
            "#games",
            "#mean",
            "#standard_error",
            "#median",
            "#best",
            "#tile",
            "#share",
            "#low",
            "#high",
            "#moves_per_second",
        ]);
        for result in &self.results {
            let s = &result.statistics;
            for (&tile, share) in &s.shares {
                let (low, high) = share.interval();
                table.row([
                    result.player.clone(),
                    s.games.to_string(),
                    format!("{:.1}", s.mean),
                    format!("{:.1}", s.standard_error),
                    format!("{:.1}", s.median),
                    s.best.to_string(),
                    self.value(tile).to_string(),
                    format!("{:.4}", share.fraction()),
                    format!("{low:.4}"),
                    format!("{high:.4}"),
                    format!("{:.0}", result.moves_per_second),
                ]);
            }
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut table = Table::new(&[
            "player",
            "#games",
            "#mean",
            "#± s.e.",
            "#median",
            "#best",
            "#slides/CPU-s",
        ]);
        for result in &self.results {
            let s = &result.statistics;
            table.row([
                result.player.clone(),
                s.games.to_string(),
                format!("{:.0}", s.mean),
                format!("{:.0}", s.standard_error),
                format!("{:.0}", s.median),
                s.best.to_string(),
                amount::count(result.moves_per_second),
            ]);
        }
        let mut text = table.text(context);
        for result in &self.results {
            text += &format!("\n{}\n", result.player);
            for (&tile, share) in &result.statistics.shares {
                let (low, high) = share.interval();
                text += &format!(
                    "  {:>7} in {:5.1} % of games ({:.1} to {:.1} %)\n",
                    self.value(tile),
                    100.0 * share.fraction(),
                    100.0 * low,
                    100.0 * high,
                );
            }
            if let Some(optimum) = self.optimum() {
                let share = 100.0 * result.statistics.mean / optimum;
                text += &format!("  {share:.2} % of perfect play, which expects {optimum}\n");
            }
        }
        text
    }
}
