//! The forward pass: layer after layer, from the start of play to its end.

use std::sync::Arc;

use super::counts::Counts;
use super::layer_count::LayerCount;
use crate::awake::with_threads_awake;
use crate::layers::{
    Blocks, Boards, Frontier, Keep, Kind, LayerEngine, LayerError, LayerProgress, LayerWatch,
    MemoryBlocks, Step, Stepped, Task, choose, engines,
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
    /// Those that suit the task, unless others were chosen. They are made when work begins, since
    /// making one may take a second.
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
            engines: Vec::new(),
            store: None,
            memory: 1 << 30,
            until_sum: None,
            until_positions: None,
        }
    }

    /// Keeps layers in a store, and goes on where it ends.
    #[must_use]
    pub fn with_store(mut self, store: StoreWriter) -> Counter {
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
    pub fn run(self, watch: &dyn LayerWatch) -> Result<Outcome, LayerError> {
        with_threads_awake(|| self.run_in_pool(watch))
    }

    fn run_in_pool(mut self, watch: &dyn LayerWatch) -> Result<Outcome, LayerError> {
        if self.engines.is_empty() {
            let scratch = self.store.as_ref().map(|store| store.dir().to_owned());
            self.engines = engines(&self.task, scratch);
        }
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
            let Some(sum) = pass.frontier.next(&self.task, &starts) else { break true };
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
        let sources = pass.frontier.sources(&self.task, sum);
        let memory = self.memory.saturating_sub(pass.frontier.memory()).max(self.memory / 4);
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
            needed_from: Frontier::needed_from(&self.task, sum),
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

/// What is known so far.
#[derive(Default)]
struct Pass {
    layers: Vec<LayerCount>,
    positions: u64,
    frontier: Frontier,
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
        let mut pending: Vec<(u64, Arc<dyn Boards>)> = Vec::new();
        for entry in &manifest.pending {
            let Some(reader) = store.pending(entry.sum)? else { continue };
            let kind = reader.header().kind;
            let engine = engines.iter().find(|engine| engine.kind() == kind);
            let engine = engine.ok_or_else(|| StoreError::Damaged {
                path: reader.path().to_owned(),
                what: format!("no engine here reads {kind} layers of this game"),
            })?;
            let boards = engine.read(entry.sum, Arc::clone(&reader) as _)?;
            pending.push((entry.sum, boards.into()));
        }
        if let Some(last) = self.layers.last() {
            self.frontier = Frontier::after(last.sum, pending);
        }
        Ok(())
    }

    fn finish(&mut self, task: &Task, count: LayerCount, afterstates: Box<dyn Boards>, disk: u64) {
        self.frontier.advance(task, count.sum, afterstates.into());
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
            memory: self.frontier.memory(),
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
