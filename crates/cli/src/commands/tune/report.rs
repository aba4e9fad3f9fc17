//! Generations, in every format.

use serde::Serialize;
use twofold_players::features::Features;
use twofold_players::tune::{Generation, Scored};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use crate::output::{Report, Table, TextContext};

/// A finished run.
pub(super) struct Tuned {
    pub(super) question: String,
    pub(super) history: Vec<Generation>,
    pub(super) best: Scored,
}

/// A generation in a line.
pub(super) fn line(generation: &Generation) -> String {
    let Generation { number, mean, best } = generation;
    format!("generation {number}: mean {mean:.1}, best {:.1} with {}", best.score, best.weights)
}

impl Tuned {
    /// Scores by generation.
    pub(super) fn plot(&self) -> Plot {
        let series = |name: &str, score: fn(&Generation) -> f64| {
            let points = self.history.iter().map(|g| (g.number as f64, score(g)));
            Series::new(name.to_owned(), points)
        };
        Plot::new(Kind::Lines, Axis::linear("generation"), Axis::linear("mean largest tile"))
            .title(&self.question)
            .series(series("mean", |g| g.mean))
            .series(series("best", |g| g.best.score))
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    question: String,
    weights: Features,
    /// Ready to be given to `--players features:weights=…`.
    text: String,
    score: f64,
    generations: Vec<Generation>,
}

impl Report for Tuned {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            question: self.question.clone(),
            weights: self.best.weights,
            text: self.best.weights.to_string(),
            score: self.best.score,
            generations: self.history.clone(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#generation", "#mean", "#best", "weights"]);
        for generation in &self.history {
            table.row([
                generation.number.to_string(),
                format!("{:.2}", generation.mean),
                format!("{:.2}", generation.best.score),
                generation.best.weights.to_string(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        text += &format!("\nbest: {:.1} with\n", self.best.score);
        for (name, weight) in Features::NAMES.iter().zip(self.best.weights.to_array()) {
            text += &format!("  {name:<13} {weight:.3}\n");
        }
        text + &format!("  features:weights={}\n", self.best.weights)
    }
}
