//! Adding layers to a store.

use std::fs;
use std::ops::Deref;
use std::path::Path;

use twofold_core::sync_directory;

use super::header::{Header, Role};
use super::identity::Identity;
use super::manifest::{self, DecidedEntry, FileEntry, LayerEntry, Manifest, ProblemEntry};
use super::writer::LayerWriter;
use super::{Store, file_name, lock};
use crate::LayerCount;
use crate::store_error::StoreError;
use crate::{Kind, LayeredGame};

/// A store that layers are added to, by this process alone.
#[derive(Debug)]
pub struct StoreWriter {
    store: Store,
}

impl StoreWriter {
    /// Opens the store of a game, or makes it in a new or empty directory. It holds the positions of
    /// the game or, for a problem, the values of its afterstates; of these, one in `every` layers is
    /// kept on the way forward. A store goes on with the interval that it began with.
    pub fn open(
        dir: &Path,
        game: &LayeredGame,
        problem: Option<ProblemEntry>,
        every: usize,
    ) -> Result<StoreWriter, StoreError> {
        let identity = Identity::of(game);
        fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, error))?;
        if !Manifest::is_in(dir) && !only_leftovers(dir)? {
            // The store of an earlier version is refused by name.
            return Err(match Manifest::read(dir) {
                Err(error @ StoreError::Version { .. }) => error,
                _ => StoreError::NotEmpty { path: dir.to_owned() },
            });
        }
        let lock = lock::exclusive(dir)?;
        // Another process may have made the store while this one waited for nothing.
        if !Manifest::is_in(dir) {
            Manifest::new(identity.clone(), problem.clone(), every).write(dir)?;
        }
        let store = Store::with_lock(dir, lock)?;
        let found = &store.manifest;
        if found.game != identity || found.problem != problem {
            return Err(StoreError::OtherGame {
                path: dir.join(manifest::NAME),
                found: found.to_string(),
                expected: Manifest::new(identity, problem, every).to_string(),
            });
        }
        let writer = StoreWriter { store };
        writer.clean()?;
        Ok(writer)
    }

    /// Removes what a process left behind that ended in the middle of a layer.
    fn clean(&self) -> Result<(), StoreError> {
        let listed: Vec<String> =
            self.store.manifest.files().map(|(sum, role, _)| file_name(sum, role)).collect();
        let dir = &self.store.dir;
        let error = |error| StoreError::io(dir, error);
        for entry in fs::read_dir(dir).map_err(error)? {
            let name = entry.map_err(error)?.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_layer = name.starts_with("sum-") && name.ends_with(".layer");
            if is_leftover(name) || (is_layer && !listed.iter().any(|listed| listed == name)) {
                let path = dir.join(name);
                fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
            }
        }
        Ok(())
    }

    /// Starts a file.
    pub fn create(&self, role: Role, kind: Kind, sum: u64) -> Result<LayerWriter, StoreError> {
        let path = self.store.dir.join(file_name(sum, role));
        LayerWriter::create(&path, self.store.manifest.game.fingerprint(), role, kind, sum)
    }

    /// Replaces the manifest by one that differs in what `change` does, and removes the files of
    /// those layers and roles that it returns.
    fn commit(
        &mut self,
        change: impl FnOnce(&mut Manifest) -> Vec<(u64, Role)>,
    ) -> Result<(), StoreError> {
        let mut manifest = self.store.manifest.clone();
        let obsolete = change(&mut manifest);
        // The names of files have to be on the disk before the manifest that lists them.
        let dir = &self.store.dir;
        sync_directory(&dir.join(manifest::NAME)).map_err(|error| StoreError::io(dir, error))?;
        manifest.write(dir)?;
        self.store.manifest = manifest;
        for (sum, role) in obsolete {
            let path = self.store.dir.join(file_name(sum, role));
            fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
        }
        Ok(())
    }

    /// Adds a layer whose files are finished, and forgets layers above it. From here on it will not
    /// be made again. Afterstates of layers below `needed_from` are let go.
    pub fn add(
        &mut self,
        count: &LayerCount,
        files: &[Header],
        needed_from: u64,
    ) -> Result<(), StoreError> {
        self.commit(|manifest| {
            let above = manifest.layers.partition_point(|layer| layer.sum < count.sum);
            let files_of = |layer: &LayerEntry| -> Vec<(u64, Role)> {
                layer.files().map(|(role, _)| (layer.sum, role)).collect()
            };
            let mut obsolete: Vec<(u64, Role)> = manifest
                .layers
                .drain(above..)
                .filter(|layer| layer.sum != count.sum)
                .flat_map(|layer| files_of(&layer))
                .collect();
            for layer in manifest.layers.iter_mut().filter(|layer| layer.sum < needed_from) {
                if layer.file_mut(Role::Afterstates).take().is_some() {
                    obsolete.push((layer.sum, Role::Afterstates));
                }
            }
            let mut layer = LayerEntry::new(count);
            for header in files {
                *layer.file_mut(header.role) = Some(FileEntry::new(header));
            }
            manifest.layers.push(layer);
            obsolete
        })
    }

    /// Notes that the forward pass is at the end of the game.
    pub fn turn_around(&mut self) -> Result<(), StoreError> {
        if self.store.manifest.forward_complete {
            return Ok(());
        }
        self.commit(|manifest| {
            manifest.forward_complete = true;
            manifest.complete = manifest.problem.is_none();
            Vec::new()
        })
    }

    /// Adds the values of a layer, with details if they have any, and lets its afterstates go, and the
    /// details of layers that no other layer needs any more.
    pub fn add_values(&mut self, files: &[Header]) -> Result<(), StoreError> {
        let Some(sum) = files.first().map(|header| header.sum) else { return Ok(()) };
        let needed = sum + self.store.game.highest_spawn();
        self.commit(|manifest| {
            let mut obsolete = without_details(manifest, needed);
            let Some(layer) = manifest.layers.iter_mut().find(|layer| layer.sum == sum) else {
                return obsolete;
            };
            for header in files {
                *layer.file_mut(header.role) = Some(FileEntry::new(header));
            }
            if layer.file_mut(Role::Afterstates).take().is_some() {
                obsolete.push((sum, Role::Afterstates));
            }
            obsolete
        })
    }

    /// Adds what was decided of all boards of a layer, and its file. Files of layers of a higher sum than
    /// `needed_to` are let go.
    pub fn add_decided(
        &mut self,
        decided: DecidedEntry,
        header: &Header,
        needed_to: u64,
    ) -> Result<(), StoreError> {
        self.commit(|manifest| {
            let mut obsolete = Vec::new();
            for layer in manifest.layers.iter_mut().filter(|layer| layer.sum > needed_to) {
                if layer.file_mut(Role::Lost).take().is_some() {
                    obsolete.push((layer.sum, Role::Lost));
                }
            }
            let place = manifest.layers.partition_point(|layer| layer.sum < header.sum);
            let mut layer = LayerEntry::of_decided(header.sum, decided);
            *layer.file_mut(Role::Lost) = Some(FileEntry::new(header));
            manifest.layers.insert(place, layer);
            obsolete
        })
    }

    /// Notes that all values are known.
    pub fn complete(&mut self) -> Result<(), StoreError> {
        if self.store.manifest.complete {
            return Ok(());
        }
        self.commit(|manifest| {
            manifest.complete = true;
            without_details(manifest, 0)
        })
    }
}

/// Lets go of the details of layers from a tile sum on.
fn without_details(manifest: &mut Manifest, from: u64) -> Vec<(u64, Role)> {
    let above = manifest.layers.iter_mut().filter(|layer| layer.sum >= from);
    let had = above.filter_map(|layer| layer.file_mut(Role::Details).take().map(|_| layer.sum));
    had.map(|sum| (sum, Role::Details)).collect()
}

impl Deref for StoreWriter {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// Whether a name is one that only unfinished work leaves behind.
fn is_leftover(name: &str) -> bool {
    let ours = name.starts_with("sum-") || name.starts_with(manifest::NAME);
    let scratch = ["positions.", "afterstates.", "output-"];
    let is_scratch =
        name.ends_with(".scratch") && scratch.iter().any(|start| name.starts_with(start));
    is_scratch || (ours && name.ends_with(".tmp"))
}

/// Whether a directory has nothing that a store would not leave behind.
fn only_leftovers(dir: &Path) -> Result<bool, StoreError> {
    let error = |error| StoreError::io(dir, error);
    for entry in fs::read_dir(dir).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        if !name.to_str().is_some_and(|name| name == lock::NAME || is_leftover(name)) {
            return Ok(false);
        }
    }
    Ok(true)
}
