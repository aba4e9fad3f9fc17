//! What games of training reached.

use twofold_core::{Figure, Tile};

use crate::arena::{Share, mean_figure};

/// Scores and tiles of some games of training.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrainingStats {
    /// Games from the start; games restarted at a stage are not counted.
    pub games: u64,
    /// Slides that were learned from, those of restarted games included.
    pub slides: u64,
    /// The sum of all scores.
    pub score: u64,
    /// The sum of their squares.
    pub squares: u128,
    /// The best score.
    pub best: u64,
    /// For every rank, the number of games whose largest tile has it.
    pub largest: Vec<u64>,
}

/// One game that was learned from; of restarted games only the slides are counted.
pub(super) struct Played {
    pub(super) score: u64,
    pub(super) slides: u64,
    pub(super) largest: u8,
}

impl TrainingStats {
    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.score as f64 / (self.games as f64).max(1.0)
    }

    /// The mean score as a sample with its 95 % interval; `None` for a single game, which has none.
    pub fn mean_figure(&self, seed: u64) -> Option<Figure> {
        mean_figure(self.score, self.squares, self.games, seed)
    }

    /// The number of games that reached a tile.
    pub fn reached(&self, tile: Tile) -> u64 {
        self.largest.iter().skip(usize::from(tile.rank())).sum()
    }

    /// The share of games that reached a tile.
    pub fn share(&self, tile: Tile) -> Share {
        Share { count: self.reached(tile), games: self.games }
    }

    pub(super) fn add(&mut self, game: Played) {
        self.games += 1;
        self.slides += game.slides;
        self.score += game.score;
        self.squares += u128::from(game.score).pow(2);
        self.best = self.best.max(game.score);
        let rank = usize::from(game.largest);
        if self.largest.len() <= rank {
            self.largest.resize(rank + 1, 0);
        }
        self.largest[rank] += 1;
    }

    pub(super) fn merge(&mut self, other: TrainingStats) {
        self.games += other.games;
        self.slides += other.slides;
        self.score += other.score;
        self.squares += other.squares;
        self.best = self.best.max(other.best);
        if self.largest.len() < other.largest.len() {
            self.largest.resize(other.largest.len(), 0);
        }
        self.largest.iter_mut().zip(other.largest).for_each(|(count, more)| *count += more);
    }
}
