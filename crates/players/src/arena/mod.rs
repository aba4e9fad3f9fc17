//! The arena: players play many games, and what they reach is counted.
//!
//! Every game has a generator of its own, made from the seed and the number of the game. So a game is
//! the same whichever thread plays it, and all players meet the same luck as long as they slide alike.

mod dropper;
mod statistics;

use std::sync::atomic::{AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use twofold_core::notation::sequence::Step;
use twofold_core::replay::Replay;
use twofold_core::{Board, Grid, Tile, TileTooLarge};
use twofold_exact::{Progress, Stopped, Watch};

pub use dropper::{Dropper, draw};
pub use statistics::{Share, Statistics};

use crate::registry::Entrant;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The points.
    pub score: u64,
    /// The slides.
    pub moves: u64,
    /// The largest tile.
    pub largest: Tile,
    /// The last board.
    pub board: Board,
}

/// Why games were not played to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A tile does not exist.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}

/// The games of a series: how they are drawn, and who drops.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// The seed of all of them.
    pub seed: u64,
    /// Who drops tiles.
    pub dropper: Dropper,
}

impl Series {
    /// The generator of a game.
    pub fn generator(&self, game: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(game);
        random
    }

    /// Plays all games of one entrant, on as many threads as there are, in the order of their numbers.
    pub fn play(&self, entrant: &Entrant, watch: &dyn Watch) -> Result<Vec<Record>, ArenaError> {
        let done = AtomicU64::new(0);
        let total = Some(self.games);
        (0..self.games)
            .into_par_iter()
            .map(|game| {
                let record = self.game(entrant, game, &mut |_| (), watch)?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                watch.report(Progress { done, total });
                Ok(record)
            })
            .collect()
    }

    /// Plays one game and writes everything down.
    pub fn replay(
        &self,
        entrant: &Entrant,
        game: u64,
        watch: &dyn Watch,
    ) -> Result<Replay, ArenaError> {
        let rules = entrant.game().rules().clone();
        let mut steps = Vec::new();
        self.game(entrant, game, &mut |step| steps.push(step), watch)?;
        Ok(Replay { start: Board::new(rules.shape), rules, steps })
    }

    /// Plays one game: two tiles, then slides and tiles in turn until no slide is legal.
    fn game(
        &self,
        entrant: &Entrant,
        number: u64,
        told: &mut dyn FnMut(Step),
        watch: &dyn Watch,
    ) -> Result<Record, ArenaError> {
        let mut random = self.generator(number);
        let mut player = entrant.player(number ^ self.seed.rotate_left(32));
        let tiles = player.game().rules().tiles;
        let (mut score, mut moves) = (0, 0);
        let mut afterstate = player.game().start();
        let mut opening = true;
        loop {
            let dropped = self.dropper.drop_tile(player.game(), &afterstate, &mut random)?;
            let Some(dropped) = dropped else {
                let board = afterstate.into_board();
                return Ok(Record { score, moves, largest: board.largest(), board });
            };
            told(Step::Drop { cell: dropped.cell, tile: dropped.tile });
            score += tiles.spawn_score(dropped.tile);
            let position = dropped.position;
            if std::mem::take(&mut opening) && position.board().empty_cells().next().is_some() {
                afterstate =
                    player.game().afterstate(position.into_board()).expect("the same shape");
                continue;
            }
            if moves % 64 == 0 && watch.is_stopped() {
                return Err(Stopped.into());
            }
            let judged = player.judge(&position)?;
            let Some(best) = judged.best() else {
                let board = position.into_board();
                return Ok(Record { score, moves, largest: board.largest(), board });
            };
            told(Step::Slide(best.slide.direction));
            moves += 1;
            score += best.slide.score;
            afterstate = best.slide.afterstate.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, TileSystem};

    use super::*;
    use crate::registry::Recipe;

    fn entrant(name: &str, rules: &Rules) -> Entrant {
        name.parse::<Recipe>().unwrap().prepare(rules).unwrap()
    }

    #[test]
    fn a_series_does_not_depend_on_the_threads() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let series = Series { games: 24, seed: 5, dropper: Dropper::Chance };
        for name in ["random", "greedy", "expectimax:depth=1"] {
            let run = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| series.play(&entrant(name, &rules), &()).unwrap())
            };
            assert_eq!(run(1), run(3), "{name}");
        }
        let other = Series { seed: 6, ..series };
        let greedy = entrant("greedy", &rules);
        assert_ne!(series.play(&greedy, &()).unwrap(), other.play(&greedy, &()).unwrap());
    }

    #[test]
    fn games_are_legal_and_their_scores_right() {
        for tiles in TileSystem::ALL {
            let rules = Rules::new("3x4".parse().unwrap(), tiles);
            let greedy = entrant("greedy", &rules);
            let series = Series { games: 3, seed: 1, dropper: Dropper::Chance };
            let records = series.play(&greedy, &()).unwrap();
            for (game, record) in (0..).zip(records) {
                let replay = series.replay(&greedy, game, &()).unwrap();
                let frames = replay.play().expect("the rules allow every step");
                let last = frames.last().unwrap();
                assert_eq!((last.score, &last.board), (record.score, &record.board), "{tiles}");
            }
        }
    }

    #[test]
    fn an_adversary_leaves_less() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let player = entrant("minimax:depth=1", &rules);
        let mean = |dropper| {
            let records = Series { games: 8, seed: 2, dropper }.play(&player, &()).unwrap();
            Statistics::of(&records).mean
        };
        assert!(mean(Dropper::Adversary { depth: 1 }) < mean(Dropper::Chance));
    }

    #[test]
    fn a_stop_is_heard() {
        struct Stop;
        impl Watch for Stop {
            fn report(&self, _: Progress) {}
            fn is_stopped(&self) -> bool {
                true
            }
        }
        let rules = Rules::classic("3x3".parse().unwrap());
        let series = Series { games: 1, seed: 2, dropper: Dropper::Chance };
        assert_eq!(series.play(&entrant("greedy", &rules), &Stop), Err(Stopped.into()));
    }
}
