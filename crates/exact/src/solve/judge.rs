//! What boards are worth at the end of play, and what slides and drops change.

use twofold_core::{Tile, TileSystem};

use super::question::{Goal, Question};
use super::value::Value;
use crate::layers::Task;

/// Ranks that a packed board holds, zero included.
const RANKS: usize = 16;

/// Judges boards for one question.
///
/// For scores, boards are worth what play will bring *and* what their tiles have brought if they
/// were merged from the lowest ones: their potential. A slide then changes nothing, since what it
/// scores is exactly what the potential gains; only a drop counts, of a tile that was never merged.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    goal: Goal,
    has_end: bool,
    potentials: [u32; RANKS],
    spawn_scores: [u32; RANKS],
}

impl Judge {
    pub(super) fn new(question: &Question) -> Judge {
        let task = question.task();
        let tiles = task.rules().tiles;
        let mut spawn_scores = [0; RANKS];
        for (tile, _) in task.rules().spawn.values.iter() {
            spawn_scores[usize::from(tile.rank())] = tiles.spawn_score(tile) as u32;
        }
        Judge {
            goal: question.goal(),
            has_end: task.goal().is_some(),
            potentials: potentials(tiles),
            spawn_scores,
        }
    }

    fn potential(&self, mut code: u64) -> u32 {
        let mut sum = 0;
        while code != 0 {
            sum += self.potentials[(code & 0xF) as usize];
            code >>= 4;
        }
        sum
    }

    /// The worth of a board on which no slide is legal.
    pub(super) fn stuck<V: Value>(&self, code: u64) -> V {
        match self.goal {
            Goal::Score => V::of(self.potential(code)),
            Goal::Tile(_) | Goal::Moves => V::of(0),
            Goal::MaxTile => V::of(largest(code)),
            Goal::FewestMoves if self.has_end => V::NEVER,
            Goal::FewestMoves => V::of(0),
        }
    }

    /// The worth of a board on which the tile that ends play has been made.
    pub(super) fn made<V: Value>(&self, code: u64) -> V {
        match self.goal {
            Goal::Score => V::of(self.potential(code)),
            Goal::Tile(_) => V::of(1),
            Goal::MaxTile => V::of(largest(code)),
            Goal::Moves | Goal::FewestMoves => V::of(0),
        }
    }

    /// The worth of a position, of the worth of the board after the best slide.
    #[inline]
    pub(super) fn before_slide<V: Value>(&self, worth: V) -> V {
        match self.goal {
            Goal::Moves | Goal::FewestMoves => worth.plus(1),
            _ => worth,
        }
    }

    /// The worth of a board if a tile appears on it, of the worth of the position that arises.
    #[inline]
    pub(super) fn before_drop<V: Value>(&self, worth: V, tile: Tile) -> V {
        match self.goal {
            Goal::Score => {
                let rank = usize::from(tile.rank());
                worth.plus(self.spawn_scores[rank]).minus(self.potentials[rank])
            }
            _ => worth,
        }
    }

    /// Whether Slider would rather have the first worth than the second.
    #[inline]
    pub(super) fn is_better<V: Value>(&self, new: V, old: V) -> bool {
        match self.goal {
            Goal::FewestMoves => new < old,
            _ => new > old,
        }
    }

    /// What play will bring from a board on, of its worth.
    pub(super) fn yet_to_come<V: Value>(&self, worth: V, code: u64) -> V {
        match self.goal {
            Goal::Score => worth.minus(self.potential(code)),
            _ => worth,
        }
    }

    /// What a tile that appears brings at once.
    pub(super) fn spawn_score(&self, tile: Tile) -> u32 {
        match self.goal {
            Goal::Score => self.spawn_scores[usize::from(tile.rank())],
            _ => 0,
        }
    }

    /// An upper bound of the worth of any board of a tile sum.
    pub(super) fn bound(&self, task: &Task, highest_sum: u64) -> f64 {
        match self.goal {
            // A tile of rank r has brought at most r − 1 times its value, and powers of two show
            // their rank.
            Goal::Score => {
                let rank = match task.rules().tiles {
                    TileSystem::Classic => highest_sum.max(1).ilog2() as usize,
                    _ => RANKS,
                };
                highest_sum as f64 * (rank.max(2) - 1) as f64
            }
            Goal::Tile(_) => 1.0,
            Goal::MaxTile => RANKS as f64,
            Goal::Moves | Goal::FewestMoves => {
                let lowest = task.spawns().map(|tile| task.value(tile)).min().unwrap_or(1);
                (highest_sum / lowest.max(1)) as f64
            }
        }
    }
}

/// What tiles have brought that were merged from tiles that cannot be merged further back.
fn potentials(tiles: TileSystem) -> [u32; RANKS] {
    let tile = |rank: usize| Tile::new(rank as u8).expect("a small rank");
    let mut potentials = [0; RANKS];
    for result in 1..RANKS {
        let pairs = (1..result).flat_map(|a| (1..=a).map(move |b| (a, b)));
        let mut made = pairs.filter(|&(a, b)| tiles.merge(tile(a), tile(b)) == Some(result as u8));
        if let Some((a, b)) = made.next() {
            let score = tiles.merge_score(tile(result)) as u32;
            potentials[result] = potentials[a] + potentials[b] + score;
            let same = |(a, b): (usize, usize)| potentials[a] + potentials[b] + score;
            debug_assert!(made.all(|pair| same(pair) == potentials[result]), "one way to a tile");
        }
    }
    potentials
}

/// The largest rank.
fn largest(mut code: u64) -> u32 {
    let mut largest = 0;
    while code != 0 {
        largest = largest.max((code & 0xF) as u32);
        code >>= 4;
    }
    largest
}
