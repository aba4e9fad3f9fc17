//! N-tuple networks: the value of a board is a sum of table entries, each indexed by the tiles of a few
//! cells; the entries are trained by self-play.
//!
//! - [`Layout`]: the tuples, and the entries that a board selects; for every shape, with a fast path for
//!   the standard tuples of 4×4.
//! - [`Stages`]: parts of a game with weights of their own.
//! - [`Network`]: a layout with weights, in training, mapped from a file, or unpacked from a compact one.
//! - [`Trainer`]: temporal-difference learning on afterstates, on several threads.

mod compact;
mod downgrade;
mod error;
mod fast;
mod file;
pub(crate) mod info;
mod layout;
mod network;
pub(crate) mod player;
mod selector;
mod small_search;
mod sparse;
mod stages;
mod train;

pub use compact::CompactNetwork;
pub use error::WeightsError;
pub use info::{NetworkInfo, Training};
pub use layout::{Layout, LayoutError};
pub use network::Network;
pub use stages::{Stages, StagesError};
pub use train::{
    ExpectedUpdates, LearningRule, Promotion, SettingError, Settings, Trainer, TrainingStats,
    UnknownLearningRule, UnknownPromotion,
};
