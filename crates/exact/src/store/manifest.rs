//! The list of what a store holds.

use std::path::Path;

use serde::{Deserialize, Serialize};
use twofold_core::Tile;

use super::error::StoreError;
use super::header::{Header, VERSION};
use super::identity::Identity;
use super::signed;
use crate::count::LayerCount;
use crate::layers::{Census, Orbits, Tally};

/// The name of the manifest in its directory.
pub(super) const NAME: &str = "manifest.json";

/// A file of the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// How its boards are represented.
    pub kind: String,
    /// Its length.
    pub bytes: u64,
    /// How many boards it holds, up to symmetry.
    pub boards: u64,
    /// The checksum of its index, which has the checksums of its blocks.
    pub checksum: String,
}

impl FileEntry {
    pub(crate) fn new(name: &str, header: &Header) -> FileEntry {
        FileEntry {
            name: name.to_owned(),
            kind: header.kind.name().to_owned(),
            bytes: header.length,
            boards: header.boards,
            checksum: format!("{:016x}", header.checksum),
        }
    }

    /// Bits that a board takes on disk.
    pub fn bits_per_board(&self) -> f64 {
        8.0 * self.bytes as f64 / self.boards.max(1) as f64
    }
}

/// A finished layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerEntry {
    /// The tile sum.
    pub sum: u64,
    /// The file with its positions.
    pub positions: FileEntry,
    /// Positions by the rank of their largest tile.
    pub by_largest: Vec<(u8, Tally)>,
    /// Boards after slides.
    pub afterstates: Orbits,
}

impl LayerEntry {
    pub(super) fn new(count: &LayerCount, positions: FileEntry) -> LayerEntry {
        let rows = count.census.by_largest().map(|(tile, tally)| (tile.rank(), tally));
        LayerEntry {
            sum: count.sum,
            positions,
            by_largest: rows.collect(),
            afterstates: count.census.afterstates,
        }
    }

    /// The count of the layer.
    pub fn count(&self) -> LayerCount {
        let mut census = Census::default();
        census.afterstates = self.afterstates;
        for &(rank, tally) in &self.by_largest {
            *census.tally_mut(Tile::new(rank).unwrap_or_default()) += tally;
        }
        LayerCount { sum: self.sum, census }
    }
}

/// Afterstates that the next layers will arise from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingEntry {
    /// The tile sum.
    pub sum: u64,
    /// The file.
    pub afterstates: FileEntry,
}

/// Everything that a store holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: Identity,
    /// Whether the game was followed to its end.
    pub complete: bool,
    /// Finished layers, in ascending order of their tile sums.
    pub layers: Vec<LayerEntry>,
    /// What is needed to go on.
    pub pending: Vec<PendingEntry>,
}

impl Manifest {
    pub(super) fn new(game: Identity) -> Manifest {
        Manifest {
            version: VERSION,
            game,
            complete: false,
            layers: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        let layers = self.layers.iter().map(|layer| layer.positions.bytes);
        let pending = self.pending.iter().map(|entry| entry.afterstates.bytes);
        layers.chain(pending).sum()
    }

    pub(super) fn read(dir: &Path) -> Result<Manifest, StoreError> {
        signed::read(dir, NAME)
    }

    /// Puts the manifest in the place of the old one, whole or not at all.
    pub(super) fn write(&self, dir: &Path) -> Result<(), StoreError> {
        signed::write(dir, NAME, self)
    }
}
