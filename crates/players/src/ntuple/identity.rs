//! What a network has learned, and how: the readable part of a weights file.

use serde::{Deserialize, Serialize};
use twofold_core::{Placement, Rules, SpawnRule, SpawnValues};

use super::layout::Layout;

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
        Layout::new(self.shape.parse().ok()?, self.patterns.clone())
    }
}
