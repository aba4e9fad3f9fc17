//! Adding layers to a store.

use std::fs;
use std::ops::Deref;
use std::path::Path;

use super::error::StoreError;
use super::header::{Header, Role};
use super::identity::Identity;
use super::manifest::{self, FileEntry, LayerEntry, Manifest, PendingEntry};
use super::writer::LayerWriter;
use super::{Store, file_name, lock, signed};
use crate::count::LayerCount;
use crate::layers::{Kind, Task};

/// A store that layers are added to, by this process alone.
#[derive(Debug)]
pub struct StoreWriter {
    store: Store,
}

/// A finished layer, and what has become of the ones before it.
#[derive(Debug)]
pub struct Commit<'a> {
    /// The count of the layer.
    pub count: &'a LayerCount,
    /// The file with its positions.
    pub positions: &'a Header,
    /// The file with its afterstates, if there are any.
    pub afterstates: Option<&'a Header>,
    /// Afterstates of this sum and above are still needed.
    pub needed_from: u64,
    /// Whether the game ends here.
    pub complete: bool,
}

impl StoreWriter {
    /// Opens the store of a task, or makes it in a new or empty directory.
    pub fn open(dir: &Path, task: &Task) -> Result<StoreWriter, StoreError> {
        let game = Identity::of(task);
        fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, error))?;
        let known = dir.join(manifest::NAME).exists();
        if !known && !only_leftovers(dir)? {
            return Err(StoreError::NotEmpty { path: dir.to_owned() });
        }
        let lock = lock::exclusive(dir)?;
        // Another process may have made the store while this one waited for nothing.
        if !dir.join(manifest::NAME).exists() {
            Manifest::new(game.clone()).write(dir)?;
        }
        let store = Store::with_lock(dir, lock)?;
        if store.manifest.game != game {
            return Err(StoreError::OtherGame {
                path: dir.join(manifest::NAME),
                found: store.manifest.game.brief(),
                expected: game.brief(),
            });
        }
        let writer = StoreWriter { store };
        writer.clean()?;
        Ok(writer)
    }

    /// Removes what a process left behind that ended in the middle of a layer.
    fn clean(&self) -> Result<(), StoreError> {
        let listed: Vec<&str> = self.file_names().collect();
        let dir = &self.store.dir;
        let error = |error| StoreError::io(dir, error);
        for entry in fs::read_dir(dir).map_err(error)? {
            let name = entry.map_err(error)?.file_name();
            let Some(name) = name.to_str() else { continue };
            let unlisted_layer =
                name.starts_with("sum-") && name.ends_with(".layer") && !listed.contains(&name);
            if is_leftover(name) || unlisted_layer {
                let path = dir.join(name);
                fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
            }
        }
        Ok(())
    }

    fn file_names(&self) -> impl Iterator<Item = &str> {
        let manifest = &self.store.manifest;
        let positions = manifest.layers.iter().map(|layer| layer.positions.name.as_str());
        positions.chain(manifest.pending.iter().map(|entry| entry.afterstates.name.as_str()))
    }

    /// Starts a file.
    pub fn create(&self, role: Role, kind: Kind, sum: u64) -> Result<LayerWriter, StoreError> {
        let path = self.store.dir.join(file_name(sum, role));
        LayerWriter::create(&path, self.store.manifest.game.fingerprint(), role, kind, sum)
    }

    /// Adds a layer whose files are finished. From here on it will not be counted again.
    pub fn commit(&mut self, commit: &Commit<'_>) -> Result<(), StoreError> {
        let sum = commit.count.sum;
        let entry = |header: &Header| FileEntry::new(&file_name(sum, header.role), header);
        // The names of the files have to be on the disk before the manifest that lists them.
        signed::sync_directory(&self.store.dir)?;
        let mut manifest = self.store.manifest.clone();
        manifest.layers.push(LayerEntry::new(commit.count, entry(commit.positions)));
        let (kept, obsolete): (Vec<_>, Vec<_>) =
            manifest.pending.drain(..).partition(|pending| pending.sum >= commit.needed_from);
        manifest.pending = kept;
        if let Some(header) = commit.afterstates {
            manifest.pending.push(PendingEntry { sum, afterstates: entry(header) });
        }
        manifest.complete = commit.complete;
        manifest.write(&self.store.dir)?;
        self.store.manifest = manifest;
        for pending in obsolete {
            let path = self.store.dir.join(&pending.afterstates.name);
            fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
        }
        Ok(())
    }

    /// Notes that the game ends after the layers that are there.
    pub fn complete(&mut self) -> Result<(), StoreError> {
        if !self.store.manifest.complete {
            self.store.manifest.complete = true;
            self.store.manifest.write(&self.store.dir)?;
        }
        Ok(())
    }
}

impl Deref for StoreWriter {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// Whether a name is one that only unfinished work leaves behind.
pub(crate) fn is_leftover(name: &str) -> bool {
    let listed = ["manifest.tmp", "solution.tmp"].contains(&name);
    let unfinished = name.ends_with(".tmp") && (name.starts_with("sum-") || listed);
    unfinished || name == "positions.scratch" || name == "afterstates.scratch"
}

/// Whether a directory has nothing that a store would not leave behind.
pub(crate) fn only_leftovers(dir: &Path) -> Result<bool, StoreError> {
    let error = |error| StoreError::io(dir, error);
    for entry in fs::read_dir(dir).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        if !name.to_str().is_some_and(|name| name == lock::NAME || is_leftover(name)) {
            return Ok(false);
        }
    }
    Ok(true)
}
