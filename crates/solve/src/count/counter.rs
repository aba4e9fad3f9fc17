//! Counting: the forward pass, and what it has seen.

use std::path::Path;

use twofold_layers::store::{StoreError, StoreWriter};
use twofold_layers::{Engines, ForwardPass, LayerError, LayerWatch, LayeredGame, Retention};

use super::game_count::GameCount;

/// Counts the positions of a game.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::count::Counter;
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let run = Counter::new(&game).run(&())?;
/// assert!(run.is_complete);
/// assert_eq!(run.game.live_plus_win_and_lose(), 59);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Counter {
    game: LayeredGame,
    engines: Option<Engines>,
    store: Option<StoreWriter>,
    memory: u64,
    until_sum: Option<u64>,
    until_positions: Option<u64>,
}

/// What came of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountRun {
    /// What was counted.
    pub game: GameCount,
    /// Whether the game was followed to its end.
    pub is_complete: bool,
    /// Layers that a store already had.
    pub resumed: usize,
    /// The canonical codes of the last layer, ascending, if they are few.
    pub last: Option<Vec<u64>>,
}

impl Counter {
    /// A counter with every engine that takes the game, without a store, with a gigabyte of memory.
    pub fn new(game: &LayeredGame) -> Counter {
        Counter {
            game: game.clone(),
            engines: None,
            store: None,
            memory: 1 << 30,
            until_sum: None,
            until_positions: None,
        }
    }

    /// Keeps layers in a directory, which is new, empty, or the store of the same count, and goes on
    /// where it ends.
    ///
    /// # Errors
    /// If the directory holds something else, or cannot be used.
    pub fn with_store(mut self, dir: &Path) -> Result<Counter, StoreError> {
        self.store = Some(StoreWriter::open(dir, &self.game, None, 1)?);
        Ok(self)
    }

    /// Counts with these engines only; each layer is made by the one that has the least work.
    #[must_use]
    pub fn with_engines(mut self, engines: Engines) -> Counter {
        self.engines = Some(engines);
        self
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Counter {
        self.memory = memory;
        self
    }

    /// Stops after the layer of this tile sum.
    #[must_use]
    pub fn until_sum(mut self, sum: Option<u64>) -> Counter {
        self.until_sum = sum;
        self
    }

    /// Stops after the layer that makes it so many positions.
    #[must_use]
    pub fn until_positions(mut self, positions: u64) -> Counter {
        self.until_positions = Some(positions);
        self
    }

    /// Counts, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so. Layers that the store has by then are safe.
    pub fn run(self, watch: &dyn LayerWatch) -> Result<CountRun, LayerError> {
        let mut pass = ForwardPass::new(&self.game, Retention::Positions, self.memory);
        if let Some(engines) = self.engines {
            pass = pass.with_engines(engines);
        }
        if let Some(store) = self.store {
            pass = pass.with_store(store)?;
        }
        let resumed = pass.layers().len();
        if resumed > 0 {
            watch.layer(pass.progress());
        }
        let is_complete = loop {
            // A store may go further than was asked.
            let next = pass.next_sum();
            let is_enough = |sum| {
                self.until_sum.is_some_and(|last| sum > last)
                    || self.until_positions.is_some_and(|most| pass.positions() >= most)
            };
            if next.is_some_and(is_enough) {
                break false;
            }
            if !pass.step(watch)? {
                break true;
            }
        };
        let within = |sum: u64| self.until_sum.is_none_or(|last| sum <= last);
        let layers: Vec<_> =
            pass.layers().iter().filter(|layer| within(layer.sum)).cloned().collect();
        let is_cut = layers.len() < pass.layers().len();
        let last = layers.last().map(|layer| pass.codes(layer.sum)).transpose()?.flatten();
        let is_complete = is_complete && !is_cut;
        Ok(CountRun { game: GameCount::new(layers), is_complete, resumed, last })
    }
}
