//! The engines that there are.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::blocks::Blocks;
use super::boards::{Boards, Kind};
use super::dense::DenseEngine;
use super::engine::{LayerEngine, Plan};
use super::error::LayerError;
use super::layered_game::LayeredGame;
use super::sparse::SparseEngine;
use super::store::LayerReader;
use super::store_error::StoreError;

/// Engines of one game: sorted runs, and whatever else is worth its while.
pub struct Engines {
    sparse: SparseEngine,
    dense: Option<DenseEngine>,
    /// Whether every layer is made by the dense engine.
    always_dense: bool,
    /// A dense engine that is not worth its while, for files that another choice has left.
    reader: OnceLock<Option<DenseEngine>>,
}

impl Engines {
    /// Every engine that is worth its while for a game, and whose tables take at most a quarter of the
    /// given bytes of memory. If memory does not suffice, they go to the scratch directory. Making
    /// them may take a second. If the codes of all afterstates will be listed, `lists` says so.
    pub fn new(game: &LayeredGame, scratch: Option<PathBuf>, memory: u64, lists: bool) -> Engines {
        let is_dense = Engines::dense_tables(game, memory, lists).is_some();
        let dense = is_dense.then(|| DenseEngine::new(game)).flatten();
        Engines {
            sparse: SparseEngine::new(game, scratch),
            dense,
            always_dense: false,
            reader: OnceLock::new(),
        }
    }

    /// Bytes that the tables for bit matrices take, if [`Engines::new`] finds them worth their while.
    pub fn dense_tables(game: &LayeredGame, memory: u64, lists: bool) -> Option<u64> {
        if game.large().is_some() {
            return None;
        }
        // With an odd number of rows, no symmetry exchanges the halves, and boards after slides up and
        // down are added one by one: on 3×3, sorted runs take three quarters of the time.
        let shape = game.rules().shape;
        let is_odd_square = shape.is_square() && !shape.rows().is_multiple_of(2);
        let bytes = DenseEngine::table_bytes(game);
        let is_dense = !is_odd_square
            && DenseEngine::work(game, lists) < SparseEngine::WORK
            && bytes <= memory / 4;
        is_dense.then_some(bytes)
    }

    /// Sorted runs alone.
    pub fn sparse(sparse: SparseEngine) -> Engines {
        Engines { sparse, dense: None, always_dense: false, reader: OnceLock::new() }
    }

    /// Bit matrices alone, whatever they cost.
    pub fn dense(dense: DenseEngine) -> Engines {
        let sparse = SparseEngine::new(dense.game(), None);
        Engines { sparse, dense: Some(dense), always_dense: true, reader: OnceLock::new() }
    }

    /// The engine for sorted runs.
    pub fn runs(&self) -> &SparseEngine {
        &self.sparse
    }

    /// The engine that has the least work to do among those that have enough memory for a layer.
    pub fn choose(&self, plan: &Plan<'_>, memory: u64) -> &dyn LayerEngine {
        let Some(dense) = &self.dense else { return &self.sparse };
        if self.always_dense {
            return dense;
        }
        // Sorted runs get along with less memory than they would like; a matrix does not.
        let (matrix, runs) = (dense.estimate(plan), self.sparse.estimate(plan));
        if matrix.memory <= memory && matrix.work < runs.work { dense } else { &self.sparse }
    }

    /// Bytes of memory that the tables of all engines take.
    pub fn memory(&self) -> u64 {
        self.sparse.memory() + self.dense.as_ref().map_or(0, LayerEngine::memory)
    }

    /// Reads a set of boards, with the engine of its kind.
    pub fn read(
        &self,
        sum: u64,
        kind: Kind,
        blocks: Arc<dyn Blocks>,
    ) -> Result<Box<dyn Boards>, LayerError> {
        if kind == Kind::Sparse {
            return self.sparse.read(sum, blocks);
        }
        match self.dense_reader() {
            Some(dense) => dense.read(sum, blocks),
            None => {
                let what = format!("no engine reads {kind} layers of this game");
                Err(LayerError::Blocks { sum, what })
            }
        }
    }

    fn dense_reader(&self) -> Option<&DenseEngine> {
        let made = || self.reader.get_or_init(|| DenseEngine::new(self.sparse.game())).as_ref();
        self.dense.as_ref().or_else(made)
    }

    /// Reads the boards of a file.
    pub fn read_file(&self, reader: Arc<LayerReader>) -> Result<Box<dyn Boards>, LayerError> {
        let header = *reader.header();
        if header.kind == Kind::Dense && self.dense_reader().is_none() {
            let path = reader.path().to_owned();
            let what = "no engine reads dense layers of this game".to_owned();
            return Err(StoreError::Damaged { path, what }.into());
        }
        self.read(header.sum, header.kind, reader)
    }
}
