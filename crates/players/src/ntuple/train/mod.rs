//! Temporal-difference learning on afterstates.
//!
//! The network plays with itself: it always takes the slide of greatest points and value. After each
//! slide, the value of the afterstate before it moves towards the points of the slide and the value of
//! the afterstate behind it. With temporal coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018),
//! every entry has a rate of its own: it learns fast while its errors agree in sign, and slowly once
//! they cancel out.
//!
//! On small boards, a game is learned from after it has ended, the last slide first, and if wanted
//! from all tiles that might have appeared.
//!
//! One thread learns the same from the same seed. Several threads share the weights without waiting for
//! each other, and their changes interleave as it happens: then only the games' generators are
//! determined, not the outcome. The first games are always played by one thread: at first every weight
//! learns at its full rate, and two threads that correct the same few weights at the same time would
//! both do the whole correction, overshoot, and teach those weights that nothing is to be relied on.

mod plain;
mod promote;
mod rehearse;
mod small;
mod standard;
mod taught;

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::{Game, Grid, Rules, Tile};
use twofold_exact::{Progress, Watch};

use super::downgrade::rank_of;
use super::error::WeightsError;
use super::file;
use super::identity::Training;
use super::layout::Layout;
use super::network::{Network, Weights};
use crate::four::Classic4x4;
use crate::memory::SharedFloats;
use rehearse::Entrances;
use small::SmallGames;
use taught::Teacher;

pub use promote::{Promotion, UnknownPromotion};

/// Games that are played by one thread before others join.
const FIRST_GAMES: u64 = 1000;

/// How errors change weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learning {
    /// TD(0) with one rate for all.
    Difference,
    /// Temporal coherence: a rate for each entry.
    Coherence,
}

impl Learning {
    /// The word that commands and files use.
    pub const fn name(self) -> &'static str {
        match self {
            Learning::Difference => "td",
            Learning::Coherence => "tc",
        }
    }
}

impl fmt::Display for Learning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is no way to learn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to learn called `{0}`; there are tc and td")]
pub struct UnknownLearning(String);

impl FromStr for Learning {
    type Err = UnknownLearning;

    fn from_str(name: &str) -> Result<Learning, UnknownLearning> {
        let known = [Learning::Difference, Learning::Coherence];
        let found = known.into_iter().find(|learning| learning.name() == name);
        found.ok_or_else(|| UnknownLearning(name.to_owned()))
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The method.
    pub learning: Learning,
    /// The rate; with coherence, the factor of all rates.
    pub rate: f32,
    /// The value of every board at first. If it is high, what is unknown looks good, and is tried.
    pub optimism: f32,
    /// The seed of the games.
    pub seed: u64,
    /// How many times its slides a game is played on from the beginning of each late stage that it enters.
    pub rehearsals: u32,
    /// The rank from which on boards are told with smaller tiles, in classic 2048 on 4×4.
    pub downgrade: Option<u8>,
}

/// How to learn from all tiles that may appear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// The share of slides that are made at random, to see what they lead to. What a board learns does
    /// not depend on the slide that was made next, so that this makes no value wrong.
    pub stray: f32,
}

/// What some games of learning were like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Games.
    pub games: u64,
    /// Slides, those of rehearsals among them.
    pub moves: u64,
    /// Points of all games together.
    pub score: u64,
    /// The best score.
    pub best: u64,
    /// For every rank, the games whose largest tile it was.
    pub largest: Vec<u64>,
}

impl Block {
    /// The mean score.
    pub fn mean(&self) -> f64 {
        self.score as f64 / (self.games as f64).max(1.0)
    }

    /// The fraction of games that reached a tile.
    pub fn share(&self, tile: Tile) -> f64 {
        let reached: u64 = self.largest.iter().skip(usize::from(tile.rank())).sum();
        reached as f64 / (self.games as f64).max(1.0)
    }

    fn add(&mut self, game: Played) {
        self.games += 1;
        self.moves += game.moves;
        self.score += game.score;
        self.best = self.best.max(game.score);
        let rank = usize::from(game.largest);
        if self.largest.len() <= rank {
            self.largest.resize(rank + 1, 0);
        }
        self.largest[rank] += 1;
    }
}

/// A game that was learned from. Slides of rehearsals count, their points and tiles do not.
struct Played {
    score: u64,
    moves: u64,
    largest: u8,
}

/// A network that is learning.
pub struct Trainer {
    pub(super) network: Network,
    /// For each weight the sum of its errors and the sum of their sizes, side by side.
    pub(super) coherence: Option<SharedFloats>,
    settings: Settings,
    four: Option<Classic4x4>,
    small: Option<SmallGames>,
    /// Set if boards learn from all tiles that may appear, and not from the one that did.
    means: Option<Means>,
    entrances: Entrances,
    /// Who chooses the slides in new stages.
    teacher: Option<Teacher>,
    /// The place of each stage, which is its own; a teacher has fewer stages than places.
    places: Vec<usize>,
    games: u64,
    moves: u64,
}

impl Trainer {
    /// Begins to learn a game with the usual tuples.
    pub fn new(rules: &Rules, settings: Settings) -> Result<Trainer, WeightsError> {
        Trainer::with_layout(rules, Layout::standard(rules), settings)
    }

    /// Begins to learn a game with tuples of its shape.
    pub fn with_layout(
        rules: &Rules,
        layout: Layout,
        settings: Settings,
    ) -> Result<Trainer, WeightsError> {
        let network = Network::new(rules, layout, training(&settings, 0, 0))?;
        let coherence = no_errors(settings.learning, &network)?;
        Ok(Trainer::with(network, coherence, settings, 0, 0))
    }

    pub(super) fn with(
        network: Network,
        coherence: Option<SharedFloats>,
        settings: Settings,
        games: u64,
        moves: u64,
    ) -> Trainer {
        let four = Classic4x4::of(network.rules());
        let small = SmallGames::of(network.rules(), network.layout(), network.stages());
        let stages = network.stages().count();
        Trainer {
            network,
            coherence,
            settings,
            four,
            small,
            means: None,
            entrances: Entrances::new(stages),
            teacher: None,
            places: (0..stages).collect(),
            games,
            moves,
        }
    }

    /// Goes on with what a checkpoint holds.
    pub fn resume(path: &Path) -> Result<Trainer, WeightsError> {
        file::resume(path)
    }

    /// Writes a checkpoint, from which learning can go on: under another name first, so that a
    /// checkpoint is whole at any moment.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        file::save(&self.network, self.coherence.as_ref(), path)
    }

    /// Writes the network alone, for players.
    pub fn save_network(&self, path: &Path) -> Result<(), WeightsError> {
        file::save(&self.network, None, path)
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// How learning goes.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Learns in another way from now on. Coherence begins anew: it knows of no errors yet, and every
    /// weight learns at the full rate.
    pub fn set_learning(&mut self, learning: Learning) -> Result<(), WeightsError> {
        self.coherence = None;
        self.coherence = no_errors(learning, &self.network)?;
        self.settings.learning = learning;
        self.network.identity_mut().training.method = learning.name().to_owned();
        Ok(())
    }

    /// Learns with another rate from now on.
    pub fn set_rate(&mut self, rate: f32) {
        self.settings.rate = rate;
        self.network.identity_mut().training.rate = rate;
    }

    /// Gives another value to what no game has met so far: high ones make learning try it, low ones
    /// make players keep away from it.
    pub fn set_optimism(&mut self, optimism: f32) {
        let selected = self.network.layout().selected() as f32;
        let (old, new) = (self.settings.optimism / selected, optimism / selected);
        if let Weights::Shared(weights) = &self.network.weights {
            // A weight that has learned is not what it was at first, but for a rare accident.
            let unmet = (0..weights.len()).filter(|&index| weights.get(index) == old);
            unmet.for_each(|index| weights.set(index, new));
        }
        self.settings.optimism = optimism;
        self.network.identity_mut().training.optimism = optimism;
    }

    /// Tells boards with smaller tiles from some tile on, from now on. Tells whether it can, which is so
    /// for classic 2048 on 4×4 with the usual tuples.
    pub fn set_downgrade(&mut self, tile: u64) -> bool {
        let can = self.four.is_some() && self.network.standard_words().is_some();
        self.settings.downgrade = rank_of(tile).filter(|_| can);
        self.network.identity_mut().training.downgrade =
            self.settings.downgrade.map(|rank| 1 << rank);
        self.settings.downgrade.is_some()
    }

    /// Plays on for so many times the slides of a game from the beginning of each late stage from now on.
    pub fn set_rehearsals(&mut self, rehearsals: u32) {
        self.settings.rehearsals = rehearsals;
        self.network.identity_mut().training.rehearsals = rehearsals;
    }

    /// Learns from all tiles that may appear from now on, and not from the one that did: slower, and
    /// without the noise. Tells whether it can, which is so for classic 2048 on small boards with a
    /// single stage.
    pub fn learn_means(&mut self, means: Means) -> bool {
        self.means = self.small.is_some().then_some(means);
        self.means.is_some()
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Slides so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays some games on all threads of the current pool, and learns from them. If the watch asks to
    /// stop, fewer games are played, each of them to its end.
    pub fn run(&mut self, games: u64, watch: &dyn Watch) -> Block {
        let alone = FIRST_GAMES.saturating_sub(self.games).min(games);
        let mut block = self.run_on(1, alone, watch);
        if !watch.is_stopped() {
            block.merge(self.run_on(rayon::current_num_threads(), games - alone, watch));
        }
        block
    }

    fn run_on(&mut self, threads: usize, games: u64, watch: &dyn Watch) -> Block {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        let block = Mutex::new(Block::default());
        let this = &*self;
        let work = || {
            let mut own = Block::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games || stopped.load(Ordering::Relaxed) {
                    break;
                }
                own.add(this.game(this.games + game));
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                watch.report(Progress { done, total: Some(games) });
                stopped.fetch_or(watch.is_stopped(), Ordering::Relaxed);
            }
            own
        };
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    let own = work();
                    block.lock().expect("no thread panics here").merge(own);
                });
            }
        });
        let block = block.into_inner().expect("no thread panics here");
        self.games += block.games;
        self.moves += block.moves;
        let training = training(&self.settings, self.games, self.moves);
        self.network.identity_mut().training = training;
        block
    }

    fn game(&self, number: u64) -> Played {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(number);
        match (&self.four, self.network.standard_words(), &self.small) {
            (Some(four), Some(words), _) => self.standard_game(four, words, &mut random),
            (_, _, Some(small)) => self.small_game(small, &mut random),
            _ => self.plain_game(&mut random),
        }
    }

    /// The part of an error that each selected entry is told of.
    fn part(&self) -> f32 {
        1.0 / self.network.layout().selected() as f32
    }

    fn game_rules(&self) -> Game {
        Game::new(self.network.rules().clone())
    }
}

impl Block {
    fn merge(&mut self, other: Block) {
        self.games += other.games;
        self.moves += other.moves;
        self.score += other.score;
        self.best = self.best.max(other.best);
        if self.largest.len() < other.largest.len() {
            self.largest.resize(other.largest.len(), 0);
        }
        self.largest.iter_mut().zip(other.largest).for_each(|(count, more)| *count += more);
    }
}

/// What a way to learn remembers of the errors of each weight, before there are any.
fn no_errors(learning: Learning, network: &Network) -> Result<Option<SharedFloats>, WeightsError> {
    match learning {
        Learning::Difference => Ok(None),
        Learning::Coherence => {
            SharedFloats::zeros(2 * network.weights()).map(Some).map_err(WeightsError::Memory)
        }
    }
}

fn training(settings: &Settings, games: u64, moves: u64) -> Training {
    Training {
        method: settings.learning.name().to_owned(),
        rate: settings.rate,
        optimism: settings.optimism,
        seed: settings.seed,
        rehearsals: settings.rehearsals,
        downgrade: settings.downgrade.map(|rank| 1 << rank),
        games,
        moves,
    }
}

/// The largest rank of a board.
fn largest<B: Grid>(board: &B) -> u8 {
    board.largest().rank()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trainer(optimism: f32) -> Trainer {
        let rules = Rules::classic("2x3".parse().unwrap());
        let learning = Learning::Coherence;
        let settings =
            Settings { learning, rate: 0.5, optimism, seed: 3, rehearsals: 0, downgrade: None };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| trainer.run(30, &()));
        trainer
    }

    #[test]
    fn only_what_was_never_met_loses_its_optimism() {
        let mut trainer = trainer(500.0);
        let (met, never) = ([0, 0, 0, 0, 1, 1], [7; 6]);
        let before = trainer.network.value_of_ranks(&met);
        assert!((trainer.network.value_of_ranks(&never) - 500.0).abs() < 1e-3);
        trainer.set_optimism(-20.0);
        assert_eq!(trainer.network.value_of_ranks(&met), before);
        assert!((trainer.network.value_of_ranks(&never) + 20.0).abs() < 1e-3);
        assert_eq!(trainer.settings().optimism, -20.0);
    }
}
