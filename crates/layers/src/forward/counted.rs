//! Positions that were counted before, for a pass over the same game.
//!
//! A layer follows from the afterstates of the layers below it and from the boards on which play
//! starts. Where these are the same in both games, so are the positions, and they need not be found
//! again. Games that start with one tile and games that start with two differ in their first layers
//! only.

use std::collections::{BTreeMap, BTreeSet};

use crate::boards::{Boards, listed};
use crate::engine::{PositionSink, Step};
use crate::engines::Engines;
use crate::error::LayerError;
use crate::frontier::Frontier;
use crate::layered_game::LayeredGame;
use crate::progress::LayerWatch;
use crate::store::{Identity, Role, Store, StoreError};

/// Layers after which games that still differ are taken for different ones.
const TRIES: usize = 32;

/// A store of positions, and how far it agrees with the game at hand.
pub(super) struct CountedStore {
    store: Store,
    starts: BTreeMap<u64, Vec<u64>>,
    /// Layers that have the same afterstates in both games.
    same: BTreeSet<u64>,
    /// Layers that were found to differ.
    different: usize,
}

impl CountedStore {
    pub(super) fn new(store: Store, game: &LayeredGame) -> Result<CountedStore, StoreError> {
        let other = store.game();
        let tiles = |game: &LayeredGame| game.spawns().collect::<Vec<_>>();
        let same = game.rules().shape == other.rules().shape
            && game.rules().tiles == other.rules().tiles
            && tiles(game) == tiles(other)
            && game.target() == other.target();
        let path = store.dir().to_owned();
        if !same {
            let (found, expected) =
                (store.manifest().game.to_string(), Identity::of(game).to_string());
            return Err(StoreError::OtherGame { path, found, expected });
        }
        if store.manifest().problem.is_some() {
            return Err(StoreError::NoPositions { path });
        }
        let starts = other.starts();
        Ok(CountedStore { store, starts, same: BTreeSet::new(), different: 0 })
    }

    /// The positions of the layer that comes next, if it is the same in both games.
    pub(super) fn positions(
        &mut self,
        engines: &Engines,
        frontier: &Frontier,
        starts: &[u64],
        step: &Known<'_>,
    ) -> Result<Option<Box<dyn Boards>>, LayerError> {
        let game = self.store.game().clone();
        let starts_there = self.starts.get(&step.sum).map_or(&[][..], Vec::as_slice);
        if self.different > TRIES || starts != starts_there {
            return Ok(None);
        }
        for tile in game.spawns() {
            let Some(from) = step.sum.checked_sub(game.face(tile)) else { continue };
            if !self.same.contains(&from) && !self.is_same(engines, frontier, from, step)? {
                self.different += 1;
                return Ok(None);
            }
            self.same.insert(from);
        }
        let boards = self.stored(engines, step.sum)?;
        if boards.is_some() {
            self.same.insert(step.sum);
        }
        Ok(boards)
    }

    /// Whether a layer has the same afterstates in both games.
    fn is_same(
        &self,
        engines: &Engines,
        frontier: &Frontier,
        sum: u64,
        step: &Known<'_>,
    ) -> Result<bool, LayerError> {
        let here = frontier.pending(sum).map_or_else(|| Ok(Vec::new()), listed)?;
        let there = match self.stored(engines, sum)? {
            None => Vec::new(),
            Some(positions) => {
                let step = Step {
                    sum,
                    sources: &[],
                    starts: &[],
                    keep: PositionSink::Nothing,
                    memory: step.memory,
                    watch: step.watch,
                };
                let layer = engines.runs().step_from_positions(positions.as_ref(), step)?;
                listed(layer.afterstates.as_ref())?
            }
        };
        Ok(here == there)
    }

    fn stored(&self, engines: &Engines, sum: u64) -> Result<Option<Box<dyn Boards>>, LayerError> {
        let reader = self.store.file(sum, Role::Positions)?;
        reader.map(|reader| engines.read_file(reader)).transpose()
    }
}

/// What a step has at hand.
pub(super) struct Known<'a> {
    pub(super) sum: u64,
    pub(super) memory: u64,
    pub(super) watch: &'a dyn LayerWatch,
}
