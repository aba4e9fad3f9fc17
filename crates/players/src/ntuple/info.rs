//! The readable part of a weights file: the game, the tuples, the training.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use twofold_core::{Rules, SpawnRule, SpawnTiles};

use super::layout::{Layout, MOST_RANKS};
use super::stages::Stages;

/// The game, the tuples and the training of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkInfo {
    /// The board.
    pub shape: String,
    /// The tile system.
    pub tiles: String,
    /// The faces of spawns with their weights.
    #[serde(rename = "drops")]
    pub spawns: String,
    /// Where tiles spawn.
    pub placement: String,
    /// The tuples, cells by row-major index.
    pub patterns: Vec<Vec<usize>>,
    /// The number of ranks that a cell can have in an index, the empty cell included.
    #[serde(default = "most_ranks", skip_serializing_if = "is_most_ranks")]
    pub ranks: u8,
    /// The sums of large tiles at which stages begin; none for a single stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<u64>,
    /// How it was trained.
    pub training: Training,
}

/// How a network was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// The learning rule: `tc` or `td`.
    pub method: String,
    /// The learning rate.
    pub rate: f32,
    /// The value of unvisited boards.
    pub optimism: f32,
    /// The seed.
    pub seed: u64,
    /// How many times the slides of a game each late stage is played from its start.
    #[serde(rename = "rehearsals", default, skip_serializing_if = "is_zero")]
    pub carousel: u32,
    /// The tile from which on tiles were downgraded, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub downgrade: Option<u64>,
    /// Games played.
    pub games: u64,
    /// Slides learned from.
    #[serde(rename = "moves")]
    pub slides: u64,
}

impl NetworkInfo {
    /// Describes a network.
    pub fn new(rules: &Rules, layout: &Layout, training: Training) -> NetworkInfo {
        NetworkInfo {
            shape: rules.shape.to_string(),
            tiles: rules.tiles.to_string(),
            spawns: rules.spawn.tiles.write(rules.tiles),
            placement: rules.spawn.placement.name().to_owned(),
            patterns: layout.patterns().to_vec(),
            ranks: layout.ranks(),
            stages: Vec::new(),
            training,
        }
    }

    /// The rules, if they are valid.
    pub fn rules(&self) -> Option<Rules> {
        let tiles = self.tiles.parse().ok()?;
        let values = SpawnTiles::parse(&self.spawns, tiles).ok()?;
        let placement = self.placement.parse().ok()?;
        let shape = self.shape.parse().ok()?;
        Some(Rules { shape, tiles, spawn: SpawnRule { placement, tiles: values } })
    }

    /// The tuples, if they fit the board.
    pub fn layout(&self) -> Option<Layout> {
        Layout::new(self.shape.parse().ok()?, self.ranks, self.patterns.clone()).ok()
    }

    /// The stages, if they are valid: they need tiles that are powers of two.
    pub fn stages(&self) -> Option<Stages> {
        let stages = Stages::new(self.stages.clone()).ok()?;
        let fits = stages.count() == 1 || self.rules()?.tiles.has_powers_of_two();
        fits.then_some(stages)
    }
}

/// The most games or slides that a file may claim: more than can be played, and few enough to count on.
const MOST_GAMES: u64 = 1 << 60;

impl NetworkInfo {
    /// The tuples, the rules and the stages of a file, or what is wrong with them.
    pub(super) fn parts(&self) -> Result<(Layout, Rules, Stages), &'static str> {
        let Training { rate, optimism, games, slides, .. } = self.training;
        if !rate.is_finite() || !optimism.is_finite() || games.max(slides) > MOST_GAMES {
            return Err("its training makes no sense");
        }
        let (layout, rules) = self
            .layout()
            .zip(self.rules())
            .ok_or("its header names no game, or tuples that do not fit")?;
        let stages = self.stages().ok_or("its stages make no sense")?;
        Ok((layout, rules, stages))
    }
}

/// The first version of both kinds of files: sixteen ranks a cell, at most six cells a tuple.
const FIRST: u32 = 1;

/// The version with other numbers of ranks, and longer tuples.
const SECOND: u32 = 2;

/// The version with stages.
const THIRD: u32 = 3;

/// The versions that this program reads.
pub(super) const VERSIONS: RangeInclusive<u32> = FIRST..=THIRD;

impl NetworkInfo {
    /// The version of a file with this network: the first one that can express it.
    pub(super) fn version(&self) -> u32 {
        let is_first =
            self.ranks == MOST_RANKS && self.patterns.iter().all(|cells| cells.len() <= 6);
        match (self.stages.is_empty(), is_first) {
            (false, _) => THIRD,
            (true, false) => SECOND,
            (true, true) => FIRST,
        }
    }
}

/// Files of version 1 lack the field and have sixteen.
fn most_ranks() -> u8 {
    MOST_RANKS
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(times: &u32) -> bool {
    *times == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_most_ranks(ranks: &u8) -> bool {
    *ranks == MOST_RANKS
}
