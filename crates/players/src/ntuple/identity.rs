//! What a network has learned, and how: the readable part of a weights file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use twofold_core::{Placement, Rules, SpawnRule, SpawnValues, TileSystem};

use super::layout::{Layout, MOST_RANKS};
use super::stages::Stages;

/// The game and the tuples of a network, and its history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The board.
    pub shape: String,
    /// The tile system.
    pub tiles: String,
    /// The values of new tiles with their weights.
    pub drops: String,
    /// Where new tiles appear.
    pub placement: String,
    /// The tuples, cells by row-major index.
    pub patterns: Vec<Vec<usize>>,
    /// How many values a cell can have in the number of a weight.
    #[serde(default = "most_ranks", skip_serializing_if = "is_most_ranks")]
    pub ranks: u8,
    /// The sums of large tiles at which stages begin; none if there is one stage only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<u64>,
    /// How it was learned.
    pub training: Training,
}

/// How a network was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// The method: `tc` or `td`.
    pub method: String,
    /// The learning rate.
    pub rate: f32,
    /// The value that every board had at first, or what was put in its place for boards not met yet.
    pub optimism: f32,
    /// The seed.
    pub seed: u64,
    /// How many times the slides of a game were played on from the beginning of each late stage.
    #[serde(default, skip_serializing_if = "is_never")]
    pub rehearsals: u32,
    /// The tile from which on boards were told with smaller tiles, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub downgrade: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// Slides that were learned from.
    pub moves: u64,
}

impl Identity {
    /// The identity of a network.
    pub fn new(rules: &Rules, layout: &Layout, training: Training) -> Identity {
        let weighted =
            |(tile, _)| format!("{}:{}", rules.tiles.value(tile), rules.spawn.values.weight(tile));
        let drops: Vec<String> = rules.spawn.values.iter().map(weighted).collect();
        Identity {
            shape: rules.shape.to_string(),
            tiles: rules.tiles.to_string(),
            drops: drops.join(","),
            placement: rules.spawn.placement.name().to_owned(),
            patterns: layout.patterns().to_vec(),
            ranks: layout.ranks(),
            stages: Vec::new(),
            training,
        }
    }

    /// The game, if it is one.
    pub fn rules(&self) -> Option<Rules> {
        let tiles = self.tiles.parse().ok()?;
        let values = SpawnValues::parse(&self.drops, tiles).ok()?;
        let placement = Placement::from_name(&self.placement)?;
        let shape = self.shape.parse().ok()?;
        Some(Rules { shape, tiles, spawn: SpawnRule { placement, values } })
    }

    /// The tuples, if they fit the board.
    pub fn layout(&self) -> Option<Layout> {
        Layout::new(self.shape.parse().ok()?, self.ranks, self.patterns.clone())
    }

    /// The stages, if they make sense: they are for tiles that are powers of two.
    pub fn stages(&self) -> Option<Stages> {
        let stages = Stages::new(self.stages.clone())?;
        let fits = stages.count() == 1 || self.rules()?.tiles == TileSystem::Classic;
        fits.then_some(stages)
    }
}

/// The first version of both kinds of files: every cell has sixteen values, and a tuple at most six
/// cells.
const FIRST: u32 = 1;

/// The version that knows of other numbers of values, and of longer tuples.
const SECOND: u32 = 2;

/// The version that knows of stages.
const THIRD: u32 = 3;

/// The versions that this program reads.
pub(super) const VERSIONS: RangeInclusive<u32> = FIRST..=THIRD;

impl Identity {
    /// The version of a file with this network: the first one that can say it.
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

/// Files of version 1 say nothing of it, and mean sixteen.
fn most_ranks() -> u8 {
    MOST_RANKS
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_never(times: &u32) -> bool {
    *times == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_most_ranks(ranks: &u8) -> bool {
    *ranks == MOST_RANKS
}
