//! How far work on layers has come.

use twofold_core::{Progress, Watch};

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

/// Watches layers on behalf of somebody who only counts what is done: positions, here.
#[derive(Clone, Copy)]
pub struct Positions<'a>(pub &'a dyn Watch);

impl Watch for Positions<'_> {
    fn report(&self, progress: Progress) {
        self.0.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl LayerWatch for Positions<'_> {
    fn layer(&self, progress: LayerProgress) {
        self.0.report(Progress { done: progress.positions + progress.in_layer, total: None });
    }
}

/// Adds what was there before a layer to what the engine reports of it.
pub(crate) fn within(watch: &dyn LayerWatch, before: LayerProgress) -> InLayer<'_> {
    InLayer { watch, before }
}

/// A watch over one layer.
pub(crate) struct InLayer<'a> {
    watch: &'a dyn LayerWatch,
    before: LayerProgress,
}

impl Watch for InLayer<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

impl LayerWatch for InLayer<'_> {
    fn layer(&self, progress: LayerProgress) {
        self.watch.layer(LayerProgress {
            sum: progress.sum,
            in_layer: progress.in_layer,
            memory: self.before.memory + progress.memory,
            disk: self.before.disk + progress.disk,
            ..self.before
        });
    }
}
