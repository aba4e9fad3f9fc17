//! Scores as curves.

use twofold_core::Rules;
use twofold_players::arena;
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use super::report::PlayerResult;

/// For every score the share of games that reached it, a line for each player.
pub(super) fn scores(rules: &Rules, series: &arena::Series, results: &[PlayerResult]) -> Plot {
    let plot =
        Plot::new(Kind::Lines, Axis::log("score"), Axis::linear("share of games that reach it"))
            .title(format!("{}, samples of {} games, seed {}", rules, series.games, series.seed));
    results.iter().fold(plot, |plot, result| {
        let mut scores: Vec<u64> = result.games.iter().map(|game| game.score.max(1)).collect();
        scores.sort_unstable();
        let games = scores.len();
        // Steps: the share falls behind each score.
        let points = scores.into_iter().enumerate().flat_map(move |(place, score)| {
            let share = |left: usize| left as f64 / games as f64;
            [(score as f64, share(games - place)), (score as f64, share(games - place - 1))]
        });
        plot.series(Series::new(result.player.clone(), points))
    })
}
