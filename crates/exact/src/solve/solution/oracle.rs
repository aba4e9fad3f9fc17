//! Answers to questions about boards, from stored values.

use std::collections::BTreeSet;
use std::sync::Arc;

use twofold_core::kernel::NO_SLIDE;
use twofold_core::{Board, Cell, Direction, Grid, Packed, Tile, Unrepresentable};

use super::read::Layers;
use crate::layers::{Images, LayerError, Slides, Task, empty_cells};
use crate::solve::dispatch::{Work, dispatch};
use crate::solve::evaluate::Evaluator;
use crate::solve::fold::Fold;
use crate::solve::question::Question;
use crate::solve::value::Value;
use crate::watch::{Progress, Watch};

/// What a solved store knows of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether the board can occur with Slider to move.
    pub is_position: bool,
    /// Whether the board can occur with a tile about to appear.
    pub is_afterstate: bool,
    /// Whether play is over, the tile having been made.
    pub is_over: bool,
    /// What play will bring with Slider to move; `None` if the store does not know.
    pub value: Option<f64>,
    /// The best slide, the first one of equals.
    pub best: Option<Direction>,
    /// What each slide will bring, in the order of directions; `None` where it is illegal or unknown.
    pub slides: [Option<f64>; 4],
    /// Which slides are legal.
    pub legal: [bool; 4],
    /// What play will bring with a tile about to appear; `None` if the store does not know.
    pub value_of_drop: Option<f64>,
    /// Every drop, by cell and tile, if the board can occur with a tile about to appear.
    pub drops: Vec<Drop>,
}

/// A tile that may appear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub tile: Tile,
    /// What play will bring.
    pub value: f64,
}

/// Why a board gets no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The board is of another shape.
    #[error("the board is {given}, but the store is about {expected}")]
    Shape {
        /// The shape of the board.
        given: twofold_core::Shape,
        /// The shape of the game.
        expected: twofold_core::Shape,
    },
    /// The board has a tile that no board of the store has.
    #[error(transparent)]
    Board(#[from] Unrepresentable),
    /// The store cannot be read.
    #[error(transparent)]
    Layer(#[from] LayerError),
}

/// Answers, whatever numbers the store holds.
pub(super) trait Oracle: Send + Sync {
    fn ask(&self, board: &Board) -> Result<Answer, AskError>;
    fn residual(&self, watch: &dyn Watch) -> Result<f64, LayerError>;
    fn policy(&self, sum: u64) -> Result<Vec<(u64, Option<Direction>)>, LayerError>;
    fn values(&self, sum: u64) -> Result<Vec<(u64, f64)>, LayerError>;
}

/// The oracle of a store.
pub(super) fn of(question: &Question, layers: Arc<Layers>) -> Box<dyn Oracle> {
    dispatch(question, Make { question, layers })
}

struct Make<'a> {
    question: &'a Question,
    layers: Arc<Layers>,
}

impl Work for Make<'_> {
    type Result = Box<dyn Oracle>;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Box<dyn Oracle> {
        let task = self.question.task().clone();
        Box::new(Stored {
            evaluator: Evaluator::<V, F>::new(self.question, fold),
            images: Images::new(task.rules().shape),
            slides: Slides::new(task.rules()),
            starts: task.starts().into_values().flatten().collect(),
            task,
            layers: self.layers,
        })
    }
}

struct Stored<V, F> {
    task: Task,
    evaluator: Evaluator<V, F>,
    images: Images,
    slides: Slides,
    starts: BTreeSet<u64>,
    layers: Arc<Layers>,
}

impl<V: Value, F: Fold<V>> Stored<V, F> {
    fn cells(&self) -> usize {
        self.task.rules().shape.cells()
    }

    fn spawns(&self) -> impl Iterator<Item = Tile> + '_ {
        self.task.rules().spawn.values.iter().map(|(tile, _)| tile)
    }

    /// Whether a canonical board can occur with Slider to move: it is a start, or one tile less
    /// makes it an afterstate.
    fn is_position(&self, code: u64, sum: u64) -> Result<bool, LayerError> {
        if self.starts.contains(&code) {
            return Ok(true);
        }
        for tile in self.task.spawns() {
            for cell in 0..self.cells() {
                if code >> (4 * cell) & 0xF == u64::from(tile.rank()) {
                    let without = self.images.canonical(code & !(0xF << (4 * cell)));
                    let below = sum - self.task.value(tile);
                    if self.layers.find::<V>(below, without)?.is_some() {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The worth of a position that can occur.
    fn position(&self, code: u64) -> Result<V, LayerError> {
        if self.evaluator.is_end(code) {
            return Ok(self.evaluator.judge.made(code));
        }
        let sum = self.task.sum(code);
        let look_up = |code| self.layers.find::<V>(sum, code);
        let slides = self.evaluator.slides_of(sum, code, &look_up)?;
        Ok(self.evaluator.best(code, &slides).0)
    }

    /// The worth of a position after each drop on a board, by cell and tile.
    fn drops(&self, code: u64) -> Result<Vec<(u32, Tile, u64, V)>, LayerError> {
        let mut drops = Vec::new();
        let mut free = empty_cells(code, self.cells());
        while free != 0 {
            let bit = free.trailing_zeros();
            free &= free - 1;
            for tile in self.spawns() {
                let child = code | u64::from(tile.rank()) << bit;
                drops.push((bit, tile, child, self.position(child)?));
            }
        }
        Ok(drops)
    }

    /// The worth of an afterstate as it follows from the positions above it.
    fn afterstate(&self, code: u64) -> Result<V, LayerError> {
        let judge = &self.evaluator.judge;
        let drops = self.drops(code)?;
        let fold = |tile: Tile| {
            let own = drops.iter().filter(|drop| drop.1 == tile);
            let worths: Vec<V> = own.map(|drop| judge.before_drop(drop.3, tile)).collect();
            self.evaluator.fold.cells(judge, &worths)
        };
        let by_tile: Vec<V> = self.spawns().map(fold).collect();
        Ok(self.evaluator.fold.tiles(judge, &by_tile))
    }

    fn answer(&self, packed: Packed) -> Result<Answer, LayerError> {
        let code = packed.code();
        let judge = &self.evaluator.judge;
        let sum = self.task.sum(code);
        let canonical = self.images.canonical(code);
        let is_over = self.evaluator.is_end(code);
        let mut slid = Default::default();
        self.slides.slide_all(&[code], &mut slid)?;
        let mut legal = [false; 4];
        let mut worths: [Option<V>; 4] = [None; 4];
        for ((worth, legal), codes) in worths.iter_mut().zip(&mut legal).zip(&slid) {
            let after = codes[0];
            if after == NO_SLIDE || is_over {
                continue;
            }
            *legal = true;
            *worth = match self.evaluator.is_end(after) {
                true => Some(judge.made(after)),
                false => self.layers.find(sum, after)?,
            };
        }
        let known = legal.iter().zip(&worths).all(|(&legal, worth)| worth.is_some() || !legal);
        let (worth, best) = match is_over {
            true => (judge.made(code), None),
            false => self.evaluator.best(code, &worths),
        };
        let to_come = |worth: V| judge.yet_to_come(worth, code).to_f64();
        let stored = if is_over { None } else { self.layers.find::<V>(sum, canonical)? };
        let mut drops = Vec::new();
        if stored.is_some() {
            for (bit, tile, child, worth) in self.drops(code)? {
                let index = self.cells() - 1 - bit as usize / 4;
                let columns = self.task.rules().shape.columns();
                let value = judge.yet_to_come(worth, child).plus(judge.spawn_score(tile));
                let cell = Cell::new(index / columns, index % columns);
                drops.push(Drop { cell, tile, value: value.to_f64() });
            }
            drops.sort_by_key(|drop| (drop.cell, drop.tile));
        }
        Ok(Answer {
            is_position: !is_over && self.is_position(canonical, sum)?,
            is_afterstate: stored.is_some(),
            is_over,
            value: known.then(|| to_come(worth)),
            best: best.filter(|_| known),
            slides: worths.map(|worth| worth.map(|worth| to_come(judge.before_slide(worth)))),
            legal,
            value_of_drop: stored.map(to_come),
            drops,
        })
    }
}

impl<V: Value, F: Fold<V> + Send> Oracle for Stored<V, F> {
    fn ask(&self, board: &Board) -> Result<Answer, AskError> {
        let (given, expected) = (board.shape(), self.task.rules().shape);
        if given != expected {
            return Err(AskError::Shape { given, expected });
        }
        Ok(self.answer(board.convert()?)?)
    }

    fn residual(&self, watch: &dyn Watch) -> Result<f64, LayerError> {
        let mut largest = 0.0_f64;
        let total = self.layers.sums().count() as u64;
        for (done, sum) in self.layers.sums().rev().enumerate() {
            if watch.is_stopped() {
                return Err(LayerError::Stopped);
            }
            let (codes, worths) = self.layers.all::<V>(sum)?;
            for (code, worth) in codes.into_iter().zip(worths) {
                let again = self.afterstate(code)?.to_f64();
                let difference = (again - worth.to_f64()).abs();
                // Never differs from never by nothing.
                largest = if again == worth.to_f64() { largest } else { largest.max(difference) };
            }
            watch.report(Progress { done: done as u64 + 1, total: Some(total) });
        }
        Ok(largest)
    }

    fn policy(&self, sum: u64) -> Result<Vec<(u64, Option<Direction>)>, LayerError> {
        let starts = self.starts.iter().copied().filter(|&code| self.task.sum(code) == sum);
        let mut positions: Vec<u64> = starts.collect();
        for tile in self.task.spawns() {
            let Some(below) = sum.checked_sub(self.task.value(tile)) else { continue };
            let (codes, _) = self.layers.all::<V>(below)?;
            self.slides.drop_all(&codes, tile.rank(), &mut positions);
        }
        positions.sort_unstable();
        positions.dedup();
        let best = |code: u64| {
            let look_up = |code| self.layers.find::<V>(sum, code);
            let slides = self.evaluator.slides_of(sum, code, &look_up)?;
            Ok((code, self.evaluator.best(code, &slides).1))
        };
        positions.into_iter().map(best).collect()
    }

    fn values(&self, sum: u64) -> Result<Vec<(u64, f64)>, LayerError> {
        let (codes, worths) = self.layers.all::<V>(sum)?;
        let judge = &self.evaluator.judge;
        let value = |(code, worth): (u64, V)| (code, judge.yet_to_come(worth, code).to_f64());
        Ok(codes.into_iter().zip(worths).map(value).collect())
    }
}
