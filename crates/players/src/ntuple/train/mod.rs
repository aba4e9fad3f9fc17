//! Temporal-difference learning on afterstates.
//!
//! The network plays against itself, greedily: it takes the slide with the highest score plus value of
//! the afterstate. After each slide, the value of the previous afterstate is moved towards the TD
//! target, which is the score of the slide plus the value of the new afterstate. With temporal
//! coherence (Beal and Smith 1999; for 2048 Jaśkowski 2018), every weight has a learning rate of its
//! own: high while its errors agree in sign, low once they cancel out.
//!
//! On small boards, a game is learned from after it has ended, last slide first, and optionally with
//! the expectation over all spawns as the TD target.
//!
//! On one thread, the same seed gives the same network. Several threads share the weights without
//! locks (Hogwild), so that their updates interleave at random: the games' generators are determined,
//! the outcome is not. The first games are always played by one thread: at first every weight learns
//! at the full rate, and two threads that correct the same few weights at once would both apply the
//! whole correction, overshoot, and so lower the coherence of those weights for good.

mod carousel;
mod plain;
mod promote;
mod rule;
mod settings;
mod small;
mod standard;
mod stats;
mod teacher;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::{Game, Grid, Progress, Rules, Watch};

use super::downgrade::rank_of;
use super::error::WeightsError;
use super::file;
use super::info::Training;
use super::layout::Layout;
use super::network::{Network, Weights};
use crate::four::Classic4x4;
use crate::memory::SharedFloats;
use carousel::StageStarts;
use small::SmallGames;
use stats::Played;
use teacher::Teacher;

pub use promote::{Promotion, UnknownPromotion};
pub use rule::{LearningRule, UnknownLearningRule};
pub use settings::{ExpectedUpdates, SettingError, Settings};
pub use stats::TrainingStats;

/// Games played by one thread before others join.
const FIRST_GAMES: u64 = 1000;

/// What tile downgrading and teachers need.
const STANDARD: &str = "classic 2048 on 4x4 with the standard tuples";

/// A network in training.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_players::ntuple::{LearningRule, Settings, Trainer};
///
/// let settings = Settings {
///     learning: LearningRule::TemporalCoherence,
///     rate: 0.5,
///     optimism: 0.0,
///     seed: 1,
///     carousel: 0,
///     downgrade: None,
/// };
/// let mut trainer = Trainer::new(&Rules::classic("2x2".parse()?), settings)?;
/// let [first, later] = [(); 2].map(|()| trainer.run(300, &()).mean());
/// assert!(later > first);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Trainer {
    pub(super) network: Network,
    /// For each weight the sum of its errors and the sum of their absolute values, side by side.
    pub(super) coherence: Option<SharedFloats>,
    settings: Settings,
    four: Option<Classic4x4>,
    small: Option<SmallGames>,
    /// If set, TD targets are expectations over all spawns.
    expected_updates: Option<ExpectedUpdates>,
    stage_starts: StageStarts,
    /// Chooses slides in new stages.
    teacher: Option<Teacher>,
    /// The index of the weights of each stage: the identity here, a subset for a teacher.
    places: Vec<usize>,
    games: u64,
    slides: u64,
}

impl Trainer {
    /// Starts training a network with the standard tuples.
    pub fn new(rules: &Rules, settings: Settings) -> Result<Trainer, WeightsError> {
        Trainer::with_layout(rules, Layout::standard(rules), settings)
    }

    /// Starts training a network with the given tuples.
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
        slides: u64,
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
            expected_updates: None,
            stage_starts: StageStarts::new(stages),
            teacher: None,
            places: (0..stages).collect(),
            games,
            slides,
        }
    }

    /// Resumes training from a checkpoint.
    pub fn resume(path: &Path) -> Result<Trainer, WeightsError> {
        file::resume(path)
    }

    /// Resumes training from the bytes of a checkpoint. Errors call them by the name.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Trainer, WeightsError> {
        file::resume_bytes(bytes, name)
    }

    /// Writes a checkpoint from which training can be resumed; the file is replaced atomically.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        file::save(&self.network, self.coherence.as_ref(), path)
    }

    /// Writes the network alone, for players.
    pub fn save_network(&self, path: &Path) -> Result<(), WeightsError> {
        file::save(&self.network, None, path)
    }

    /// The size of a checkpoint in bytes, at most. Weights that no game has visited take no room on disks
    /// that do not store zeros.
    pub fn checkpoint_size(&self) -> u64 {
        let floats = self.network.weights() + self.coherence.as_ref().map_or(0, SharedFloats::len);
        4 * floats as u64
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The settings in use.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the learning rule. Temporal coherence starts without errors, so that every weight
    /// learns at the full rate again.
    pub fn set_learning_rule(&mut self, learning: LearningRule) -> Result<(), WeightsError> {
        self.coherence = None;
        self.coherence = no_errors(learning, &self.network)?;
        self.settings.learning = learning;
        self.network.info_mut().training.method = learning.name().to_owned();
        Ok(())
    }

    /// Changes the learning rate.
    pub fn set_rate(&mut self, rate: f32) {
        self.settings.rate = rate;
        self.network.info_mut().training.rate = rate;
    }

    /// Changes the value of entries that no game has visited: a high one makes training explore them,
    /// a low one makes players avoid them.
    pub fn set_optimism(&mut self, optimism: f32) {
        let selected = self.network.layout().selected() as f32;
        let (old, new) = (self.settings.optimism / selected, optimism / selected);
        if let Weights::Shared(weights) = &self.network.weights {
            // A visited weight equals its initial value only by a rare accident.
            let unvisited = (0..weights.len()).filter(|&index| weights.get(index) == old);
            unvisited.for_each(|index| weights.set(index, new));
        }
        self.settings.optimism = optimism;
        self.network.info_mut().training.optimism = optimism;
    }

    /// Downgrades tiles from this one on.
    pub fn set_downgrade(&mut self, tile: u64) -> Result<(), SettingError> {
        self.requires_standard("tile downgrading")?;
        let rank = rank_of(tile).ok_or(SettingError::DowngradeTile { tile })?;
        self.settings.downgrade = Some(rank);
        self.network.info_mut().training.downgrade = Some(tile);
        Ok(())
    }

    /// Plays every late stage from its start for this many times the slides of each game.
    pub fn set_carousel(&mut self, carousel: u32) {
        self.settings.carousel = carousel;
        self.network.info_mut().training.carousel = carousel;
    }

    /// Learns from the expectation over all spawns: slower, and without the noise of sampled spawns.
    pub fn use_expected_updates(&mut self, updates: ExpectedUpdates) -> Result<(), SettingError> {
        if self.small.is_none() {
            return Err(SettingError::Unsupported {
                setting: "learning from expected updates",
                requirement: "classic 2048 on at most twelve cells, with a single stage",
                rules: self.network.rules().to_string(),
            });
        }
        self.expected_updates = Some(updates);
        Ok(())
    }

    /// An error unless the network is that of the fast path of 4×4.
    fn requires_standard(&self, setting: &'static str) -> Result<(), SettingError> {
        if self.four.is_some() && self.network.standard_words().is_some() {
            return Ok(());
        }
        let rules = self.network.rules().to_string();
        Err(SettingError::Unsupported { setting, requirement: STANDARD, rules })
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Slides learned from so far.
    pub fn slides(&self) -> u64 {
        self.slides
    }

    /// Plays games on all threads of the current pool, and learns from them. When the watch asks to
    /// stop, games in progress are finished and no others are started.
    pub fn run(&mut self, games: u64, watch: &dyn Watch) -> TrainingStats {
        let alone = FIRST_GAMES.saturating_sub(self.games).min(games);
        let mut block = self.run_on(1, alone, watch);
        if !watch.is_stopped() {
            block.merge(self.run_on(rayon::current_num_threads(), games - alone, watch));
        }
        block
    }

    fn run_on(&mut self, threads: usize, games: u64, watch: &dyn Watch) -> TrainingStats {
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        let block = Mutex::new(TrainingStats::default());
        let this = &*self;
        let work = || {
            let mut own = TrainingStats::default();
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
        self.slides += block.slides;
        let training = training(&self.settings, self.games, self.slides);
        self.network.info_mut().training = training;
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

    /// The share of an error that each selected entry takes.
    fn part(&self) -> f32 {
        1.0 / self.network.layout().selected() as f32
    }

    fn game_rules(&self) -> Game {
        Game::new(self.network.rules().clone())
    }
}

/// The errors that a learning rule keeps for each weight, all zero.
fn no_errors(
    learning: LearningRule,
    network: &Network,
) -> Result<Option<SharedFloats>, WeightsError> {
    match learning {
        LearningRule::TemporalDifference => Ok(None),
        LearningRule::TemporalCoherence => {
            SharedFloats::zeros(2 * network.weights()).map(Some).map_err(WeightsError::Memory)
        }
    }
}

fn training(settings: &Settings, games: u64, slides: u64) -> Training {
    Training {
        method: settings.learning.name().to_owned(),
        rate: settings.rate,
        optimism: settings.optimism,
        seed: settings.seed,
        carousel: settings.carousel,
        downgrade: settings.downgrade.map(|rank| 1 << rank),
        games,
        slides,
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
        let learning = LearningRule::TemporalCoherence;
        let settings =
            Settings { learning, rate: 0.5, optimism, seed: 3, carousel: 0, downgrade: None };
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
