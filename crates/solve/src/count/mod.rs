//! Counting: every position that can occur in play, exactly.

mod combinatorics;
mod counter;
mod forecast;
mod game_count;
mod graph;
mod naive;
mod resolved;

pub use combinatorics::combinatorics_bound;
pub use counter::{CountRun, Counter};
pub use forecast::{Forecast, forecast};
pub use game_count::{GameCount, Peak, Row};
pub use graph::{Node, StateGraph};
pub use naive::{naive, naive_codes};
pub use resolved::{is_resolved, unresolved};
pub use twofold_layers::LayerCount;
