//! The forward pass: layer after layer, from the start of play to its end.

mod checkpoints;
mod counted;
mod segment;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::checkpoints::Checkpoints;
use self::counted::{CountedStore, Known};
pub use self::segment::Segment;
use crate::blocks::MemoryBlocks;
use crate::boards::{Boards, Kind, listed};
use crate::engine::{Layer, LayerEngine, Plan, PositionSink, Step};
use crate::engines::Engines;
use crate::error::LayerError;
use crate::frontier::Frontier;
use crate::layer_count::LayerCount;
use crate::layered_game::LayeredGame;
use crate::progress::{LayerProgress, LayerWatch, within};
use crate::store::{Header, LayerWriter, Role, Store, StoreError, StoreWriter};

/// Layers of at most this many positions are listed.
const FEW: u64 = 1 << 12;

/// What stays of a layer once the next ones are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// Its positions, if there is a store.
    Positions,
    /// Its afterstates, of one in so many layers, for the way back.
    Afterstates {
        /// The checkpoint interval.
        every: usize,
    },
}

/// Makes layer after layer, with a store or without.
///
/// With a store, the pass goes on where an earlier one ended, at whatever moment that was.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_layers::{ForwardPass, Retention, LayeredGame, Start};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let mut pass = ForwardPass::new(&game, Retention::Positions, 1 << 30);
/// while pass.step(&())? {}
/// let live: u64 = pass.layers().iter().map(|layer| layer.positions().live.orbits).sum();
/// assert_eq!(live, 57);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ForwardPass {
    game: LayeredGame,
    starts: BTreeMap<u64, Vec<u64>>,
    keeping: Retention,
    memory: u64,
    /// Bytes of it that the caller holds.
    reserved: u64,
    engines: Option<Engines>,
    store: Option<StoreWriter>,
    counted: Option<CountedStore>,
    layers: Vec<LayerCount>,
    positions: u64,
    frontier: Frontier,
    checkpoints: Checkpoints,
    /// How many positions of the next layers are few.
    few: u64,
    /// The positions of the last layer, if they are few and there is no store.
    last: Option<(Kind, Arc<MemoryBlocks>)>,
}

impl ForwardPass {
    /// A pass from the start of play, without a store, with so many bytes of memory for its data.
    pub fn new(game: &LayeredGame, keeping: Retention, memory: u64) -> ForwardPass {
        ForwardPass {
            game: game.clone(),
            starts: game.starts(),
            keeping,
            memory,
            reserved: 0,
            engines: None,
            store: None,
            counted: None,
            layers: Vec::new(),
            positions: 0,
            frontier: Frontier::default(),
            checkpoints: Checkpoints::new(keeping),
            few: FEW,
            last: None,
        }
    }

    /// Uses these engines, instead of all that suit the game.
    #[must_use]
    pub fn with_engines(mut self, engines: Engines) -> ForwardPass {
        self.engines = Some(engines);
        self
    }

    /// Keeps layers in a store of the game, and goes on where it ends.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn with_store(mut self, store: StoreWriter) -> Result<ForwardPass, LayerError> {
        if let Retention::Afterstates { .. } = self.keeping {
            self.keeping = Retention::Afterstates { every: store.manifest().every };
            self.checkpoints = Checkpoints::new(self.keeping);
        }
        self.layers = store.manifest().layers.iter().map(|layer| layer.count()).collect();
        self.store = Some(store);
        if !self.is_complete() {
            self.resume()?;
        }
        self.positions = self.layers.iter().map(total).sum();
        Ok(self)
    }

    /// Takes positions from a store that counted the same game, wherever they are the same, instead
    /// of finding them again. The game there may start otherwise.
    ///
    /// # Errors
    /// [`StoreError::OtherGame`] if it is another game, or [`StoreError::NoPositions`].
    pub fn with_counted(mut self, store: Store) -> Result<ForwardPass, StoreError> {
        self.counted = Some(CountedStore::new(store, &self.game)?);
        Ok(self)
    }

    /// Goes back to the last layer from which the pass can go on.
    fn resume(&mut self) -> Result<(), LayerError> {
        let store = self.store.as_ref().expect("there is a store to go on with");
        let stored = |sum| {
            let layer = store.manifest().layer(sum);
            let has = |role| layer.is_some_and(|layer| layer.file(role).is_some());
            has(Role::Afterstates) || (self.keeping == Retention::Positions && has(Role::Positions))
        };
        let needed = Checkpoints::rewind(&self.game, &mut self.layers, stored);
        let mut pending: Vec<(u64, Arc<dyn Boards>)> = Vec::new();
        for sum in needed {
            pending.push((sum, self.stored_afterstates(sum)?.into()));
        }
        if let Some(last) = self.layers.last() {
            self.frontier = Frontier::after(last.sum, pending);
        }
        for index in 0..self.layers.len() {
            self.checkpoints.note(&self.game, &self.layers[..index], self.layers[index].sum);
        }
        Ok(())
    }

    /// The afterstates of a layer of the store. Where others keep them, as the processes of a cluster do,
    /// they are made again from its positions.
    fn stored_afterstates(&mut self, sum: u64) -> Result<Box<dyn Boards>, LayerError> {
        let layer = self.store.as_ref().and_then(|store| store.manifest().layer(sum));
        if layer.is_some_and(|layer| layer.file(Role::Afterstates).is_some()) {
            return self.stored(sum, Role::Afterstates);
        }
        let positions = self.stored(sum, Role::Positions)?;
        let (memory, keep) = (self.room(), PositionSink::Nothing);
        let step = Step { sum, sources: &[], starts: &[], keep, memory, watch: &() };
        Ok(self.engines().runs().step_from_positions(positions.as_ref(), step)?.afterstates)
    }

    /// A layer of the store.
    fn stored(&mut self, sum: u64, role: Role) -> Result<Box<dyn Boards>, LayerError> {
        self.make_engines();
        let store = self.store.as_ref().expect("there is a store");
        let reader = store.file(sum, role)?.ok_or_else(|| StoreError::Missing {
            path: store.dir().join(format!("the {} of tile sum {sum}", role.name())),
        })?;
        self.engines().read_file(reader)
    }

    fn make_engines(&mut self) {
        if self.engines.is_none() {
            let scratch = self.store.as_ref().map(|store| store.dir().to_owned());
            let lists = self.keeping != Retention::Positions;
            self.engines = Some(Engines::new(&self.game, scratch, self.memory, lists));
        }
    }

    fn engines(&self) -> &Engines {
        self.engines.as_ref().expect("made before the first layer")
    }

    /// The game.
    pub fn game(&self) -> &LayeredGame {
        &self.game
    }

    /// Keeps the positions of the next layers for [`ForwardPass::codes`] if there are at most about so
    /// many, each layer until the next one is made.
    pub fn list_up_to(&mut self, positions: u64) {
        self.few = positions;
    }

    /// The boards on which play may start: canonical codes by tile sum.
    pub fn starts(&self) -> &BTreeMap<u64, Vec<u64>> {
        &self.starts
    }

    /// Bytes of memory for data.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The layers so far, in ascending order of their tile sums.
    pub fn layers(&self) -> &[LayerCount] {
        &self.layers
    }

    /// Positions so far, up to symmetry.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The store, if there is one.
    pub fn store(&self) -> Option<&StoreWriter> {
        self.store.as_ref()
    }

    /// The store, to be added to.
    pub fn store_mut(&mut self) -> Option<&mut StoreWriter> {
        self.store.as_mut()
    }

    /// Whether the store says that the pass is at its end.
    fn is_complete(&self) -> bool {
        self.store.as_ref().is_some_and(|store| store.manifest().forward_complete)
    }

    /// The tile sum of the layer that comes next; `None` at the end of play.
    pub fn next_sum(&self) -> Option<u64> {
        if self.is_complete() { None } else { self.frontier.next(&self.game, &self.starts) }
    }

    /// Makes the next layer; `false` at the end of play.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so. Layers that the store has by then are safe.
    pub fn step(&mut self, watch: &dyn LayerWatch) -> Result<bool, LayerError> {
        let Some(sum) = self.next_sum() else {
            if let Some(store) = &mut self.store {
                store.turn_around()?;
            }
            return Ok(false);
        };
        if watch.is_stopped() {
            return Err(LayerError::Stopped);
        }
        self.make_engines();
        let expected = self.expected();
        let known = self.counted_positions(sum, watch)?;
        let kind = match &known {
            Some(_) => Kind::Sparse,
            None => self.choose(sum, expected).kind(),
        };
        let mut writer = None;
        let mut kept = MemoryBlocks::default();
        let keeps_positions = self.keeping == Retention::Positions;
        let few = keeps_positions && self.store.is_none() && expected <= self.few;
        if let (true, Some(store)) = (keeps_positions, &self.store) {
            writer = Some(store.create(Role::Positions, kind, sum)?);
        }
        let keep = match &mut writer {
            Some(file) => PositionSink::File(file),
            None if few => PositionSink::File(&mut kept),
            None => PositionSink::Nothing,
        };
        let Layer { count, afterstates } =
            self.make(sum, known.as_deref(), expected, keep, watch)?;
        self.last = few.then(|| (kind, Arc::new(kept)));
        let positions = writer.map(LayerWriter::finish).transpose()?;
        self.finish(count, positions, afterstates)?;
        watch.layer(self.progress());
        Ok(true)
    }

    /// The positions of a layer, if they were counted before.
    fn counted_positions(
        &mut self,
        sum: u64,
        watch: &dyn LayerWatch,
    ) -> Result<Option<Box<dyn Boards>>, LayerError> {
        let memory = self.room();
        let Some(counted) = &mut self.counted else { return Ok(None) };
        let engines = self.engines.as_ref().expect("made before the first layer");
        let starts = self.starts.get(&sum).map_or(&[][..], Vec::as_slice);
        counted.positions(engines, &self.frontier, starts, &Known { sum, memory, watch })
    }

    /// Bytes of memory for a step: what is not held, and a little at least.
    fn room(&self) -> u64 {
        self.memory.saturating_sub(self.held() + self.reserved).max(self.memory / 8)
    }

    /// Bytes of memory that tables and layers hold.
    pub fn held(&self) -> u64 {
        let tables = self.engines.as_ref().map_or(0, Engines::memory);
        tables + self.frontier.memory() + self.checkpoints.memory()
    }

    /// Bytes of memory that the kept afterstates of a layer hold.
    pub fn kept_memory(&self, sum: u64) -> u64 {
        self.checkpoints.get(sum).map_or(0, |boards| boards.memory())
    }

    /// Leaves so many bytes of memory to the caller while layers are made again.
    pub fn reserve(&mut self, bytes: u64) {
        self.reserved = bytes;
    }

    /// The engine for a layer of about so many positions.
    fn choose(&self, sum: u64, positions: u64) -> &dyn LayerEngine {
        let sources = self.frontier.sources(&self.game, sum);
        let keeps = self.keeping == Retention::Positions && self.store.is_some();
        let lists = self.keeping != Retention::Positions;
        let plan = Plan { sum, positions, sources: &sources, keeps, lists };
        self.engines().choose(&plan, self.room())
    }

    /// Makes a layer from the frontier, or from its positions if they are known.
    fn make(
        &self,
        sum: u64,
        known: Option<&dyn Boards>,
        expected: u64,
        mut keep: PositionSink<'_>,
        watch: &dyn LayerWatch,
    ) -> Result<Layer, LayerError> {
        let memory = self.room();
        // A step, or a part of it, lacks so many times what it was given. People know what they gave
        // to all.
        let told = |error| match error {
            LayerError::Memory { sum, needed, allowed } => {
                let more = memory as f64 * needed as f64 / allowed.max(1) as f64;
                let needed = (self.held() + self.reserved + more as u64).max(self.memory + 1);
                LayerError::Memory { sum, needed, allowed: self.memory }
            }
            error => error,
        };
        let sources = self.frontier.sources(&self.game, sum);
        let starts = self.starts.get(&sum).map_or(&[][..], Vec::as_slice);
        let watch = &within(watch, self.progress());
        let keep = keep.shorter();
        let step = Step { sum, sources: &sources, starts, keep, memory, watch };
        match known {
            Some(positions) => self.engines().runs().step_from_positions(positions, step),
            None => self.choose(sum, expected).step(step),
        }
        .map_err(told)
    }

    /// Takes a layer in: into the store, into memory, into the frontier.
    fn finish(
        &mut self,
        count: LayerCount,
        positions: Option<Header>,
        mut afterstates: Box<dyn Boards>,
    ) -> Result<(), LayerError> {
        let sum = count.sum;
        let is_checkpoint = self.checkpoints.note(&self.game, &self.layers, sum);
        let mut kept = None;
        if is_checkpoint && matches!(self.keeping, Retention::Afterstates { .. }) {
            // The way back lists codes: sorted runs are small, and have them in order.
            kept = Some(match afterstates.kind() {
                Kind::Sparse => None,
                Kind::Dense => Some(self.engines().runs().convert(sum, afterstates.as_ref())?),
            });
        }
        if let Some(store) = &mut self.store {
            let mut files: Vec<Header> = positions.into_iter().collect();
            if is_checkpoint && !afterstates.is_empty() {
                let boards = match &kept {
                    Some(Some(converted)) => converted.as_ref(),
                    _ => afterstates.as_ref(),
                };
                let mut file = store.create(Role::Afterstates, boards.kind(), sum)?;
                boards.write(&mut file)?;
                files.push(file.finish()?);
            }
            let needed_from = match self.keeping {
                Retention::Positions => Frontier::needed_from(&self.game, sum),
                Retention::Afterstates { .. } => 0,
            };
            store.add(&count, &files, needed_from)?;
            // Sorted runs can be read from disk as they are needed; a matrix is needed as a whole.
            let is_large = afterstates.len() > self.memory / 8;
            let written = is_checkpoint && !afterstates.is_empty();
            if written && is_large && afterstates.kind() == Kind::Sparse {
                afterstates = self.stored(sum, Role::Afterstates)?;
            }
        }
        let afterstates: Arc<dyn Boards> = afterstates.into();
        if self.store.is_none()
            && let Some(converted) = kept
        {
            let boards = converted.map_or_else(|| Arc::clone(&afterstates), Arc::from);
            self.checkpoints.keep(sum, boards);
            let (needed, allowed) = (self.held(), self.memory);
            if needed > allowed {
                return Err(LayerError::Memory { sum, needed, allowed });
            }
        }
        self.frontier.advance(&self.game, sum, afterstates);
        self.positions += total(&count);
        self.layers.push(count);
        Ok(())
    }

    /// How many positions the next layer may have, judged by the last two.
    fn expected(&self) -> u64 {
        let mut last = self.layers.iter().rev().map(total);
        let (one, two) = (last.next().unwrap_or(1), last.next().unwrap_or(1));
        let grown = u128::from(one) * u128::from(one) / u128::from(two.max(1));
        (grown as u64).clamp(one / 2, one * 2).max(1)
    }

    /// How far the pass is.
    pub fn progress(&self) -> LayerProgress {
        LayerProgress {
            sum: self.layers.last().map_or(0, |layer| layer.sum),
            layers: self.layers.len() as u64,
            positions: self.positions,
            in_layer: 0,
            memory: self.frontier.memory() + self.checkpoints.memory(),
            disk: self.store.as_ref().map_or(0, |store| store.manifest().bytes()),
        }
    }

    /// The canonical codes of the positions of a layer, ascending, if they are few and known: those of
    /// the last layer, and of every layer of a store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn codes(&mut self, sum: u64) -> Result<Option<Vec<u64>>, LayerError> {
        let is_few = |layer: &LayerCount| layer.sum == sum && total(layer) <= self.few;
        if !self.layers.iter().any(is_few) {
            return Ok(None);
        }
        let is_last = self.layers.last().is_some_and(|last| last.sum == sum);
        let boards = if self.store.is_some() {
            self.stored(sum, Role::Positions)?
        } else if let Some((kind, blocks)) = self.last.clone().filter(|_| is_last) {
            self.engines().read(sum, kind, blocks)?
        } else {
            return Ok(None);
        };
        Ok(Some(listed(boards.as_ref())?))
    }
}

fn total(layer: &LayerCount) -> u64 {
    layer.total().orbits
}
