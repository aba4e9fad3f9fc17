//! Scores as curves.

use twofold_core::Rules;
use twofold_players::arena::{self, Share};
use twofold_studio::plot::{Axis, Kind, Plot, Sampled, Series};

use super::report::PlayerResult;

/// For every score the share of games that reached it, a line for each player within the band of its 95 %
/// confidence intervals.
pub(super) fn scores(rules: &Rules, series: &arena::Series, results: &[PlayerResult]) -> Plot {
    let plot =
        Plot::new(Kind::Lines, Axis::log("score"), Axis::linear("share of games that reach it"))
            .title(format!(
                "{}, samples of {} games, 95 % intervals, seed {}",
                rules, series.games, series.seed
            ));
    results.iter().fold(plot, |plot, result| {
        let mut scores: Vec<u64> = result.games.iter().map(|game| game.score.max(1)).collect();
        scores.sort_unstable();
        let games = scores.len();
        // Steps: the share falls behind each score.
        let points = scores.into_iter().enumerate().flat_map(move |(place, score)| {
            [games - place, games - place - 1].map(|left| {
                let share = Share { count: left as u64, games: games as u64 };
                let (low, high) = share.interval();
                Sampled { x: score as f64, y: share.fraction(), low, high }
            })
        });
        plot.series(Series::sampled(result.player.clone(), points))
    })
}
