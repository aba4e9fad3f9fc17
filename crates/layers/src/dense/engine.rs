//! The step from layer to layer.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use twofold_core::{Grid, Packed, Symmetry, Tile, TileTooLarge};

use super::boards::{DenseBoards, KeptPositions};
use super::close::{Sink, Targets, Transposition, add_horizontal};
use super::columns::ColumnSlides;
use super::geometry::{Geometry, Pair};
use super::halves::{Halves, kinds};
use super::layer::{Batch, Scratch, batches, starts_by_class};
use super::matrix::{Block, Matrix};
use super::orbits::OrbitCounter;
use super::rank_counts::{self, Merges, RankCounts};
use crate::sparse::Codec;
use crate::{
    Blocks, Boards, Count, Estimate, Images, Kind, Layer, LayerCount, LayerEngine, LayerError,
    LayeredGame, Plan, PositionSink, Step,
};

/// Bytes that tables take for each half, as measured on 4×4 to 32 and 64 and on 3×4 to 64.
const HALF_BYTES: u64 = 100;

/// Layers as matrices of bits.
pub struct DenseEngine {
    shared: Arc<Shared>,
}

/// Everything that depends on the game alone.
pub(super) struct Shared {
    pub(super) game: LayeredGame,
    pub(super) geometry: Geometry,
    pub(super) images: Images,
    pub(super) orbits: OrbitCounter,
    pub(super) codec: Arc<Codec>,
    merges: Merges,
    batches: Vec<Vec<Batch>>,
    targets: Targets,
    vertical: Vertical,
}

/// How slides up and down are found.
enum Vertical {
    /// By transposing boards after slides to the left.
    Transpose(Transposition),
    /// Position by position.
    Columns(ColumnSlides),
}

impl DenseEngine {
    /// An engine for a game, or `None` if its boards have too many halves for tables.
    ///
    /// ```
    /// use twofold_core::{Rules, Tile};
    /// use twofold_layers::dense::DenseEngine;
    /// use twofold_layers::{Engines, ForwardPass, Retention, LayeredGame, Start};
    ///
    /// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
    /// let engine = DenseEngine::new(&game).expect("its halves are few");
    /// let mut pass = ForwardPass::new(&game, Retention::Positions, 1 << 30)
    ///     .with_engines(Engines::dense(engine));
    /// while pass.step(&())? {}
    /// assert_eq!(pass.positions(), 75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(game: &LayeredGame) -> Option<DenseEngine> {
        let shape = game.rules().shape;
        let kinds = kinds(game);
        if !shape.is_square() && !ColumnSlides::is_possible(kinds, shape) {
            return None;
        }
        let geometry = Geometry::new(game)?;
        let vertical = if shape.is_square() {
            Vertical::Transpose(Transposition::new(&geometry))
        } else {
            Vertical::Columns(ColumnSlides::new(game, &geometry))
        };
        let tile = |rank: usize| Tile::new(rank as u8).expect("a small rank");
        let merge = |a, b| game.rules().tiles.merge(tile(a), tile(b)).is_some();
        let merges = std::array::from_fn(|a| std::array::from_fn(|b| merge(a, b)));
        let values: Vec<u64> = (0..kinds as usize).map(|rank| game.face(tile(rank))).collect();
        let shared = Shared {
            images: Images::new(shape),
            orbits: OrbitCounter::new(&geometry, &values),
            codec: Arc::new(Codec::new(game, kinds as u8 - 1)),
            merges,
            batches: geometry.upper.classes.iter().map(batches).collect(),
            targets: Targets::new(&geometry),
            vertical,
            game: game.clone(),
            geometry,
        };
        Some(DenseEngine { shared: Arc::new(shared) })
    }
}

impl DenseEngine {
    /// Bytes that the tables of a game take.
    pub fn table_bytes(game: &LayeredGame) -> u64 {
        let rows = game.rules().shape.rows();
        let columns = game.rules().shape.columns();
        let halves = |height: usize| {
            Halves::count(kinds(game), height, columns).map_or(u64::MAX / 4, u64::from)
        };
        // Measured: the codec has twelve bytes for a suffix of half the cells, halves the rest.
        HALF_BYTES.saturating_mul(halves(rows.div_ceil(2)).max(halves(rows / 2)))
    }

    /// Nanoseconds of work for a position up to symmetry, as measured: counting it, and if they are
    /// wanted, listing the canonical codes among the images of its afterstates.
    pub(crate) fn work(game: &LayeredGame, lists: bool) -> u64 {
        let shape = game.rules().shape;
        let counting = if shape.is_square() { 30 } else { 120 };
        let listing = if lists { 27 * Symmetry::of(shape).len() as u64 } else { 0 };
        counting + listing
    }

    /// Words of the matrices of all and of landed boards.
    fn words(&self, sum: u64) -> (u64, u64) {
        let geometry = &self.shared.geometry;
        let (mut all, mut landed) = (0, 0);
        for upper in &geometry.upper.classes {
            let rest =
                sum.checked_sub(upper.sum).and_then(|rest| geometry.lower.class_of_sum(rest));
            let Some(lower) = rest.map(|class| &geometry.lower.classes[class]) else { continue };
            all += (upper.rows.len() * lower.codes.len().div_ceil(64)) as u64;
            landed += (upper.landed.len() * lower.landed.len().div_ceil(64)) as u64;
        }
        (all, landed)
    }
}

impl Shared {
    /// All boards after a slide, from the landed ones. On boards that are not square,
    /// `boards` already has what slides up and down lead to.
    pub(super) fn close(&self, landed: &Matrix, mut boards: Matrix) -> Matrix {
        add_horizontal(&self.geometry, landed, &mut boards);
        if let Vertical::Transpose(transposition) = &self.vertical {
            transposition.add_vertical(landed, &Sink::new(&self.targets, &mut boards));
        }
        boards
    }

    /// Whether landed boards stand for all others.
    pub(super) fn is_square(&self) -> bool {
        matches!(self.vertical, Vertical::Transpose(_))
    }

    /// The matrix of a set of another kind.
    fn matrix_of(&self, boards: &dyn Boards, sum: u64) -> Result<Matrix, LayerError> {
        let mut all = self.geometry.boards(sum);
        let sink = Sink::new(&self.targets, &mut all);
        let mut codes = Vec::new();
        for part in 0..boards.parts() {
            codes.clear();
            boards.part(part, &mut codes)?;
            for &code in &codes {
                for image in self.images.all(code) {
                    let Pair { upper, lower } = self.split(image)?;
                    sink.add(upper, lower);
                }
            }
        }
        Ok(all)
    }

    fn split(&self, code: u64) -> Result<Pair, LayerError> {
        let highest = (0..16).map(|cell| code >> (4 * cell) & 0xF).max().unwrap_or(0) as u32;
        if highest >= self.geometry.kinds() {
            let max = self.geometry.kinds() as u8 - 1;
            return Err(TileTooLarge { rank: highest as u8, max }.into());
        }
        Ok(self.geometry.split(code))
    }
}

/// Afterstates in the form that a step reads.
enum Afterstates<'a> {
    Own(&'a Matrix),
    Converted(Matrix),
}

impl LayerEngine for DenseEngine {
    fn kind(&self) -> Kind {
        Kind::Dense
    }

    fn game(&self) -> &LayeredGame {
        &self.shared.game
    }

    fn estimate(&self, plan: &Plan<'_>) -> Estimate {
        let (all, landed) = self.words(plan.sum);
        let mut memory = 8 * (all + landed);
        for source in plan.sources {
            // Sets of another kind become matrices as well.
            if source.afterstates.as_any().downcast_ref::<DenseBoards>().is_none() {
                let from = plan.sum.saturating_sub(self.shared.game.face(source.tile));
                memory += 8 * self.words(from).0;
            }
        }
        if plan.keeps {
            // Positions that are kept are listed and sorted.
            memory += 16 * plan.positions;
        }
        // Measured: some ten nanoseconds for a word of the matrix.
        let each = DenseEngine::work(&self.shared.game, plan.lists);
        Estimate { memory, work: 10 * all + each * plan.positions }
    }

    fn memory(&self) -> u64 {
        DenseEngine::table_bytes(&self.shared.game)
    }

    fn step(&self, mut step: Step<'_>) -> Result<Layer, LayerError> {
        let plan =
            Plan { sum: step.sum, positions: 0, sources: step.sources, keeps: false, lists: false };
        let needed = self.estimate(&plan).memory;
        if needed > step.memory {
            let (sum, allowed) = (step.sum, step.memory);
            return Err(LayerError::Memory { sum, needed, allowed });
        }
        let shared = &*self.shared;
        let geometry = &shared.geometry;
        let spawns: Vec<Tile> = shared.game.spawns().collect();
        let mut afterstates = Vec::new();
        for source in step.sources {
            let from = step.sum - shared.game.face(source.tile);
            afterstates.push(match source.afterstates.as_any().downcast_ref::<DenseBoards>() {
                Some(own) => Afterstates::Own(own.matrix()),
                None => Afterstates::Converted(shared.matrix_of(source.afterstates, from)?),
            });
        }
        let sources: Vec<(usize, &Matrix)> = step
            .sources
            .iter()
            .zip(&afterstates)
            .map(|(source, matrix)| {
                let number = spawns.iter().position(|&tile| tile == source.tile);
                let matrix = match matrix {
                    Afterstates::Own(matrix) => matrix,
                    Afterstates::Converted(matrix) => matrix,
                };
                (number.expect("only spawned tiles appear"), matrix)
            })
            .collect();
        let mut starts = BTreeSet::new();
        for &code in step.starts {
            for image in shared.images.all(code) {
                shared.split(image)?;
                starts.insert(image);
            }
        }
        let start_places = starts_by_class(geometry, starts.iter().copied());

        let mut landed = geometry.landed_boards(step.sum);
        let mut boards =
            if shared.is_square() { Matrix::default() } else { geometry.boards(step.sum) };
        let keep = matches!(step.keep, PositionSink::File(_));
        let watch = step.watch;
        let results: Vec<(RankCounts, Vec<u64>)> = {
            let sink = Sink::new(&shared.targets, &mut boards);
            let blocks = landed.blocks.par_iter_mut().enumerate().with_max_len(1);
            let block = |scratch: &mut Scratch, (class, block): (usize, &mut Block)| {
                let (mut counts, mut codes) = (RankCounts::default(), Vec::new());
                let Some(lower_class) = block.key else { return Ok((counts, codes)) };
                let classes = (class, lower_class);
                let upper = &geometry.upper.classes[class];
                let lower = &geometry.lower.classes[lower_class];
                for batch in &shared.batches[class] {
                    if watch.is_stopped() {
                        return Err(LayerError::Stopped);
                    }
                    if !scratch.pull(geometry, classes, batch, &sources, &start_places[class]) {
                        continue;
                    }
                    let merges = &shared.merges;
                    rank_counts::count(
                        geometry,
                        merges,
                        (upper, lower),
                        batch,
                        &scratch.slices,
                        &mut counts,
                    );
                    scratch.slide_left(upper, lower, batch, block);
                    if let Vertical::Columns(columns) = &shared.vertical {
                        columns.slide(geometry, classes, batch, &scratch.slices, &sink);
                    }
                    if keep {
                        shared.list(classes, batch, &scratch.slices, &mut codes);
                    }
                }
                Ok((counts, codes))
            };
            blocks.map_init(Scratch::default, block).collect::<Result<_, LayerError>>()?
        };
        let mut counts = RankCounts::default();
        let mut kept = KeptPositions::new(Arc::clone(&shared.codec), step.sum);
        // One sequence of codes in ascending order compresses better than one for each class.
        let mut all = Vec::with_capacity(results.iter().map(|(_, codes)| codes.len()).sum());
        for (more, mut codes) in results {
            counts.add(&more);
            all.append(&mut codes);
        }
        if let PositionSink::File(file) = &mut step.keep {
            kept.append(all, *file)?;
        }
        let mut count = shared.positions(&counts, step.sum, &sources, &spawns, &starts);

        if shared.is_square() {
            boards = geometry.boards(step.sum);
        }
        let boards = shared.close(&landed, boards);
        let (all, fixed) = shared.orbits.count(geometry, &boards, step.sum);
        count.afterstates = fixed.orbits(all);
        let afterstates = DenseBoards::new(
            Arc::clone(&self.shared),
            step.sum,
            boards,
            shared.is_square().then_some(landed),
            count.afterstates,
        );
        Ok(Layer { count, afterstates: Box::new(afterstates) })
    }

    fn read(&self, sum: u64, blocks: Arc<dyn Blocks>) -> Result<Box<dyn Boards>, LayerError> {
        super::boards::read(&self.shared, sum, blocks)
    }
}

impl Shared {
    /// Appends the canonical codes among the positions of a batch.
    fn list(
        &self,
        (upper, lower): (usize, usize),
        batch: &Batch,
        slices: &[u64],
        codes: &mut Vec<u64>,
    ) {
        let upper = &self.geometry.upper.classes[upper];
        let lower = &self.geometry.lower.classes[lower];
        let empty = |code| self.geometry.join(Pair { upper: code, lower: 0 });
        let above: Vec<u64> =
            batch.rows.clone().map(|row| empty(upper.codes[upper.rows[row] as usize])).collect();
        for (&slice, &code) in slices.iter().zip(&lower.codes) {
            if slice == 0 {
                continue;
            }
            let below = self.geometry.join(Pair { upper: 0, lower: code });
            let mut rows = slice;
            while rows != 0 {
                let code = above[rows.trailing_zeros() as usize] | below;
                rows &= rows - 1;
                if self.images.canonical(code) == code {
                    codes.push(code);
                }
            }
        }
    }

    /// The positions of a layer by largest tile, live and dead, up to symmetry and not.
    fn positions(
        &self,
        counts: &RankCounts,
        sum: u64,
        sources: &[(usize, &Matrix)],
        spawns: &[Tile],
        starts: &BTreeSet<u64>,
    ) -> LayerCount {
        let geometry = &self.geometry;
        let sources: Vec<(u8, &Matrix)> =
            sources.iter().map(|&(spawn, matrix)| (spawns[spawn].rank(), matrix)).collect();
        let fixed = self.orbits.fixed(sum, |cells, ranks, pair| {
            let arises = || {
                cells.iter().any(|&cell| {
                    sources.iter().any(|&(rank, matrix)| {
                        ranks[cell] == rank
                            && geometry.contains(matrix, geometry.without(pair, cell, rank))
                    })
                })
            };
            let there = arises() || !starts.is_empty() && starts.contains(&geometry.join(pair));
            there.then(|| self.is_dead(ranks))
        });
        let mut count = LayerCount::new(sum);
        for rank in 0..=Packed::MAX_RANK {
            let index = usize::from(rank);
            let (all, dead) = (counts.all[index], counts.dead[index]);
            if all == 0 {
                continue;
            }
            let positions = count.with_largest(Tile::new(rank).expect("a small rank"));
            positions.dead = fixed.dead(index, dead);
            let total: Count = fixed.all(index, all);
            positions.live = Count {
                orbits: total.orbits - positions.dead.orbits,
                boards: total.boards - positions.dead.boards,
            };
        }
        count
    }

    /// Whether no slide changes a board.
    fn is_dead(&self, ranks: &[u8]) -> bool {
        let columns = self.geometry.shape.columns();
        let merges = |a: u8, b: u8| self.merges[usize::from(a)][usize::from(b)];
        ranks.iter().enumerate().all(|(cell, &rank)| {
            let right = (cell + 1) % columns != 0 && merges(rank, ranks[cell + 1]);
            let below = ranks.get(cell + columns).is_some_and(|&below| merges(rank, below));
            rank != 0 && !right && !below
        })
    }
}
