//! How long computations report progress and learn that they should stop.

/// How far a computation is: what a [`Watch`] hears.
///
/// ```
/// use twofold_core::Progress;
///
/// let half = Progress { done: 5, total: Some(10) };
/// assert_eq!(half.total.map(|total| half.done * 100 / total), Some(50));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Units of work done.
    pub done: u64,
    /// Units of work in all, if that is known.
    pub total: Option<u64>,
}

/// Somebody who watches a computation: hears of its progress, may ask it to stop.
///
/// Computations call [`Watch::report`] now and then, from any thread, and end early with an error
/// of their own soon after [`Watch::is_stopped`] turns true. `()` watches nothing.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use twofold_core::perft::{self, Limits};
/// use twofold_core::{Game, Progress, Rules, Watch};
///
/// /// Stops a computation after its third report.
/// struct Patience(AtomicU64);
///
/// impl Watch for Patience {
///     fn report(&self, _: Progress) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
///
///     fn is_stopped(&self) -> bool {
///         self.0.load(Ordering::Relaxed) >= 3
///     }
/// }
///
/// let game = Game::new(Rules::classic("4x4".parse()?));
/// assert!(perft::fold(&game, 99, Limits::NONE, &Patience(AtomicU64::new(0))).is_err());
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
pub trait Watch: Sync {
    /// Hears how far the computation is.
    fn report(&self, progress: Progress);

    /// Whether the computation should stop as soon as it loses nothing by it.
    fn is_stopped(&self) -> bool;
}

impl Watch for () {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

/// A computation was asked to stop, and did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped on request")]
pub struct Stopped;

impl<W: Watch + ?Sized> Watch for &W {
    fn report(&self, progress: Progress) {
        (**self).report(progress);
    }

    fn is_stopped(&self) -> bool {
        (**self).is_stopped()
    }
}
