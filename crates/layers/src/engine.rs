//! The step from the layers below to the next one.

use std::sync::Arc;

use twofold_core::Tile;

use super::blocks::{Blocks, BoardsFile};
use super::boards::{Boards, Kind};

use super::error::LayerError;
use super::layer_count::LayerCount;
use super::layered_game::LayeredGame;
use super::progress::LayerWatch;

/// Afterstates, and the tile that takes them to the layer at work.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The tile that appears.
    pub tile: Tile,
    /// The afterstates on which it appears; of whatever kind.
    pub afterstates: &'a dyn Boards,
}

/// What an engine needs to know to make one layer.
pub struct Step<'a> {
    /// The tile sum of the layer.
    pub sum: u64,
    /// Where its positions come from.
    pub sources: &'a [Source<'a>],
    /// Canonical codes of the start boards of this sum, ascending.
    pub starts: &'a [u64],
    /// Where to keep the positions, if they are to be kept.
    pub keep: PositionSink<'a>,
    /// Bytes of memory that the step may use, the sources not counted.
    pub memory: u64,
    /// Who listens, and may stop the work.
    pub watch: &'a dyn LayerWatch,
}

/// What becomes of the positions of a layer once they are counted.
pub enum PositionSink<'a> {
    /// They are let go.
    Nothing,
    /// They are written, in blocks of the engine's kind.
    File(&'a mut dyn BoardsFile),
}

impl PositionSink<'_> {
    /// The same for a shorter time.
    pub(crate) fn shorter(&mut self) -> PositionSink<'_> {
        match self {
            PositionSink::Nothing => PositionSink::Nothing,
            PositionSink::File(file) => PositionSink::File(&mut **file),
        }
    }
}

/// A finished layer.
#[derive(Debug)]
pub struct Layer {
    /// What the layer holds.
    pub count: LayerCount,
    /// The boards after its slides, without those on which the target is made.
    pub afterstates: Box<dyn Boards>,
}

/// A way to represent and to make layers, for one game.
///
/// All engines give identical layers: the same counts, the same canonical codes. Work inside a step
/// is spread over the threads of the rayon pool that the caller runs in.
pub trait LayerEngine: Send + Sync {
    /// The representation of the sets that this engine makes.
    fn kind(&self) -> Kind;

    /// The game that the engine was made for.
    fn game(&self) -> &LayeredGame;

    /// What a step would take.
    fn estimate(&self, plan: &Plan<'_>) -> Estimate;

    /// Bytes of memory that the engine's tables take.
    fn memory(&self) -> u64;

    /// Makes the layer of a tile sum.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so; whatever was written is then to be thrown away.
    fn step(&self, step: Step<'_>) -> Result<Layer, LayerError>;

    /// Reads back a set of this engine's kind from the blocks that [`Boards::write`] wrote, or the
    /// positions that a step kept.
    fn read(&self, sum: u64, blocks: Arc<dyn Blocks>) -> Result<Box<dyn Boards>, LayerError>;
}

/// What is known of a step before it is made.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The tile sum of the layer.
    pub sum: u64,
    /// About how many positions it has.
    pub positions: u64,
    /// Where its positions come from.
    pub sources: &'a [Source<'a>],
    /// Whether its positions are to be kept.
    pub keeps: bool,
    /// Whether the codes of its afterstates will be listed.
    pub lists: bool,
}

/// What a step takes, roughly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes of memory below which the step cannot work, the sources not counted.
    pub memory: u64,
    /// Nanoseconds of work on one core.
    pub work: u64,
}
