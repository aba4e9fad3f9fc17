//! Back to a checkpoint: afterstates of layers that were made before.

use std::sync::Arc;

use super::ForwardPass;
use crate::boards::{Boards, Kind};
use crate::engine::PositionSink;
use crate::error::LayerError;
use crate::frontier::Frontier;
use crate::progress::LayerWatch;
use crate::store::Role;

/// Tile sums with their afterstates, the lowest first.
pub type Segment = Vec<(u64, Arc<dyn Boards>)>;

impl ForwardPass {
    /// The afterstates of the layers from a checkpoint up to the layer with the given index, the
    /// lowest first. Those that were not kept are made again. Layers without any are left out.
    ///
    /// # Errors
    /// As [`ForwardPass::step`].
    pub fn segment(&mut self, index: usize, watch: &dyn LayerWatch) -> Result<Segment, LayerError> {
        let layers = self.layers[self.checkpoints.segment(index)].to_vec();
        let mut made = Segment::new();
        let mut is_frontier_set = false;
        for count in &layers {
            let sum = count.sum;
            if count.afterstates.orbits == 0 {
                continue;
            }
            if let Some(boards) = self.checkpoint(sum)? {
                made.push((sum, boards));
                continue;
            }
            if !is_frontier_set {
                let last = made.last().map_or(0, |&(sum, _)| sum);
                self.frontier = Frontier::after(last, made.iter().cloned());
                is_frontier_set = true;
            }
            while let Some(below) = self.frontier.next(&self.game, &self.starts) {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let again =
                    self.make(below, None, count.total().orbits, PositionSink::Nothing, watch)?;
                // Layers below arise in part from layers before the segment, and lead to nothing.
                if below == sum && again.count != *count {
                    return Err(LayerError::Blocks {
                        sum,
                        what: "the layer did not come out as it did before".to_owned(),
                    });
                }
                let afterstates: Arc<dyn Boards> = match again.afterstates.kind() {
                    Kind::Sparse => again.afterstates.into(),
                    Kind::Dense => {
                        self.engines().runs().convert(below, again.afterstates.as_ref())?.into()
                    }
                };
                self.reserved += afterstates.memory();
                self.frontier.advance(&self.game, below, Arc::clone(&afterstates));
                if below == sum {
                    made.push((sum, afterstates));
                    break;
                }
            }
        }
        if is_frontier_set {
            // Nothing more arises from these layers.
            let last = self.layers.last().map_or(0, |layer| layer.sum);
            self.frontier = Frontier::after(last, []);
        }
        Ok(made)
    }

    /// The afterstates of a layer, if they were kept.
    fn checkpoint(&mut self, sum: u64) -> Result<Option<Arc<dyn Boards>>, LayerError> {
        if let Some(boards) = self.checkpoints.get(sum) {
            return Ok(Some(boards));
        }
        let listed = self.store.as_ref().and_then(|store| store.manifest().layer(sum));
        match listed.and_then(|layer| layer.file(Role::Afterstates)) {
            Some(_) => Ok(Some(self.stored(sum, Role::Afterstates)?.into())),
            None => Ok(None),
        }
    }

    /// Lets the afterstates of a layer go.
    pub fn release(&mut self, sum: u64) {
        self.checkpoints.release(sum);
    }
}
