//! How a goal turns scores and slides into values.

use twofold_core::{Tile, TileSystem};

use super::goal::Goal;
use super::problem::Problem;
use super::value::Value;
use twofold_layers::LayeredGame;

/// Ranks that a packed board holds, zero included.
const RANKS: usize = 16;

/// The values of boards at the end of the game, and what slides and spawns add to them.
///
/// For scores, the value of a board is what play will still score *plus* its potential: what its
/// tiles have scored if all of them were merged from the lowest ones. A slide then leaves the value
/// alone, since its score is exactly what the potential gains; a spawn lowers it by the potential of
/// a tile that was never merged.
#[derive(Clone, Debug)]
pub(super) struct Valuation {
    goal: Goal,
    has_target: bool,
    potentials: [u32; RANKS],
    spawn_scores: [u32; RANKS],
}

impl Valuation {
    pub(super) fn new(problem: &Problem) -> Valuation {
        let game = problem.game();
        let tiles = game.rules().tiles;
        let mut spawn_scores = [0; RANKS];
        for (tile, _) in game.rules().spawn.tiles.iter() {
            spawn_scores[usize::from(tile.rank())] = tiles.spawn_score(tile) as u32;
        }
        Valuation {
            goal: problem.goal(),
            has_target: game.target().is_some(),
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

    /// The value of a dead position.
    pub(super) fn dead<V: Value>(&self, code: u64) -> V {
        match self.goal {
            Goal::Score => V::of(self.potential(code)),
            Goal::Tile | Goal::MostSlides => V::of(0),
            Goal::Largest => V::of(largest(code)),
            Goal::FewestSlides if self.has_target => V::NEVER,
            Goal::FewestSlides => V::of(0),
        }
    }

    /// The value of a board on which the target has been made.
    pub(super) fn at_target<V: Value>(&self, code: u64) -> V {
        match self.goal {
            Goal::Score => V::of(self.potential(code)),
            Goal::Tile => V::of(1),
            Goal::Largest => V::of(largest(code)),
            Goal::MostSlides | Goal::FewestSlides => V::of(0),
        }
    }

    /// The value of a position, given that of the afterstate of its best slide.
    #[inline]
    pub(super) fn before_slide<V: Value>(&self, value: V) -> V {
        match self.goal {
            Goal::MostSlides | Goal::FewestSlides => value.plus(1),
            _ => value,
        }
    }

    /// What a spawn makes an afterstate worth, given the value of the position that it leads to.
    #[inline]
    pub(super) fn before_spawn<V: Value>(&self, value: V, tile: Tile) -> V {
        match self.goal {
            Goal::Score => {
                let rank = usize::from(tile.rank());
                value.plus(self.spawn_scores[rank]).minus(self.potentials[rank])
            }
            _ => value,
        }
    }

    /// Whether Slider prefers the first value.
    #[inline]
    pub(super) fn is_better<V: Value>(&self, new: V, old: V) -> bool {
        match self.goal {
            Goal::FewestSlides => new < old,
            _ => new > old,
        }
    }

    /// What play will bring from a board on, without its potential.
    pub(super) fn yet_to_come<V: Value>(&self, value: V, code: u64) -> V {
        match self.goal {
            Goal::Score => value.minus(self.potential(code)),
            _ => value,
        }
    }

    /// What a spawn scores.
    pub(super) fn spawn_score(&self, tile: Tile) -> u32 {
        match self.goal {
            Goal::Score => self.spawn_scores[usize::from(tile.rank())],
            _ => 0,
        }
    }

    /// An upper bound of the values of boards up to a tile sum.
    pub(super) fn bound(&self, game: &LayeredGame, highest_sum: u64) -> f64 {
        match self.goal {
            // A board has scored at most its tile sum, times what a tile has scored for each point of
            // its face.
            Goal::Score => {
                let tiles = (1..RANKS).filter_map(|rank| Tile::new(rank as u8));
                let tiles = tiles.filter(|&tile| game.face(tile) <= highest_sum);
                let ratio = |tile: Tile| {
                    f64::from(self.potentials[usize::from(tile.rank())]) / game.face(tile) as f64
                };
                highest_sum as f64 * tiles.map(ratio).fold(1.0, f64::max)
            }
            Goal::Tile => 1.0,
            Goal::Largest => RANKS as f64,
            Goal::MostSlides | Goal::FewestSlides => {
                let lowest = game.spawns().map(|tile| game.face(tile)).min().unwrap_or(1);
                (highest_sum / lowest.max(1)) as f64
            }
        }
    }
}

/// What tiles have scored that were merged from the lowest ones.
fn potentials(tiles: TileSystem) -> [u32; RANKS] {
    let tile = |rank: usize| Tile::new(rank as u8).expect("a small rank");
    let mut potentials = [0; RANKS];
    for result in 1..RANKS {
        let pairs = (1..result).flat_map(|a| (1..=a).map(move |b| (a, b)));
        let mut made = pairs.filter(|&(a, b)| tiles.merge(tile(a), tile(b)) == Some(tile(result)));
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
