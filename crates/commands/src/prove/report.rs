//! The answer, in every format.

use serde::Serialize;
use twofold_core::Tile;
use twofold_symbolic::Player;
use twofold_symbolic::slider::{Answer, SliderProblem};

use super::super::symbolic::{DiagramName, Step, steps_table};
use crate::amount;
use crate::output::{GameJson, NumberJson, Report, Table, TextContext};

pub(super) struct Proof {
    pub(super) problem: SliderProblem,
    pub(super) answer: Answer,
    pub(super) diagram: DiagramName,
    pub(super) seconds: f64,
    pub(super) steps: Vec<Step>,
    pub(super) with_steps: bool,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    forced: bool,
    /// The largest tile that fits, if the target is larger and nothing had to be computed.
    largest: Option<u64>,
    diagram: DiagramName,
    iterations: u64,
    peak_nodes: usize,
    seconds: f64,
    /// For `--strong`: boards that the side wins, by whose turn it is.
    states: Option<StatesJson>,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct StatesJson {
    side: &'static str,
    slider_to_move: NumberJson,
    dropper_to_move: NumberJson,
    total: NumberJson,
}

impl Proof {
    fn face(&self, tile: Tile) -> u64 {
        self.problem.rules.tiles.face(tile)
    }

    /// Whose wins were gathered.
    fn side(&self) -> &'static str {
        if self.problem.method.side == Player::First { "slider" } else { "dropper" }
    }

    fn spawns(&self) -> impl Iterator<Item = u64> {
        self.problem.rules.spawn.tiles.iter().map(|(tile, _)| self.face(tile))
    }

    fn states(&self) -> Option<StatesJson> {
        let [slider, dropper] = self.answer.states.as_ref()?;
        Some(StatesJson {
            side: self.side(),
            slider_to_move: slider.clone().into(),
            dropper_to_move: dropper.clone().into(),
            total: (slider + dropper).into(),
        })
    }
}

impl Report for Proof {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            game: GameJson::from_start(&self.problem.rules, "empty")
                .to(self.face(self.problem.target)),
            forced: self.answer.forced,
            largest: self.answer.largest.map(|tile| self.face(tile)),
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
            Table::new(&["board", "#tile", "forced", "#iterations", "#peak nodes", "#seconds"]);
        table.row([
            self.problem.rules.shape.to_string(),
            self.face(self.problem.target).to_string(),
            if self.answer.forced { "yes" } else { "no" }.to_owned(),
            self.answer.iterations.to_string(),
            self.answer.peak_nodes.to_string(),
            format!("{:.3}", self.seconds),
        ]);
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let can = if self.answer.forced { "can" } else { "cannot" };
        let rules = &self.problem.rules;
        let spawns = self.spawns().map(|face| face.to_string()).collect::<Vec<_>>().join(" or ");
        let mut text = format!(
            "Slider {can} force {} on {} when {spawns} spawns anywhere\n",
            self.face(self.problem.target),
            rules.shape,
        );
        if let Some(largest) = self.answer.largest {
            text += &format!(
                "no tile above {} fits on {} cells: each doubling takes a cell more\n",
                self.face(largest),
                rules.shape.cells(),
            );
        }
        if let Some(states) = self.states() {
            text += &format!(
                "{} wins {} boards with Slider to move and {} with Dropper to move\n",
                match self.side() {
                    "slider" => "Slider",
                    _ => "Dropper",
                },
                amount::grouped(&states.slider_to_move),
                amount::grouped(&states.dropper_to_move)
            );
        }
        text + &self.table().text(context)
    }
}
