//! The statistics of a series, with confidence intervals.

use std::collections::BTreeMap;

use twofold_core::{Figure, Tile};

use super::GameResult;

/// The statistics of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// How many games.
    pub games: u64,
    /// The mean score.
    pub mean: f64,
    /// The standard error of the mean; zero for a single game, which says nothing of it.
    pub standard_error: f64,
    /// The median score.
    pub median: f64,
    /// The 95 % confidence interval of the median; fewer than six games have none.
    pub median_interval: Option<(u64, u64)>,
    /// The best score.
    pub best: u64,
    /// Slides of all games.
    pub slides: u64,
    /// How many of them a table or a solved store chose.
    pub by_table: u64,
    /// For each tile the games that reached it, from the largest tile that all games reached.
    pub shares: BTreeMap<Tile, Share>,
}

/// A number of games out of all games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The games that count.
    pub count: u64,
    /// All games.
    pub games: u64,
}

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The mean of as many numbers as there are games, as a sample with its 95 % interval, given their sum and
/// the sum of their squares; `None` for a single game, which has no interval.
pub(crate) fn mean_figure(sum: u64, squares: u128, games: u64, seed: u64) -> Option<Figure> {
    if games < 2 {
        return None;
    }
    let margin = Z * standard_error(sum, squares, games);
    Some(Figure::sample(sum as f64 / games as f64, margin, games, seed))
}

/// The standard error of the mean of some numbers, given their sum and the sum of their squares: the same
/// in whatever order the numbers come. Zero for fewer than two numbers, which say nothing of it.
fn standard_error(sum: u64, squares: u128, games: u64) -> f64 {
    if games < 2 {
        return 0.0;
    }
    let (sum, count) = (u128::from(sum), u128::from(games));
    // The squared deviations add up to this divided by the count, without rounding.
    let scaled = (count * squares).saturating_sub(sum * sum) as f64;
    let count = count as f64;
    (scaled / count / (count - 1.0) / count).sqrt()
}

/// The interval that holds the true median with at least 95 % confidence, from numbers in ascending order:
/// the k-th from either end, where fewer than k of as many tosses of a coin are heads in at most 2.5 % of
/// all cases. It supposes nothing of how the numbers are distributed.
fn median_interval(sorted: &[u64]) -> Option<(u64, u64)> {
    let tosses = sorted.len();
    let mut ln_chance = -(tosses as f64) * std::f64::consts::LN_2;
    let (mut below, mut k) = (0.0, 0);
    // After the loop, fewer than k heads have a chance of at most 2.5 %.
    while below + ln_chance.exp() <= 0.025 {
        below += ln_chance.exp();
        ln_chance += ((tosses - k) as f64 / (k + 1) as f64).ln();
        k += 1;
    }
    (k > 0).then(|| (sorted[k - 1], sorted[tosses - k]))
}

impl Share {
    /// The fraction.
    pub fn fraction(self) -> f64 {
        self.count as f64 / (self.games as f64).max(1.0)
    }

    /// The interval that holds the true probability with 95 % confidence, after Wilson (1927): never
    /// outside 0 and 1, and sound for shares near them.
    pub fn interval(self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.games as f64, self.fraction());
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }

    /// The fraction as a sample, with its interval.
    pub fn figure(self, seed: u64) -> Figure {
        let (low, high) = self.interval();
        Figure::Sample { mean: self.fraction(), low, high, games: self.games, seed }
    }
}

impl Statistics {
    /// The statistics of some games.
    pub fn of(results: &[GameResult]) -> Statistics {
        let games = results.len() as u64;
        let sum: u64 = results.iter().map(|record| record.score).sum();
        let squares = results.iter().map(|record| u128::from(record.score).pow(2)).sum();
        let mut scores: Vec<u64> = results.iter().map(|record| record.score).collect();
        scores.sort_unstable();
        let median = match scores.len() {
            0 => 0.0,
            length => (scores[(length - 1) / 2] as f64 + scores[length / 2] as f64) / 2.0,
        };
        let lowest = results.iter().map(|record| record.largest).min().unwrap_or_default();
        let highest = results.iter().map(|record| record.largest).max().unwrap_or_default();
        let shares = (lowest.rank()..=highest.rank()).filter_map(Tile::new).map(|tile| {
            let count = results.iter().filter(|record| record.largest >= tile).count() as u64;
            (tile, Share { count, games })
        });
        Statistics {
            games,
            mean: sum as f64 / (games as f64).max(1.0),
            standard_error: standard_error(sum, squares, games),
            median,
            median_interval: median_interval(&scores),
            best: scores.last().copied().unwrap_or(0),
            slides: results.iter().map(|record| record.slides).sum(),
            by_table: results.iter().map(|record| record.by_table).sum(),
            shares: shares.filter(|(tile, _)| !tile.is_empty()).collect(),
        }
    }

    /// The mean score as a sample with its 95 % interval; `None` for a single game, which has none.
    pub fn mean_figure(&self, seed: u64) -> Option<Figure> {
        let margin = Z * self.standard_error;
        (self.games > 1).then_some(Figure::sample(self.mean, margin, self.games, seed))
    }

    /// The median score as a sample with its 95 % interval; `None` for fewer than six games.
    pub fn median_figure(&self, seed: u64) -> Option<Figure> {
        let (low, high) = self.median_interval?;
        let (low, high) = (low as f64, high as f64);
        Some(Figure::Sample { mean: self.median, low, high, games: self.games, seed })
    }

    /// The share of games that reached a tile.
    pub fn share(&self, tile: Tile) -> Share {
        let lowest = self.shares.keys().next();
        let missing = if lowest.is_some_and(|&lowest| tile < lowest) { self.games } else { 0 };
        let unknown = Share { count: missing, games: self.games };
        self.shares.get(&tile).copied().unwrap_or(unknown)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Board;

    use super::*;

    fn record(score: u64, rank: u8) -> GameResult {
        let board = Board::new("2x2".parse().unwrap());
        GameResult {
            game: 0,
            score,
            slides: 10,
            by_table: 0,
            largest: Tile::new(rank).unwrap(),
            board,
        }
    }

    #[test]
    fn numbers_of_a_small_series() {
        let games = [record(10, 3), record(20, 4), record(60, 6), record(30, 4)];
        let statistics = Statistics::of(&games);
        assert_eq!(statistics.mean, 30.0);
        assert_eq!(statistics.median, 25.0);
        let Some(Figure::Sample { mean, high, .. }) = statistics.mean_figure(3) else { panic!() };
        let exact = mean_figure(120, 100 + 400 + 3600 + 900, 4, 3);
        let Some(Figure::Sample { mean: same, high: close, .. }) = exact else { panic!() };
        assert!(mean == same && (high - close).abs() < 1e-9);
        assert_eq!(mean_figure(5, 25, 1, 3), None);
        assert_eq!(statistics.best, 60);
        assert_eq!(statistics.slides, 40);
        // Deviations 20, 10, 30, 0: variance 1400 / 3.
        assert!((statistics.standard_error - (1400.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        let fractions: Vec<f64> =
            statistics.shares.values().map(|share| share.fraction()).collect();
        assert_eq!(fractions, [1.0, 0.75, 0.25, 0.25]);
        assert_eq!(statistics.share(Tile::new(1).unwrap()).count, 4);
        assert_eq!(statistics.share(Tile::new(9).unwrap()).count, 0);
    }

    #[test]
    fn intervals_of_medians() {
        let numbers = |count: u64| (1..=count).collect::<Vec<u64>>();
        // Tables of order statistics: none below 6; 1 and 6 of 6; 2 and 9 of 10; 40 and 61 of 100.
        assert_eq!(median_interval(&[]), None);
        assert_eq!(median_interval(&numbers(5)), None);
        assert_eq!(median_interval(&numbers(6)), Some((1, 6)));
        assert_eq!(median_interval(&numbers(10)), Some((2, 9)));
        assert_eq!(median_interval(&numbers(100)), Some((40, 61)));
        // Where 0.5 to the power of the count underflows.
        let (low, high) = median_interval(&numbers(10_000)).unwrap();
        assert_eq!((low, high), (4902, 5099));
    }

    #[test]
    fn intervals_of_wilson() {
        // 10 of 20: 0.299 to 0.701; 0 of 10: 0 to 0.278 (Brown, Cai and DasGupta 2001).
        let (low, high) = Share { count: 10, games: 20 }.interval();
        assert!((low - 0.299).abs() < 1e-3 && (high - 0.701).abs() < 1e-3);
        let (low, high) = Share { count: 0, games: 10 }.interval();
        assert!(low == 0.0 && (high - 0.278).abs() < 1e-3);
        // The figure has the same interval: it is not symmetric, and stays within 0 and 1.
        let share = Share { count: 0, games: 10 };
        let sample = Figure::Sample { mean: 0.0, low, high, games: 10, seed: 7 };
        assert_eq!(share.figure(7), sample);
        assert_eq!(share.figure(7).to_string(), "0.00 (0.00…0.28)");
    }
}
