//! The evaluation of Catania and Raymond 2024 ("Gameplay Solver"), feature by feature.
//!
//! Each feature is a function of a board, in a file of its own. The evaluation adds them up with a
//! weight for each; [`LookAhead`] says how the evaluations of future boards become the value of a
//! slide. Where the text leaves something open, the doc comment of the feature says what was chosen.

mod adjacent;
mod chain;
mod empty;
mod largest;
mod look_ahead;
mod monotonicity;
mod sheet;
mod shift_load;
mod weights;

pub use adjacent::adjacent;
pub use chain::chain;
pub use empty::empty;
pub use largest::{largest, root};
pub use look_ahead::{FeaturePlayer, Futures, LookAhead, UnknownLookAhead};
pub use monotonicity::monotonicity;
pub use sheet::Sheet;
pub use shift_load::shift_load;
pub use weights::{FeatureWeights, Features, NoWeights};
