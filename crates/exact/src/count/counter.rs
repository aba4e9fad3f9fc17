//! The forward pass: layer after layer, from the start of play to its end.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::counts::Counts;
use super::layer_count::LayerCount;
use crate::layers::{
    Blocks, Boards, Keep, Kind, LayerEngine, LayerError, LayerProgress, LayerWatch, MemoryBlocks,
    Source, Step, Stepped, Task, engines,
};
use crate::store::{Commit, Role, StoreError, StoreWriter};
use crate::watch::{Progress, Watch};

/// Counts the positions of a task.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_exact::count::Counter;
/// use twofold_exact::layers::{Start, Task};
///
/// let task = Task::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let outcome = Counter::new(&task).run(&())?;
/// assert!(outcome.is_complete);
/// assert_eq!(outcome.counts.live_plus_win_and_lose(), 59);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counter {
    task: Task,
    engines: Vec<Box<dyn LayerEngine>>,
    store: Option<StoreWriter>,
    memory: u64,
    until_sum: Option<u64>,
    until_positions: Option<u64>,
}

/// The end of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was counted.
    pub counts: Counts,
    /// Whether the game was followed to its end.
    pub is_complete: bool,
    /// Layers that a store already had.
    pub resumed: usize,
    /// The canonical codes of the last layer, ascending, if they are few.
    pub last: Option<Vec<u64>>,
}

/// As many positions are few.
const FEW: u64 = 1 << 12;

impl Counter {
    /// A counter with every engine that takes the task, without a store, with a gigabyte of memory.
    pub fn new(task: &Task) -> Counter {
        Counter {
            task: task.clone(),
            engines: engines(task, None),
            store: None,
            memory: 1 << 30,
            until_sum: None,
            until_positions: None,
        }
    }

    /// Keeps layers in a store, and goes on where it ends.
    #[must_use]
    pub fn with_store(mut self, store: StoreWriter) -> Counter {
        self.engines = engines(&self.task, Some(store.dir().to_owned()));
        self.store = Some(store);
        self
    }

    /// Counts with these engines only; each layer is made by the one that has the least work.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn with_engines(mut self, engines: Vec<Box<dyn LayerEngine>>) -> Counter {
        assert!(!engines.is_empty());
        self.engines = engines;
        self
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Counter {
        self.memory = memory;
        self
    }

    /// Stops after the layer of this tile sum.
    #[must_use]
    pub fn until_sum(mut self, sum: Option<u64>) -> Counter {
        self.until_sum = sum;
        self
    }

    /// Stops after the layer that makes it so many positions.
    #[must_use]
    pub fn until_positions(mut self, positions: u64) -> Counter {
        self.until_positions = Some(positions);
        self
    }

    /// Counts, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so. Layers that the store has by then are safe.
    pub fn run(mut self, watch: &dyn LayerWatch) -> Result<Outcome, LayerError> {
        let starts = self.task.starts();
        let mut pass = Pass::default();
        if let Some(store) = &self.store {
            pass.resume(store, &self.engines)?;
        }
        let resumed = pass.layers.len();
        if resumed > 0 {
            watch.layer(pass.progress());
        }
        let complete = loop {
            let Some(sum) = pass.next(&self.task, &starts) else { break true };
            if self.until_sum.is_some_and(|last| sum > last)
                || self.until_positions.is_some_and(|most| pass.positions >= most)
            {
                break false;
            }
            if watch.is_stopped() {
                return Err(LayerError::Stopped);
            }
            self.layer(sum, starts.get(&sum).map_or(&[], Vec::as_slice), &mut pass, watch)?;
            watch.layer(pass.progress());
        };
        if let Some(store) = self.store.as_mut().filter(|_| complete) {
            store.complete()?;
        }
        let last = self.last(&pass)?;
        Ok(Outcome { counts: Counts::new(pass.layers), is_complete: complete, resumed, last })
    }

    /// The codes of the last layer, if they are few.
    fn last(&self, pass: &Pass) -> Result<Option<Vec<u64>>, LayerError> {
        let Some(layer) = pass.layers.last().filter(|&layer| total(layer) <= FEW) else {
            return Ok(None);
        };
        let kept: Option<(Kind, Arc<dyn Blocks>)> = match &self.store {
            Some(store) => {
                let reader = store.positions(layer.sum)?;
                reader.map(|reader| (reader.header().kind, reader as _))
            }
            None => pass.last.clone().map(|(kind, blocks)| (kind, blocks as _)),
        };
        let Some((kind, blocks)) = kept else { return Ok(None) };
        let engine = self.engines.iter().find(|engine| engine.kind() == kind);
        let Some(engine) = engine else { return Ok(None) };
        let boards = engine.read(layer.sum, blocks)?;
        let mut codes = Vec::new();
        for part in 0..boards.parts() {
            boards.part(part, &mut codes)?;
        }
        codes.sort_unstable();
        Ok(Some(codes))
    }

    /// Makes one layer.
    fn layer(
        &mut self,
        sum: u64,
        starts: &[u64],
        pass: &mut Pass,
        watch: &dyn LayerWatch,
    ) -> Result<(), LayerError> {
        let sources: Vec<Source<'_>> = self
            .task
            .spawns()
            .filter_map(|tile| {
                let from = sum.checked_sub(self.task.value(tile))?;
                Some(Source { tile, afterstates: pass.pending.get(&from)?.as_ref() })
            })
            .collect();
        let held: u64 = pass.pending.values().map(|boards| boards.memory()).sum();
        let memory = self.memory.saturating_sub(held).max(self.memory / 4);
        let expected = pass.expected();
        let engine = choose(&self.engines, sum, expected, memory);
        let watch = &InLayer { watch, before: pass.progress() };
        let mut step = Step { sum, sources: &sources, starts, keep: Keep::Nothing, memory, watch };

        let Some(store) = &mut self.store else {
            let mut kept = MemoryBlocks::default();
            let few = expected <= FEW;
            if few {
                step.keep = Keep::File(&mut kept);
            }
            let Stepped { census, afterstates } = engine.step(step)?;
            pass.last = few.then(|| (engine.kind(), Arc::new(kept)));
            pass.finish(&self.task, LayerCount { sum, census }, afterstates, 0);
            return Ok(());
        };
        let mut file = store.create(Role::Positions, engine.kind(), sum)?;
        step.keep = Keep::File(&mut file);
        let Stepped { census, mut afterstates } = engine.step(step)?;
        let count = LayerCount { sum, census };
        let positions = file.finish()?;
        let mut written = None;
        if !afterstates.is_empty() {
            let mut file = store.create(Role::Afterstates, engine.kind(), sum)?;
            afterstates.write(&mut file)?;
            written = Some(file.finish()?);
        }
        store.commit(&Commit {
            count: &count,
            positions: &positions,
            afterstates: written.as_ref(),
            needed_from: (sum + 1).saturating_sub(largest_spawn(&self.task)),
            complete: false,
        })?;
        // Sorted runs can be read from disk as they are needed; a matrix is needed as a whole.
        if engine.kind() == Kind::Sparse
            && afterstates.memory() > self.memory / 8
            && let Some(reader) = store.pending(sum)?
        {
            afterstates = engine.read(sum, reader)?;
        }
        let disk = store.manifest().bytes();
        pass.finish(&self.task, count, afterstates, disk);
        Ok(())
    }
}

fn largest_spawn(task: &Task) -> u64 {
    task.spawns().map(|tile| task.value(tile)).max().unwrap_or(0)
}

/// The engine that has the least work to do among those that have enough memory.
fn choose(
    engines: &[Box<dyn LayerEngine>],
    sum: u64,
    positions: u64,
    memory: u64,
) -> &dyn LayerEngine {
    // Sorted runs get along with less memory than they would like; a matrix does not.
    let cost = |engine: &&dyn LayerEngine| match engine.estimate(sum, positions) {
        Some(estimate) => {
            let scarce = estimate.memory > memory;
            (scarce, scarce && engine.kind() == Kind::Dense, estimate.work)
        }
        None => (true, true, u64::MAX),
    };
    let engines = engines.iter().map(|engine| engine.as_ref());
    engines.min_by_key(cost).expect("there is always the sparse engine")
}

/// What is known so far.
#[derive(Default)]
struct Pass {
    layers: Vec<LayerCount>,
    positions: u64,
    pending: BTreeMap<u64, Box<dyn Boards>>,
    disk: u64,
    /// The positions of the last layer, if they are few and there is no store.
    last: Option<(Kind, Arc<MemoryBlocks>)>,
}

impl Pass {
    fn resume(
        &mut self,
        store: &StoreWriter,
        engines: &[Box<dyn LayerEngine>],
    ) -> Result<(), LayerError> {
        let manifest = store.manifest();
        self.layers = manifest.layers.iter().map(|layer| layer.count()).collect();
        self.positions = self.layers.iter().map(total).sum();
        self.disk = manifest.bytes();
        for entry in &manifest.pending {
            let Some(reader) = store.pending(entry.sum)? else { continue };
            let kind = reader.header().kind;
            let engine = engines.iter().find(|engine| engine.kind() == kind);
            let engine = engine.ok_or_else(|| StoreError::Damaged {
                path: reader.path().to_owned(),
                what: format!("no engine here reads {kind} layers of this game"),
            })?;
            self.pending.insert(entry.sum, engine.read(entry.sum, Arc::clone(&reader) as _)?);
        }
        Ok(())
    }

    /// The next tile sum that there are boards of.
    fn next(&self, task: &Task, starts: &BTreeMap<u64, Vec<u64>>) -> Option<u64> {
        let done = self.layers.last().map(|layer| layer.sum);
        let above = |sum: &u64| done.is_none_or(|done| *sum > done);
        let arising = self
            .pending
            .keys()
            .flat_map(|&from| task.spawns().map(move |tile| from + task.value(tile)));
        arising.chain(starts.keys().copied()).filter(above).min()
    }

    fn finish(&mut self, task: &Task, count: LayerCount, afterstates: Box<dyn Boards>, disk: u64) {
        let needed_from = (count.sum + 1).saturating_sub(largest_spawn(task));
        self.pending.retain(|&sum, _| sum >= needed_from);
        if !afterstates.is_empty() {
            self.pending.insert(count.sum, afterstates);
        }
        self.positions += total(&count);
        self.layers.push(count);
        self.disk = disk;
    }

    /// How many positions the next layer may have, judged by the last two.
    fn expected(&self) -> u64 {
        let mut last = self.layers.iter().rev().map(total);
        let (one, two) = (last.next().unwrap_or(1), last.next().unwrap_or(1));
        let grown = u128::from(one) * u128::from(one) / u128::from(two.max(1));
        (grown as u64).clamp(one / 2, one * 2).max(1)
    }

    fn progress(&self) -> LayerProgress {
        LayerProgress {
            sum: self.layers.last().map_or(0, |layer| layer.sum),
            layers: self.layers.len() as u64,
            positions: self.positions,
            in_layer: 0,
            memory: self.pending.values().map(|boards| boards.memory()).sum(),
            disk: self.disk,
        }
    }
}

fn total(layer: &LayerCount) -> u64 {
    layer.census.total().total().canonical
}

/// Adds what was there before a layer to what the engine reports of it.
struct InLayer<'a> {
    watch: &'a dyn LayerWatch,
    before: LayerProgress,
}

impl Watch for InLayer<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

impl LayerWatch for InLayer<'_> {
    fn layer(&self, progress: LayerProgress) {
        self.watch.layer(LayerProgress {
            sum: progress.sum,
            in_layer: progress.in_layer,
            memory: self.before.memory + progress.memory,
            disk: self.before.disk + progress.disk,
            ..self.before
        });
    }
}
