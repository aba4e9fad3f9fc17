//! What the start of play is worth.

use std::collections::BTreeMap;

use twofold_core::{Direction, Tile};

use super::evaluate::Evaluator;
use super::fold::Fold;
use super::value::Value;
use crate::layers::{Images, LayerError, Task, has_rank};

/// A board on which play may start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Its canonical code.
    pub code: u64,
    /// Its tile sum.
    pub sum: u64,
    /// What play will bring.
    pub value: f64,
    /// The best slide, the first one of equals; `None` if there is none.
    pub best: Option<Direction>,
}

/// What play is worth before the first tile appears, in every convention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartValues {
    /// Two tiles, dropped by the opponent before the first slide.
    pub two_tiles: Option<f64>,
    /// Two tiles of the lowest kind.
    pub two_lowest: Option<f64>,
    /// An empty board, the opponent to drop one tile.
    pub empty: Option<f64>,
}

/// Openings with what play will bring, by canonical code.
pub(super) struct Openings<V> {
    task: Task,
    images: Images,
    found: BTreeMap<u64, V>,
    listed: Vec<Opening>,
}

impl<V: Value> Openings<V> {
    pub(super) fn new(task: &Task) -> Openings<V> {
        let images = Images::new(task.rules().shape);
        Openings { task: task.clone(), images, found: BTreeMap::new(), listed: Vec::new() }
    }

    /// Adds the openings of a tile sum, whose afterstates can be looked up.
    pub(super) fn add<F: Fold<V>>(
        &mut self,
        evaluator: &Evaluator<V, F>,
        sum: u64,
        codes: &[u64],
        look_up: &dyn Fn(u64) -> Result<Option<V>, LayerError>,
    ) -> Result<(), LayerError> {
        for &code in codes {
            let slides = evaluator.slides_of(sum, code, look_up)?;
            let (worth, best) = evaluator.best(code, &slides);
            let value = evaluator.judge.yet_to_come(worth, code);
            self.found.insert(code, value);
            self.listed.push(Opening { code, sum, value: value.to_f64(), best });
        }
        Ok(())
    }

    /// All openings, by tile sum and code.
    pub(super) fn list(mut self) -> Vec<Opening> {
        self.listed.sort_by_key(|opening| (opening.sum, opening.code));
        self.listed
    }

    /// What play is worth in every convention.
    pub(super) fn values<F: Fold<V>>(&self, evaluator: &Evaluator<V, F>) -> StartValues {
        let tiles: Vec<Tile> =
            self.task.rules().spawn.values.iter().map(|(tile, _)| tile).collect();
        let lowest = &tiles[..1];
        let value = |drops, tiles| self.drops(evaluator, 0, drops, tiles).map(V::to_f64);
        StartValues {
            two_tiles: value(2, &tiles),
            two_lowest: value(2, lowest),
            empty: value(1, &tiles),
        }
    }

    /// What a board is worth if so many more of the tiles appear before the first slide.
    fn drops<F: Fold<V>>(
        &self,
        evaluator: &Evaluator<V, F>,
        code: u64,
        more: u32,
        tiles: &[Tile],
    ) -> Option<V> {
        if self.task.goal().is_some_and(|goal| has_rank(code, goal.rank())) {
            let judge = &evaluator.judge;
            return Some(judge.yet_to_come(judge.made(code), code));
        }
        if more == 0 {
            return self.found.get(&code).copied();
        }
        let cells = self.task.rules().shape.cells();
        let mut by_tile = Vec::new();
        for &tile in tiles {
            let mut by_cell = Vec::new();
            let mut missing = false;
            self.images.with_a_tile(code, cells, tile.rank(), |code| {
                match self.drops(evaluator, code, more - 1, tiles) {
                    Some(worth) => by_cell.push(worth.plus(evaluator.judge.spawn_score(tile))),
                    None => missing = true,
                }
            });
            if missing || by_cell.is_empty() {
                return None;
            }
            by_tile.push(evaluator.fold.cells(&evaluator.judge, &by_cell));
        }
        match by_tile[..] {
            [only] => Some(only),
            _ => Some(evaluator.fold.tiles(&evaluator.judge, &by_tile)),
        }
    }
}
