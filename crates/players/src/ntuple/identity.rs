//! What a network has learned, and how: the readable part of a weights file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use twofold_core::{Placement, Rules, SpawnRule, SpawnValues};

use super::layout::{Layout, MOST_RANKS};

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
    /// The value that every board had at first.
    pub optimism: f32,
    /// The seed.
    pub seed: u64,
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
}

/// The first version of both kinds of files: every cell has sixteen values, and a tuple at most six
/// cells.
const FIRST: u32 = 1;

/// The version that knows of other numbers of values, and of longer tuples.
const SECOND: u32 = 2;

/// The versions that this program reads.
pub(super) const VERSIONS: RangeInclusive<u32> = FIRST..=SECOND;

impl Identity {
    /// The version of a file with this network: the first one that can say it.
    pub(super) fn version(&self) -> u32 {
        let is_first =
            self.ranks == MOST_RANKS && self.patterns.iter().all(|cells| cells.len() <= 6);
        if is_first { FIRST } else { SECOND }
    }
}

/// Files of version 1 say nothing of it, and mean sixteen.
fn most_ranks() -> u8 {
    MOST_RANKS
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_most_ranks(ranks: &u8) -> bool {
    *ranks == MOST_RANKS
}
