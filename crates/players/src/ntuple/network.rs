//! A layout with weights.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicU32;

use twofold_core::{Grid, Rules};

use super::downgrade::{has_largest, lowered, rank_of};
use super::error::WeightsError;
use super::fast;
use super::file;
use super::identity::{Identity, Training};
use super::layout::Layout;
use super::stages::Stages;
use crate::four::unpack;
use crate::memory::{MappedFile, SharedFloats, load};

/// A network that values boards.
pub struct Network {
    identity: Identity,
    rules: Rules,
    layout: Layout,
    stages: Stages,
    /// One set of tables for each stage.
    pub(super) weights: Weights,
    /// Whether the fast way to entries is right.
    is_standard: bool,
}

/// Where the weights are.
pub(super) enum Weights {
    /// In memory, to be changed by those who learn.
    Shared(SharedFloats),
    /// In a file.
    Mapped(MappedFile, Range<usize>),
}

impl Weights {
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> f32 {
        match self {
            Weights::Shared(floats) => floats.get(index),
            Weights::Mapped(file, range) => file.float(range, index),
        }
    }
}

impl Network {
    /// A network that knows nothing: every board has the same value.
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
        let identity = Identity::new(rules, &layout, training);
        Ok(Network::with(identity, rules.clone(), layout, Stages::one(), Weights::Shared(floats)))
    }

    pub(super) fn with(
        identity: Identity,
        rules: Rules,
        layout: Layout,
        stages: Stages,
        weights: Weights,
    ) -> Network {
        let is_standard = fast::fits(&layout);
        Network { identity, rules, layout, stages, weights, is_standard }
    }

    /// Has other weights from now on, for other stages.
    pub(super) fn set_stages(&mut self, stages: Stages, weights: SharedFloats) {
        self.identity.stages = stages.starts().to_vec();
        self.stages = stages;
        self.weights = Weights::Shared(weights);
    }

    /// Maps the weights of a file, or unpacks those of a compact one; either way the checksum is
    /// compared.
    pub fn open(path: &Path) -> Result<Network, WeightsError> {
        file::open(path)
    }

    /// What the network has learned, and how.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(super) fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
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

    /// The points that are still to be expected on a board on which a tile is about to appear.
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

    /// The same for a packed board of 4×4.
    #[inline]
    pub(crate) fn value_of_packed(&self, board: u64) -> f32 {
        if !self.is_standard {
            return self.value_of_ranks(&unpack(board)) as f32;
        }
        let stage = self.stages.of_packed(board);
        match &self.weights {
            Weights::Shared(floats) => standard_value(tables(floats.words(), stage), board),
            Weights::Mapped(file, range) => {
                let selected = fast::select(board);
                let first = selected.len() * stage;
                let mut value = 0.0;
                for (table, entries) in selected.iter().enumerate() {
                    for &entry in entries {
                        value += file.float(range, (first + table) * fast::TABLE + entry as usize);
                    }
                }
                value
            }
        }
    }

    /// The same, but if a tile is the largest that a packed board can hold, and boards are told with
    /// smaller tiles from some rank on, then so is this one.
    #[inline(always)]
    pub(super) fn value_of_told(&self, board: u64, from: Option<u8>) -> f32 {
        match from {
            Some(from) if has_largest(board) => {
                self.value_of_packed(lowered(board, from, &self.stages))
            }
            _ => self.value_of_packed(board),
        }
    }

    /// The rank from which on boards were told with smaller tiles while the network learned.
    pub(super) fn downgrade(&self) -> Option<u8> {
        self.identity.training.downgrade.and_then(rank_of)
    }

    /// The words of the standard tables, if that is what they are.
    pub(super) fn standard_words(&self) -> Option<&[AtomicU32]> {
        match &self.weights {
            Weights::Shared(floats) if self.is_standard => Some(floats.words()),
            _ => None,
        }
    }
}

/// One table of the standard layout.
pub(super) type StandardTable = [AtomicU32; fast::TABLE];

/// The four tables of a stage of the standard layout, of known length: an entry is looked up without a check.
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
