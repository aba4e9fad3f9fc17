//! Stores: layers on disk, each file whole or absent, none trusted without its checksum.
//!
//! A store is a directory with a manifest, a file for the positions of each finished layer, and the
//! afterstates that the next layers arise from. Files are written under a temporary name, put on the
//! disk, and renamed; the manifest is replaced last. Whatever moment a process ends at, the manifest
//! names only whole files, and work goes on after the last layer that it names.

mod error;
mod header;
mod identity;
pub(crate) mod lock;
mod manifest;
mod reader;
pub(crate) mod signed;
mod verify;
mod write;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use error::StoreError;
pub use header::{Header, Role, VERSION};
pub use identity::{Drop, Identity};
pub use manifest::{FileEntry, LayerEntry, Manifest, PendingEntry};
pub use reader::LayerReader;
pub use verify::Checked;
pub use write::{Commit, StoreWriter};
pub(crate) use write::{is_leftover, only_leftovers};
pub use writer::LayerWriter;

use crate::layers::{Boards, LayerError, Task, engines};

/// A store that is read.
///
/// Any number of processes may read a store at once, as long as none writes to it.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    manifest: Manifest,
    task: Task,
    /// Holds the lock as long as it lives.
    _lock: File,
}

impl Store {
    /// Opens a store for reading.
    pub fn open(dir: &Path) -> Result<Store, StoreError> {
        if !dir.join(manifest::NAME).exists() {
            return Err(StoreError::NoStore { path: dir.to_owned() });
        }
        let lock = lock::shared(dir)?;
        Store::with_lock(dir, lock)
    }

    fn with_lock(dir: &Path, lock: File) -> Result<Store, StoreError> {
        let manifest = Manifest::read(dir)?;
        let task = manifest.game.task().ok_or_else(|| StoreError::Damaged {
            path: dir.join(manifest::NAME),
            what: "it names no game".to_owned(),
        })?;
        Ok(Store { dir: dir.to_owned(), manifest, task, _lock: lock })
    }

    /// What the store holds; does not ask for the lock, so that it can be called at any time.
    pub fn peek(dir: &Path) -> Result<Manifest, StoreError> {
        Manifest::read(dir)
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What the store holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The game that it belongs to.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The positions of a layer; `None` if the manifest has no such layer.
    pub fn positions(&self, sum: u64) -> Result<Option<Arc<LayerReader>>, StoreError> {
        let entry = self.manifest.layers.iter().find(|layer| layer.sum == sum);
        entry.map(|entry| self.file(&entry.positions, Role::Positions, sum)).transpose()
    }

    /// The positions of a layer as a set of boards.
    pub fn boards(&self, sum: u64) -> Result<Option<Box<dyn Boards>>, LayerError> {
        let Some(reader) = self.positions(sum)? else { return Ok(None) };
        let kind = reader.header().kind;
        let engine = engines(&self.task, None).into_iter().find(|engine| engine.kind() == kind);
        let Some(engine) = engine else {
            let what = format!("no engine here reads {kind} layers of this game");
            return Err(StoreError::Damaged { path: reader.path().to_owned(), what }.into());
        };
        engine.read(sum, reader).map(Some)
    }

    /// The afterstates of a layer that others will still arise from.
    pub fn pending(&self, sum: u64) -> Result<Option<Arc<LayerReader>>, StoreError> {
        let entry = self.manifest.pending.iter().find(|entry| entry.sum == sum);
        entry.map(|entry| self.file(&entry.afterstates, Role::Afterstates, sum)).transpose()
    }

    /// Opens a file of the manifest and checks that it is the one that was written.
    fn file(
        &self,
        entry: &FileEntry,
        role: Role,
        sum: u64,
    ) -> Result<Arc<LayerReader>, StoreError> {
        listed_file(&self.dir, &self.manifest.game, entry, role, sum).map(Arc::new)
    }
}

/// Opens a file that a manifest lists and checks that it is the one that was written.
pub(crate) fn listed_file(
    dir: &Path,
    game: &Identity,
    entry: &FileEntry,
    role: Role,
    sum: u64,
) -> Result<LayerReader, StoreError> {
    let path = dir.join(&entry.name);
    let reader = LayerReader::open(&path)?;
    let header = reader.header();
    if header.fingerprint != game.fingerprint() {
        let (found, expected) = ("another game".to_owned(), game.brief());
        return Err(StoreError::OtherGame { path, found, expected });
    }
    if (header.role, header.sum) != (role, sum) {
        let name = |role: Role, sum| format!("the {} of tile sum {sum}", role.name());
        let (found, expected) = (name(header.role, header.sum), name(role, sum));
        return Err(StoreError::OtherGame { path, found, expected });
    }
    if FileEntry::new(&entry.name, header) != *entry {
        let what = "it is not the file that the manifest lists".to_owned();
        return Err(StoreError::Damaged { path, what });
    }
    Ok(reader)
}

/// The name of a layer file.
pub(crate) fn file_name(sum: u64, role: Role) -> String {
    format!("sum-{sum:08}.{}.layer", role.name())
}
