//! The values of the afterstates of one layer, from those of the layers above it.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use rayon::prelude::*;
use twofold_core::kernel::NO_SLIDE;
use twofold_core::{Direction, Tile};

use super::fold::Fold;
use super::problem::Problem;
use super::table::LayerTable;
use super::valuation::Valuation;
use super::value::Value;
use twofold_layers::{Ending, LayerError, LayerWatch, LayeredGame, Slides, empty_cells};

/// Afterstates that one thread works on at a time.
const CHUNK: usize = 256;

/// The tables of the layers above the one at work, by tile sum.
pub(super) type Tables<V> = BTreeMap<u64, LayerTable<V>>;

/// A tile that may appear.
struct Spawn {
    tile: Tile,
    /// What it adds to the tile sum.
    face: u64,
    /// Whether it is the target, and ends the game.
    is_target: bool,
}

/// Evaluates boards for one problem.
pub(super) struct Evaluator<V, F> {
    game: LayeredGame,
    pub(super) valuation: Valuation,
    pub(super) fold: F,
    slides: Slides,
    ending: Ending,
    spawns: Vec<Spawn>,
    /// Whether slides may lead to boards that were not considered.
    is_narrow: bool,
    value: PhantomData<fn() -> V>,
}

/// Memory that the chunks of one thread share.
struct Scratch<V> {
    children: Vec<u64>,
    slid: [Vec<u64>; 4],
    found: Vec<(u64, V)>,
    values: Vec<V>,
    /// By spawned tile, then by afterstate.
    by_tile: Vec<Vec<V>>,
}

impl<V> Scratch<V> {
    fn new() -> Scratch<V> {
        Scratch {
            children: Vec::new(),
            slid: Default::default(),
            found: Vec::new(),
            values: Vec::new(),
            by_tile: Vec::new(),
        }
    }
}

impl<V: Value, F: Fold<V>> Evaluator<V, F> {
    pub(super) fn new(problem: &Problem, fold: F) -> Evaluator<V, F> {
        let game = problem.game();
        let spawn =
            |(tile, _)| Spawn { tile, face: game.face(tile), is_target: game.is_over(tile) };
        Evaluator {
            valuation: Valuation::new(problem),
            fold,
            slides: Slides::of(game),
            ending: game.ending(),
            spawns: game.rules().spawn.tiles.iter().map(spawn).collect(),
            is_narrow: problem.narrow().is_some(),
            game: game.clone(),
            value: PhantomData,
        }
    }

    /// The values of afterstates of one tile sum, in their order.
    pub(super) fn afterstates(
        &self,
        sum: u64,
        codes: &[u64],
        tables: &Tables<V>,
        watch: &dyn LayerWatch,
    ) -> Result<Vec<V>, LayerError> {
        let mut values = vec![V::default(); codes.len()];
        codes.par_chunks(CHUNK).zip(values.par_chunks_mut(CHUNK)).try_for_each_init(
            Scratch::new,
            |scratch, (codes, values)| {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                self.chunk(sum, codes, tables, scratch, values)
            },
        )?;
        Ok(values)
    }

    fn chunk(
        &self,
        sum: u64,
        codes: &[u64],
        tables: &Tables<V>,
        scratch: &mut Scratch<V>,
        values: &mut [V],
    ) -> Result<(), LayerError> {
        scratch.by_tile.resize_with(self.spawns.len(), Vec::new);
        for (number, spawn) in self.spawns.iter().enumerate() {
            self.with_a_tile(codes, spawn.tile, &mut scratch.children);
            if spawn.is_target {
                let children = scratch.children.iter();
                scratch.values.clear();
                scratch.values.extend(children.map(|&code| self.valuation.at_target::<V>(code)));
            } else if !self.game.goes_on_at(sum + spawn.face) {
                let children = scratch.children.iter();
                scratch.values.clear();
                scratch.values.extend(children.map(|&code| self.valuation.dead::<V>(code)));
            } else {
                let above = sum + spawn.face;
                self.positions_in(above, tables.get(&above), scratch)?;
            }
            for value in &mut scratch.values {
                *value = self.valuation.before_spawn(*value, spawn.tile);
            }
            let folded = &mut scratch.by_tile[number];
            folded.clear();
            let mut rest = scratch.values.as_slice();
            for &code in codes {
                let cells = empty_cells(code, self.game.rules().shape.cells()).count_ones();
                let (own, others) = rest.split_at(cells as usize);
                folded.push(self.fold.cells(&self.valuation, own));
                rest = others;
            }
        }
        let mut by_tile = vec![V::default(); self.spawns.len()];
        for (index, value) in values.iter_mut().enumerate() {
            for (slot, folded) in by_tile.iter_mut().zip(&scratch.by_tile) {
                *slot = folded[index];
            }
            *value = self.fold.tiles(&self.valuation, &by_tile);
        }
        Ok(())
    }

    /// Each board with a tile in each of its empty cells.
    fn with_a_tile(&self, codes: &[u64], tile: Tile, children: &mut Vec<u64>) {
        let rank = u64::from(tile.rank());
        children.clear();
        for &code in codes {
            let mut free = empty_cells(code, self.game.rules().shape.cells());
            while free != 0 {
                children.push(code | rank << free.trailing_zeros());
                free &= free - 1;
            }
        }
    }

    /// The values of the afterstates of a position, in the order of directions, `None` where a slide
    /// is illegal; they are looked up.
    pub(super) fn slides_of(
        &self,
        sum: u64,
        code: u64,
        look_up: &dyn Fn(u64) -> Result<Option<V>, LayerError>,
    ) -> Result<[Option<V>; 4], LayerError> {
        let mut slid = Default::default();
        self.slides.slide_all(&[code], &mut slid)?;
        let mut values = [None; 4];
        for (value, codes) in values.iter_mut().zip(&slid) {
            let code = codes[0];
            *value = match code {
                NO_SLIDE => None,
                _ if self.is_end(code) => Some(self.valuation.at_target(code)),
                _ => match look_up(code)? {
                    None if !self.is_narrow => return Err(missing(sum, code)),
                    known => known,
                },
            };
        }
        Ok(values)
    }

    /// The value of a position and its best slide, the first one of equals.
    pub(super) fn best(&self, code: u64, slides: &[Option<V>; 4]) -> (V, Option<Direction>) {
        let mut best: Option<(V, Direction)> = None;
        for (value, direction) in slides.iter().zip(Direction::ALL) {
            let Some(value) = *value else { continue };
            if best.is_none_or(|(known, _)| self.valuation.is_better(value, known)) {
                best = Some((value, direction));
            }
        }
        match best {
            Some((value, direction)) => (self.valuation.before_slide(value), Some(direction)),
            None => (self.valuation.dead(code), None),
        }
    }

    /// A bound on the rounding error of any value, in a game of so many layers.
    pub(super) fn rounding(&self, layers: usize, highest_sum: u64) -> f64 {
        if !V::ROUNDS {
            return 0.0;
        }
        // Each layer adds six roundings: two of a mean over cells, one of a product, two of a mean
        // over tiles, and one of what a spawn takes away. A rounding is half the distance of numbers.
        let layer = 6.0 * f64::EPSILON / 2.0 * self.valuation.bound(&self.game, highest_sum);
        (layer + V::STEP) * layers as f64
    }

    /// Whether play is over on a board.
    pub(super) fn is_end(&self, code: u64) -> bool {
        self.ending.is_made(code)
    }

    /// The values of the scratch's children.
    fn positions_in(
        &self,
        sum: u64,
        table: Option<&LayerTable<V>>,
        scratch: &mut Scratch<V>,
    ) -> Result<(), LayerError> {
        let Scratch { children, slid, found, values, .. } = scratch;
        self.slides.slide_all(children, slid)?;
        values.clear();
        values.resize(children.len(), V::default());
        let mut live = vec![false; children.len()];
        for codes in slid.iter() {
            match table {
                Some(table) => table.homes(codes, found),
                None => {
                    found.clear();
                    found.resize(codes.len(), (NO_SLIDE, V::default()));
                }
            }
            for (index, (&code, &at_home)) in codes.iter().zip(found.iter()).enumerate() {
                if code == NO_SLIDE {
                    continue;
                }
                let value = if self.ending.is_made(code) {
                    self.valuation.at_target(code)
                } else {
                    match table.and_then(|table| table.find(code, at_home)) {
                        Some(value) => value,
                        None if self.is_narrow => continue,
                        None => return Err(missing(sum, code)),
                    }
                };
                if !live[index] || self.valuation.is_better(value, values[index]) {
                    values[index] = value;
                    live[index] = true;
                }
            }
        }
        for ((value, live), &code) in values.iter_mut().zip(live).zip(children.iter()) {
            *value =
                if live { self.valuation.before_slide(*value) } else { self.valuation.dead(code) };
        }
        Ok(())
    }
}

/// A layer lacks a board that play leads to: the file it came from is not what it should be.
fn missing(sum: u64, code: u64) -> LayerError {
    LayerError::Blocks { sum, what: format!("the afterstate {code:#x} is missing") }
}
