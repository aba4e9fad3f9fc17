//! The value of the start of the game.

use std::collections::BTreeMap;

use twofold_core::{Direction, Tile};

use super::evaluate::Evaluator;
use super::fold::Fold;
use super::play_value::{Certainty, PlayValue};
use super::value::Value;
use twofold_layers::{Images, LayerError, LayeredGame};

/// A board on which play may start.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Its canonical code.
    pub code: u64,
    /// Its tile sum.
    pub sum: u64,
    /// Its value.
    pub value: PlayValue,
    /// The best slide, the first one of equals; `None` if there is none.
    pub best: Option<Direction>,
}

/// The value of the game before the first spawn, in every convention; `None` where tiles do not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct StartValues {
    /// Two spawns before the first slide.
    pub two_tiles: Option<PlayValue>,
    /// Two spawns of the lowest tile.
    pub two_lowest: Option<PlayValue>,
    /// An empty board, one spawn before the first slide.
    pub empty: Option<PlayValue>,
}

/// Openings and their numbers, by canonical code.
pub(super) struct Openings<V> {
    game: LayeredGame,
    images: Images,
    found: BTreeMap<u64, V>,
    listed: Vec<Listed<V>>,
}

/// An opening whose certainty is not known yet.
struct Listed<V> {
    code: u64,
    sum: u64,
    number: V,
    best: Option<Direction>,
}

impl<V: Value> Openings<V> {
    pub(super) fn new(game: &LayeredGame) -> Openings<V> {
        let images = Images::of(game);
        Openings { game: game.clone(), images, found: BTreeMap::new(), listed: Vec::new() }
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
            let (value, best) = evaluator.best(code, &slides);
            let value = evaluator.valuation.yet_to_come(value, code);
            self.found.insert(code, value);
            self.listed.push(Listed { code, sum, number: value, best });
        }
        Ok(())
    }

    /// All openings, by tile sum and code.
    pub(super) fn list(mut self, certainty: &Certainty) -> Vec<Opening> {
        self.listed.sort_by_key(|opening| (opening.sum, opening.code));
        let opening = |Listed { code, sum, number, best }: Listed<V>| Opening {
            code,
            sum,
            value: certainty.of(number),
            best,
        };
        self.listed.into_iter().map(opening).collect()
    }

    /// The value of the game in every convention.
    pub(super) fn values<F: Fold<V>>(
        &self,
        evaluator: &Evaluator<V, F>,
        certainty: &Certainty,
    ) -> StartValues {
        let tiles: Vec<Tile> = self.game.rules().spawn.tiles.iter().map(|(tile, _)| tile).collect();
        let lowest = &tiles[..1];
        let value = |spawns, tiles| {
            self.spawns(evaluator, 0, spawns, tiles).map(|number| certainty.of(number))
        };
        StartValues {
            two_tiles: value(2, &tiles),
            two_lowest: value(2, lowest),
            empty: value(1, &tiles),
        }
    }

    /// The value of a board if so many more of the tiles appear before the first slide.
    fn spawns<F: Fold<V>>(
        &self,
        evaluator: &Evaluator<V, F>,
        code: u64,
        more: u32,
        tiles: &[Tile],
    ) -> Option<V> {
        if self.game.ending().is_made(code) {
            let valuation = &evaluator.valuation;
            return Some(valuation.yet_to_come(valuation.at_target(code), code));
        }
        if more == 0 {
            return self.found.get(&code).copied();
        }
        let cells = self.game.rules().shape.cells();
        let mut by_tile = Vec::new();
        for &tile in tiles {
            let mut by_cell = Vec::new();
            let mut missing = false;
            self.images.with_a_tile(code, cells, tile.rank(), |code| {
                match self.spawns(evaluator, code, more - 1, tiles) {
                    Some(value) => by_cell.push(value.plus(evaluator.valuation.spawn_score(tile))),
                    None => missing = true,
                }
            });
            if missing || by_cell.is_empty() {
                return None;
            }
            by_tile.push(evaluator.fold.cells(&evaluator.valuation, &by_cell));
        }
        match by_tile[..] {
            [only] => Some(only),
            _ => Some(evaluator.fold.tiles(&evaluator.valuation, &by_tile)),
        }
    }
}
