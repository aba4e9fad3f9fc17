//! Answers to questions about boards, from stored values.

use std::collections::BTreeSet;
use std::sync::Arc;

use twofold_core::kernel::NO_SLIDE;
use twofold_core::{Board, Cell, Direction, Grid, Packed, Tile, Unrepresentable};

use super::read::Layers;
use crate::evaluate::Evaluator;
use crate::fold::Fold;
use crate::play_value::{Certainty, PlayValue};
use crate::problem::Problem;
use crate::specialise::{Generic, specialise};
use crate::value::Value;
use twofold_core::{Progress, Watch};
use twofold_layers::{Images, LayerError, LayeredGame, Slides, empty_cells};

/// What a solved store knows of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether the board can occur with Slider to move.
    pub is_position: bool,
    /// Whether the board can occur with a tile about to appear.
    pub is_afterstate: bool,
    /// Whether the game is over, the target having been made.
    pub is_over: bool,
    /// The value with Slider to move; `None` if the store does not know.
    pub value: Option<PlayValue>,
    /// The best slide, the first one of equals.
    pub best: Option<Direction>,
    /// The value of each slide, in the order of directions; `None` where it is illegal or unknown.
    pub slides: [Option<PlayValue>; 4],
    /// Which slides are legal.
    pub legal: [bool; 4],
    /// The value with a tile about to appear; `None` if the store does not know.
    pub afterstate_value: Option<PlayValue>,
    /// Every spawn, by cell and tile, if the board can occur with a tile about to appear.
    pub spawns: Vec<SpawnValue>,
}

/// A position of a solved store, and what Slider can do in it.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedPosition {
    /// The value of perfect play.
    pub value: PlayValue,
    /// The value of each slide, in the order of directions; `None` where it is illegal. They are as
    /// certain as the value.
    pub slides: [Option<PlayValue>; 4],
    /// The best slide, the first one of equals; `None` where none is legal.
    pub best: Option<Direction>,
    /// Which slides are legal. One that has no value leads to a board that the store does not know.
    pub legal: [bool; 4],
}

/// A tile that may appear, and the value of the position that it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct SpawnValue {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub tile: Tile,
    /// The value, with what the spawn scores.
    pub value: PlayValue,
}

/// Every stored value, beside the one that follows from the layers above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recomputed {
    /// How many values there are.
    pub values: u64,
    /// The largest difference; roundings may differ.
    pub largest_difference: f64,
    /// The first value that differs by more than rounding explains.
    pub wrong: Option<WrongValue>,
}

/// A stored value that does not follow from the layers above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrongValue {
    /// The tile sum of its layer.
    pub sum: u64,
    /// The canonical code of the afterstate.
    pub code: u64,
    /// What the store says, potential included.
    pub stored: f64,
    /// What follows from the layers above.
    pub again: f64,
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
    fn recompute(&self, watch: &dyn Watch) -> Result<Recomputed, LayerError>;
    fn positions(&self, sum: u64) -> Result<Vec<u64>, LayerError>;
    fn position(&self, code: u64) -> Result<SolvedPosition, LayerError>;
    fn policy(&self, sum: u64) -> Result<Vec<(u64, Option<Direction>)>, LayerError>;
    fn values(&self, sum: u64) -> Result<Vec<(u64, f64)>, LayerError>;
    fn error(&self) -> f64;
}

/// The oracle of a store.
pub(super) fn of(problem: &Problem, layers: Arc<Layers>) -> Box<dyn Oracle> {
    specialise(problem, Make { problem, layers })
}

struct Make<'a> {
    problem: &'a Problem,
    layers: Arc<Layers>,
}

impl Generic for Make<'_> {
    type Output = Box<dyn Oracle>;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Box<dyn Oracle> {
        let game = self.problem.game().clone();
        let evaluator = Evaluator::<V, F>::new(self.problem, fold);
        let highest = self.layers.sums().next_back().unwrap_or(0);
        let error = evaluator.rounding(self.layers.sums().count(), highest) + V::STORED_STEP;
        Box::new(Stored {
            evaluator,
            certainty: Certainty::new(self.problem, error),
            // Stored values are rounded once, and what follows from them once more.
            tolerance: error + V::STORED_STEP,
            images: Images::of(&game),
            slides: Slides::of(&game),
            starts: game.starts().into_values().flatten().collect(),
            game,
            layers: self.layers,
        })
    }
}

/// What Slider can do on a board, potentials included.
struct Turn<V> {
    legal: [bool; 4],
    /// The value of each slide; `None` where it is illegal or unknown.
    slides: [Option<V>; 4],
    value: V,
    best: Option<Direction>,
    certainty: Certainty,
}

struct Stored<V, F> {
    game: LayeredGame,
    evaluator: Evaluator<V, F>,
    certainty: Certainty,
    tolerance: f64,
    images: Images,
    slides: Slides,
    starts: BTreeSet<u64>,
    layers: Arc<Layers>,
}

impl<V: Value, F: Fold<V>> Stored<V, F> {
    fn cells(&self) -> usize {
        self.game.rules().shape.cells()
    }

    fn spawns(&self) -> impl Iterator<Item = Tile> + '_ {
        self.game.rules().spawn.tiles.iter().map(|(tile, _)| tile)
    }

    /// Whether a canonical board can occur with Slider to move: it is a start, or one tile less
    /// makes it an afterstate.
    fn is_position(&self, code: u64, sum: u64) -> Result<bool, LayerError> {
        if self.starts.contains(&code) {
            return Ok(true);
        }
        for tile in self.game.spawns() {
            for cell in 0..self.cells() {
                if code >> (4 * cell) & 0xF == u64::from(tile.rank()) {
                    let without = self.images.canonical(code & !(0xF << (4 * cell)));
                    let below = sum - self.game.face(tile);
                    if self.layers.find::<V>(below, without)?.is_some() {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The value of a position that can occur.
    fn value(&self, code: u64) -> Result<V, LayerError> {
        if self.evaluator.is_end(code) {
            return Ok(self.evaluator.valuation.at_target(code));
        }
        let sum = self.game.sum(code);
        if !self.game.goes_on_at(sum) {
            return Ok(self.evaluator.valuation.dead(code));
        }
        let look_up = |code| self.layers.find::<V>(sum, code);
        let slides = self.evaluator.slides_of(sum, code, &look_up)?;
        Ok(self.evaluator.best(code, &slides).0)
    }

    /// The positions that spawns on a board lead to, by cell and tile, and their values.
    fn spawned(&self, code: u64) -> Result<Vec<(u32, Tile, u64, V)>, LayerError> {
        let mut spawned = Vec::new();
        let mut free = empty_cells(code, self.cells());
        while free != 0 {
            let bit = free.trailing_zeros();
            free &= free - 1;
            for tile in self.spawns() {
                let child = code | u64::from(tile.rank()) << bit;
                spawned.push((bit, tile, child, self.value(child)?));
            }
        }
        Ok(spawned)
    }

    /// The value of an afterstate as it follows from the positions above it.
    fn afterstate(&self, code: u64) -> Result<V, LayerError> {
        let valuation = &self.evaluator.valuation;
        let spawned = self.spawned(code)?;
        let fold = |tile: Tile| {
            let own = spawned.iter().filter(|spawn| spawn.1 == tile);
            let values: Vec<V> = own.map(|spawn| valuation.before_spawn(spawn.3, tile)).collect();
            self.evaluator.fold.cells(valuation, &values)
        };
        let by_tile: Vec<V> = self.spawns().map(fold).collect();
        Ok(self.evaluator.fold.tiles(valuation, &by_tile))
    }

    /// What Slider can do on a board.
    fn turn(&self, code: u64) -> Result<Turn<V>, LayerError> {
        let valuation = &self.evaluator.valuation;
        let sum = self.game.sum(code);
        let is_over = self.evaluator.is_end(code);
        let mut slid = Default::default();
        self.slides.slide_all(&[code], &mut slid)?;
        let mut legal = [false; 4];
        let mut slides: [Option<V>; 4] = [None; 4];
        for ((value, legal), codes) in slides.iter_mut().zip(&mut legal).zip(&slid) {
            let after = codes[0];
            if after == NO_SLIDE || is_over {
                continue;
            }
            *legal = true;
            *value = match self.evaluator.is_end(after) {
                true => Some(valuation.at_target(after)),
                false => self.layers.find(sum, after)?,
            };
        }
        let (value, best) = match is_over {
            true => (valuation.at_target(code), None),
            false => self.evaluator.best(code, &slides),
        };
        // Where nothing follows, nothing was rounded.
        let is_final = is_over || legal == [false; 4];
        let certainty = if is_final { self.certainty.without_rounding() } else { self.certainty };
        Ok(Turn { legal, slides, value, best, certainty })
    }

    fn answer(&self, packed: Packed) -> Result<Answer, LayerError> {
        let code = packed.code();
        let valuation = &self.evaluator.valuation;
        let sum = self.game.sum(code);
        let canonical = self.images.canonical(code);
        let is_over = self.evaluator.is_end(code);
        let Turn { legal, slides: values, value, best, certainty } = self.turn(code)?;
        let known = legal.iter().zip(&values).all(|(&legal, value)| value.is_some() || !legal);
        let to_come = |value: V| certainty.of(valuation.yet_to_come(value, code));
        let stored = if is_over { None } else { self.layers.find::<V>(sum, canonical)? };
        let mut spawns = Vec::new();
        if stored.is_some() {
            for (bit, tile, child, value) in self.spawned(code)? {
                let index = self.cells() - 1 - bit as usize / 4;
                let columns = self.game.rules().shape.columns();
                let value = valuation.yet_to_come(value, child).plus(valuation.spawn_score(tile));
                let cell = Cell::new(index / columns, index % columns);
                spawns.push(SpawnValue { cell, tile, value: self.certainty.of(value) });
            }
            spawns.sort_by_key(|spawn| (spawn.cell, spawn.tile));
        }
        Ok(Answer {
            is_position: !is_over && self.is_position(canonical, sum)?,
            is_afterstate: stored.is_some(),
            is_over,
            value: known.then(|| to_come(value)),
            best: best.filter(|_| known),
            slides: values.map(|value| value.map(|value| to_come(valuation.before_slide(value)))),
            legal,
            afterstate_value: stored
                .map(|value| self.certainty.of(valuation.yet_to_come(value, code))),
            spawns,
        })
    }
}

impl<V: Value, F: Fold<V> + Send> Oracle for Stored<V, F> {
    fn ask(&self, board: &Board) -> Result<Answer, AskError> {
        let (given, expected) = (board.shape(), self.game.rules().shape);
        if given != expected {
            return Err(AskError::Shape { given, expected });
        }
        Ok(self.answer(board.convert()?)?)
    }

    fn recompute(&self, watch: &dyn Watch) -> Result<Recomputed, LayerError> {
        let mut report = Recomputed { values: 0, largest_difference: 0.0, wrong: None };
        let total = self.layers.sums().count() as u64;
        for (done, sum) in self.layers.sums().rev().enumerate() {
            let (codes, values) = self.layers.all::<V>(sum)?;
            for (code, value) in codes.into_iter().zip(values) {
                if report.values.is_multiple_of(4096) && watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                report.values += 1;
                let (stored, again) = (value.to_f64(), self.afterstate(code)?.to_f64());
                // Never differs from never by nothing.
                if again == stored {
                    continue;
                }
                let difference = (again - stored).abs();
                report.largest_difference = report.largest_difference.max(difference);
                if difference > self.tolerance && report.wrong.is_none() {
                    report.wrong = Some(WrongValue { sum, code, stored, again });
                }
            }
            watch.report(Progress { done: done as u64 + 1, total: Some(total) });
        }
        Ok(report)
    }

    fn positions(&self, sum: u64) -> Result<Vec<u64>, LayerError> {
        let starts = self.starts.iter().copied().filter(|&code| self.game.sum(code) == sum);
        let mut positions: Vec<u64> = starts.collect();
        for tile in self.game.spawns() {
            let Some(below) = sum.checked_sub(self.game.face(tile)) else { continue };
            let (codes, _) = self.layers.all::<V>(below)?;
            self.slides.spawn_all(&codes, tile.rank(), &mut positions);
        }
        positions.sort_unstable();
        positions.dedup();
        Ok(positions)
    }

    fn position(&self, code: u64) -> Result<SolvedPosition, LayerError> {
        let valuation = &self.evaluator.valuation;
        let Turn { slides, value, best, certainty, legal } = self.turn(code)?;
        let to_come = |value: V| certainty.of(valuation.yet_to_come(value, code));
        let slides = slides.map(|slide| slide.map(|slide| to_come(valuation.before_slide(slide))));
        Ok(SolvedPosition { value: to_come(value), slides, best, legal })
    }

    fn policy(&self, sum: u64) -> Result<Vec<(u64, Option<Direction>)>, LayerError> {
        let best = |code: u64| {
            let look_up = |code| self.layers.find::<V>(sum, code);
            let slides = self.evaluator.slides_of(sum, code, &look_up)?;
            Ok((code, self.evaluator.best(code, &slides).1))
        };
        self.positions(sum)?.into_iter().map(best).collect()
    }

    fn values(&self, sum: u64) -> Result<Vec<(u64, f64)>, LayerError> {
        let (codes, values) = self.layers.all::<V>(sum)?;
        let valuation = &self.evaluator.valuation;
        let value = |(code, value): (u64, V)| (code, valuation.yet_to_come(value, code).to_f64());
        Ok(codes.into_iter().zip(values).map(value).collect())
    }
    fn error(&self) -> f64 {
        self.certainty.error()
    }
}
