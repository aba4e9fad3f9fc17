//! A solved store that is read.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::file::ValuesFile;
use super::numbering::Numberings;
use super::oracle::{self, Answer, Oracle, Recomputed, SolvedPosition};
use super::write::entry;
use crate::all_boards::{AllBoards, LostBoards};
use crate::goal::Goal;
use crate::probability::Precision;
use crate::problem::Problem;
use crate::value::Value;
use twofold_core::Watch;
use twofold_layers::LayerError;
use twofold_layers::store::{Checked, Manifest, ProblemEntry, Store, StoreError};

/// The values of all layers, mapped into memory as they are asked for.
#[derive(Debug)]
pub(super) struct Layers {
    store: Store,
    numberings: Arc<Numberings>,
    files: Vec<OnceLock<Option<ValuesFile>>>,
    /// What is known instead if all boards were decided.
    decided: Option<LostBoards>,
}

impl Layers {
    fn file(&self, sum: u64) -> Result<Option<&ValuesFile>, StoreError> {
        let layers = &self.store.manifest().layers;
        let Ok(index) = layers.binary_search_by_key(&sum, |layer| layer.sum) else {
            return Ok(None);
        };
        if let Some(file) = self.files[index].get() {
            return Ok(file.as_ref());
        }
        let file = ValuesFile::open(&self.store, &self.numberings, sum)?;
        Ok(self.files[index].get_or_init(|| file).as_ref())
    }

    /// The value of an afterstate; `None` if it does not occur.
    pub(super) fn find<V: Value>(&self, sum: u64, code: u64) -> Result<Option<V>, LayerError> {
        if let Some(decided) = &self.decided {
            return Ok(decided.is_lost(&self.store, sum, code)?.map(|lost| V::of((!lost).into())));
        }
        match self.file(sum)? {
            Some(file) => Ok(file.find(code)?),
            None => Ok(None),
        }
    }

    /// All afterstates of a layer, ascending, and their values.
    pub(super) fn all<V: Value>(&self, sum: u64) -> Result<(Vec<u64>, Vec<V>), LayerError> {
        if self.decided.is_some() {
            return Err(StoreError::AllBoards { path: self.store.dir().to_owned() }.into());
        }
        self.file(sum)?.map_or_else(|| Ok(Default::default()), |file| Ok(file.all()?))
    }

    pub(super) fn sums(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.store.manifest().layers.iter().map(|layer| layer.sum)
    }
}

/// A solved game: asks and answers.
///
/// Any number of processes may read a store at once, as long as none writes to it.
///
/// ```no_run
/// use twofold_core::{Board, notation::parse_board, TileSystem};
/// use twofold_solve::Solution;
///
/// let solution = Solution::open("solved".as_ref())?;
/// let board = parse_board("2 . / . 4", TileSystem::Classic, None)?;
/// let answer = solution.ask(&board)?;
/// println!("{:?}, {:?}", answer.value, answer.best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution {
    layers: Arc<Layers>,
    problem: Problem,
    oracle: Box<dyn Oracle>,
}

impl Solution {
    /// Opens a store whose values are all known.
    pub fn open(dir: &Path) -> Result<Solution, StoreError> {
        let store = Store::open(dir)?;
        let manifest = store.manifest();
        if manifest.problem.is_none() {
            return Err(StoreError::NoValues { path: dir.to_owned() });
        }
        if !manifest.complete {
            return Err(StoreError::Unfinished { path: dir.to_owned() });
        }
        let problem = problem(&store).ok_or_else(|| StoreError::Damaged {
            path: dir.to_owned(),
            what: "its manifest names no problem".to_owned(),
        })?;
        let files = manifest.layers.iter().map(|_| OnceLock::new()).collect();
        let numberings = Arc::new(Numberings::new(store.game()));
        let is_decided = manifest.problem.as_ref().is_some_and(|words| words.all_boards);
        let decided = is_decided.then(|| LostBoards::new(&problem)).flatten();
        let layers = Arc::new(Layers { store, numberings, files, decided });
        let oracle = oracle::of(&problem, Arc::clone(&layers));
        Ok(Solution { layers, problem, oracle })
    }

    /// What the store answers.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What the store holds.
    pub fn manifest(&self) -> &Manifest {
        self.layers.store.manifest()
    }

    /// What a board is worth, with every slide and with every spawn.
    pub fn ask(&self, board: &twofold_core::Board) -> Result<Answer, oracle::AskError> {
        self.oracle.ask(board)
    }

    /// Computes every value again from the layers above it.
    ///
    /// # Errors
    /// If a file is damaged, or the watch asks to stop.
    pub fn recompute(&self, watch: &dyn Watch) -> Result<Recomputed, LayerError> {
        self.oracle.recompute(watch)
    }

    /// The canonical codes of the positions of a layer, ascending.
    pub fn positions(&self, sum: u64) -> Result<Vec<u64>, LayerError> {
        self.oracle.positions(sum)
    }

    /// What a position that occurs is worth, with every slide.
    pub fn position(&self, code: u64) -> Result<SolvedPosition, LayerError> {
        self.oracle.position(code)
    }

    /// A bound on the rounding error of every value; zero if all are exact.
    pub fn error(&self) -> f64 {
        self.oracle.error()
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
        self.layers.store.verify(watch)
    }
}

/// The problem of a store, if its words make sense.
fn problem(store: &Store) -> Option<Problem> {
    let (words, game) = (store.manifest().problem.as_ref()?, store.game());
    let goal: Goal = words.goal.parse().ok()?;
    let opponent = words.opponent.parse().ok()?;
    let precision = match words.bits {
        None => Precision::Double,
        Some(bits) => Precision::with_bits(bits)?,
    };
    let problem = Problem::about(game.clone(), goal, opponent).ok()?;
    let problem = problem.with_precision(precision).ok()?;
    let is_decidable = !words.all_boards || AllBoards::new(&problem).is_ok();
    let (all_boards, table) = (words.all_boards, words.table.clone());
    let words_again = ProblemEntry { all_boards, table, ..entry(&problem) };
    (words_again == *words && is_decidable).then_some(problem)
}
