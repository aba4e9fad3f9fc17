//! Progress of work on layers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use twofold_exact::layers::{LayerProgress, LayerWatch};
use twofold_exact::{Progress, Watch};

use crate::output::Output;
use crate::{amount, interrupt, memory};

/// A line that shows layers, positions, speed, memory, disk and the time left, and passes Ctrl-C on.
pub(super) struct LayerBar {
    bar: ProgressBar,
    start: Instant,
    /// Positions that are expected in all.
    expected: AtomicU64,
    /// Positions that were there when work began.
    resumed: AtomicU64,
    disk: AtomicU64,
}

const UNKNOWN: u64 = u64::MAX;

impl LayerBar {
    pub(super) fn new(output: &Output) -> LayerBar {
        let target = if output.is_quiet() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(None, target).with_message("looking ahead");
        bar.set_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("a fixed template"),
        );
        bar.enable_steady_tick(Duration::from_millis(120));
        LayerBar {
            bar,
            start: Instant::now(),
            expected: AtomicU64::new(0),
            resumed: AtomicU64::new(UNKNOWN),
            disk: AtomicU64::new(0),
        }
    }

    /// Says how many positions there may be.
    pub(super) fn expect(&self, positions: f64) {
        self.expected.store(positions as u64, Ordering::Relaxed);
    }

    /// Bytes on disk when they were last reported.
    pub(super) fn disk(&self) -> u64 {
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
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        interrupt::pressed()
    }
}

impl LayerWatch for LayerBar {
    fn layer(&self, progress: LayerProgress) {
        let done = progress.positions + progress.in_layer;
        // The first report is about what a store already had, or about next to nothing.
        let _ = self.resumed.compare_exchange(UNKNOWN, done, Ordering::Relaxed, Ordering::Relaxed);
        self.disk.store(progress.disk, Ordering::Relaxed);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.message(progress, self.start.elapsed().as_secs_f64()));
        }
    }
}

impl Drop for LayerBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
