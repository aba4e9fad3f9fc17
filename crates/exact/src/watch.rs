//! How long work is observed and stopped from outside.
//!
//! Libraries here neither print nor read a clock. Whoever starts long work passes a [`Watch`]: it
//! hears of progress, and may ask the work to stop at the next safe point.

/// How far long work has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
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

/// Hears of progress and may stop the work.
pub trait Watch: Sync {
    /// Called now and then, from any thread.
    fn report(&self, progress: Progress);

    /// Whether to stop at the next safe point.
    fn is_stopped(&self) -> bool;
}

/// Hears nothing and never stops anything.
///
/// ```
/// use twofold_exact::watch::{Unwatched, Watch};
///
/// assert!(!Unwatched.is_stopped());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn report(&self, _progress: Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}
