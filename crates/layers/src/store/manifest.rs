//! The list of what a store holds.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use twofold_core::Tile;

use super::header::{Header, Role, VERSION};
use super::identity::Identity;
use super::signed;
use crate::store_error::StoreError;
use crate::{Count, Kind, LayerCount, PositionCount};

/// The name of the manifest in its directory.
pub(super) const NAME: &str = "manifest.json";

/// What names the list of a solved store before version 2.
const OLD_NAME: &str = "solution.json";

/// A file of the store. Its name follows from its layer and its role, so that no manifest can
/// name a file elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// How its boards are represented.
    pub kind: Kind,
    /// Its length.
    pub bytes: u64,
    /// How many boards it holds, up to symmetry.
    pub boards: u64,
    /// The checksum of its index, which has the checksums of its blocks.
    pub checksum: String,
}

impl FileEntry {
    /// What the manifest says of a finished file.
    pub fn new(header: &Header) -> FileEntry {
        FileEntry {
            kind: header.kind,
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

/// Positions of one largest tile: its rank, live orbits and boards, dead orbits and boards.
type Row = (u8, u64, u64, u64, u64);

/// A layer that the forward pass has finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerEntry {
    /// The tile sum.
    pub sum: u64,
    by_largest: Vec<Row>,
    afterstates: (u64, u64),
    /// What was decided of all its boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decided: Option<DecidedEntry>,
    files: Files,
}

/// What a pass over all boards found in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedEntry {
    /// Boards with an empty cell from which the target is forced, with a tile about to appear.
    pub won: u64,
    /// The others.
    pub lost: u64,
    /// How many of these are kept: of two that are images of each other, one.
    pub kept: u64,
    /// Boards with Slider to move from which the target is forced, and the others, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<[u64; 2]>,
}

/// The files of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Files {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    positions: Option<FileEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    afterstates: Option<FileEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<FileEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lost: Option<FileEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    details: Option<FileEntry>,
}

impl LayerEntry {
    /// A layer without files.
    pub fn new(count: &LayerCount) -> LayerEntry {
        let row = |(tile, PositionCount { live, dead }): (Tile, PositionCount)| {
            (tile.rank(), live.orbits, live.boards, dead.orbits, dead.boards)
        };
        LayerEntry {
            sum: count.sum,
            by_largest: count.by_largest().map(row).collect(),
            afterstates: (count.afterstates.orbits, count.afterstates.boards),
            decided: None,
            files: Files::default(),
        }
    }

    pub(super) fn of_decided(sum: u64, decided: DecidedEntry) -> LayerEntry {
        LayerEntry { decided: Some(decided), ..LayerEntry::new(&LayerCount::new(sum)) }
    }

    /// What was decided of all boards of the layer.
    pub fn decided(&self) -> Option<DecidedEntry> {
        self.decided
    }

    /// The count of the layer.
    pub fn count(&self) -> LayerCount {
        let mut count = LayerCount::new(self.sum);
        let (orbits, boards) = self.afterstates;
        count.afterstates = Count { orbits, boards };
        for &(rank, live, live_boards, dead, dead_boards) in &self.by_largest {
            *count.with_largest(Tile::new(rank).unwrap_or_default()) += PositionCount {
                live: Count { orbits: live, boards: live_boards },
                dead: Count { orbits: dead, boards: dead_boards },
            };
        }
        count
    }

    /// The file of a role, if there is one.
    pub fn file(&self, role: Role) -> Option<&FileEntry> {
        match role {
            Role::Positions => self.files.positions.as_ref(),
            Role::Afterstates => self.files.afterstates.as_ref(),
            Role::Values => self.files.values.as_ref(),
            Role::Lost => self.files.lost.as_ref(),
            Role::Details => self.files.details.as_ref(),
        }
    }

    pub(super) fn file_mut(&mut self, role: Role) -> &mut Option<FileEntry> {
        match role {
            Role::Positions => &mut self.files.positions,
            Role::Afterstates => &mut self.files.afterstates,
            Role::Values => &mut self.files.values,
            Role::Lost => &mut self.files.lost,
            Role::Details => &mut self.files.details,
        }
    }

    /// All files, with their roles.
    pub fn files(&self) -> impl Iterator<Item = (Role, &FileEntry)> {
        Role::ALL.into_iter().filter_map(|role| Some((role, self.file(role)?)))
    }

    /// How many boards a file of a role has to hold.
    pub(super) fn boards(&self, role: Role) -> u64 {
        match role {
            Role::Positions => self.count().total().orbits,
            Role::Lost => self.decided.map_or(0, |decided| decided.kept),
            Role::Afterstates | Role::Values | Role::Details => self.afterstates.0,
        }
    }

    /// Whether the numbers are small enough to be added up.
    fn is_sound(&self) -> bool {
        let most = u64::MAX >> 16;
        let numbers = self.by_largest.iter().flat_map(|row| [row.1, row.2, row.3, row.4]);
        let mut numbers = numbers.chain([self.sum, self.afterstates.0, self.afterstates.1]);
        let decided = self.decided.iter().flat_map(|decided| {
            [decided.won, decided.lost, decided.kept]
                .into_iter()
                .chain(decided.positions.into_iter().flatten())
        });
        self.by_largest.len() <= 16
            && numbers.all(|number| number <= most)
            && decided.into_iter().all(|number| number <= u64::MAX >> 16)
    }
}

/// What the values of a store answer, in the words of the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemEntry {
    /// What Slider plays for.
    pub goal: String,
    /// Who chooses the spawns.
    pub opponent: String,
    /// Whether all boards are decided, and those kept from which the goal is not reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_boards: bool,
    /// How many bits a value has, if they are fewer than those of a floating-point number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<u8>,
    /// The name of the endgame table, if the store is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// Everything that a store holds, or will hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: Identity,
    /// What its values answer; a store without a problem holds positions.
    pub problem: Option<ProblemEntry>,
    /// Of one in so many layers, afterstates are kept for the way back.
    pub every: usize,
    /// Whether the forward pass is at the end of the game.
    pub forward_complete: bool,
    /// Whether the work is at its end: all layers, and all values if there is a problem.
    pub complete: bool,
    /// Layers, in ascending order of their tile sums.
    pub layers: Vec<LayerEntry>,
}

impl Manifest {
    pub(super) fn new(game: Identity, problem: Option<ProblemEntry>, every: usize) -> Manifest {
        Manifest {
            version: VERSION,
            game,
            problem,
            every: every.max(1),
            forward_complete: false,
            complete: false,
            layers: Vec::new(),
        }
    }

    /// The layer of a tile sum.
    pub fn layer(&self, sum: u64) -> Option<&LayerEntry> {
        let index = self.layers.binary_search_by_key(&sum, |layer| layer.sum).ok()?;
        self.layers.get(index)
    }

    /// All files, with the tile sums of their layers and their roles.
    pub fn files(&self) -> impl Iterator<Item = (u64, Role, &FileEntry)> {
        self.layers
            .iter()
            .flat_map(|layer| layer.files().map(|(role, entry)| (layer.sum, role, entry)))
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files().fold(0, |bytes, (_, _, file)| bytes.saturating_add(file.bytes))
    }

    /// Positions of all layers, up to symmetry.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.count().total().orbits).sum()
    }

    /// Afterstates of all layers, up to symmetry.
    pub fn afterstates(&self) -> u64 {
        self.layers.iter().map(|layer| layer.afterstates.0).sum()
    }

    /// Whether there is a manifest in a directory.
    pub(super) fn is_in(dir: &Path) -> bool {
        dir.join(NAME).exists()
    }

    pub(super) fn read(dir: &Path) -> Result<Manifest, StoreError> {
        let path = dir.join(NAME);
        if !path.exists() && dir.join(OLD_NAME).exists() {
            let path = dir.join(OLD_NAME);
            return Err(StoreError::Version { path, found: 1, known: VERSION });
        }
        let manifest: Manifest = signed::read(dir, NAME)?;
        let ascending = manifest.layers.windows(2).all(|pair| pair[0].sum < pair[1].sum);
        if !ascending || manifest.every == 0 || !manifest.layers.iter().all(LayerEntry::is_sound) {
            let what = "its list of layers makes no sense".to_owned();
            return Err(StoreError::Damaged { path, what });
        }
        Ok(manifest)
    }

    /// Puts the manifest in the place of the old one, whole or not at all.
    pub(super) fn write(&self, dir: &Path) -> Result<(), StoreError> {
        signed::write(dir, NAME, self)
    }
}

/// The game, and the problem if there is one.
impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            None => write!(f, "{}", self.game),
            Some(ProblemEntry { goal, opponent, all_boards, .. }) => {
                let with = if opponent == "helper" { "with" } else { "against" };
                let all = if *all_boards { ", all boards" } else { "" };
                write!(f, "{goal} {with} {opponent}{all}: {}", self.game)
            }
        }
    }
}
