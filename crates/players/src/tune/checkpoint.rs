//! A run of tuning between two generations, as text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CmaEs, Generation, GeneticAlgorithm, Optimiser, ScoredWeights};

/// The state of either optimiser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuneState {
    /// The genetic algorithm.
    Genetic(GeneticAlgorithm),
    /// Covariance matrix adaptation.
    CmaEs(Box<CmaEs>),
}

impl TuneState {
    /// The optimiser, to go on.
    pub fn optimiser(&mut self) -> &mut dyn Optimiser {
        match self {
            TuneState::Genetic(genetic) => genetic,
            TuneState::CmaEs(covariance) => &mut **covariance,
        }
    }

    /// The best weights so far.
    pub fn best(&self) -> Option<ScoredWeights> {
        match self {
            TuneState::Genetic(genetic) => genetic.best,
            TuneState::CmaEs(covariance) => covariance.best,
        }
    }

    fn generation(&self) -> u64 {
        match self {
            TuneState::Genetic(genetic) => genetic.generation(),
            TuneState::CmaEs(covariance) => covariance.generation(),
        }
    }

    /// Whether this is a later state of a run that began with the given one.
    fn continues(&self, start: &TuneState) -> bool {
        match (self, start) {
            (TuneState::Genetic(state), TuneState::Genetic(start)) => state.continues(start),
            (TuneState::CmaEs(state), TuneState::CmaEs(start)) => state.continues(start),
            _ => false,
        }
    }
}

/// Everything that a run knows between two generations.
///
/// ```
/// use twofold_players::features::FeatureWeights;
/// use twofold_players::tune::{CmaEs, TuneCheckpoint, TuneState};
///
/// let start = TuneState::CmaEs(Box::new(CmaEs::new(8, FeatureWeights::TUNED, 1)));
/// let checkpoint = TuneCheckpoint::new(Default::default(), start);
/// assert_eq!(TuneCheckpoint::read(&checkpoint.write())?, checkpoint);
/// # Ok::<(), twofold_players::tune::CheckpointError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneCheckpoint {
    /// What the run was asked to do, by option; another question needs another checkpoint.
    pub question: BTreeMap<String, String>,
    /// The optimiser.
    pub state: TuneState,
    /// The generations so far.
    pub history: Vec<Generation>,
}

/// Why a text is no checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It is not the JSON of a checkpoint.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is of a version that did not remember the weights of spawns.
    #[error("an earlier version wrote this checkpoint, without the weights of spawns")]
    Earlier,
}

impl TuneCheckpoint {
    /// The beginning of a run.
    pub fn new(question: BTreeMap<String, String>, state: TuneState) -> TuneCheckpoint {
        TuneCheckpoint { question, state, history: Vec::new() }
    }

    /// Reads what [`TuneCheckpoint::write`] wrote. Whether its parts fit together depends on the
    /// question, see [`TuneCheckpoint::continues`].
    pub fn read(text: &str) -> Result<TuneCheckpoint, CheckpointError> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        if value["question"].is_string() {
            return Err(CheckpointError::Earlier);
        }
        let mut checkpoint: TuneCheckpoint = serde_json::from_value(value)?;
        // What the option was called before.
        if let Some(slides) = checkpoint.question.remove("--moves") {
            checkpoint.question.insert("--slides".to_owned(), slides);
        }
        Ok(checkpoint)
    }

    /// The checkpoint as text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    /// Whether this is a whole checkpoint of a run that began with the given state: there is a best set
    /// of weights, and the history has every generation once.
    pub fn continues(&self, start: &TuneState) -> bool {
        let numbers = self.history.iter().map(|generation| generation.number);
        self.state.continues(start)
            && self.state.best().is_some()
            && self.state.generation() == self.history.len() as u64
            && numbers.eq(1..=self.history.len() as u64)
    }
}
