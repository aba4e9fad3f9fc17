//! How far work on layers has come.

use crate::watch::Watch;

/// How far work on layers has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerProgress {
    /// Tile sum of the layer at work.
    pub sum: u64,
    /// Layers that are finished.
    pub layers: u64,
    /// Positions in finished layers.
    pub positions: u64,
    /// Positions found so far in the layer at work.
    pub in_layer: u64,
    /// Bytes of memory that the data of the work holds.
    pub memory: u64,
    /// Bytes on disk.
    pub disk: u64,
}

/// Somebody who watches work on layers. `()` watches nothing.
pub trait LayerWatch: Watch {
    /// Hears how far the work is, from any thread.
    fn layer(&self, progress: LayerProgress);
}

impl LayerWatch for () {
    fn layer(&self, _: LayerProgress) {}
}
