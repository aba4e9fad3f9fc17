//! N-tuple networks: the value of a board is the sum of many table entries, each chosen by the tiles
//! in a few cells; the entries are learned from games that the network plays with itself.
//!
//! - [`Layout`]: which cells are looked at, and which entries a board selects; the plain way for every
//!   shape, and a fast one for the standard layout of 4×4.
//! - [`Stages`]: parts of a game with weights of their own.
//! - [`Network`]: a layout with weights, learned, mapped from a file, or unpacked from a compact one.
//! - [`Trainer`]: temporal-difference learning on afterstates, on several threads at once.

mod compact;
mod downgrade;
mod error;
mod fast;
mod file;
mod identity;
mod layout;
mod network;
pub(crate) mod player;
mod selector;
mod small_search;
mod stages;
mod train;

pub use compact::Compact;
pub use error::WeightsError;
pub use identity::{Identity, Training};
pub use layout::Layout;
pub use network::Network;
pub use stages::Stages;
pub use train::{
    Block, Learning, Means, Promotion, Settings, Trainer, UnknownLearning, UnknownPromotion,
};
