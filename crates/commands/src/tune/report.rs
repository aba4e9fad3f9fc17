//! Generations, in every format.

use serde::Serialize;
use serde_json::Value;
use twofold_core::Figure;
use twofold_players::features::Features;
use twofold_players::tune::{Generation, MeanLargest, ScoredWeights, TuneCheckpoint};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use crate::output::{Report, Table, TextContext, cells};
use crate::question::Question;

/// Parts of a result have at most so many generations.
const MOST_GENERATIONS: usize = 500;

/// A run, finished or not.
pub(super) struct Tuned {
    /// The run in a line.
    pub(super) title: String,
    pub(super) question: Question,
    /// The generations that were asked for.
    pub(super) asked: u64,
    pub(super) history: Vec<Generation>,
    pub(super) best: ScoredWeights,
}

/// A generation in a line.
pub(super) fn line(generation: &Generation) -> String {
    let Generation { number, mean, best } = generation;
    let (mean, score) = (written(mean), written(&best.score));
    format!("generation {number}: mean {mean}, best {score} with {}", best.weights)
}

/// A mean with its interval; that of a single game has none.
fn written(mean: &MeanLargest) -> String {
    mean.figure().map_or(format!("{:.0} (one game)", mean.mean), |figure| format!("{figure:#}"))
}

impl Tuned {
    /// A run as far as it has come; nothing before the first generation is over.
    pub(super) fn of(title: &str, checkpoint: &TuneCheckpoint, asked: u64) -> Option<Tuned> {
        Some(Tuned {
            title: title.to_owned(),
            question: checkpoint.question.clone().into(),
            asked,
            history: checkpoint.history.clone(),
            best: checkpoint.state.best()?,
        })
    }

    /// The run so far, in the form of the whole one, with the last generations if there are many.
    pub(super) fn interim(&self) -> Value {
        let mut json = self.json();
        json.generations.drain(..json.generations.len().saturating_sub(MOST_GENERATIONS));
        serde_json::to_value(json).unwrap_or_default()
    }

    /// Scores by generation.
    pub(super) fn plot(&self) -> Plot {
        let series = |name: &str, score: fn(&Generation) -> f64| {
            let points = self.history.iter().map(|g| (g.number as f64, score(g)));
            Series::new(name.to_owned(), points)
        };
        Plot::new(Kind::Lines, Axis::linear("generation"), Axis::linear("mean largest tile"))
            .title(&self.title)
            .series(series("mean", |g| g.mean.mean))
            .series(series("best", |g| g.best.score.mean))
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    question: Question,
    /// Whether all generations are there.
    complete: bool,
    weights: Features,
    /// Ready to be given to `--players features:weights=…`.
    text: String,
    /// `null` for a single game, which has no interval.
    score: Option<Figure>,
    generations: Vec<GenerationJson>,
}

#[derive(Serialize)]
struct GenerationJson {
    number: u64,
    mean: Option<Figure>,
    best: BestJson,
}

#[derive(Serialize)]
struct BestJson {
    weights: Features,
    score: Option<Figure>,
}

fn json(mean: &MeanLargest) -> Option<Figure> {
    mean.figure()
}

impl From<&Generation> for GenerationJson {
    fn from(generation: &Generation) -> GenerationJson {
        let Generation { number, mean, best } = generation;
        let best = BestJson { weights: best.weights, score: json(&best.score) };
        GenerationJson { number: *number, mean: json(mean), best }
    }
}

impl Report for Tuned {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            question: self.question.clone(),
            complete: self.history.len() as u64 >= self.asked,
            weights: self.best.weights,
            text: self.best.weights.to_string(),
            score: json(&self.best.score),
            generations: self.history.iter().map(GenerationJson::from).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#generation", "~mean", "~best", "weights"]);
        for generation in &self.history {
            table.row(cells![
                generation.number,
                generation.mean.figure(),
                generation.best.score.figure(),
                generation.best.weights.to_string(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        if (self.history.len() as u64) < self.asked {
            let (done, asked) = (self.history.len(), self.asked);
            text += &format!("interrupted: {done} of {asked} generations\n");
        }
        text += &format!("\nbest: {} with\n", written(&self.best.score));
        for (name, weight) in Features::NAMES.iter().zip(self.best.weights.to_array()) {
            text += &format!("  {name:<13} {weight:.3}\n");
        }
        text + &format!("  features:weights={}\n", self.best.weights)
    }
}
