//! The count of one layer.

use crate::layers::Census;

/// A layer's tile sum and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerCount {
    /// The tile sum.
    pub sum: u64,
    /// The positions and afterstates of that sum.
    pub census: Census,
}
