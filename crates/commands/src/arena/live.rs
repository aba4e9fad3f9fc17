//! The finished games of a comparison that still goes on.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use twofold_clock::cpu_seconds;
use twofold_players::arena::GameResult;

use super::report::{Comparison, PlayerJson, PlayerResult};

/// More scores than this are told by as many quantiles, so that a part of a result stays small.
const MOST_SCORES: usize = 1000;

/// The finished games of one player, after the players before it.
pub(super) struct Live<'a> {
    comparison: &'a Comparison,
    before: Vec<PlayerJson>,
    player: &'a str,
    games: Mutex<Vec<GameResult>>,
    start: f64,
}

impl<'a> Live<'a> {
    /// No games yet.
    pub(super) fn new(comparison: &'a Comparison, player: &'a str) -> Live<'a> {
        let before = comparison.results.iter();
        Live {
            comparison,
            before: before.map(|result| thinned(comparison.player(result))).collect(),
            player,
            games: Mutex::default(),
            start: cpu_seconds(),
        }
    }

    /// Adds a finished game.
    pub(super) fn add(&self, game: &GameResult) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).push(game.clone());
    }

    /// Processor time since the first game began.
    pub(super) fn seconds(&self) -> f64 {
        cpu_seconds() - self.start
    }

    /// The comparison so far, in the form of the whole one.
    pub(super) fn json(&self) -> Value {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut players = self.before.clone();
        let result = PlayerResult::new(self.player, games, self.seconds());
        players.push(thinned(self.comparison.player(&result)));
        serde_json::to_value(self.comparison.of(players)).unwrap_or_default()
    }
}

/// With at most so many scores.
fn thinned(mut player: PlayerJson) -> PlayerJson {
    let scores = &mut player.scores;
    if scores.len() > MOST_SCORES {
        scores.sort_unstable();
        let at = |place: usize| (2 * place + 1) * scores.len() / (2 * MOST_SCORES);
        *scores = (0..MOST_SCORES).map(|place| scores[at(place)]).collect();
    }
    player
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;
    use twofold_players::PlayerSpec;
    use twofold_players::arena::Series;

    use super::*;

    #[test]
    fn parts_of_a_comparison_are_small_and_true() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let random = "random".parse::<PlayerSpec>().unwrap().prepare(&rules).unwrap();
        let series = Series::new(4000, 1);
        let mut comparison = Comparison { rules, series, results: Vec::new() };
        let live = Live::new(&comparison, "random");
        let games = comparison.series.play_and_tell(&random, &(), &|game| live.add(game)).unwrap();
        let part = live.json();
        let player = &part["players"][0];
        assert_eq!((&player["games"], &part["complete"]), (&4000.into(), &true.into()));
        let scores: Vec<u64> = serde_json::from_value(player["scores"].clone()).unwrap();
        assert_eq!(scores.len(), MOST_SCORES);
        // The quantiles tell the same story as the games.
        let mean = scores.iter().sum::<u64>() as f64 / scores.len() as f64;
        assert!((mean / player["mean"]["mean"].as_f64().unwrap() - 1.0).abs() < 0.01, "{mean}");
        drop(live);
        comparison.results.push(PlayerResult::new("random", games, 1.0));
        let next = Live::new(&comparison, "greedy").json();
        assert_eq!(next["players"][0]["mean"], player["mean"]);
        assert_eq!((&next["players"][1]["games"], &next["complete"]), (&0.into(), &false.into()));
    }
}
