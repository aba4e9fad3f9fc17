//! The backward pass: values layer after layer, the last one first.

use std::collections::BTreeMap;

use super::evaluate::{Evaluator, Tables};
use super::fold::Fold;
use super::solution;
use super::solver::SolveWatch;
use super::start::Openings;
use super::table::{LayerTable, Spacing};
use super::value::Value;
use twofold_core::Progress;
use twofold_layers::store::{Role, Store};
use twofold_layers::{ForwardPass, LayerError, LayeredGame, Segment, listed};

/// Values all layers.
pub(super) fn backward<V: Value, F: Fold<V>>(
    evaluator: &Evaluator<V, F>,
    pass: &mut ForwardPass,
    watch: &dyn SolveWatch,
) -> Result<Openings<V>, LayerError> {
    let game = pass.game().clone();
    let starts = pass.starts().clone();
    let counts: Vec<(u64, u64)> =
        pass.layers().iter().map(|layer| (layer.sum, layer.afterstates.orbits)).collect();
    let reach = game.highest_spawn();
    let room = Room { counts: &counts, reach };
    let spacing = room.spacing::<V>(pass)?;
    let mut openings = Openings::new(&game);
    let mut tables = Tables::<V>::new();
    let mut segment = Segment::new();
    let total = counts.iter().map(|&(_, afterstates)| afterstates).sum();
    let mut done = Progress { done: 0, total: Some(total) };
    for (index, &(sum, afterstates)) in counts.iter().enumerate().rev() {
        tables.retain(|&above, _| above <= sum + reach);
        let table = if pass.store().is_some_and(|store| is_valued(store, sum)) {
            // Values that were known before are only read if something depends on them.
            match pass.store().filter(|store| is_needed(store, &game, &starts, &counts, index)) {
                Some(store) => solution::table::<V>(store, sum, spacing)?,
                None => None,
            }
        } else {
            let mut codes = Vec::new();
            if afterstates > 0 {
                if segment.is_empty() {
                    pass.reserve(room.above::<V>(index, spacing));
                    segment = pass.segment(index, watch)?;
                }
                room.check::<V>(index, spacing, pass, &segment)?;
                let last = segment.pop().filter(|last| last.0 == sum);
                let (_, boards) = last.expect("a segment ends with the layer it is for");
                codes = listed(boards.as_ref())?;
            }
            let values = evaluator.afterstates(sum, &codes, &tables, watch)?;
            if let Some(store) = pass.store_mut() {
                solution::add_values(store, sum, &codes, &values)?;
            }
            pass.release(sum);
            tables.retain(|&above, _| above < sum + reach);
            Some(LayerTable::new(&codes, &values, spacing))
        };
        if let Some(table) = table {
            if let Some(starts) = starts.get(&sum) {
                openings.add(evaluator, sum, starts, &|code| Ok(table.get(code)))?;
            }
            tables.insert(sum, table);
        }
        done.done += afterstates;
        watch.report(done);
    }
    if let Some(store) = pass.store_mut() {
        store.complete()?;
    }
    Ok(openings)
}

/// Whether the values of a layer are known.
fn is_valued(store: &Store, sum: u64) -> bool {
    store.manifest().layer(sum).is_some_and(|layer| layer.file(Role::Values).is_some())
}

/// Whether openings or values that are not known yet depend on the values of a layer.
fn is_needed(
    store: &Store,
    game: &LayeredGame,
    starts: &BTreeMap<u64, Vec<u64>>,
    counts: &[(u64, u64)],
    index: usize,
) -> bool {
    let sum = counts[index].0;
    let reach = game.highest_spawn();
    let mut below = counts[..index].iter().rev().take_while(|layer| layer.0 + reach >= sum);
    starts.contains_key(&sum) || !below.all(|layer| is_valued(store, layer.0))
}

/// The memory that the pass takes: known before it begins, since all layers are counted.
struct Room<'a> {
    /// Tile sums and afterstates of all layers.
    counts: &'a [(u64, u64)],
    /// How far above a layer those are that its values depend on.
    reach: u64,
}

impl Room<'_> {
    /// How closely tables have to be filled.
    fn spacing<V: Value>(&self, pass: &ForwardPass) -> Result<Spacing, LayerError> {
        let allowed = pass.memory();
        if self.most::<V>(Spacing::Wide, pass).0 <= allowed {
            return Ok(Spacing::Wide);
        }
        match self.most::<V>(Spacing::Close, pass) {
            (needed, sum) if needed > allowed => Err(LayerError::Memory { sum, needed, allowed }),
            _ => Ok(Spacing::Close),
        }
    }

    /// The most bytes that are taken at one time, and the tile sum at which they are. Layers that have
    /// to be made again come on top.
    fn most<V: Value>(&self, spacing: Spacing, pass: &ForwardPass) -> (u64, u64) {
        let is_known = |sum| pass.store().is_some_and(|store| is_valued(store, sum));
        let mut held = pass.held();
        let mut most = (0, 0);
        for (index, &(sum, _)) in self.counts.iter().enumerate().rev() {
            if !is_known(sum) {
                most = most.max((held + self.layer::<V>(index, spacing), sum));
            }
            held -= pass.kept_memory(sum);
        }
        most
    }

    /// Checks what is taken at a layer, now that all of it is there.
    fn check<V: Value>(
        &self,
        index: usize,
        spacing: Spacing,
        pass: &ForwardPass,
        segment: &Segment,
    ) -> Result<(), LayerError> {
        let again = segment.iter().filter(|(sum, _)| pass.kept_memory(*sum) == 0);
        let again: u64 = again.map(|(_, boards)| boards.memory()).sum();
        let needed = pass.held() + again + self.layer::<V>(index, spacing);
        let allowed = pass.memory();
        if needed > allowed {
            return Err(LayerError::Memory { sum: self.counts[index].0, needed, allowed });
        }
        Ok(())
    }

    /// Bytes of the tables, codes and values at a layer.
    fn layer<V: Value>(&self, index: usize, spacing: Spacing) -> u64 {
        let (sum, afterstates) = self.counts[index];
        // The tables above; then its own instead of the one that is not needed any more.
        let later = self.tables::<V>(index, sum + self.reach, spacing)
            + LayerTable::<V>::bytes(afterstates, spacing);
        let own = afterstates * (size_of::<u64>() + size_of::<V>()) as u64;
        self.above::<V>(index, spacing).max(later) + own
    }

    /// Bytes of the tables that the values of a layer depend on.
    fn above<V: Value>(&self, index: usize, spacing: Spacing) -> u64 {
        self.tables::<V>(index, self.counts[index].0 + self.reach + 1, spacing)
    }

    /// Bytes of the tables above a layer, up to a tile sum.
    fn tables<V: Value>(&self, index: usize, end: u64, spacing: Spacing) -> u64 {
        let above = self.counts[index + 1..].iter().take_while(|layer| layer.0 < end);
        above.map(|layer| LayerTable::<V>::bytes(layer.1, spacing)).sum()
    }
}
