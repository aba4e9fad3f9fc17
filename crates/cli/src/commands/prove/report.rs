//! The answer, in every format.

use serde::Serialize;
use twofold_symbolic::Player;
use twofold_symbolic::slider::{Answer, Question};

use super::super::symbolic::{DiagramName, Step, steps_table};
use crate::output::{Report, Table, TextContext};

pub(super) struct Proof {
    pub(super) question: Question,
    pub(super) answer: Answer,
    pub(super) diagram: DiagramName,
    pub(super) seconds: f64,
    pub(super) steps: Vec<Step>,
    pub(super) with_steps: bool,
}

#[derive(Serialize)]
pub(super) struct Json {
    shape: String,
    value: u8,
    drops: Vec<u64>,
    forced: bool,
    diagram: DiagramName,
    iterations: u64,
    peak_nodes: usize,
    seconds: f64,
    /// For `--strong`: boards that the side wins, by whose turn it is.
    states: Option<StatesJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct StatesJson {
    side: &'static str,
    slider_to_move: String,
    dropper_to_move: String,
    total: String,
}

impl Proof {
    fn states(&self) -> Option<StatesJson> {
        let [slider, dropper] = self.answer.states.as_ref()?;
        Some(StatesJson {
            side: if self.question.method.side == Player::First { "slider" } else { "dropper" },
            slider_to_move: slider.to_string(),
            dropper_to_move: dropper.to_string(),
            total: (slider + dropper).to_string(),
        })
    }
}

impl Report for Proof {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            shape: self.question.shape.to_string(),
            value: self.question.value,
            drops: self.question.drops.iter().map(|&value| 1 << value).collect(),
            forced: self.answer.forced,
            diagram: self.diagram,
            iterations: self.answer.iterations,
            peak_nodes: self.answer.peak_nodes,
            seconds: self.seconds,
            states: self.states(),
            steps: self.steps.clone(),
        }
    }

    fn table(&self) -> Table {
        if self.with_steps {
            return steps_table(&self.steps);
        }
        let mut table =
            Table::new(&["board", "#value", "forced", "#iterations", "#peak nodes", "#seconds"]);
        table.row([
            self.question.shape.to_string(),
            self.question.value.to_string(),
            if self.answer.forced { "yes" } else { "no" }.to_owned(),
            self.answer.iterations.to_string(),
            self.answer.peak_nodes.to_string(),
            format!("{:.3}", self.seconds),
        ]);
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let can = if self.answer.forced { "can" } else { "cannot" };
        let mut text = format!(
            "Slider {can} force a tile of value {} (the tile {}) on {}\n",
            self.question.value,
            1_u64 << self.question.value,
            self.question.shape
        );
        if let Some(states) = self.states() {
            text += &format!(
                "the {} wins {} boards to slide on and {} boards to drop on\n",
                states.side, states.slider_to_move, states.dropper_to_move
            );
        }
        text + &self.table().text(context)
    }
}
