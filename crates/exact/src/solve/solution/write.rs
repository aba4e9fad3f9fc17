//! Filling a solved store: first the layers of afterstates, then their values.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::block;
use super::file::ValuesFile;
use super::manifest::{self, LayerEntry, SolutionManifest};
use crate::layers::{Boards, BoardsFile, Kind, LayerEngine, LayerError};
use crate::solve::question::Question;
use crate::solve::trail::{Mark, Trail};
use crate::solve::value::Value;
use crate::store::{
    FileEntry, Header, LayerWriter, Role, StoreError, file_name, is_leftover, listed_file, lock,
    only_leftovers, signed,
};

/// A solved store in the making, by this process alone.
#[derive(Debug)]
pub struct SolutionWriter {
    dir: PathBuf,
    manifest: SolutionManifest,
    /// Holds the lock as long as it lives.
    _lock: File,
}

impl SolutionWriter {
    /// Opens the store of a question, or makes it in a new or empty directory. A store goes on
    /// with the number of layers it began with, of which one is kept.
    pub fn open(dir: &Path, question: &Question, every: usize) -> Result<Self, StoreError> {
        fs::create_dir_all(dir).map_err(|error| StoreError::io(dir, error))?;
        if !dir.join(manifest::NAME).exists() && !only_leftovers(dir)? {
            return Err(StoreError::NotEmpty { path: dir.to_owned() });
        }
        let lock = lock::exclusive(dir)?;
        let new = SolutionManifest::new(question, every.max(1));
        // Another process may have made the store while this one waited for nothing.
        if !dir.join(manifest::NAME).exists() {
            signed::write(dir, manifest::NAME, &new)?;
        }
        let manifest: SolutionManifest = signed::read(dir, manifest::NAME)?;
        if manifest.brief() != new.brief() || manifest.game != new.game {
            return Err(StoreError::OtherGame {
                path: dir.join(manifest::NAME),
                found: manifest.brief(),
                expected: new.brief(),
            });
        }
        let writer = SolutionWriter { dir: dir.to_owned(), manifest, _lock: lock };
        writer.clean()?;
        Ok(writer)
    }

    /// Removes what a process left behind that ended in the middle of a layer.
    fn clean(&self) -> Result<(), StoreError> {
        let layers = self.manifest.layers.iter();
        let listed: Vec<&str> = layers
            .flat_map(|layer| layer.kept.iter().chain(&layer.values))
            .map(|entry| entry.name.as_str())
            .collect();
        let error = |error| StoreError::io(&self.dir, error);
        for entry in fs::read_dir(&self.dir).map_err(error)? {
            let name = entry.map_err(error)?.file_name();
            let Some(name) = name.to_str() else { continue };
            let unlisted =
                name.starts_with("sum-") && name.ends_with(".layer") && !listed.contains(&name);
            if is_leftover(name) || unlisted {
                let path = self.dir.join(name);
                fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
            }
        }
        Ok(())
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What the store holds so far.
    pub fn manifest(&self) -> &SolutionManifest {
        &self.manifest
    }

    fn commit(&mut self, manifest: SolutionManifest) -> Result<(), StoreError> {
        // The names of files have to be on the disk before the list that has them.
        signed::sync_directory(&self.dir)?;
        signed::write(&self.dir, manifest::NAME, &manifest)?;
        self.manifest = manifest;
        Ok(())
    }

    fn create(&self, role: Role, sum: u64) -> Result<LayerWriter, StoreError> {
        let path = self.dir.join(file_name(sum, role));
        LayerWriter::create(&path, self.manifest.game.fingerprint(), role, Kind::Sparse, sum)
    }

    fn entry(sum: u64, header: &Header) -> FileEntry {
        FileEntry::new(&file_name(sum, header.role), header)
    }

    /// The trail of the forward pass, as far as it came.
    pub(in crate::solve) fn trail(&self, engine: &dyn LayerEngine) -> Result<Trail, LayerError> {
        let mut trail = Trail::new(self.manifest.every);
        for layer in &self.manifest.layers {
            let mark =
                Mark { sum: layer.sum, positions: layer.positions, afterstates: layer.afterstates };
            let kept = layer.kept.as_ref().map(|entry| self.kept(engine, entry, layer.sum));
            trail.push(mark, kept.transpose()?);
        }
        Ok(trail)
    }

    fn kept(
        &self,
        engine: &dyn LayerEngine,
        entry: &FileEntry,
        sum: u64,
    ) -> Result<Arc<dyn Boards>, LayerError> {
        let reader = listed_file(&self.dir, &self.manifest.game, entry, Role::Afterstates, sum)?;
        Ok(engine.read(sum, Arc::new(reader))?.into())
    }

    /// Adds a layer of the forward pass; returns the boards as they are on disk, if they are kept.
    pub(in crate::solve) fn add(
        &mut self,
        engine: &dyn LayerEngine,
        mark: Mark,
        boards: Option<&dyn Boards>,
    ) -> Result<Option<Arc<dyn Boards>>, LayerError> {
        let mut kept = None;
        if let Some(boards) = boards.filter(|boards| !boards.is_empty()) {
            let mut file = self.create(Role::Afterstates, mark.sum)?;
            boards.write(&mut file)?;
            kept = Some(Self::entry(mark.sum, &file.finish()?));
        }
        let mut manifest = self.manifest.clone();
        manifest.layers.retain(|layer| layer.sum < mark.sum);
        manifest.layers.push(LayerEntry {
            sum: mark.sum,
            positions: mark.positions,
            afterstates: mark.afterstates,
            kept: kept.clone(),
            values: None,
        });
        self.commit(manifest)?;
        kept.map(|entry| self.kept(engine, &entry, mark.sum)).transpose()
    }

    /// Notes that the forward pass is at its end.
    pub(in crate::solve) fn turn_around(&mut self) -> Result<(), StoreError> {
        if self.manifest.forward_complete {
            return Ok(());
        }
        self.commit(SolutionManifest { forward_complete: true, ..self.manifest.clone() })
    }

    /// Adds the values of a layer, and lets its afterstates go.
    pub(in crate::solve) fn solve<V: Value>(
        &mut self,
        sum: u64,
        codes: &[u64],
        values: &[V],
    ) -> Result<(), LayerError> {
        let mut file = self.create(Role::Values, sum)?;
        for (codes, values) in codes.chunks(block::BLOCK).zip(values.chunks(block::BLOCK)) {
            file.block(codes[0], codes.len() as u64, &block::write(codes, values))?;
        }
        let entry = Self::entry(sum, &file.finish()?);
        let mut manifest = self.manifest.clone();
        let mut obsolete = None;
        if let Some(layer) = manifest.layers.iter_mut().find(|layer| layer.sum == sum) {
            layer.values = Some(entry);
            obsolete = layer.kept.take();
        }
        self.commit(manifest)?;
        if let Some(entry) = obsolete {
            let path = self.dir.join(&entry.name);
            fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
        }
        Ok(())
    }

    /// The codes and values of a layer that was solved before.
    #[allow(clippy::type_complexity)]
    pub(in crate::solve) fn solved<V: Value>(
        &self,
        sum: u64,
    ) -> Result<Option<(Vec<u64>, Vec<V>)>, StoreError> {
        let entry = self.manifest.layer(sum).and_then(|layer| layer.values.as_ref());
        let Some(entry) = entry else { return Ok(None) };
        ValuesFile::open(&self.dir, &self.manifest.game, entry, sum)?.all().map(Some)
    }

    /// Notes that all values are known.
    pub(in crate::solve) fn complete(&mut self) -> Result<(), StoreError> {
        if self.manifest.complete {
            return Ok(());
        }
        self.commit(SolutionManifest { complete: true, ..self.manifest.clone() })
    }
}
