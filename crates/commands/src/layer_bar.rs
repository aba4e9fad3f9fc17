//! Progress of work on layers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde_json::json;
use twofold_core::{Progress, Watch};
use twofold_layers::{LayerProgress, LayerWatch};
use twofold_solve::SolveWatch;

use crate::output::Output;
use crate::progress::Bar;
use crate::{amount, memory};

/// Tells layers, positions, speed, memory, disk and the time left, and passes on that work shall stop.
pub(crate) struct LayerBar {
    bar: Bar,
    start: Instant,
    /// Positions that are expected in all.
    expected: AtomicU64,
    /// Positions that were there when work began.
    resumed: AtomicU64,
    disk: AtomicU64,
    /// Bytes of memory that the work may take.
    memory: u64,
    /// When the way back began.
    turned: OnceLock<Instant>,
}

const UNKNOWN: u64 = u64::MAX;

impl LayerBar {
    /// A line for work that may take so many bytes of memory.
    pub(crate) fn new(output: &Output, memory: u64) -> LayerBar {
        LayerBar {
            bar: Bar::new(output, "looking ahead"),
            start: Instant::now(),
            expected: AtomicU64::new(0),
            resumed: AtomicU64::new(UNKNOWN),
            disk: AtomicU64::new(0),
            memory,
            turned: OnceLock::new(),
        }
    }

    /// Says how many positions there may be.
    pub(crate) fn expect(&self, positions: f64) {
        self.expected.store(positions as u64, Ordering::Relaxed);
    }

    /// Bytes on disk when they were last reported.
    pub(crate) fn disk(&self) -> u64 {
        self.disk.load(Ordering::Relaxed)
    }

    fn message(&self, progress: LayerProgress, seconds: f64) -> String {
        let done = progress.positions + progress.in_layer;
        let resumed = self.resumed.load(Ordering::Relaxed);
        let rate = done.saturating_sub(resumed) as f64 / seconds.max(1e-3);
        let expected = self.expected.load(Ordering::Relaxed);
        let left = expected.saturating_sub(done) as f64 / rate.max(1.0);
        let mut text = format!(
            "tile sum {}, {} layers, {} positions, {} a second",
            progress.sum,
            progress.layers,
            amount::count(done as f64),
            amount::count(rate),
        );
        if let Some(held) = memory::now() {
            text += &format!(", {} of memory", amount::bytes(held as f64));
        }
        if progress.disk > 0 {
            text += &format!(", {} on disk", amount::bytes(progress.disk as f64));
        }
        if left > 0.0 && expected > done {
            text += &format!(", roughly {} left", amount::duration(left));
        }
        text
    }
}

impl Watch for LayerBar {
    /// On the way back: how many afterstates have been valued.
    fn report(&self, progress: Progress) {
        memory::give_back(self.memory);
        if self.bar.is_hidden() {
            return;
        }
        let Some(total) = progress.total.filter(|&total| total > 0) else { return };
        let turned = *self.turned.get_or_init(Instant::now);
        let seconds = turned.elapsed().as_secs_f64();
        let rate = progress.done as f64 / seconds.max(1e-3);
        let left = total.saturating_sub(progress.done) as f64 / rate.max(1.0);
        let mut text = format!(
            "on the way back, {} of {} boards valued, {} a second",
            amount::count(progress.done as f64),
            amount::count(total as f64),
            amount::count(rate),
        );
        if let Some(held) = memory::now() {
            text += &format!(", {} of memory", amount::bytes(held as f64));
        }
        text += &format!(", roughly {} left", amount::duration(left));
        self.bar.report(progress);
        self.bar.say(&text);
    }

    fn is_stopped(&self) -> bool {
        self.bar.is_stopped()
    }
}

impl LayerWatch for LayerBar {
    fn layer(&self, progress: LayerProgress) {
        let done = progress.positions + progress.in_layer;
        // The first report is about what a store already had, or about next to nothing.
        let _ = self.resumed.compare_exchange(UNKNOWN, done, Ordering::Relaxed, Ordering::Relaxed);
        self.disk.store(progress.disk, Ordering::Relaxed);
        if progress.in_layer == 0 {
            memory::give_back(self.memory);
        }
        // On the way back, layers are made again now and then.
        if !self.bar.is_hidden() && self.turned.get().is_none() {
            let expected = self.expected.load(Ordering::Relaxed);
            let total = Some(expected).filter(|&expected| expected > 0);
            self.bar.report(Progress { done, total });
            self.bar.interim(&|| {
                let LayerProgress { sum, layers, positions, .. } = progress;
                json!({ "tile_sum": sum, "layers": layers, "positions": positions })
            });
            self.bar.say(&self.message(progress, self.start.elapsed().as_secs_f64()));
        }
    }
}

impl SolveWatch for LayerBar {
    fn turn_around(&self, _: u64) {
        memory::give_back(self.memory);
        self.turned.get_or_init(Instant::now);
    }
}
