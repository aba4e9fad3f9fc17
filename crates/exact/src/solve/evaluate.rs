//! The worth of afterstates of one layer, from the layers above it.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use rayon::prelude::*;
use twofold_core::kernel::NO_SLIDE;
use twofold_core::{Direction, Tile};

use super::fold::Fold;
use super::judge::Judge;
use super::question::Question;
use super::table::LayerTable;
use super::value::Value;
use crate::layers::{LayerError, LayerWatch, Slides, Task, empty_cells, has_rank};

/// Afterstates that one thread works on at a time.
const CHUNK: usize = 256;

/// The tables of the layers above the one at work, by tile sum.
pub(super) type Tables<V> = BTreeMap<u64, LayerTable<V>>;

/// A tile that may appear.
struct Spawn {
    tile: Tile,
    /// What it adds to the tile sum.
    value: u64,
    /// Whether it ends play.
    is_end: bool,
}

/// Evaluates boards for one question.
pub(super) struct Evaluator<V, F> {
    task: Task,
    pub(super) judge: Judge,
    pub(super) fold: F,
    slides: Slides,
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
    worths: Vec<V>,
    /// By spawned tile, then by afterstate.
    by_tile: Vec<Vec<V>>,
}

impl<V> Scratch<V> {
    fn new() -> Scratch<V> {
        Scratch {
            children: Vec::new(),
            slid: Default::default(),
            found: Vec::new(),
            worths: Vec::new(),
            by_tile: Vec::new(),
        }
    }
}

impl<V: Value, F: Fold<V>> Evaluator<V, F> {
    pub(super) fn new(question: &Question, fold: F) -> Evaluator<V, F> {
        let task = question.task();
        let spawn = |(tile, _)| Spawn { tile, value: task.value(tile), is_end: task.is_over(tile) };
        Evaluator {
            judge: Judge::new(question),
            fold,
            slides: Slides::new(task.rules()),
            spawns: task.rules().spawn.values.iter().map(spawn).collect(),
            is_narrow: question.narrow().is_some(),
            task: task.clone(),
            value: PhantomData,
        }
    }

    /// The worth of afterstates of a tile sum, in their order.
    pub(super) fn afterstates(
        &self,
        sum: u64,
        codes: &[u64],
        tables: &Tables<V>,
        watch: &dyn LayerWatch,
    ) -> Result<Vec<V>, LayerError> {
        let mut worths = vec![V::default(); codes.len()];
        codes.par_chunks(CHUNK).zip(worths.par_chunks_mut(CHUNK)).try_for_each_init(
            Scratch::new,
            |scratch, (codes, worths)| {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                self.chunk(sum, codes, tables, scratch, worths)
            },
        )?;
        Ok(worths)
    }

    fn chunk(
        &self,
        sum: u64,
        codes: &[u64],
        tables: &Tables<V>,
        scratch: &mut Scratch<V>,
        worths: &mut [V],
    ) -> Result<(), LayerError> {
        scratch.by_tile.resize_with(self.spawns.len(), Vec::new);
        for (number, spawn) in self.spawns.iter().enumerate() {
            self.with_a_tile(codes, spawn.tile, &mut scratch.children);
            if spawn.is_end {
                let children = scratch.children.iter();
                scratch.worths.clear();
                scratch.worths.extend(children.map(|&code| self.judge.made::<V>(code)));
            } else {
                let above = sum + spawn.value;
                self.positions_in(above, tables.get(&above), scratch)?;
            }
            for worth in &mut scratch.worths {
                *worth = self.judge.before_drop(*worth, spawn.tile);
            }
            let folded = &mut scratch.by_tile[number];
            folded.clear();
            let mut rest = scratch.worths.as_slice();
            for &code in codes {
                let cells = empty_cells(code, self.task.rules().shape.cells()).count_ones();
                let (own, others) = rest.split_at(cells as usize);
                folded.push(self.fold.cells(&self.judge, own));
                rest = others;
            }
        }
        let mut by_tile = vec![V::default(); self.spawns.len()];
        for (index, worth) in worths.iter_mut().enumerate() {
            for (slot, folded) in by_tile.iter_mut().zip(&scratch.by_tile) {
                *slot = folded[index];
            }
            *worth = self.fold.tiles(&self.judge, &by_tile);
        }
        Ok(())
    }

    /// Each board with a tile in each of its empty cells.
    fn with_a_tile(&self, codes: &[u64], tile: Tile, children: &mut Vec<u64>) {
        let rank = u64::from(tile.rank());
        children.clear();
        for &code in codes {
            let mut free = empty_cells(code, self.task.rules().shape.cells());
            while free != 0 {
                children.push(code | rank << free.trailing_zeros());
                free &= free - 1;
            }
        }
    }

    /// The worth of the board after each slide of a position, in the order of directions, `None`
    /// where a slide is illegal; afterstates are looked up.
    pub(super) fn slides_of(
        &self,
        sum: u64,
        code: u64,
        look_up: &dyn Fn(u64) -> Result<Option<V>, LayerError>,
    ) -> Result<[Option<V>; 4], LayerError> {
        let mut slid = Default::default();
        self.slides.slide_all(&[code], &mut slid)?;
        let mut worths = [None; 4];
        for (worth, codes) in worths.iter_mut().zip(&slid) {
            let code = codes[0];
            *worth = match code {
                NO_SLIDE => None,
                _ if self.is_end(code) => Some(self.judge.made(code)),
                _ => match look_up(code)? {
                    None if !self.is_narrow => return Err(missing(sum, code)),
                    known => known,
                },
            };
        }
        Ok(worths)
    }

    /// The worth of a position and its best slide, the first one of equals.
    pub(super) fn best(&self, code: u64, slides: &[Option<V>; 4]) -> (V, Option<Direction>) {
        let mut best: Option<(V, Direction)> = None;
        for (worth, direction) in slides.iter().zip(Direction::ALL) {
            let Some(worth) = *worth else { continue };
            if best.is_none_or(|(known, _)| self.judge.is_better(worth, known)) {
                best = Some((worth, direction));
            }
        }
        match best {
            Some((worth, direction)) => (self.judge.before_slide(worth), Some(direction)),
            None => (self.judge.stuck(code), None),
        }
    }

    /// Whether play is over on a board.
    pub(super) fn is_end(&self, code: u64) -> bool {
        self.task.goal().is_some_and(|goal| has_rank(code, goal.rank()))
    }

    /// The worth of the scratch's children.
    fn positions_in(
        &self,
        sum: u64,
        table: Option<&LayerTable<V>>,
        scratch: &mut Scratch<V>,
    ) -> Result<(), LayerError> {
        let Scratch { children, slid, found, worths, .. } = scratch;
        self.slides.slide_all(children, slid)?;
        worths.clear();
        worths.resize(children.len(), V::default());
        let goal = self.task.goal().map(Tile::rank);
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
                let worth = if goal.is_some_and(|rank| has_rank(code, rank)) {
                    self.judge.made(code)
                } else {
                    match table.and_then(|table| table.find(code, at_home)) {
                        Some(worth) => worth,
                        None if self.is_narrow => continue,
                        None => return Err(missing(sum, code)),
                    }
                };
                if !live[index] || self.judge.is_better(worth, worths[index]) {
                    worths[index] = worth;
                    live[index] = true;
                }
            }
        }
        for ((worth, live), &code) in worths.iter_mut().zip(live).zip(children.iter()) {
            *worth = if live { self.judge.before_slide(*worth) } else { self.judge.stuck(code) };
        }
        Ok(())
    }
}

/// A layer lacks a board that play leads to: the file it came from is not what it should be.
fn missing(sum: u64, code: u64) -> LayerError {
    LayerError::Blocks { sum, what: format!("the afterstate {code:#x} is missing") }
}
