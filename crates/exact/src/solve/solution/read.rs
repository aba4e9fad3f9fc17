//! A solved store that is read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::file::ValuesFile;
use super::manifest::{self, SolutionManifest};
use super::oracle::{self, Answer, Oracle};
use crate::layers::{Blocks, LayerError};
use crate::solve::question::Question;
use crate::solve::value::Value;
use crate::store::{Checked, Role, StoreError, listed_file, lock, signed};
use crate::watch::{Progress, Watch};

/// The values of all layers, mapped into memory as they are asked for.
#[derive(Debug)]
pub(super) struct Layers {
    dir: PathBuf,
    manifest: SolutionManifest,
    files: Vec<OnceLock<Arc<ValuesFile>>>,
    /// Holds the lock as long as it lives.
    _lock: File,
}

impl Layers {
    fn file(&self, index: usize) -> Result<Option<&ValuesFile>, StoreError> {
        if let Some(file) = self.files[index].get() {
            return Ok(Some(file));
        }
        let layer = &self.manifest.layers[index];
        let Some(entry) = &layer.values else { return Ok(None) };
        let file = ValuesFile::open(&self.dir, &self.manifest.game, entry, layer.sum)?;
        Ok(Some(self.files[index].get_or_init(|| Arc::new(file))))
    }

    fn index(&self, sum: u64) -> Option<usize> {
        self.manifest.layers.binary_search_by_key(&sum, |layer| layer.sum).ok()
    }

    /// The worth of an afterstate; `None` if it does not occur.
    pub(super) fn find<V: Value>(&self, sum: u64, code: u64) -> Result<Option<V>, LayerError> {
        let Some(index) = self.index(sum) else { return Ok(None) };
        match self.file(index)? {
            Some(file) => Ok(file.find(code)?),
            None => Ok(None),
        }
    }

    /// All afterstates of a layer, ascending, and their worths.
    pub(super) fn all<V: Value>(&self, sum: u64) -> Result<(Vec<u64>, Vec<V>), LayerError> {
        let file = self.index(sum).map(|index| self.file(index)).transpose()?.flatten();
        file.map_or_else(|| Ok(Default::default()), |file| Ok(file.all()?))
    }

    pub(super) fn sums(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.manifest.layers.iter().map(|layer| layer.sum)
    }
}

/// A solved game: asks and answers.
///
/// Any number of processes may read a store at once, as long as none writes to it.
///
/// ```no_run
/// use twofold_core::{Board, notation::parse_board, TileSystem};
/// use twofold_exact::solve::Solution;
///
/// let solution = Solution::open("solved".as_ref())?;
/// let board = parse_board("2 . / . 4", TileSystem::Classic, None)?;
/// let answer = solution.ask(&board)?;
/// println!("{:?}, {:?}", answer.value, answer.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution {
    layers: Arc<Layers>,
    question: Question,
    oracle: Box<dyn Oracle>,
}

impl Solution {
    /// Opens a store whose values are all known.
    pub fn open(dir: &Path) -> Result<Solution, StoreError> {
        if !dir.join(manifest::NAME).exists() {
            return Err(StoreError::NoStore { path: dir.to_owned() });
        }
        let lock = lock::shared(dir)?;
        let manifest: SolutionManifest = signed::read(dir, manifest::NAME)?;
        if !manifest.complete {
            return Err(StoreError::Unfinished { path: dir.to_owned() });
        }
        let question = manifest.question().ok_or_else(|| StoreError::Damaged {
            path: dir.join(manifest::NAME),
            what: "it names no question".to_owned(),
        })?;
        let files = manifest.layers.iter().map(|_| OnceLock::new()).collect();
        let layers = Arc::new(Layers { dir: dir.to_owned(), manifest, files, _lock: lock });
        let oracle = oracle::of(&question, Arc::clone(&layers));
        Ok(Solution { layers, question, oracle })
    }

    /// What a store holds; does not ask for the lock, so that it can be called at any time.
    pub fn peek(dir: &Path) -> Result<SolutionManifest, StoreError> {
        signed::read(dir, manifest::NAME)
    }

    /// Whether a directory is a solved store, finished or not.
    pub fn is_at(dir: &Path) -> bool {
        dir.join(manifest::NAME).exists()
    }

    /// What the store answers.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What the store holds.
    pub fn manifest(&self) -> &SolutionManifest {
        &self.layers.manifest
    }

    /// What a board is worth, with every slide and with every drop.
    pub fn ask(&self, board: &twofold_core::Board) -> Result<Answer, oracle::AskError> {
        self.oracle.ask(board)
    }

    /// The largest difference between a stored value and the one that follows from the layers above
    /// it, over the whole store.
    pub fn residual(&self, watch: &dyn Watch) -> Result<f64, LayerError> {
        self.oracle.residual(watch)
    }

    /// The positions of a layer, by canonical code, with the best slide of each that has one.
    pub fn policy(
        &self,
        sum: u64,
    ) -> Result<Vec<(u64, Option<twofold_core::Direction>)>, LayerError> {
        self.oracle.policy(sum)
    }

    /// Codes and values of the afterstates of a layer: what play will bring.
    pub fn values(&self, sum: u64) -> Result<Vec<(u64, f64)>, LayerError> {
        self.oracle.values(sum)
    }

    /// Reads every file and recomputes every checksum; goes on after the first damaged file. Stops
    /// early if the watch says so.
    pub fn verify(&self, watch: &dyn Watch) -> Vec<Checked> {
        let manifest = self.manifest();
        let mut checked = Vec::new();
        let mut progress = Progress { done: 0, total: Some(manifest.bytes()) };
        for layer in &manifest.layers {
            let Some(entry) = &layer.values else { continue };
            if watch.is_stopped() {
                break;
            }
            let dir = &self.layers.dir;
            let read = || {
                let reader = listed_file(dir, &manifest.game, entry, Role::Values, layer.sum)?;
                let mut bytes = Vec::new();
                for block in 0..reader.index().len() {
                    reader.read_block(block, &mut bytes)?;
                }
                if reader.header().boards != layer.afterstates {
                    let what = format!("it does not hold {} boards", layer.afterstates);
                    return Err(StoreError::Damaged { path: reader.path().to_owned(), what });
                }
                Ok(())
            };
            let error = read().err();
            checked.push(Checked { name: entry.name.clone(), bytes: entry.bytes, error });
            progress.done += entry.bytes;
            watch.report(progress);
        }
        checked
    }
}
