//! The step from layer to layer with sorted runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;
use twofold_core::Tile;
use twofold_core::kernel::NO_SLIDE;

use super::buckets::{Buckets, Scatter};
use super::codec::Codec;
use super::kept::Kept;
use super::outline::{Origin, Outline, sample};
use super::output::Output;
use super::packing::{Effort, Packing};
use super::scratch::Scratch;
use super::set::SparseBoards;
use super::splitters::Splitters;
use super::unique::Recent;
use crate::largest_first::largest_first;
use crate::{
    Blocks, Boards, Count, Ending, Estimate, Kind, Layer, LayerCount, LayerEngine, LayerError,
    LayerProgress, LayeredGame, MemoryBlocks, Plan, PositionCount, PositionSink, Slides, Source,
    Step, listed,
};

/// Codes of a block in memory: few enough for threads to share them out.
const BLOCK: usize = 1 << 16;

/// Unsorted codes of a bucket: what is sorted at once should stay in the cache.
pub(super) const BUCKET: u64 = 1 << 18;

/// Buckets at most.
pub(super) const MOST_BUCKETS: u64 = 1 << 13;

/// Boards that are slid, or that tiles are put on, at once.
const BATCH: usize = 512;

/// Buckets that are worked on before their blocks are written, at most.
const GROUP: usize = 64;

/// Bytes of memory that a step should have for each bucket.
const BUCKET_BYTES: u64 = 22_000;

/// Fewer slides than the rules allow, for proofs that need no more.
pub trait Restriction: Send + Sync {
    /// Leaves those of the afterstates of a position that Slider considers.
    fn restrict(&self, afterstates: &mut Vec<u64>);
}

/// The sparse engine for one game.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_layers::sparse::SparseEngine;
/// use twofold_layers::{PositionSink, LayerEngine, LayeredGame, Start, Step};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let engine = SparseEngine::new(&game, None);
/// let starts = &game.starts()[&4];
/// let step = Step {
///     sum: 4, sources: &[], starts, keep: PositionSink::Nothing, memory: 1 << 20, watch: &(),
/// };
/// let layer = engine.step(step)?;
/// // Two 2s side by side or in a diagonal; slides make a 4, or two 2s side by side.
/// assert_eq!(layer.count.positions().live.orbits, 2);
/// assert_eq!(layer.afterstates.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SparseEngine {
    game: LayeredGame,
    slides: Slides,
    ending: Ending,
    cells: usize,
    codecs: [OnceLock<Arc<Codec>>; 16],
    scratch: Option<PathBuf>,
    restriction: Option<Box<dyn Restriction>>,
    /// The layer that was made last.
    last: Mutex<Option<Outline>>,
}

impl SparseEngine {
    /// Nanoseconds of work for a position, as measured.
    pub(crate) const WORK: u64 = 150;

    /// An engine that goes to the given directory when memory does not suffice.
    pub fn new(game: &LayeredGame, scratch: Option<PathBuf>) -> SparseEngine {
        SparseEngine {
            slides: Slides::of(game),
            ending: game.ending(),
            cells: game.rules().shape.cells(),
            codecs: Default::default(),
            scratch,
            restriction: None,
            last: Mutex::default(),
            game: game.clone(),
        }
    }

    /// An engine for the game in which Slider makes the target if he can, and otherwise considers
    /// only the slides that a restriction leaves.
    #[must_use]
    pub fn restricted(mut self, restriction: Box<dyn Restriction>) -> SparseEngine {
        self.restriction = Some(restriction);
        self
    }

    /// Makes a layer whose positions are known: only the slides are left to do. The sources and the
    /// start boards of the step play no role.
    ///
    /// # Errors
    /// As [`LayerEngine::step`].
    pub fn step_from_positions(
        &self,
        positions: &dyn Boards,
        step: Step<'_>,
    ) -> Result<Layer, LayerError> {
        let step = Step { sources: &[], starts: &[], ..step };
        self.step_from(&[Origin { tile: None, boards: positions }], step)
    }

    /// A set of another kind as sorted runs.
    pub fn convert(&self, sum: u64, boards: &dyn Boards) -> Result<Box<dyn Boards>, LayerError> {
        let codes = listed(boards)?;
        let packing = self.packing(sum);
        let packed: Vec<MemoryBlocks> =
            codes.par_chunks(BLOCK).map(|codes| blocks(&packing, codes)).collect();
        let mut all = MemoryBlocks::default();
        packed.into_iter().for_each(|blocks| all.append(blocks));
        Ok(Box::new(SparseBoards::new(packing, Arc::new(all))))
    }

    /// The highest rank that boards of a tile sum can have.
    fn highest(&self, sum: u64) -> u8 {
        let possible = |rank: &u8| {
            let tile = Tile::new(*rank).expect("a small rank");
            self.game.face(tile) <= sum && self.game.can_stand(tile)
        };
        (1..=15).rev().find(possible).unwrap_or(1)
    }

    pub(super) fn packing(&self, sum: u64) -> Packing {
        let highest = self.highest(sum);
        let codec = self.codecs[usize::from(highest)]
            .get_or_init(|| Arc::new(Codec::new(&self.game, highest)));
        Packing::new(codec.clone(), sum)
    }

    pub(super) fn splitters(&self, sample: Vec<u64>, arising: u64, memory: u64) -> Splitters {
        let threads = rayon::current_num_threads() as u64;
        let least = if arising < 1 << 14 { 1 } else { 4 * threads };
        // Every bucket holds a few codes, whatever its share of memory is.
        let most = (memory / BUCKET_BYTES).clamp(least, MOST_BUCKETS);
        let buckets = (arising / BUCKET).clamp(least, most);
        Splitters::new(sample, buckets as usize, self.cells)
    }

    /// Scatters the positions that arise from one part of an origin, and says how many they are,
    /// repetitions counted.
    fn spawn_into(
        &self,
        origin: &Origin<'_>,
        part: usize,
        codes: &mut Vec<u64>,
        recent: &mut Recent,
        scatter: &mut Scatter<'_>,
    ) -> Result<u64, LayerError> {
        codes.clear();
        origin.boards.part(part, codes)?;
        let mut arising = Vec::new();
        let mut count = 0;
        for batch in codes.chunks(BATCH) {
            arising.clear();
            match origin.tile {
                Some(tile) => self.slides.spawn_all(batch, tile.rank(), &mut arising),
                None => arising.extend_from_slice(batch),
            }
            count += arising.len() as u64;
            for &code in &arising {
                if recent.is_new(code) {
                    scatter.push(code);
                }
            }
        }
        scatter.relieve()?;
        Ok(count)
    }

    /// Counts positions and scatters the boards after their slides.
    fn slide_into(
        &self,
        sum: u64,
        positions: &[u64],
        recent: &mut Recent,
        scatter: &mut Scatter<'_>,
    ) -> Result<LayerCount, LayerError> {
        let highest = self.highest(sum);
        let mut by_rank = [PositionCount::default(); 16];
        let mut slid = Default::default();
        let mut orbits = Vec::new();
        let mut considered = Vec::new();
        for batch in positions.chunks(BATCH) {
            self.slides.slide_all(batch, &mut slid)?;
            self.slides.orbits(batch, &mut orbits);
            for (index, &code) in batch.iter().enumerate() {
                let mut push = |code| {
                    if recent.is_new(code) {
                        scatter.push(code);
                    }
                };
                let live = match &self.restriction {
                    None => afterstates(&slid, index, self.ending, push),
                    Some(restriction) => {
                        considered.clear();
                        let mut legal = 0;
                        for results in &slid {
                            legal += usize::from(results[index] != NO_SLIDE);
                        }
                        let mut left = 0;
                        let live = afterstates(&slid, index, self.ending, |code| {
                            left += 1;
                            considered.push(code);
                        });
                        // A slide that makes the tile is not among those that leave play going.
                        if left == legal {
                            restriction.restrict(&mut considered);
                            considered.iter().for_each(|&code| push(code));
                        }
                        live
                    }
                };
                let positions = &mut by_rank[usize::from(largest(code, highest))];
                let count = if live { &mut positions.live } else { &mut positions.dead };
                count.add(orbits[index]);
            }
        }
        scatter.relieve()?;
        let mut count = LayerCount::new(sum);
        for (rank, positions) in by_rank.into_iter().enumerate() {
            *count.with_largest(Tile::new(rank as u8).expect("a small rank")) += positions;
        }
        Ok(count)
    }

    /// A scratch file of the given name, if there is a directory for it.
    pub(super) fn scratch(&self, name: &str) -> Scratch {
        let path = self.scratch.as_ref().map(|dir| dir.join(format!("{name}.scratch")));
        Scratch::new(path.as_deref())
    }

    /// Blocks on their way out of a step.
    pub(super) fn output(&self, memory: u64) -> Output {
        Output::new(self.scratch.as_deref(), memory)
    }

    /// What a layer will be like. Where ranges begin changes how fast it goes, and nothing else.
    pub(super) fn expected(
        &self,
        origins: &[Origin<'_>],
        starts: &[u64],
    ) -> Result<Outline, LayerError> {
        let last = self.last.lock().expect("no thread panics with the lock").take();
        match last.and_then(|last| last.next(origins)) {
            Some(expected) => Ok(expected),
            None => sample(&self.slides, &self.game, origins, starts),
        }
    }

    /// Notes what a layer was like.
    pub(super) fn note(&self, outline: Outline) {
        *self.last.lock().expect("no thread panics with the lock") = Some(outline);
    }

    /// Scatters all positions that arise, and says how many they are, repetitions counted.
    pub(super) fn arise(
        &self,
        origins: &[Origin<'_>],
        step: &Step<'_>,
        arrived: &Buckets<'_>,
    ) -> Result<u64, LayerError> {
        let parts: Vec<(&Origin<'_>, usize)> = origins
            .iter()
            .flat_map(|origin| (0..origin.boards.parts()).map(move |part| (origin, part)))
            .collect();
        let watch = step.watch;
        let init = || (Vec::new(), Recent::new(), arrived.scatter());
        let size = |number: usize| parts[number].0.boards.part_len(parts[number].1);
        let work = |(codes, recent, scatter): &mut (_, _, _), number: usize| {
            if watch.is_stopped() {
                return Err(LayerError::Stopped);
            }
            let (origin, part) = parts[number];
            self.spawn_into(origin, part, codes, recent, scatter)
        };
        let arisen =
            largest_first(parts.len(), size, init, work, |(_, _, mut scatter)| scatter.flush())?;
        let mut scatter = arrived.scatter();
        for &code in step.starts {
            scatter.push(code);
        }
        scatter.flush()?;
        Ok(arisen.iter().sum())
    }

    /// Empties the buckets of positions group by group: counts them, and scatters the boards after
    /// their slides. Calls back with the positions, ascending, if they are to be kept.
    pub(super) fn slide(
        &self,
        made: &mut Made,
        step: &Step<'_>,
        from: &Buckets<'_>,
        left: &Buckets<'_>,
        keep: Option<&mut KeepPositions<'_>>,
    ) -> Result<(), LayerError> {
        let (sum, watch) = (step.sum, step.watch);
        let found = AtomicU64::new(0);
        let keeps = keep.is_some();
        let mut keep = keep;
        for group in groups(from.len(), made.arising, step.memory) {
            let init = || (Recent::new(), left.scatter());
            let size = |bucket: usize| from.codes(group.start + bucket);
            let stride = made.stride;
            let work = |(recent, scatter): &mut (_, _), bucket: usize| {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let positions = from.take(group.start + bucket)?;
                let part = self.slide_into(sum, &positions, recent, scatter)?;
                found.fetch_add(positions.len() as u64, Ordering::Relaxed);
                let some: Vec<u64> = positions.iter().copied().step_by(stride).collect();
                Ok((part, some, if keeps { positions } else { Vec::new() }))
            };
            let finish = |(_, mut scatter): (_, Scatter<'_>)| scatter.flush();
            let counted = largest_first(group.len(), size, init, work, finish)?;
            for (part, some, codes) in counted {
                made.count.merge(&part);
                made.outline.positions.extend(some);
                if let Some(keep) = &mut keep {
                    keep(codes)?;
                }
            }
            let in_layer = found.load(Ordering::Relaxed);
            watch.layer(LayerProgress { sum, in_layer, ..LayerProgress::default() });
        }
        Ok(())
    }

    /// Empties the buckets of afterstates into blocks.
    pub(super) fn settle(
        &self,
        made: &mut Made,
        step: &Step<'_>,
        packing: &Packing,
        left: &Buckets<'_>,
    ) -> Result<Box<dyn Boards>, LayerError> {
        let watch = step.watch;
        let mut output = self.output(step.memory / 8);
        for group in groups(left.len(), made.arising / 2, step.memory) {
            let size = |bucket: usize| left.codes(group.start + bucket);
            let stride = made.stride;
            let work = |images: &mut Vec<u64>, bucket: usize| {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let boards = left.take(group.start + bucket)?;
                self.slides.orbits(&boards, images);
                let orbits = Count { orbits: boards.len() as u64, boards: images.iter().sum() };
                let some: Vec<u64> = boards.iter().copied().step_by(stride).collect();
                Ok((orbits, some, blocks(packing, &boards)))
            };
            let packed = largest_first(group.len(), size, Vec::new, work, |_| Ok(()))?;
            for (orbits, some, blocks) in packed {
                made.count.afterstates += orbits;
                made.outline.afterstates.extend(some);
                output.append(blocks)?;
            }
        }
        Ok(Box::new(SparseBoards::new(packing.clone(), output.finish())))
    }

    /// Makes a layer from wherever its positions come.
    fn step_from(&self, origins: &[Origin<'_>], mut step: Step<'_>) -> Result<Layer, LayerError> {
        let packing = self.packing(step.sum);
        let expected = self.expected(origins, step.starts)?;
        let mut made = Made::new(&step, &expected);

        let first_scratch = self.scratch("positions");
        let splitters = self.splitters(expected.positions, made.arising, step.memory);
        let arrived = Buckets::new(splitters, &packing, &first_scratch, step.memory / 8 * 3);
        made.outline.arising = self.arise(origins, &step, &arrived)?;

        let second_scratch = self.scratch("afterstates");
        let splitters = self.splitters(expected.afterstates, made.arising / 2, step.memory);
        let left = Buckets::new(splitters, &packing, &second_scratch, step.memory / 8 * 3);
        match std::mem::replace(&mut step.keep, PositionSink::Nothing) {
            PositionSink::Nothing => self.slide(&mut made, &step, &arrived, &left, None)?,
            PositionSink::File(file) => {
                let mut kept = Kept::new(&packing, step.memory);
                let mut keep = |codes: Vec<u64>| kept.push(&codes, file);
                self.slide(&mut made, &step, &arrived, &left, Some(&mut keep))?;
                kept.finish(file)?;
            }
        }
        let afterstates = self.settle(&mut made, &step, &packing, &left)?;
        self.note(made.outline);
        Ok(Layer { count: made.count, afterstates })
    }
}

/// Takes the positions of a bucket.
pub(super) type KeepPositions<'a> = dyn FnMut(Vec<u64>) -> Result<(), LayerError> + 'a;

/// A layer in the making.
pub(super) struct Made {
    pub(super) count: LayerCount,
    pub(super) outline: Outline,
    /// About how many positions arise, repetitions counted.
    pub(super) arising: u64,
    /// How many boards to leave out after each that stands in the outline.
    stride: usize,
}

impl Made {
    pub(super) fn new(step: &Step<'_>, expected: &Outline) -> Made {
        Made {
            count: LayerCount::new(step.sum),
            outline: Outline { sources: expected.sources, ..Outline::default() },
            arising: expected.arising + step.starts.len() as u64,
            stride: expected.stride(),
        }
    }
}

impl LayerEngine for SparseEngine {
    fn kind(&self) -> Kind {
        Kind::Sparse
    }

    fn game(&self) -> &LayeredGame {
        &self.game
    }

    fn estimate(&self, plan: &Plan<'_>) -> Estimate {
        let memory = if self.scratch.is_some() { 64 << 20 } else { plan.positions * 3 };
        Estimate { memory, work: plan.positions * SparseEngine::WORK }
    }

    fn memory(&self) -> u64 {
        self.codecs.iter().filter_map(OnceLock::get).map(|codec| codec.memory()).sum()
    }

    fn step(&self, step: Step<'_>) -> Result<Layer, LayerError> {
        self.step_from(&origins(step.sources), step)
    }

    fn read(&self, sum: u64, blocks: Arc<dyn Blocks>) -> Result<Box<dyn Boards>, LayerError> {
        Ok(Box::new(SparseBoards::new(self.packing(sum), blocks)))
    }
}

/// Afterstates as what positions come from.
pub(super) fn origins<'a>(sources: &[Source<'a>]) -> Vec<Origin<'a>> {
    let origin =
        |source: &Source<'a>| Origin { tile: Some(source.tile), boards: source.afterstates };
    sources.iter().map(origin).collect()
}

/// Buckets that are worked on before their results are passed on: as many as a small part of memory
/// holds the codes of.
pub(super) fn groups(
    buckets: usize,
    codes: u64,
    memory: u64,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = 8 * codes / buckets.max(1) as u64;
    let fit = usize::try_from(memory / 16 / bytes.max(1)).unwrap_or(GROUP);
    let group = fit.clamp(rayon::current_num_threads().min(GROUP), GROUP);
    (0..buckets).step_by(group).map(move |start| start..(start + group).min(buckets))
}

pub(super) fn blocks(packing: &Packing, codes: &[u64]) -> MemoryBlocks {
    let mut blocks = MemoryBlocks::default();
    for codes in codes.chunks(BLOCK) {
        blocks.push(codes[0], codes.len() as u64, packing.pack(codes, Effort::None));
    }
    blocks
}

/// Calls back with the boards after the legal slides of a position on which play goes on, and says
/// whether there was a legal slide.
#[inline]
pub(super) fn afterstates(
    slid: &[Vec<u64>; 4],
    index: usize,
    ending: Ending,
    mut each: impl FnMut(u64),
) -> bool {
    let mut live = false;
    for results in slid {
        let code = results[index];
        if code != NO_SLIDE {
            live = true;
            if !ending.is_made(code) {
                each(code);
            }
        }
    }
    live
}

/// Whether some cell has this rank.
#[inline]
pub fn has_rank(code: u64, rank: u8) -> bool {
    const ONES: u64 = 0x1111_1111_1111_1111;
    let differences = code ^ (ONES * u64::from(rank));
    differences.wrapping_sub(ONES) & !differences & (ONES << 3) != 0
}

/// The largest rank, known to be at most `highest`.
#[inline]
fn largest(code: u64, highest: u8) -> u8 {
    (1..=highest).rev().find(|&rank| has_rank(code, rank)).unwrap_or(0)
}
