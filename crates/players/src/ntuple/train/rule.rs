//! How TD errors change weights.

use std::fmt;
use std::str::FromStr;

/// The rule by which TD errors change weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearningRule {
    /// TD(0) with one learning rate for all weights.
    TemporalDifference,
    /// Temporal coherence: every weight has a learning rate of its own.
    TemporalCoherence,
}

impl LearningRule {
    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            LearningRule::TemporalDifference => "td",
            LearningRule::TemporalCoherence => "tc",
        }
    }
}

impl fmt::Display for LearningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no learning rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no learning rule `{0}`; there are tc and td")]
pub struct UnknownLearningRule(String);

impl FromStr for LearningRule {
    type Err = UnknownLearningRule;

    fn from_str(name: &str) -> Result<LearningRule, UnknownLearningRule> {
        let known = [LearningRule::TemporalDifference, LearningRule::TemporalCoherence];
        let found = known.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| UnknownLearningRule(name.to_owned()))
    }
}
