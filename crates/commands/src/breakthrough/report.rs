//! What the engines found, in every format.

use serde::Serialize;
use twofold_breakthrough::Side;
use twofold_core::Shape;

use super::super::symbolic::{Step, steps_table};
use crate::output::{self, NumberJson, Table, TextContext};

/// How a board was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Engine {
    Explicit,
    Symbolic,
}

/// What one engine found.
pub(super) struct Found {
    pub(super) engine: Engine,
    pub(super) winner: Side,
    pub(super) reachable: NumberJson,
    pub(super) white: NumberJson,
    pub(super) black: NumberJson,
    /// Whether no position has two winners and every position has one.
    pub(super) is_decided: bool,
    pub(super) peak_nodes: Option<usize>,
    pub(super) seconds: f64,
    pub(super) steps: Vec<Step>,
}

/// What all engines found.
pub(super) struct Report {
    pub(super) shape: Shape,
    pub(super) method: String,
    pub(super) found: Vec<Found>,
    /// Plies of the whole game, if they were asked for.
    pub(super) plies: Option<u32>,
    pub(super) with_steps: bool,
}

#[derive(Serialize)]
pub(super) struct Json {
    shape: String,
    method: String,
    winner: &'static str,
    /// Plies of the whole game under best play, if they were asked for.
    plies: Option<u32>,
    reachable: NumberJson,
    white: NumberJson,
    black: NumberJson,
    disjoint_and_cover: bool,
    engines: Vec<EngineJson>,
}

#[derive(Serialize)]
struct EngineJson {
    engine: Engine,
    winner: &'static str,
    reachable: NumberJson,
    white: NumberJson,
    black: NumberJson,
    disjoint_and_cover: bool,
    peak_nodes: Option<usize>,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Step>,
}

impl Report {
    /// Whether all engines agree, and every position has one winner.
    pub(super) fn is_consistent(&self) -> bool {
        let same = |one: &Found, other: &Found| {
            (one.winner, &one.reachable, &one.white, &one.black)
                == (other.winner, &other.reachable, &other.white, &other.black)
        };
        self.found.iter().all(|found| found.is_decided && same(found, &self.found[0]))
    }
}

impl output::Report for Report {
    type Json = Json;

    fn json(&self) -> Json {
        let first = &self.found[0];
        let engine = |found: &Found| EngineJson {
            engine: found.engine,
            winner: found.winner.place(),
            reachable: found.reachable.clone(),
            white: found.white.clone(),
            black: found.black.clone(),
            disjoint_and_cover: found.is_decided,
            peak_nodes: found.peak_nodes,
            seconds: found.seconds,
            steps: found.steps.clone(),
        };
        Json {
            shape: self.shape.to_string(),
            method: self.method.clone(),
            winner: first.winner.place(),
            plies: self.plies,
            reachable: first.reachable.clone(),
            white: first.white.clone(),
            black: first.black.clone(),
            disjoint_and_cover: self.is_consistent(),
            engines: self.found.iter().map(engine).collect(),
        }
    }

    fn table(&self) -> Table {
        if self.with_steps {
            return steps_table(self.found.iter().flat_map(|found| &found.steps));
        }
        let mut table =
            Table::new(&["engine", "winner", "#reachable", "#white", "#black", "#seconds"]);
        for found in &self.found {
            table.row([
                if found.engine == Engine::Explicit { "explicit" } else { "symbolic" }.to_owned(),
                found.winner.place().to_owned(),
                found.reachable.to_string(),
                found.white.to_string(),
                found.black.to_string(),
                format!("{:.3}", found.seconds),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let first = &self.found[0];
        let mut text = format!(
            "Breakthrough on {}, method {}: {} wins, the {} player\n",
            self.shape,
            self.method,
            first.winner,
            first.winner.place()
        );
        if let Some(plies) = self.plies {
            text += &format!(
                "the game lasts {plies} plies if the winner hurries and the loser delays\n"
            );
        }
        text += &self.table().text(context);
        if self.is_consistent() {
            text += "the positions that White and Black win are disjoint and cover all\n";
        }
        text
    }
}
