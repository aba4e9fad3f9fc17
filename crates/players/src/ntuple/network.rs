//! A layout with weights.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicU32;

use twofold_core::{Grid, Rules};

use super::downgrade::{has_rank_15, lowered, rank_of};
use super::error::WeightsError;
use super::fast;
use super::file;
use super::info::{NetworkInfo, Training};
use super::layout::Layout;
use super::sparse::SparseWeights;
use super::stages::Stages;
use crate::four::unpack;
use crate::memory::{MappedFile, SharedFloats, load};

/// An n-tuple network: a layout with weights.
pub struct Network {
    info: NetworkInfo,
    rules: Rules,
    layout: Layout,
    stages: Stages,
    /// One set of tables for each stage.
    pub(super) weights: Weights,
    /// Whether the layout is the standard one of 4×4, which has a fast path.
    is_standard: bool,
}

/// Where the weights are.
pub(super) enum Weights {
    /// In memory, writable by training.
    Shared(SharedFloats),
    /// In memory, read only, and mostly the same number.
    Sparse(SparseWeights),
    /// In a mapped file.
    Mapped(MappedFile, Range<usize>),
}

impl Weights {
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> f32 {
        match self {
            Weights::Shared(floats) => floats.get(index),
            Weights::Sparse(weights) => weights.get(index),
            Weights::Mapped(file, range) => file.float(range, index),
        }
    }
}

impl Network {
    /// An untrained network: every board has the same value.
    pub(super) fn new(
        rules: &Rules,
        layout: Layout,
        training: Training,
    ) -> Result<Network, WeightsError> {
        let floats = SharedFloats::zeros(layout.entries()).map_err(WeightsError::Memory)?;
        let weight = training.optimism / layout.selected() as f32;
        if weight != 0.0 {
            (0..floats.len()).for_each(|index| floats.set(index, weight));
        }
        let info = NetworkInfo::new(rules, &layout, training);
        Ok(Network::with(info, rules.clone(), layout, Stages::one(), Weights::Shared(floats)))
    }

    pub(super) fn with(
        info: NetworkInfo,
        rules: Rules,
        layout: Layout,
        stages: Stages,
        weights: Weights,
    ) -> Network {
        let is_standard = fast::fits(&layout);
        Network { info, rules, layout, stages, weights, is_standard }
    }

    /// Replaces the stages and their weights.
    pub(super) fn set_stages(&mut self, stages: Stages, weights: SharedFloats) {
        self.info.stages = stages.starts().to_vec();
        self.stages = stages;
        self.weights = Weights::Shared(weights);
    }

    /// Maps a weights file, or unpacks a compact one; both are verified.
    pub fn open(path: &Path) -> Result<Network, WeightsError> {
        file::open(path)
    }

    /// Reads the bytes of a weights file or of a compact one; both are verified. Errors call them by the
    /// name.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Network, WeightsError> {
        file::read(bytes, name)
    }

    /// The game, the tuples and the training of the network.
    pub fn info(&self) -> &NetworkInfo {
        &self.info
    }

    pub(super) fn info_mut(&mut self) -> &mut NetworkInfo {
        &mut self.info
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tuples.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The stages.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// The number of weights of all stages.
    pub fn weights(&self) -> usize {
        self.layout.entries() * self.stages.count()
    }

    /// The value of an afterstate: an estimate of the score still to come.
    pub fn value<B: Grid>(&self, board: &B) -> f64 {
        let ranks: Vec<u8> = board.tiles().map(|tile| tile.rank()).collect();
        self.value_of_ranks(&ranks)
    }

    pub(super) fn value_of_ranks(&self, ranks: &[u8]) -> f64 {
        let mut value = 0.0;
        self.select(ranks, |index| value += f64::from(self.weights.get(index)));
        value
    }

    /// The stage of a board, given its ranks by rows.
    pub(super) fn stage_of_ranks(&self, ranks: &[u8]) -> usize {
        self.stages.of_ranks(ranks, self.layout.ranks() - 1)
    }

    /// Calls `each` with the weights that a board selects, given its ranks by rows.
    pub(super) fn select(&self, ranks: &[u8], mut each: impl FnMut(usize)) {
        let start = self.stage_of_ranks(ranks) * self.layout.entries();
        self.layout.select(ranks, |entry| each(start + entry));
    }

    /// The value of a packed board of 4×4.
    #[inline]
    pub(crate) fn value_of_packed(&self, board: u64) -> f32 {
        if !self.is_standard {
            return self.value_of_ranks(&unpack(board)) as f32;
        }
        let stage = self.stages.of_packed(board);
        match &self.weights {
            Weights::Shared(floats) => standard_value(tables(floats.words(), stage), board),
            Weights::Mapped(file, range) => sum(board, stage, |index| file.float(range, index)),
            Weights::Sparse(weights) => weights.standard_value(stage, board),
        }
    }

    /// The value of a packed board, downgraded first if it has the largest tile that it can hold.
    #[inline(always)]
    pub(super) fn value_downgraded(&self, board: u64, from: Option<u8>) -> f32 {
        match from {
            Some(from) if has_rank_15(board) => {
                self.value_of_packed(lowered(board, from, &self.stages))
            }
            _ => self.value_of_packed(board),
        }
    }

    /// The rank from which on tiles were downgraded in training.
    pub(super) fn downgrade(&self) -> Option<u8> {
        self.info.training.downgrade.and_then(rank_of)
    }

    /// The weights as words, if the tuples are the standard ones and the weights are in memory.
    pub(super) fn standard_words(&self) -> Option<&[AtomicU32]> {
        match &self.weights {
            Weights::Shared(floats) if self.is_standard => Some(floats.words()),
            _ => None,
        }
    }
}

/// The value of a board by the standard tables of a stage, wherever they are.
#[inline(always)]
fn sum(board: u64, stage: usize, get: impl Fn(usize) -> f32) -> f32 {
    let selected = fast::select(board);
    let first = selected.len() * stage;
    let mut value = 0.0;
    for (table, entries) in selected.iter().enumerate() {
        for &entry in entries {
            value += get((first + table) * fast::TABLE + entry as usize);
        }
    }
    value
}

/// One table of the standard layout.
pub(super) type StandardTable = [AtomicU32; fast::TABLE];

/// The four tables of a stage of the standard layout; their length is known, which saves bounds checks.
#[inline(always)]
pub(super) fn tables(words: &[AtomicU32], stage: usize) -> [&StandardTable; 4] {
    let table = |index: usize| {
        let start = (4 * stage + index) * fast::TABLE;
        let part = &words[start..start + fast::TABLE];
        part.try_into().expect("the length of a table")
    };
    [table(0), table(1), table(2), table(3)]
}

/// The value of a board by the standard tables.
#[inline(always)]
pub(super) fn standard_value(tables: [&StandardTable; 4], board: u64) -> f32 {
    let mut sums = [0.0; 4];
    for image in fast::images(board) {
        let entries = fast::entries(image);
        for ((sum, table), entry) in sums.iter_mut().zip(tables).zip(entries) {
            *sum += load(&table[entry as usize & (fast::TABLE - 1)]);
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
