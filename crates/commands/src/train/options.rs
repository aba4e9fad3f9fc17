//! What `twofold train` can be asked to do.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use twofold_core::Shape;
use twofold_players::ntuple::{LearningRule, Promotion, Stages};

use crate::amount;
use crate::memory_options::MemoryOptions;
use crate::rules::RulesOptions;

/// Train an n-tuple network by self-play
///
/// Training is by temporal differences on afterstates. With --save, a checkpoint is written at regular
/// intervals and at the end, also after Ctrl-C; --resume continues from it. On one thread, the same seed
/// gives the same network; several threads share the weights without locks, so that runs differ a little.
/// --export writes a compact network for players, rounded and compressed.
///
/// With --stages, late parts of a game have weights of their own: a stage begins when the large tiles
/// reach a sum. A tile is large if it is at least the largest power of two that divides the sum: 8192 for
/// 24576.
/// With --carousel, games are restarted at the first board of each late stage, so that late stages see as
/// many games as early ones. With --downgrade, large tiles above a missing tile are halved before the
/// network sees the board, which changes no slide; a network remembers the setting and uses it in play.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold train 4x4 --time 2h --save four.weights --plot curve.svg
  twofold train --resume four.weights --time 30m --save four.weights
  twofold train --resume four.weights --stages 8192 --downgrade 16384 --carousel 8 --time 1h --save late.weights
  twofold train --resume four.weights --games 0 --export four.ntuple
  twofold train 3x3 --games 200000 --export three.ntuple
  twofold arena --players ntuple:file=four.ntuple,depth=1 --games 100")]
pub struct Options {
    /// Rows and columns, such as 4x4
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(super) shape: Option<Shape>,
    /// Continue from this checkpoint, with its game, tuples and seed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["tuples", "seed", "tiles", "spawns", "placement"])]
    pub(super) resume: Option<PathBuf>,
    /// Stop after this many games
    #[arg(long)]
    pub(super) games: Option<u64>,
    /// Stop after this time, such as 90s, 20m or 2h
    #[arg(long, value_parser = humantime::parse_duration)]
    pub(super) time: Option<Duration>,
    /// The learning rule: tc (temporal coherence, a learning rate for each weight) or td (one learning
    /// rate) [default: tc, or that of the checkpoint]
    #[arg(long)]
    pub(super) method: Option<LearningRule>,
    /// The learning rate [default: 0.5 for tc, 0.1 for td, or that of the checkpoint]
    #[arg(long, value_parser = rate)]
    pub(super) rate: Option<f32>,
    /// The tuples: cells numbered by rows from 0, such as 0,1,3,4/1,2,4,5 [default: the standard tuples of
    /// the shape]
    #[arg(long, value_name = "CELLS/…", value_parser = tuples)]
    pub(super) tuples: Option<Tuples>,
    /// The initial value of every board; a high one makes training explore. With --resume, the value of
    /// entries that no game has visited [default: 0, or that of the checkpoint]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(super) optimism: Option<f32>,
    /// Start stages with weights of their own at these sums of large tiles, such as 16384,24576
    #[arg(long, value_name = "SUM,…", value_parser = stages)]
    pub(super) stages: Option<Stages>,
    /// The initial weights of new stages: same (a copy), halved (those of boards whose large tiles are
    /// half as large; better where few games have come far) or fresh (zero) [default: same]
    #[arg(long, requires = "stages")]
    pub(super) promote: Option<Promotion>,
    /// Let the previous stages choose the slides in new stages; the share that new stages choose
    /// themselves rises to 1 during the run. Best with --promote fresh
    #[arg(long, requires = "stages")]
    pub(super) taught: bool,
    /// Downgrade tiles from this one on, except in stages that begin with such tiles [default: never, or
    /// that of the checkpoint]
    #[arg(long, value_name = "TILE")]
    pub(super) downgrade: Option<u64>,
    /// Carousel shaping: after each game, play every late stage from its start for this many times the
    /// slides of the game [default: 0, or that of the checkpoint]
    #[arg(long, alias = "rehearse", value_name = "TIMES", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(super) carousel: Option<u32>,
    /// Use the expectation over all spawns as the TD target, not the sampled spawn: slower, and without
    /// its noise; for classic 2048 on small boards. Checkpoints do not remember it
    #[arg(long, alias = "means")]
    pub(super) expected_updates: bool,
    /// The share of slides chosen at random, such as 0.01
    #[arg(long, alias = "stray", value_name = "SHARE", default_value_t = 0.0, value_parser = share, requires = "expected_updates")]
    pub(super) explore: f32,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Games between two points of the learning curve [default: about ten seconds]
    #[arg(long, alias = "every", value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) curve_interval: Option<u64>,
    /// Write checkpoints to this file; twelve bytes for each weight with tc, four with td; zeros take no
    /// space on most disks
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) memory: MemoryOptions,
    /// The time between two checkpoints
    #[arg(long, alias = "save-every", value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    pub(super) checkpoint_interval: Duration,
    /// Write a compact network to this file at the end
    #[arg(long, value_name = "FILE")]
    pub(super) export: Option<PathBuf>,
    /// The size limit of the compact network
    #[arg(long, value_name = "BYTES", default_value = "8000000", value_parser = amount::parse_bytes)]
    pub(super) export_size: u64,
    /// Save the learning curve, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| *rate > 0.0 && *rate <= 2.0);
    rate.ok_or_else(|| "write a number above 0 and up to 2".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 up to 1, such as 0.01".to_owned())
}

/// The cells of each tuple.
#[derive(Clone)]
pub(super) struct Tuples(pub(super) Vec<Vec<usize>>);

fn tuples(text: &str) -> Result<Tuples, String> {
    let cell = |cell: &str| cell.trim().parse::<usize>().ok();
    let tuple = |tuple: &str| tuple.split(',').map(cell).collect::<Option<Vec<_>>>();
    let tuples = text.split('/').map(tuple).collect::<Option<Vec<_>>>();
    tuples.map(Tuples).ok_or_else(|| "write cells such as 0,1,3,4/1,2,4,5".to_owned())
}

fn stages(text: &str) -> Result<Stages, String> {
    let starts = text.split(',').map(|start| start.trim().parse().ok()).collect::<Option<_>>();
    let starts = starts.ok_or("write sums such as 16384,24576")?;
    Stages::new(starts).map_err(|error| error.to_string())
}

impl Options {
    /// How many games may still be played.
    pub(super) fn games_left(&self, played: u64, elapsed: Duration) -> Option<u64> {
        let in_time = self.time.is_none_or(|time| elapsed < time);
        let games = self.games.map_or(u64::MAX, |games| games.saturating_sub(played));
        (in_time && games > 0).then_some(games)
    }

    /// The part of the games or of the time that is over, whichever is more.
    pub(super) fn progress(&self, played: u64, elapsed: Duration) -> f64 {
        let games = self.games.map_or(0.0, |games| played as f64 / games.max(1) as f64);
        let time = self.time.map_or(0.0, |time| elapsed.as_secs_f64() / time.as_secs_f64());
        games.max(time)
    }
}
