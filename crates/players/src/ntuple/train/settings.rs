//! What can be chosen about training, and what a network does not support.

use super::LearningRule;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The learning rule.
    pub learning: LearningRule,
    /// The learning rate; with temporal coherence, a factor of all rates.
    pub rate: f32,
    /// The initial value of every board. A high one is optimistic: unvisited boards look good and are
    /// explored.
    pub optimism: f32,
    /// The seed of the games.
    pub seed: u64,
    /// Carousel shaping: after each game, every late stage is played from its start for this many
    /// times the slides of the game.
    pub carousel: u32,
    /// The rank from which on tiles are downgraded, in classic 2048 on 4×4.
    pub downgrade: Option<u8>,
}

/// Expected updates: the TD target is the expectation over all spawns, not the value after the spawn
/// that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedUpdates {
    /// The share of slides chosen at random. The target of a board does not depend on the slide that
    /// was played next, so exploration biases no value.
    pub exploration: f32,
}

/// Why a setting does not apply to a network.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// The setting is implemented for other games or tuples.
    #[error("{setting} needs {requirement}; the network plays {rules}")]
    Unsupported {
        /// The setting.
        setting: &'static str,
        /// What it needs.
        requirement: &'static str,
        /// The game of the network.
        rules: String,
    },
    /// Stages are sums of tiles that double, and this game has others.
    #[error("stages need tiles that are powers of two; the network plays {rules}")]
    StagesOfTiles {
        /// The game of the network.
        rules: String,
    },
    /// Tiles cannot be downgraded from this one on.
    #[error(
        "{tile} is not a tile from which on tiles can be downgraded: a power of two, 8 to 131072"
    )]
    DowngradeTile {
        /// The tile that was given.
        tile: u64,
    },
    /// A stage of the teacher does not exist any more.
    #[error("the stage that begins at {start} is gone, so it cannot teach")]
    TeacherStageGone {
        /// The sum at which it began.
        start: u64,
    },
    /// There is no new stage to be taught.
    #[error("there is no new stage that could be taught")]
    NoNewStage,
    /// There is no memory for the weights.
    #[error(transparent)]
    Weights(#[from] crate::ntuple::WeightsError),
}
