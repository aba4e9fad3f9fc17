//! The result of a comparison, in every format.

use std::collections::BTreeMap;

use serde::Serialize;
use twofold_core::{Figure, Rules, Tile};
use twofold_players::arena::{
    Dropper, GameResult, Series, Share, Statistics, perfect_score, share_of_perfect,
};

use crate::amount;
use crate::output::{GameJson, Report, Table, TextContext, board_json, cells};

/// What one player reached.
pub(super) struct PlayerResult {
    pub(super) player: String,
    pub(super) statistics: Statistics,
    pub(super) slides_per_second: f64,
    pub(super) games: Vec<GameResult>,
}

impl PlayerResult {
    /// The result of some games that took so many seconds of processor time.
    pub(super) fn new(player: &str, games: Vec<GameResult>, seconds: f64) -> PlayerResult {
        let statistics = Statistics::of(&games);
        let slides_per_second = statistics.slides as f64 / seconds.max(1e-9);
        PlayerResult { player: player.to_owned(), statistics, slides_per_second, games }
    }
}

/// What all players reached.
pub(super) struct Comparison {
    pub(super) rules: Rules,
    pub(super) series: Series,
    pub(super) results: Vec<PlayerResult>,
}

impl Comparison {
    /// The expected score of perfect play, where it is known.
    fn optimum(&self) -> Option<Figure> {
        let is_whole = self.series.dropper == Dropper::Chance && self.series.from.is_none();
        perfect_score(&self.rules).filter(|_| is_whole)
    }

    fn face(&self, tile: Tile) -> u64 {
        self.rules.tiles.face(tile)
    }

    fn mean(&self, result: &PlayerResult) -> Option<Figure> {
        result.statistics.mean_figure(self.series.seed)
    }

    fn median(&self, result: &PlayerResult) -> Option<Figure> {
        result.statistics.median_figure(self.series.seed)
    }

    /// The mean as a share of perfect play.
    fn share_of_optimum(&self, result: &PlayerResult) -> Option<Figure> {
        share_of_perfect(&self.mean(result)?, &self.optimum()?)
    }
}

/// The share of games that reach a tile, in a line.
pub(crate) fn share_line(face: u64, share: &Figure) -> String {
    format!("  {face:>7} in {} % of games\n", share.percent())
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    /// The games of each player that were asked for; an interrupted series has fewer.
    games: u64,
    /// Whether every player has played all of them.
    complete: bool,
    seed: u64,
    dropper: &'static str,
    players: Vec<PlayerJson>,
}

#[derive(Clone, Serialize)]
pub(super) struct PlayerJson {
    player: String,
    games: u64,
    /// `null` for a single game, which has no interval.
    mean: Option<Figure>,
    standard_error: f64,
    /// `null` for fewer than six games, which have no interval.
    median: Option<Figure>,
    best: u64,
    /// Tile → fraction of games that reached it.
    share: BTreeMap<u64, Figure>,
    slides: u64,
    /// How many of them a table or a solved store chose.
    by_table: u64,
    slides_per_second: f64,
    share_of_optimum: Option<Figure>,
    /// The score of every game.
    pub(super) scores: Vec<u64>,
}

impl Comparison {
    /// What one player reached.
    pub(super) fn player(&self, result: &PlayerResult) -> PlayerJson {
        let s = &result.statistics;
        let seed = self.series.seed;
        let share = |(&tile, share): (&Tile, &Share)| (self.face(tile), share.figure(seed));
        PlayerJson {
            player: result.player.clone(),
            games: s.games,
            mean: self.mean(result),
            standard_error: s.standard_error,
            median: self.median(result),
            best: s.best,
            share: s.shares.iter().map(share).collect(),
            slides: s.slides,
            by_table: s.by_table,
            slides_per_second: result.slides_per_second,
            share_of_optimum: self.share_of_optimum(result),
            scores: result.games.iter().map(|game| game.score).collect(),
        }
    }

    /// The comparison of these players.
    pub(super) fn of(&self, players: Vec<PlayerJson>) -> Json {
        let start = match &self.series.from {
            Some(board) => board_json(board, self.rules.tiles),
            None => "two-tiles".to_owned(),
        };
        Json {
            game: GameJson::from_start(&self.rules, start),
            games: self.series.games,
            complete: players.iter().all(|player| player.games == self.series.games),
            seed: self.series.seed,
            dropper: match self.series.dropper {
                Dropper::Chance => "chance",
                Dropper::Adversary { .. } => "adversary",
            },
            players,
        }
    }
}

impl Report for Comparison {
    type Json = Json;

    fn json(&self) -> Json {
        self.of(self.results.iter().map(|result| self.player(result)).collect())
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "player",
            "#games",
            "#seed",
            "~mean",
            "~median",
            "#best",
            ">tile",
            "~share",
            "#low",
            "#high",
            "#slides_per_second",
        ]);
        for result in &self.results {
            let s = &result.statistics;
            for (&tile, share) in &s.shares {
                let (low, high) = share.interval();
                table.row(cells![
                    result.player.clone(),
                    s.games,
                    self.series.seed,
                    self.mean(result),
                    self.median(result),
                    s.best,
                    self.face(tile),
                    share.figure(self.series.seed),
                    format!("{low:.4}"),
                    format!("{high:.4}"),
                    format!("{:.0}", result.slides_per_second),
                ]);
            }
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut table =
            Table::new(&["player", "?#games", "~mean", "~median", "#best", "#slides/CPU-s"]);
        for result in &self.results {
            let s = &result.statistics;
            table.row(cells![
                result.player.clone(),
                s.games,
                self.mean(result),
                self.median(result),
                s.best,
                amount::count(result.slides_per_second),
            ]);
        }
        let mut text = table.text(context);
        text += &format!(
            "{}, {} games, seed {}; means, medians and shares are samples, with 95 % confidence \
             intervals\n",
            self.rules,
            amount::grouped(self.series.games),
            self.series.seed
        );
        for result in &self.results {
            text += &format!("\n{}\n", result.player);
            let (played, asked) = (result.statistics.games, self.series.games);
            if played < asked {
                text += &format!(
                    "  interrupted: {played} of {asked} games; those in progress, more likely long \
                     ones, do not count\n"
                );
            }
            for (&tile, share) in &result.statistics.shares {
                text += &share_line(self.face(tile), &share.figure(self.series.seed));
            }
            let Statistics { by_table, slides, .. } = result.statistics;
            if by_table > 0 {
                let share = 100.0 * by_table as f64 / slides.max(1) as f64;
                text += &format!("  {share:.2} % of slides by table\n");
            }
            if let Some((optimum, share)) = self.optimum().zip(self.share_of_optimum(result)) {
                let share = share.percent();
                text += &format!("  {share} % of perfect play, which expects {optimum:#.2}\n");
            }
        }
        text
    }
}
