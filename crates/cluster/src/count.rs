//! Counting on many processes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use twofold_layers::sparse::{LayerPart, SparseEngine};
use twofold_layers::store::{
    FileEntry, Header, Identity, LayerEntry, LayerWriter, Role, StoreError, StoreWriter,
};
use twofold_layers::{
    Blocks, Boards, BoardsFile, Frontier, Kind, LayerCount, LayerEngine, LayerError, LayerProgress,
    LayerWatch, LayeredGame, PositionSink, Step, listed,
};
use twofold_solve::count::{CountRun, GameCount};

use crate::error::ClusterError;
use crate::partition_files::{List, PartitionFiles};
use crate::session::Session;

/// Layers of at most this many positions are listed.
const FEW: u64 = 1 << 12;

/// Counts the positions of a game, this process together with others. All of them make the same calls.
#[derive(Clone, Debug)]
pub struct ClusterCounter {
    game: LayeredGame,
    dir: PathBuf,
    memory: u64,
    until_sum: Option<u64>,
}

/// What a run has taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Bytes that processes have sent to each other.
    pub sent: u64,
    /// Bytes of memory that each process has held at most, as far as known.
    pub memory: Vec<Option<u64>>,
    /// The most bytes that partitions took on disk.
    pub partitions: u64,
    /// Bytes of the store.
    pub store: u64,
    /// Positions that were counted in this run.
    pub positions: u64,
}

/// Where a store stands: what the first process tells the others.
#[derive(Serialize, Deserialize)]
struct State {
    run: u64,
    layers: Vec<LayerEntry>,
    is_complete: bool,
    /// The partitions of the layers that others arise from; nothing where they are to be made from
    /// positions.
    lists: Vec<(u64, Option<List>)>,
}

/// What each process says of its part of a layer.
#[derive(Serialize, Deserialize)]
struct PartReport {
    count: LayerEntry,
    file: FileEntry,
}

impl ClusterCounter {
    /// A counter that keeps layers in a directory: with the first process the store, with every process
    /// its partitions.
    pub fn new(game: &LayeredGame, dir: &Path) -> ClusterCounter {
        ClusterCounter { game: game.clone(), dir: dir.to_owned(), memory: 1 << 30, until_sum: None }
    }

    /// Bytes of memory that the data of this process may take.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> ClusterCounter {
        self.memory = memory;
        self
    }

    /// Stops after the layer of this tile sum.
    #[must_use]
    pub fn until_sum(mut self, sum: Option<u64>) -> ClusterCounter {
        self.until_sum = sum;
        self
    }

    /// Counts, in the rayon pool that it is called in. `held` says how much memory this process has held
    /// at most.
    ///
    /// # Errors
    /// If this process or another cannot go on. Layers that the store has by then are safe.
    pub fn run(
        self,
        session: &mut Session,
        watch: &dyn LayerWatch,
        held: &dyn Fn() -> Option<u64>,
    ) -> Result<(CountRun, Cost), ClusterError> {
        let mut pass = Pass::open(&self, session, watch)?;
        let resumed = pass.layers.len();
        watch.layer(pass.progress());
        let is_complete = loop {
            let next = pass.next_sum();
            if next.is_some_and(|sum| self.until_sum.is_some_and(|last| sum > last)) {
                break false;
            }
            match next {
                Some(sum) => pass.step(sum, session, watch)?,
                None => break true,
            }
            watch.layer(pass.progress());
        };
        pass.close(is_complete, session)?;
        pass.result(is_complete, resumed, session, held())
    }
}

/// A forward pass of which this process makes a part.
struct Pass<'a> {
    counter: &'a ClusterCounter,
    engine: SparseEngine,
    starts: std::collections::BTreeMap<u64, Vec<u64>>,
    frontier: Frontier,
    layers: Vec<LayerCount>,
    positions: u64,
    is_complete: bool,
    files: PartitionFiles,
    /// With the first process.
    store: Option<StoreWriter>,
    own: usize,
    cost: Cost,
    /// Bytes of the partitions that layers arise from, by tile sum.
    on_disk: Vec<(u64, u64)>,
}

impl<'a> Pass<'a> {
    /// Begins where the store ends.
    fn open(
        counter: &'a ClusterCounter,
        session: &mut Session,
        watch: &dyn LayerWatch,
    ) -> Result<Pass<'a>, ClusterError> {
        let ClusterCounter { game, dir, .. } = counter;
        let own = session.own();
        let mut store = None;
        let mut state = None;
        if own == 0 {
            let opened = StoreWriter::open(dir, game, None, 1)?;
            state = Some(State::of(&opened, dir)?);
            store = Some(opened);
        }
        let state: State = session.hear_first(state.as_ref())?;
        let fingerprint = Identity::of(game).fingerprint();
        let files = PartitionFiles::open(dir, fingerprint, state.run)?;
        let lists: Vec<List> = state.lists.iter().filter_map(|(_, list)| list.clone()).collect();
        files.clean(&lists)?;
        let engine = SparseEngine::new(game, Some(files.scratch(own)?));
        let layers: Vec<LayerCount> = state.layers.iter().map(LayerEntry::count).collect();
        let positions = layers.iter().map(|layer| layer.total().orbits).sum();
        let mut pass = Pass {
            counter,
            engine,
            starts: game.starts(),
            frontier: Frontier::default(),
            layers,
            positions,
            is_complete: state.is_complete,
            files,
            store,
            own,
            cost: Cost::default(),
            on_disk: Vec::new(),
        };
        if !pass.is_complete {
            pass.resume(&state.lists, session, watch)?;
        }
        Ok(pass)
    }

    /// Takes what belongs to this process of the layers that others arise from.
    fn resume(
        &mut self,
        lists: &[(u64, Option<List>)],
        session: &mut Session,
        watch: &dyn LayerWatch,
    ) -> Result<(), ClusterError> {
        let Some(last) = self.layers.last().map(|layer| layer.sum) else { return Ok(()) };
        let mut pending: Vec<(u64, Arc<dyn Boards>)> = Vec::new();
        for (sum, list) in lists {
            let there = match list {
                Some(list) => self.share_of_partitions(list, session, watch)?,
                None => None,
            };
            let boards = match there {
                Some(boards) => boards,
                None => self.share_of_positions(*sum, session, watch)?,
            };
            pending.push((*sum, boards.into()));
        }
        self.frontier = Frontier::after(last, pending);
        Ok(())
    }

    /// The share of this process of a layer that is in partitions, wherever these are; `None` if some of
    /// them are nowhere.
    fn share_of_partitions(
        &self,
        list: &List,
        session: &mut Session,
        watch: &dyn LayerWatch,
    ) -> Result<Option<Box<dyn Boards>>, ClusterError> {
        let sum = list.sum;
        let seen: Vec<bool> =
            (0..list.files.len()).map(|file| self.files.has(list, file)).collect();
        let seen = session.gather_data(&seen)?;
        let mut own = Vec::new();
        for file in 0..list.files.len() {
            let holders: Vec<usize> =
                (0..seen.len()).filter(|&p| seen[p].get(file) == Some(&true)).collect();
            // Whoever it belongs to, or one of those who have it.
            let reader = match holders.contains(&file) {
                true => Some(file),
                false => holders.get(file % holders.len().max(1)).copied(),
            };
            match reader {
                None => return Ok(None),
                Some(reader) if reader == self.own => own.push(file),
                Some(_) => {}
            }
        }
        let wrong = |source| ClusterError::Partition { sum, source };
        let read = |&file: &usize| -> Result<Box<dyn Boards>, LayerError> {
            self.engine.read(sum, self.files.read(list, file)?)
        };
        let boards: Vec<Box<dyn Boards>> =
            own.iter().map(read).collect::<Result<_, _>>().map_err(wrong)?;
        // Blocks are checked as they are read: all of them, before anything is made of them.
        let step_watch = session.watched(watch, self.progress());
        let step = self.step_of(sum, &[], &step_watch);
        let told = |error| match error {
            error @ (LayerError::Blocks { .. } | LayerError::Store(_)) => wrong(error),
            error => error.into(),
        };
        self.engine.distribute(&boards, &step, session).map(Some).map_err(told)
    }

    /// The share of this process of a layer of which the first process has the positions.
    fn share_of_positions(
        &self,
        sum: u64,
        session: &mut Session,
        watch: &dyn LayerWatch,
    ) -> Result<Box<dyn Boards>, ClusterError> {
        let positions = match &self.store {
            Some(store) => self.read_positions(store, sum)?,
            None => self.engine.read(sum, Arc::new(twofold_layers::MemoryBlocks::default()))?,
        };
        let step_watch = session.watched(watch, self.progress());
        let step = self.step_of(sum, &[], &step_watch);
        Ok(self.engine.slide_with_others(positions.as_ref(), &step, session)?.afterstates)
    }

    fn read_positions(&self, store: &StoreWriter, sum: u64) -> Result<Box<dyn Boards>, LayerError> {
        let path = store.dir().join(format!("the positions of tile sum {sum}"));
        let reader = store.file(sum, Role::Positions)?.ok_or(StoreError::Missing { path })?;
        twofold_layers::Engines::sparse(SparseEngine::new(&self.counter.game, None))
            .read_file(reader)
    }

    fn step_of<'b>(&self, sum: u64, starts: &'b [u64], watch: &'b dyn LayerWatch) -> Step<'b> {
        let held = self.frontier.memory() + self.engine.memory();
        let memory = self.counter.memory.saturating_sub(held).max(self.counter.memory / 8);
        Step { sum, sources: &[], starts, keep: PositionSink::Nothing, memory, watch }
    }

    /// The tile sum of the layer that comes next; `None` at the end of play.
    fn next_sum(&self) -> Option<u64> {
        let next = || self.frontier.next(&self.counter.game, &self.starts);
        if self.is_complete { None } else { next() }
    }

    /// Makes a layer.
    fn step(
        &mut self,
        sum: u64,
        session: &mut Session,
        watch: &dyn LayerWatch,
    ) -> Result<(), ClusterError> {
        if watch.is_stopped() {
            return Err(LayerError::Stopped.into());
        }
        let game = &self.counter.game;
        let sources = self.frontier.sources(game, sum);
        let starts = self.starts.get(&sum).filter(|_| self.own == 0);
        let starts = starts.map_or(&[][..], Vec::as_slice);
        let step_watch = session.watched(watch, self.progress());
        let step = Step { sources: &sources, ..self.step_of(sum, starts, &step_watch) };
        let LayerPart { count, afterstates, positions } =
            self.engine.step_with_others(&step, true, session)?;
        let file = self.files.write(sum, self.own, session.processes(), afterstates.as_ref())?;
        let positions = positions.expect("they were asked for");
        let header = self.collect_positions(sum, positions.as_ref(), session)?;
        // Whoever is heard here has its part on disk.
        let report = PartReport { count: LayerEntry::new(&count), file };
        let reports = session.gather_data(&report)?;
        let mut count = LayerCount::new(sum);
        for report in &reports {
            count.merge(&report.count.count());
        }
        self.commit(&count, header, reports)?;

        let is_large = afterstates.len() > self.counter.memory / 8;
        let afterstates = match is_large {
            true => self.engine.read(sum, self.files.own(sum, self.own, session.processes())?)?,
            false => afterstates,
        };
        let leads_on = count.afterstates.orbits > 0;
        self.frontier.advance_part(game, sum, afterstates.into(), leads_on);
        self.positions += count.total().orbits;
        self.cost.positions += count.total().orbits;
        self.layers.push(count);
        Ok(())
    }

    /// Brings the positions of a layer to the first process, range by range, and writes them there.
    fn collect_positions(
        &self,
        sum: u64,
        own: &dyn Blocks,
        session: &mut Session,
    ) -> Result<Option<Header>, ClusterError> {
        let bytes: u64 = own.index().iter().map(|block| block.bytes + 16).sum();
        let sizes: Vec<u64> = session.gather_data(&bytes)?;
        let mut writer = None;
        if let Some(store) = &self.store {
            let mut file = store.create(Role::Positions, Kind::Sparse, sum)?;
            let mut bytes = Vec::new();
            for (number, info) in own.index().iter().enumerate() {
                own.read(number, &mut bytes)?;
                file.block(info.key, info.boards, &bytes)?;
            }
            writer = Some(file);
        }
        let most = self.counter.memory / 8;
        let mut next = 1;
        while next < sizes.len() {
            // As many processes at a time as fit into memory, one at least.
            let mut end = next + 1;
            let mut sum = sizes[next];
            while end < sizes.len() && sum + sizes[end] <= most {
                sum += sizes[end];
                end += 1;
            }
            let sends = (next..end).contains(&self.own).then_some(own);
            transfer(sends, &mut writer, next, session)?;
            next = end;
        }
        Ok(writer.map(LayerWriter::finish).transpose()?)
    }

    /// Commits a layer that every process has: with the manifest of the store it is there.
    fn commit(
        &mut self,
        count: &LayerCount,
        header: Option<Header>,
        reports: Vec<PartReport>,
    ) -> Result<(), ClusterError> {
        let game = &self.counter.game;
        // The first process has committed the layer before, or it would not have come here.
        if let Some(before) = self.layers.last() {
            let needed_from = Frontier::needed_from(game, before.sum);
            self.files.forget_below(needed_from)?;
            self.on_disk.retain(|&(sum, _)| sum >= needed_from);
        }
        let files: Vec<FileEntry> = reports.into_iter().map(|report| report.file).collect();
        self.on_disk.push((count.sum, files.iter().map(|file| file.bytes).sum()));
        let partitions = self.on_disk.iter().map(|&(_, bytes)| bytes).sum();
        self.cost.partitions = self.cost.partitions.max(partitions);
        if let (Some(store), Some(header)) = (&mut self.store, header) {
            self.files.write_list(&List::new(count.sum, self.files.run(), files))?;
            store.add(count, &[header], Frontier::needed_from(game, count.sum))?;
        }
        Ok(())
    }

    /// Ends the pass: a finished store needs no partitions.
    fn close(&mut self, is_complete: bool, session: &mut Session) -> Result<(), ClusterError> {
        if let Some(store) = self.store.as_mut().filter(|_| is_complete) {
            store.turn_around()?;
        }
        self.files.remove_scratch(self.own);
        session.barrier()?;
        if is_complete {
            self.files.remove_all()?;
        }
        Ok(())
    }

    fn result(
        mut self,
        is_complete: bool,
        resumed: usize,
        session: &mut Session,
        held: Option<u64>,
    ) -> Result<(CountRun, Cost), ClusterError> {
        for (sent, memory) in session.gather_data(&(session.sent(), held))? {
            self.cost.sent += sent;
            self.cost.memory.push(memory);
        }
        let within = |sum: u64| self.counter.until_sum.is_none_or(|last| sum <= last);
        let layers: Vec<_> =
            self.layers.iter().filter(|layer| within(layer.sum)).cloned().collect();
        let is_cut = layers.len() < self.layers.len();
        let mut last = None;
        if let Some(store) = &self.store {
            self.cost.store = store.manifest().bytes();
            let few = layers.last().filter(|layer| layer.total().orbits <= FEW);
            if let Some(layer) = few {
                last = Some(listed(self.read_positions(store, layer.sum)?.as_ref())?);
            }
        }
        let game = GameCount::new(layers);
        let run = CountRun { game, is_complete: is_complete && !is_cut, resumed, last };
        Ok((run, self.cost))
    }

    fn progress(&self) -> LayerProgress {
        LayerProgress {
            sum: self.layers.last().map_or(0, |layer| layer.sum),
            layers: self.layers.len() as u64,
            positions: self.positions,
            in_layer: 0,
            memory: self.frontier.memory(),
            disk: self.store.as_ref().map_or(0, |store| store.manifest().bytes()),
        }
    }
}

/// Brings blocks to the first process in a round: those of process `next` are written as they come, those
/// of the ones after it when theirs is over.
fn transfer(
    sends: Option<&dyn Blocks>,
    writer: &mut Option<LayerWriter>,
    next: usize,
    session: &mut Session,
) -> Result<(), ClusterError> {
    let mut later: Vec<Vec<Vec<u8>>> = vec![Vec::new(); session.processes()];
    let mut write = |arrived: Vec<(usize, Vec<u8>)>| -> Result<(), ClusterError> {
        for (from, bytes) in arrived {
            match (from == next, writer.as_mut()) {
                (true, Some(file)) => append(file, from, &bytes)?,
                _ => {
                    later.get_mut(from).ok_or(ClusterError::Nonsense { process: from })?.push(bytes)
                }
            }
        }
        Ok(())
    };
    if let Some(blocks) = sends {
        let mut bytes = Vec::new();
        for (number, info) in blocks.index().iter().enumerate() {
            blocks.read(number, &mut bytes)?;
            let mut parcel = Vec::with_capacity(bytes.len() + 16);
            parcel.extend_from_slice(&info.key.to_le_bytes());
            parcel.extend_from_slice(&info.boards.to_le_bytes());
            parcel.extend_from_slice(&bytes);
            write(session.post(vec![(0, parcel)])?)?;
        }
    }
    while let Some(arrived) = session.end_of_round()? {
        write(arrived)?;
    }
    if let Some(file) = writer {
        for (from, blocks) in later.iter().enumerate() {
            blocks.iter().try_for_each(|bytes| append(file, from, bytes))?;
        }
    }
    Ok(())
}

/// Appends a block that has come from another process.
fn append(file: &mut LayerWriter, process: usize, bytes: &[u8]) -> Result<(), ClusterError> {
    let nonsense = || ClusterError::Nonsense { process };
    let (key, rest) = bytes.split_first_chunk::<8>().ok_or_else(nonsense)?;
    let (boards, rest) = rest.split_first_chunk::<8>().ok_or_else(nonsense)?;
    Ok(file.block(u64::from_le_bytes(*key), u64::from_le_bytes(*boards), rest)?)
}

impl State {
    fn of(store: &StoreWriter, dir: &Path) -> Result<State, ClusterError> {
        let manifest = store.manifest();
        let mut lists = Vec::new();
        if let Some(last) = manifest.layers.last().filter(|_| !manifest.forward_complete) {
            let needed_from = Frontier::needed_from(store.game(), last.sum);
            for layer in manifest.layers.iter().filter(|layer| layer.sum >= needed_from) {
                if layer.count().afterstates.orbits > 0 {
                    lists.push((layer.sum, PartitionFiles::list(dir, layer.sum)?));
                }
            }
        }
        Ok(State {
            run: rand::random(),
            layers: manifest.layers.clone(),
            is_complete: manifest.forward_complete,
            lists,
        })
    }
}
