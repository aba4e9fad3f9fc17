//! Which layers keep their afterstates.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::Retention;
use crate::boards::Boards;
use crate::frontier::Frontier;
use crate::layer_count::LayerCount;
use crate::layered_game::LayeredGame;

/// Of every so many layers, the first ones keep their afterstates: as many as the next layer arises
/// from. The others can be made again from them.
#[derive(Debug)]
pub(super) struct Checkpoints {
    every: usize,
    /// Afterstates that are kept in memory.
    boards: BTreeMap<u64, Arc<dyn Boards>>,
    /// Bytes that they take.
    memory: u64,
}

impl Checkpoints {
    pub(super) fn new(keeping: Retention) -> Checkpoints {
        let every = match keeping {
            Retention::Positions => 1,
            Retention::Afterstates { every } => every.max(1),
        };
        Checkpoints { every, boards: BTreeMap::new(), memory: 0 }
    }

    /// Whether the layer of a sum, after the given ones, keeps its afterstates.
    pub(super) fn note(&self, game: &LayeredGame, before: &[LayerCount], sum: u64) -> bool {
        let index = before.len();
        let first = index - index % self.every;
        // A segment starts with what its other layers arise from.
        match before.get(first) {
            None => true,
            Some(layer) => layer.sum >= Frontier::needed_from(game, sum),
        }
    }

    /// The places of the layers from a checkpoint to the given place.
    pub(super) fn segment(&self, index: usize) -> Range<usize> {
        index - index % self.every..index + 1
    }

    pub(super) fn keep(&mut self, sum: u64, boards: Arc<dyn Boards>) {
        self.memory += boards.memory();
        self.boards.insert(sum, boards);
    }

    pub(super) fn get(&self, sum: u64) -> Option<Arc<dyn Boards>> {
        self.boards.get(&sum).cloned()
    }

    pub(super) fn release(&mut self, sum: u64) {
        if let Some(boards) = self.boards.remove(&sum) {
            self.memory -= boards.memory();
        }
    }

    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Forgets layers until those that the next one arises from are all stored; returns their sums.
    pub(super) fn rewind(
        game: &LayeredGame,
        layers: &mut Vec<LayerCount>,
        stored: impl Fn(u64) -> bool,
    ) -> Vec<u64> {
        while let Some(last) = layers.last().map(|layer| layer.sum) {
            let needed_from = Frontier::needed_from(game, last);
            let needed = layers.iter().filter(|layer| layer.sum >= needed_from);
            let needed = needed.filter(|layer| layer.afterstates.orbits > 0);
            let needed: Vec<u64> = needed.map(|layer| layer.sum).collect();
            if needed.iter().all(|&sum| stored(sum)) {
                return needed;
            }
            layers.pop();
        }
        Vec::new()
    }
}
