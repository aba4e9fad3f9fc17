//! Counting: every position that can occur in play, exactly.

mod counter;
mod counts;
mod forecast;
mod graph;
mod layer_count;
mod naive;

pub use counter::{Counter, Outcome};
pub use counts::{Counts, Peak, Row};
pub use forecast::{Forecast, forecast};
pub use graph::{Node, StateGraph};
pub use layer_count::LayerCount;
pub use naive::{naive, naive_codes};
