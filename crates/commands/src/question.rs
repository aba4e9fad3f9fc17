//! What a run was asked to do, so that a checkpoint never answers another question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use twofold_core::Rules;

/// The options that the answer of a run depends on, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question(BTreeMap<String, String>);

impl From<BTreeMap<String, String>> for Question {
    fn from(options: BTreeMap<String, String>) -> Question {
        Question(options)
    }
}

impl From<Question> for BTreeMap<String, String> {
    fn from(question: Question) -> BTreeMap<String, String> {
        question.0
    }
}

impl Question {
    /// Adds an option.
    pub(crate) fn with(mut self, option: &str, value: impl ToString) -> Question {
        self.0.insert(option.to_owned(), value.to_string());
        self
    }

    /// Adds an option that may be absent.
    pub(crate) fn with_optional(self, option: &str, value: Option<impl ToString>) -> Question {
        match value {
            Some(value) => self.with(option, value),
            None => self,
        }
    }

    /// Adds the game: the shape, the tile system, the spawns with their weights, and where they appear.
    pub(crate) fn with_rules(self, rules: &Rules) -> Question {
        self.with("--shape", rules.shape)
            .with("--rules", rules.tiles)
            .with("--spawns", rules.spawn.tiles.write(rules.tiles))
            .with("--placement", rules.spawn.placement.name())
    }

    /// How another question differs from this one, option by option; empty if it does not.
    pub(crate) fn differences(&self, other: &Question) -> Vec<String> {
        let value = |question: &Question, option: &str| {
            question.0.get(option).map_or("absent".to_owned(), Clone::clone)
        };
        let options: BTreeMap<&String, ()> =
            self.0.keys().chain(other.0.keys()).map(|option| (option, ())).collect();
        let differs =
            options.into_keys().filter(|option| self.0.get(*option) != other.0.get(*option));
        differs
            .map(|option| {
                format!(
                    "{option} is {} there and {} here",
                    value(self, option),
                    value(other, option)
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let one = Question::default().with_rules(&rules).with("--seed", 1);
        assert_eq!(one.differences(&one), [""; 0]);
        let mut other = rules.clone();
        other.spawn.tiles = twofold_core::SpawnTiles::parse("2:1,4:1", rules.tiles).unwrap();
        let other = Question::default().with_rules(&other);
        assert_eq!(
            one.differences(&other),
            ["--seed is 1 there and absent here", "--spawns is 2:9,4:1 there and 2:1,4:1 here"]
        );
    }
}
