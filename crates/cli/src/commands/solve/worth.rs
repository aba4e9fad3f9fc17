//! Values as people read them.

use serde_json::{Number, Value};
use twofold_core::Tile;
use twofold_exact::solve::{Goal, Opponent, Question};

/// How the values of a question are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth<'a> {
    question: &'a Question,
    /// Decimals that rounding leaves certain.
    decimals: usize,
}

impl<'a> Worth<'a> {
    /// Values that may be wrong by the given error.
    pub(crate) fn new(question: &'a Question, error: f64) -> Worth<'a> {
        let certain = if error > 0.0 { (-(2.0 * error).log10()).floor() } else { 0.0 };
        Worth { question, decimals: certain.clamp(0.0, 15.0) as usize }
    }

    /// Values to be read at a glance.
    pub(crate) fn brief(question: &'a Question) -> Worth<'a> {
        let decimals = match (question.opponent(), question.goal()) {
            (Opponent::Random, Goal::Tile(_)) => 6,
            (Opponent::Random, _) => 2,
            _ => 0,
        };
        Worth { question, decimals }
    }

    fn tile(self, rank: f64) -> u64 {
        Tile::new(rank as u8).map_or(0, |tile| self.question.task().value(tile))
    }

    /// The value in words.
    pub(crate) fn text(self, value: f64) -> String {
        match (self.question.goal(), self.question.opponent()) {
            _ if value.is_infinite() => "never".to_owned(),
            (Goal::MaxTile, _) => self.tile(value).to_string(),
            (Goal::Tile(_), Opponent::Adversary) => {
                let narrow = self.question.narrow().is_some();
                match value > 0.0 {
                    true => "forced",
                    false if narrow => "not shown",
                    false => "not forced",
                }
                .to_owned()
            }
            (Goal::Tile(_), Opponent::Friend) => {
                (if value > 0.0 { "possible" } else { "impossible" }).to_owned()
            }
            (_, Opponent::Random) => format!("{value:.*}", self.decimals),
            _ => format!("{value:.0}"),
        }
    }

    /// The value in JSON: a number with all its digits; a tile by its value; null for never.
    pub(crate) fn json(self, value: f64) -> Value {
        match (self.question.goal(), self.question.opponent()) {
            _ if value.is_infinite() => Value::Null,
            (Goal::MaxTile, _) => self.tile(value).into(),
            (_, Opponent::Random) => Number::from_f64(value).into(),
            _ => (value as u64).into(),
        }
    }
}
