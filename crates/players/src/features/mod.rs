//! The evaluation of Catania and Raymond 2024 ("Gameplay Solver"), feature by feature.
//!
//! Each feature is a function of a board, in a file of its own. The evaluation is their weighted sum;
//! [`LookAhead`] combines the evaluations of future boards into the value of a slide. Where the text is
//! ambiguous, the doc comment of the feature states the choice. [`program_features`] are those of the authors'
//! program, which differ.

mod adjacent;
mod board;
mod chain;
mod empty;
mod largest;
mod look_ahead;
mod monotonicity;
mod program;
mod shift_load;
mod variant;
mod weights;

pub use adjacent::adjacent;
pub use board::FeatureBoard;
pub use chain::chain;
pub use empty::empty;
pub use largest::{largest, root};
pub use look_ahead::{FeaturePlayer, Futures, LookAhead, UnknownLookAhead};
pub use monotonicity::monotonicity;
pub(crate) use program::PrunedFutures;
pub use program::program_features;
pub use shift_load::shift_load;
pub use variant::{UnknownVariant, Variant};
pub use weights::{FeatureWeights, Features, ParseWeightsError};
