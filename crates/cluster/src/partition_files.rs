//! The partitions of a layer on disk: each process' share of the afterstates, from which the next layers
//! arise.
//!
//! They are in the directory `partitions` of the store, on a disk that all processes share or on one for
//! each host. A list says which files a layer has; the first process writes it before the layer is
//! committed. Names carry the number of the run, so that a process that was thought dead never overwrites
//! what another run made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use twofold_core::sync_directory;
use twofold_layers::store::{
    FileEntry, LayerReader, LayerWriter, Role, StoreError, VERSION, read_signed, write_signed,
};
use twofold_layers::{Boards, Kind, LayerError};

use crate::error::ClusterError;
use crate::session::PARTITIONS;

/// The directory of the partitions in that of the store.
const NAME: &str = "partitions";

/// The files of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    version: u32,
    pub(crate) sum: u64,
    /// How many partitions boards were divided into.
    partitions: u32,
    /// The run that made the files.
    pub(crate) run: u64,
    /// The file of each process.
    pub(crate) files: Vec<FileEntry>,
}

impl List {
    pub(crate) fn new(sum: u64, run: u64, files: Vec<FileEntry>) -> List {
        List { version: VERSION, sum, partitions: PARTITIONS, run, files }
    }

    fn name(sum: u64) -> String {
        format!("sum-{sum:08}.json")
    }
}

/// The partitions that this process reads and writes.
#[derive(Debug)]
pub(crate) struct PartitionFiles {
    dir: PathBuf,
    fingerprint: u64,
    run: u64,
}

impl PartitionFiles {
    /// The directory in that of a store, made if it is not there.
    pub(crate) fn open(store: &Path, fingerprint: u64, run: u64) -> Result<Self, StoreError> {
        let dir = store.join(NAME);
        fs::create_dir_all(&dir).map_err(|error| StoreError::io(&dir, error))?;
        Ok(PartitionFiles { dir, fingerprint, run })
    }

    /// The number of the run.
    pub(crate) fn run(&self) -> u64 {
        self.run
    }

    /// The list of a layer, if there is one in the directory of a store.
    pub(crate) fn list(store: &Path, sum: u64) -> Result<Option<List>, ClusterError> {
        let (dir, name) = (store.join(NAME), List::name(sum));
        let path = dir.join(&name);
        let list: List = match read_signed(&dir, &name) {
            Ok(list) => list,
            Err(StoreError::NoStore { .. }) => return Ok(None),
            Err(error) => return Err(ClusterError::Partition { sum, source: error.into() }),
        };
        if list.partitions != PARTITIONS {
            let (found, expected) = (list.partitions, PARTITIONS);
            return Err(ClusterError::Partitions { path, found, expected });
        }
        if list.sum != sum || list.files.is_empty() {
            let what = "it is the list of another layer".to_owned();
            let source = StoreError::Damaged { path, what }.into();
            return Err(ClusterError::Partition { sum, source });
        }
        Ok(Some(list))
    }

    /// Puts the list of a layer on the disk.
    pub(crate) fn write_list(&self, list: &List) -> Result<(), StoreError> {
        write_signed(&self.dir, &List::name(list.sum), list)
    }

    fn file(&self, sum: u64, process: usize, processes: usize, run: u64) -> PathBuf {
        self.dir.join(format!("sum-{sum:08}.{process:04}-of-{processes:04}.{run:016x}.layer"))
    }

    /// A directory for what does not fit into the memory of a process.
    pub(crate) fn scratch(&self, process: usize) -> Result<PathBuf, StoreError> {
        let dir = self.dir.join(format!("scratch-{:016x}-{process}", self.run));
        fs::create_dir_all(&dir).map_err(|error| StoreError::io(&dir, error))?;
        Ok(dir)
    }

    /// Writes the share of a process.
    pub(crate) fn write(
        &self,
        sum: u64,
        process: usize,
        processes: usize,
        boards: &dyn Boards,
    ) -> Result<FileEntry, LayerError> {
        let path = self.file(sum, process, processes, self.run);
        let role = Role::Afterstates;
        let mut file = LayerWriter::create(&path, self.fingerprint, role, Kind::Sparse, sum)?;
        boards.write(&mut file)?;
        let header = file.finish()?;
        sync_directory(&path).map_err(|error| StoreError::io(&self.dir, error))?;
        Ok(FileEntry::new(&header))
    }

    /// The share of a process, as this run has written it.
    pub(crate) fn own(
        &self,
        sum: u64,
        process: usize,
        processes: usize,
    ) -> Result<Arc<LayerReader>, StoreError> {
        Ok(Arc::new(LayerReader::open(&self.file(sum, process, processes, self.run))?))
    }

    /// Whether a file of a list is in this directory.
    pub(crate) fn has(&self, list: &List, process: usize) -> bool {
        self.file(list.sum, process, list.files.len(), list.run).is_file()
    }

    /// A file of a list, if it is what was written.
    pub(crate) fn read(&self, list: &List, process: usize) -> Result<Arc<LayerReader>, StoreError> {
        let path = self.file(list.sum, process, list.files.len(), list.run);
        let reader = LayerReader::open(&path)?;
        let header = reader.header();
        let is_ours = header.fingerprint == self.fingerprint
            && (header.role, header.kind, header.sum)
                == (Role::Afterstates, Kind::Sparse, list.sum);
        if !is_ours || FileEntry::new(header) != list.files[process] {
            let what = "it is not the file that was listed".to_owned();
            return Err(StoreError::Damaged { path, what });
        }
        Ok(Arc::new(reader))
    }

    /// Removes what no layer arises from any more, and what killed runs have left behind. Other processes
    /// may do the same in the same directory.
    pub(crate) fn clean(&self, kept: &[List]) -> Result<(), StoreError> {
        let run = format!("{:016x}", self.run);
        let mut names: Vec<String> = kept.iter().map(|list| List::name(list.sum)).collect();
        for list in kept {
            let files = 0..list.files.len();
            let paths = files.map(|file| self.file(list.sum, file, list.files.len(), list.run));
            let name = |path: PathBuf| Some(path.file_name()?.to_str()?.to_owned());
            names.extend(paths.filter_map(name));
        }
        self.remove(|name| !name.contains(&run) && !names.iter().any(|kept| kept == name))
    }

    /// Removes the files of this run for layers below a tile sum.
    pub(crate) fn forget_below(&self, sum: u64) -> Result<(), StoreError> {
        let below = |name: &str| {
            let of = name.strip_prefix("sum-").and_then(|rest| rest.get(..8)?.parse::<u64>().ok());
            of.is_some_and(|of| of < sum)
        };
        self.remove(below)
    }

    /// Removes the scratch directory of a process.
    pub(crate) fn remove_scratch(&self, process: usize) {
        // It is removed when the store is next worked on, if not now.
        let _ = fs::remove_dir_all(self.dir.join(format!("scratch-{:016x}-{process}", self.run)));
    }

    /// Removes everything.
    pub(crate) fn remove_all(&self) -> Result<(), StoreError> {
        self.remove(|_| true)?;
        match fs::remove_dir(&self.dir) {
            Err(error) if !is_gone(&error) && error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(StoreError::io(&self.dir, error))
            }
            _ => Ok(()),
        }
    }

    fn remove(&self, is_obsolete: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        let failed = |path: &Path, error| match is_gone(&error) {
            true => Ok(()),
            false => Err(StoreError::io(path, error)),
        };
        let entries = match fs::read_dir(&self.dir) {
            Ok(entries) => entries,
            Err(error) => return failed(&self.dir, error),
        };
        for entry in entries {
            let Ok(entry) = entry else { continue };
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_ours(name) && is_obsolete(name)) else {
                continue;
            };
            let path = self.dir.join(name);
            let is_dir = name.starts_with("scratch-");
            let removed = if is_dir { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            if let Err(error) = removed {
                failed(&path, error)?;
            }
        }
        Ok(())
    }
}

fn is_ours(name: &str) -> bool {
    name.starts_with("sum-") || name.starts_with("scratch-")
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}
