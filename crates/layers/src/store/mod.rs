//! Stores: layers on disk, each file whole or absent, none trusted without its checksum.
//!
//! A store is a directory with a manifest and files for its layers: positions, the afterstates that
//! other layers arise from, values. Files are written under another name, put on the disk, and
//! renamed; the manifest is replaced last. Whatever moment a process ends at, the manifest names only
//! whole files, and work goes on after the last layer that it names.

mod header;
mod identity;
mod lock;
mod manifest;
mod reader;
mod signed;
mod verify;
mod write;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use crate::store_error::StoreError;
pub use header::{Header, Role, VERSION};
pub use identity::{Identity, LargeEntry, SpawnEntry};
pub use manifest::{DecidedEntry, FileEntry, LayerEntry, Manifest, ProblemEntry};
pub use reader::LayerReader;
pub use signed::{read as read_signed, write as write_signed};
pub use verify::Checked;
pub use write::StoreWriter;
pub use writer::LayerWriter;

use self::lock::Lock;
use crate::LayeredGame;

/// A store that is read.
///
/// Any number of processes may read a store at once, as long as none writes to it.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    manifest: Manifest,
    game: LayeredGame,
    _lock: Lock,
}

impl Store {
    /// Opens a store for reading.
    pub fn open(dir: &Path) -> Result<Store, StoreError> {
        // What is no store does not get a lock.
        Manifest::read(dir)?;
        let lock = lock::shared(dir)?;
        Store::with_lock(dir, lock)
    }

    fn with_lock(dir: &Path, lock: Lock) -> Result<Store, StoreError> {
        let manifest = Manifest::read(dir)?;
        let game = manifest.game.game().ok_or_else(|| StoreError::Damaged {
            path: dir.join(manifest::NAME),
            what: "it names no game".to_owned(),
        })?;
        Ok(Store { dir: dir.to_owned(), manifest, game, _lock: lock })
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
    pub fn game(&self) -> &LayeredGame {
        &self.game
    }

    /// The file of a layer; `None` if the manifest lists none.
    pub fn file(&self, sum: u64, role: Role) -> Result<Option<Arc<LayerReader>>, StoreError> {
        let entry = self.manifest.layer(sum).and_then(|layer| layer.file(role));
        entry.map(|entry| self.listed(sum, role, entry).map(Arc::new)).transpose()
    }

    /// Opens a file of the manifest and checks that it is the one that was written.
    fn listed(&self, sum: u64, role: Role, entry: &FileEntry) -> Result<LayerReader, StoreError> {
        let path = self.dir.join(file_name(sum, role));
        let reader = LayerReader::open(&path)?;
        let header = reader.header();
        if header.fingerprint != self.manifest.game.fingerprint() {
            let (found, expected) = ("another game".to_owned(), self.manifest.game.to_string());
            return Err(StoreError::OtherGame { path, found, expected });
        }
        if (header.role, header.sum) != (role, sum) {
            let name = |role: Role, sum| format!("the {} of tile sum {sum}", role.name());
            let (found, expected) = (name(header.role, header.sum), name(role, sum));
            return Err(StoreError::OtherGame { path, found, expected });
        }
        if FileEntry::new(header) != *entry {
            let what = "it is not the file that the manifest lists".to_owned();
            return Err(StoreError::Damaged { path, what });
        }
        Ok(reader)
    }
}

/// The name of a layer file.
fn file_name(sum: u64, role: Role) -> String {
    format!("sum-{sum:08}.{}.layer", role.name())
}
