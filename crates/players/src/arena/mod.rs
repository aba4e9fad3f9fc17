//! The arena: players play series of games, and the results are summarised.
//!
//! Every game has a random number generator of its own, made from the seed and the number of the game.
//! So a game does not depend on the thread that plays it, and all players get the same spawns as long as
//! they slide alike.

mod dropper;
mod game;
mod perfect;
mod statistics;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use twofold_core::replay::Replay;
use twofold_core::{Board, IllegalPosition, Progress, Stopped, TileTooLarge, Watch};

pub use dropper::{Dropper, draw};
pub use game::GameResult;
pub use perfect::{perfect_score, share_of_perfect};
pub(crate) use statistics::mean_figure;
pub use statistics::{Share, Statistics};

use crate::player::EvaluateError;
use crate::registry::Entrant;

/// Why a series was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A player did not answer.
    #[error(transparent)]
    Player(EvaluateError),
    /// The board from which games are to start is none of the game.
    #[error("games cannot start from this board: {0}")]
    Start(#[from] IllegalPosition),
}

impl From<EvaluateError> for ArenaError {
    fn from(error: EvaluateError) -> ArenaError {
        match error {
            EvaluateError::Stopped(stopped) => stopped.into(),
            error => ArenaError::Player(error),
        }
    }
}

impl From<TileTooLarge> for ArenaError {
    fn from(error: TileTooLarge) -> ArenaError {
        ArenaError::Player(error.into())
    }
}

/// Passes on that games shall stop, and stops them all when one has failed.
struct Failing<'a> {
    watch: &'a dyn Watch,
    failed: &'a AtomicBool,
}

impl Watch for Failing<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.watch.is_stopped()
    }
}

/// A series of games.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_players::PlayerSpec;
/// use twofold_players::arena::{Series, Statistics};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let greedy = "greedy".parse::<PlayerSpec>()?.prepare(&rules)?;
/// let results = Series::new(50, 7).play(&greedy, &())?;
/// let statistics = Statistics::of(&results);
/// // The same seed gives the same games, on any number of threads.
/// assert_eq!(results, Series::new(50, 7).play(&greedy, &())?);
/// assert_eq!(statistics.games, 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// The seed of all of them.
    pub seed: u64,
    /// Who chooses the spawns.
    pub dropper: Dropper,
    /// The board from which Slider plays; `None` for an empty board with two spawns.
    pub from: Option<Board>,
}

impl Series {
    /// A series of games from the start of play, with spawns by chance.
    pub fn new(games: u64, seed: u64) -> Series {
        Series { games, seed, dropper: Dropper::Chance, from: None }
    }

    /// The random number generator of a game.
    pub fn generator(&self, game: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(game);
        random
    }

    /// Plays all games of one entrant on the current thread pool; results are in the order of games.
    pub fn play(
        &self,
        entrant: &Entrant,
        watch: &dyn Watch,
    ) -> Result<Vec<GameResult>, ArenaError> {
        let results = self.play_until_stopped(entrant, watch)?;
        if results.len() as u64 == self.games { Ok(results) } else { Err(Stopped.into()) }
    }

    /// Plays games until all are played or the watch asks to stop, and keeps the finished ones. At most
    /// one game a thread is lost then; long games are more likely to be among them.
    pub fn play_until_stopped(
        &self,
        entrant: &Entrant,
        watch: &dyn Watch,
    ) -> Result<Vec<GameResult>, ArenaError> {
        self.play_and_tell(entrant, watch, &|_| ())
    }

    /// As [`Series::play_until_stopped`]; `finished` is told of every game as it ends, in any order and
    /// from any thread.
    pub fn play_and_tell(
        &self,
        entrant: &Entrant,
        watch: &dyn Watch,
        finished: &(dyn Fn(&GameResult) + Sync),
    ) -> Result<Vec<GameResult>, ArenaError> {
        let (done, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let total = Some(self.games);
        let watch = &Failing { watch, failed: &failed };
        let play = |number| {
            // Setting up a game may take long, and a million may be left.
            if watch.is_stopped() {
                return None;
            }
            match self.game(entrant, number, &mut |_| (), watch) {
                Ok(result) => {
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    finished(&result);
                    watch.report(Progress { done, total });
                    Some(Ok(result))
                }
                Err(ArenaError::Stopped(_)) => None,
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    Some(Err(error))
                }
            }
        };
        (0..self.games).into_par_iter().filter_map(play).collect()
    }

    /// Plays one game and records every step.
    pub fn replay(
        &self,
        entrant: &Entrant,
        game: u64,
        watch: &dyn Watch,
    ) -> Result<Replay, ArenaError> {
        let rules = entrant.game().rules().clone();
        let mut steps = Vec::new();
        self.game(entrant, game, &mut |step| steps.push(step), watch)?;
        let start = self.from.clone().unwrap_or_else(|| Board::new(rules.shape));
        Ok(Replay { start, rules, steps })
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;
    use twofold_core::{Rules, TileSystem};

    use super::*;
    use crate::registry::PlayerSpec;

    fn entrant(name: &str, rules: &Rules) -> Entrant {
        name.parse::<PlayerSpec>().unwrap().prepare(rules).unwrap()
    }

    #[test]
    fn a_series_does_not_depend_on_the_threads() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let series = Series::new(24, 5);
        for name in ["random", "greedy", "expectimax:depth=1"] {
            let run = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| series.play(&entrant(name, &rules), &()).unwrap())
            };
            assert_eq!(run(1), run(3), "{name}");
        }
        let other = Series { seed: 6, ..series.clone() };
        let greedy = entrant("greedy", &rules);
        assert_ne!(series.play(&greedy, &()).unwrap(), other.play(&greedy, &()).unwrap());
    }

    #[test]
    fn games_are_legal_and_their_scores_right() {
        for tiles in TileSystem::ALL {
            let rules = Rules::new("3x4".parse().unwrap(), tiles);
            let greedy = entrant("greedy", &rules);
            let series = Series::new(3, 1);
            let results = series.play(&greedy, &()).unwrap();
            for (game, record) in (0..).zip(results) {
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
            let results = Series { dropper, ..Series::new(8, 2) }.play(&player, &()).unwrap();
            Statistics::of(&results).mean
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
        let series = Series::new(1, 2);
        assert_eq!(series.play(&entrant("greedy", &rules), &Stop), Err(Stopped.into()));
    }

    #[test]
    fn finished_games_survive_a_stop() {
        struct StopAfter(u64, AtomicU64);
        impl Watch for StopAfter {
            fn report(&self, progress: Progress) {
                self.1.fetch_max(progress.done, Ordering::Relaxed);
            }
            fn is_stopped(&self) -> bool {
                self.1.load(Ordering::Relaxed) >= self.0
            }
        }
        let rules = Rules::classic("2x2".parse().unwrap());
        let greedy = entrant("greedy", &rules);
        let series = Series::new(1000, 2);
        let whole = series.play(&greedy, &()).unwrap();
        let stop = StopAfter(5, AtomicU64::new(0));
        let finished = series.play_until_stopped(&greedy, &stop).unwrap();
        assert!((5..100).contains(&finished.len()), "{}", finished.len());
        let told = AtomicU64::new(0);
        let tell = |_: &GameResult| {
            told.fetch_add(1, Ordering::Relaxed);
        };
        let stop = StopAfter(5, AtomicU64::new(0));
        let again = series.play_and_tell(&greedy, &stop, &tell).unwrap();
        assert_eq!(told.into_inner(), again.len() as u64);
        // They are the games that would have been played anyway.
        assert!(finished.iter().all(|result| *result == whole[result.game as usize]));
        assert_eq!(series.play(&greedy, &stop), Err(Stopped.into()));
    }

    #[test]
    fn games_can_start_anywhere() {
        let rules = Rules::classic("2x3".parse().unwrap());
        let board = ranks::parse("560/000").unwrap();
        let series = Series { from: Some(board.clone()), ..Series::new(4, 3) };
        let greedy = entrant("greedy", &rules);
        for result in series.play(&greedy, &()).unwrap() {
            assert!(result.largest.rank() >= 6);
            let replay = series.replay(&greedy, result.game, &()).unwrap();
            assert_eq!(replay.start, board);
            let frames = replay.play().unwrap();
            assert_eq!(frames.last().unwrap().score, result.score);
        }
        let other = Series { from: Some(Board::new("3x3".parse().unwrap())), ..Series::new(4, 3) };
        assert!(matches!(other.play(&greedy, &()), Err(ArenaError::Start(_))));
    }
}
