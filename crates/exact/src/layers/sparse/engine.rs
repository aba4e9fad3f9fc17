//! The step from layer to layer with sorted runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use twofold_core::Tile;
use twofold_core::kernel::NO_SLIDE;

use super::buckets::{Buckets, Scatter};
use super::codec::Codec;
use super::kept::Kept;
use super::narrow::Narrow;
use super::outline::{Outline, sample};
use super::packing::{Effort, Packing};
use super::scratch::Scratch;
use super::set::SparseBoards;
use super::splitters::Splitters;
use super::unique::Recent;
use crate::layers::{
    Blocks, Boards, Census, Estimate, Keep, Kind, LayerEngine, LayerError, LayerProgress,
    MemoryBlocks, Orbits, Slides, Source, Step, Stepped, Task,
};
use crate::share_out::share_out;

/// Codes of a block in memory: few enough for threads to share them out.
const BLOCK: usize = 1 << 16;

/// Unsorted codes of a bucket: what is sorted at once should stay in the cache.
pub(super) const BUCKET: u64 = 1 << 18;

/// Buckets at most.
pub(super) const MOST_BUCKETS: u64 = 1 << 13;

/// Boards that are slid, or that tiles are dropped on, at once.
const BATCH: usize = 512;

/// Nanoseconds of work for a position, as measured.
const WORK: u64 = 150;

/// Buckets that are worked on before their blocks are written.
const GROUP: usize = 64;

/// The sparse engine for one task.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_exact::layers::sparse::SparseEngine;
/// use twofold_exact::layers::{Keep, LayerEngine, Start, Step, Task};
/// ///
/// let task = Task::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let engine = SparseEngine::new(&task, None);
/// let starts = &task.starts()[&4];
/// let step = Step {
///     sum: 4, sources: &[], starts, keep: Keep::Nothing, memory: 1 << 20, watch: &(),
/// };
/// let layer = engine.step(step)?;
/// // Two 2s side by side or in a diagonal; slides make a 4, or two 2s side by side.
/// assert_eq!(layer.census.total().live.canonical, 2);
/// assert_eq!(layer.afterstates.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SparseEngine {
    task: Task,
    slides: Slides,
    cells: usize,
    codecs: [OnceLock<Arc<Codec>>; 16],
    scratch: Option<PathBuf>,
    narrow: Option<Narrow>,
    /// The layer that was made last.
    last: Mutex<Option<Outline>>,
}

impl SparseEngine {
    /// An engine that goes to the given directory when memory does not suffice.
    pub fn new(task: &Task, scratch: Option<PathBuf>) -> SparseEngine {
        SparseEngine {
            slides: Slides::new(task.rules()),
            cells: task.rules().shape.cells(),
            codecs: Default::default(),
            scratch,
            narrow: None,
            last: Mutex::default(),
            task: task.clone(),
        }
    }

    /// An engine for the game in which Slider makes the tile if he can, and considers only some
    /// slides if he cannot.
    #[must_use]
    pub fn narrowed(mut self, narrow: Option<Narrow>) -> SparseEngine {
        self.narrow = narrow;
        self
    }

    /// The highest rank that boards of a tile sum can have.
    fn highest(&self, sum: u64) -> u8 {
        let possible = |rank: &u8| {
            let tile = Tile::new(*rank).expect("a small rank");
            self.task.value(tile) <= sum && !self.task.is_over(tile)
        };
        (1..=15).rev().find(possible).unwrap_or(1)
    }

    fn packing(&self, sum: u64) -> Packing {
        let highest = self.highest(sum);
        let codec = self.codecs[usize::from(highest)]
            .get_or_init(|| Arc::new(Codec::new(&self.task, highest)));
        Packing::new(codec.clone(), sum)
    }

    fn splitters(&self, sample: Vec<u64>, arising: u64) -> Splitters {
        let threads = rayon::current_num_threads() as u64;
        let least = if arising < 1 << 14 { 1 } else { 4 * threads };
        let buckets = (arising / BUCKET).clamp(least, MOST_BUCKETS);
        Splitters::new(sample, buckets as usize, self.cells)
    }

    /// Scatters the positions that arise from one part of a source, and says how many they are,
    /// repetitions counted.
    fn drop_into(
        &self,
        source: &Source<'_>,
        part: usize,
        codes: &mut Vec<u64>,
        recent: &mut Recent,
        scatter: &mut Scatter<'_>,
    ) -> Result<u64, LayerError> {
        codes.clear();
        source.afterstates.part(part, codes)?;
        let mut arising = Vec::new();
        let mut count = 0;
        for batch in codes.chunks(BATCH) {
            arising.clear();
            self.slides.drop_all(batch, source.tile.rank(), &mut arising);
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
        positions: &[u64],
        highest: u8,
        recent: &mut Recent,
        scatter: &mut Scatter<'_>,
    ) -> Result<Census, LayerError> {
        let mut tallies = [crate::layers::Tally::default(); 16];
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
                let live = match self.narrow {
                    None => afterstates(&slid, index, self.task.goal(), push),
                    Some(narrow) => {
                        considered.clear();
                        let mut legal = 0;
                        for results in &slid {
                            legal += usize::from(results[index] != NO_SLIDE);
                        }
                        let mut left = 0;
                        let live = afterstates(&slid, index, self.task.goal(), |code| {
                            left += 1;
                            considered.push(code);
                        });
                        // A slide that makes the tile is not among those that leave play going.
                        if left == legal {
                            narrow.keep(&mut considered);
                            considered.iter().for_each(|&code| push(code));
                        }
                        live
                    }
                };
                let tally = &mut tallies[usize::from(largest(code, highest))];
                let count = if live { &mut tally.live } else { &mut tally.dead };
                count.add(orbits[index]);
            }
        }
        scatter.relieve()?;
        let mut census = Census::default();
        for (rank, tally) in tallies.into_iter().enumerate() {
            *census.tally_mut(Tile::new(rank as u8).expect("a small rank")) += tally;
        }
        Ok(census)
    }
}

impl LayerEngine for SparseEngine {
    fn kind(&self) -> Kind {
        Kind::Sparse
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn estimate(&self, _sum: u64, positions: u64) -> Option<Estimate> {
        let memory = if self.scratch.is_some() { 64 << 20 } else { positions * 3 };
        Some(Estimate { memory, work: positions * WORK })
    }

    fn step(&self, mut step: Step<'_>) -> Result<Stepped, LayerError> {
        let packing = self.packing(step.sum);
        let scratch = |name: &str| {
            let path = self.scratch.as_ref().map(|dir| dir.join(format!("{name}.scratch")));
            Scratch::new(path.as_deref())
        };
        // Where ranges begin changes how fast it goes, and nothing else.
        let last = self.last.lock().expect("no thread panics with the lock").take();
        let expected = match last.and_then(|last| last.next(step.sources)) {
            Some(expected) => expected,
            None => sample(&self.slides, &self.task, step.sources, step.starts)?,
        };
        let stride = expected.stride();
        let arising = expected.arising + step.starts.len() as u64;

        let first_scratch = scratch("positions");
        let splitters = self.splitters(expected.positions, arising);
        let arrived = Buckets::new(splitters, &packing, &first_scratch, step.memory / 2);
        let parts: Vec<(&Source<'_>, usize)> = step
            .sources
            .iter()
            .flat_map(|source| (0..source.afterstates.parts()).map(move |part| (source, part)))
            .collect();
        let init = || (Vec::new(), Recent::new(), arrived.scatter());
        let size = |task: usize| parts[task].0.afterstates.part_len(parts[task].1);
        let work = |(codes, recent, scatter): &mut (_, _, _), task: usize| {
            if step.watch.is_stopped() {
                return Err(LayerError::Stopped);
            }
            let (source, part) = parts[task];
            self.drop_into(source, part, codes, recent, scatter)
        };
        let arisen =
            share_out(parts.len(), size, init, work, |(_, _, mut scatter)| scatter.flush())?;
        let mut scatter = arrived.scatter();
        for &code in step.starts {
            scatter.push(code);
        }
        scatter.flush()?;

        let mut outline = Outline {
            arising: arisen.iter().sum(),
            sources: expected.sources,
            ..Outline::default()
        };

        let second_scratch = scratch("afterstates");
        let splitters = self.splitters(expected.afterstates, arising / 2);
        let left = Buckets::new(splitters, &packing, &second_scratch, step.memory / 2);
        let highest = self.highest(step.sum);
        let found = AtomicU64::new(0);
        let mut census = Census::default();
        let keep = matches!(step.keep, Keep::File(_));
        let mut kept = Kept::new(&packing, step.memory);
        for group in groups(arrived.len()) {
            let init = || (Recent::new(), left.scatter());
            let size = |bucket: usize| arrived.codes(group.start + bucket);
            let work = |(recent, scatter): &mut (_, _), bucket: usize| {
                if step.watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let positions = arrived.take(group.start + bucket)?;
                let census = self.slide_into(&positions, highest, recent, scatter)?;
                found.fetch_add(positions.len() as u64, Ordering::Relaxed);
                let some: Vec<u64> = positions.iter().copied().step_by(stride).collect();
                Ok((census, some, if keep { positions } else { Vec::new() }))
            };
            let finish = |(_, mut scatter): (_, Scatter<'_>)| scatter.flush();
            let counted = share_out(group.len(), size, init, work, finish)?;
            for (part, some, codes) in counted {
                census += &part;
                outline.positions.extend(some);
                if let Keep::File(file) = &mut step.keep {
                    kept.push(&codes, *file)?;
                }
            }
            let in_layer = found.load(Ordering::Relaxed);
            step.watch.layer(LayerProgress { sum: step.sum, in_layer, ..LayerProgress::default() });
        }

        if let Keep::File(file) = &mut step.keep {
            kept.finish(*file)?;
        }

        let mut afterstates = MemoryBlocks::default();
        for group in groups(left.len()) {
            let size = |bucket: usize| left.codes(group.start + bucket);
            let work = |images: &mut Vec<u64>, bucket: usize| {
                if step.watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let boards = left.take(group.start + bucket)?;
                self.slides.orbits(&boards, images);
                let labelled = images.iter().sum();
                let orbits = Orbits { canonical: boards.len() as u64, labelled };
                let some: Vec<u64> = boards.iter().copied().step_by(stride).collect();
                Ok((orbits, some, blocks(&packing, &boards)))
            };
            let packed = share_out(group.len(), size, Vec::new, work, |_| Ok(()))?;
            for (orbits, some, blocks) in packed {
                census.afterstates += orbits;
                outline.afterstates.extend(some);
                afterstates.append(blocks);
            }
        }
        *self.last.lock().expect("no thread panics with the lock") = Some(outline);
        let afterstates = Box::new(SparseBoards::new(packing.clone(), Arc::new(afterstates)));
        Ok(Stepped { census, afterstates })
    }

    fn read(&self, sum: u64, blocks: Arc<dyn Blocks>) -> Result<Box<dyn Boards>, LayerError> {
        Ok(Box::new(SparseBoards::new(self.packing(sum), blocks)))
    }
}

fn groups(buckets: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..buckets).step_by(GROUP).map(move |start| start..(start + GROUP).min(buckets))
}

fn blocks(packing: &Packing, codes: &[u64]) -> MemoryBlocks {
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
    goal: Option<Tile>,
    mut each: impl FnMut(u64),
) -> bool {
    let mut live = false;
    for results in slid {
        let code = results[index];
        if code != NO_SLIDE {
            live = true;
            if !goal.is_some_and(|goal| has_rank(code, goal.rank())) {
                each(code);
            }
        }
    }
    live
}

/// Whether some cell has this rank.
#[inline]
pub(crate) fn has_rank(code: u64, rank: u8) -> bool {
    const ONES: u64 = 0x1111_1111_1111_1111;
    let differences = code ^ (ONES * u64::from(rank));
    differences.wrapping_sub(ONES) & !differences & (ONES << 3) != 0
}

/// The largest rank, known to be at most `highest`.
#[inline]
fn largest(code: u64, highest: u8) -> u8 {
    (1..=highest).rev().find(|&rank| has_rank(code, rank)).unwrap_or(0)
}
