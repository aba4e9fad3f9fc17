//! Where a forward pass stands.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::boards::Boards;
use super::engine::Source;
use super::task::Task;

/// The afterstates that the next layers arise from.
#[derive(Debug, Default)]
pub struct Frontier {
    pending: BTreeMap<u64, Arc<dyn Boards>>,
    last: Option<u64>,
}

impl Frontier {
    /// A frontier after the layer of the given sum, with the afterstates that are still needed.
    pub fn after(last: u64, pending: impl IntoIterator<Item = (u64, Arc<dyn Boards>)>) -> Frontier {
        Frontier { pending: pending.into_iter().collect(), last: Some(last) }
    }

    /// The next tile sum that there are boards of.
    pub fn next(&self, task: &Task, starts: &BTreeMap<u64, Vec<u64>>) -> Option<u64> {
        let above = |sum: &u64| self.last.is_none_or(|last| *sum > last);
        let arising = self
            .pending
            .keys()
            .flat_map(|&from| task.spawns().map(move |tile| from + task.value(tile)));
        arising.chain(starts.keys().copied()).filter(above).min()
    }

    /// Where the positions of a layer come from.
    pub fn sources(&self, task: &Task, sum: u64) -> Vec<Source<'_>> {
        let source = |tile| {
            let from = sum.checked_sub(task.value(tile))?;
            Some(Source { tile, afterstates: self.pending.get(&from)?.as_ref() })
        };
        task.spawns().filter_map(source).collect()
    }

    /// Moves on: a layer is finished, and some before it are not needed any more.
    pub fn advance(&mut self, task: &Task, sum: u64, afterstates: Arc<dyn Boards>) {
        let needed_from = Frontier::needed_from(task, sum);
        self.pending.retain(|&sum, _| sum >= needed_from);
        if !afterstates.is_empty() {
            self.pending.insert(sum, afterstates);
        }
        self.last = Some(sum);
    }

    /// The lowest sum whose afterstates are needed after the layer of the given sum.
    pub fn needed_from(task: &Task, sum: u64) -> u64 {
        (sum + 1).saturating_sub(task.highest_spawn())
    }

    /// Bytes of memory that the afterstates hold.
    pub fn memory(&self) -> u64 {
        self.pending.values().map(|boards| boards.memory()).sum()
    }

    /// The layer that was finished last.
    pub fn last(&self) -> Option<u64> {
        self.last
    }
}
