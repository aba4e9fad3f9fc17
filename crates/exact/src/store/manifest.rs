//! The list of what a store holds.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use twofold_core::Tile;
use xxhash_rust::xxh3::xxh3_64;

use super::error::StoreError;
use super::header::{Header, VERSION};
use super::identity::Identity;
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
    pub(super) fn new(name: &str, header: &Header) -> FileEntry {
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

#[derive(Serialize, Deserialize)]
struct Signed {
    checksum: String,
    manifest: serde_json::Value,
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
        let path = dir.join(NAME);
        let damaged = |what: String| StoreError::Damaged { path: path.clone(), what };
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => StoreError::NoStore { path: dir.to_owned() },
            std::io::ErrorKind::InvalidData => damaged("it is not text".to_owned()),
            _ => StoreError::io(&path, error),
        })?;
        let signed: Signed =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        let version = signed.manifest.get("version").and_then(serde_json::Value::as_u64);
        match version.and_then(|version| u32::try_from(version).ok()) {
            Some(VERSION) => {}
            Some(found) => return Err(StoreError::Version { path, found, known: VERSION }),
            None => return Err(damaged("it names no version".to_owned())),
        }
        let manifest: Manifest =
            serde_json::from_value(signed.manifest).map_err(|error| damaged(error.to_string()))?;
        if signed.checksum != manifest.checksum() {
            return Err(damaged("it does not match its checksum".to_owned()));
        }
        Ok(manifest)
    }

    fn checksum(&self) -> String {
        let words = serde_json::to_vec(self).expect("plain data can be written");
        format!("{:016x}", xxh3_64(&words))
    }

    /// Puts the manifest in the place of the old one, whole or not at all.
    pub(super) fn write(&self, dir: &Path) -> Result<(), StoreError> {
        let (path, unfinished) = (dir.join(NAME), dir.join("manifest.tmp"));
        let error = |error| StoreError::io(&unfinished, error);
        let manifest = serde_json::to_value(self).expect("plain data can be written");
        let signed = Signed { checksum: self.checksum(), manifest };
        let mut text = serde_json::to_vec_pretty(&signed).expect("plain data can be written");
        text.push(b'\n');
        let mut file = File::create(&unfinished).map_err(error)?;
        file.write_all(&text).map_err(error)?;
        file.sync_all().map_err(error)?;
        fs::rename(&unfinished, &path).map_err(|error| StoreError::io(&path, error))?;
        sync_directory(dir)
    }
}

/// Puts the names of files on the disk.
pub(super) fn sync_directory(dir: &Path) -> Result<(), StoreError> {
    let sync = || File::open(dir)?.sync_all();
    // Directories cannot be opened everywhere; where they cannot, names need no syncing.
    if cfg!(unix) { sync().map_err(|error| StoreError::io(dir, error)) } else { Ok(()) }
}
