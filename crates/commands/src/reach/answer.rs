//! The answer of `twofold reach` in every format.

use serde::Serialize;
use twofold_core::Figure;
use twofold_core::notation::ranks;
use twofold_reach::{
    Answer, How, ReachQuestion, Reason, Searched, Spawns, TILES, Theorem, Way, Witness, known_by,
};

use super::sequences::Found;
use crate::amount;
use crate::output::{GameJson, Report, Table, TextContext, board_json};

/// A question with its answer.
pub(super) struct Reached {
    pub(super) question: ReachQuestion,
    pub(super) answer: Answer,
    pub(super) sequences: Option<Found>,
    /// The boards that a search could look at.
    pub(super) limit: u64,
    /// Whether memory allowed no more.
    pub(super) is_lowered: bool,
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    game: GameJson,
    destination: String,
    /// The highest rank that may be made.
    highest_rank: u8,
    answer: &'static str,
    known_by: String,
    witness: Option<WitnessJson>,
    reasons: Vec<ReasonJson>,
    sequences: Option<&'a Found>,
}

#[derive(Serialize)]
pub(crate) struct WitnessJson {
    sequence: String,
    spawns: usize,
    board: String,
    variant: &'static str,
}

impl WitnessJson {
    pub(crate) fn new(witness: &Witness) -> WitnessJson {
        WitnessJson {
            sequence: witness.text(),
            spawns: witness.spawns(),
            board: board_json(witness.board(), TILES),
            variant: witness.variant(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ReasonJson {
    Search(SearchJson),
    Theorem { name: &'static str, conditions: Vec<String> },
}

#[derive(Serialize)]
struct SearchJson {
    way: &'static str,
    boards: u64,
    depth: usize,
    finished: bool,
    /// The boards of the deepest layer that is complete, from which the search would go on.
    open: u64,
    /// How many boards the next layer has, if it was begun.
    next_layer: Option<Figure>,
}

fn search(searched: &Searched) -> SearchJson {
    let way = match searched.way {
        Way::Forward => "forward",
        Way::Backward => "backward",
    };
    let Searched { boards, depth, finished, open, ahead, .. } = *searched;
    let next_layer = (ahead > 0).then_some(Figure::Estimate(ahead as f64));
    SearchJson { way, boards, depth, finished, open, next_layer }
}

fn theorem(theorem: &Theorem) -> ReasonJson {
    ReasonJson::Theorem { name: theorem.name, conditions: theorem.conditions.clone() }
}

pub(super) fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Yes { .. } => "yes",
        Answer::No { .. } => "no",
        Answer::Undecided { .. } => "undecided",
    }
}

impl Reached {
    fn spawns(&self) -> &'static str {
        match self.question.spawns {
            Spawns::Anywhere => "anywhere",
            Spawns::Deterministic => "deterministic",
        }
    }

    /// What a search that hit its limit has shown, and what it left.
    fn left(&self, searched: &Searched) -> String {
        let open = amount::grouped(searched.open);
        let mut text = match searched.way {
            Way::Backward => {
                let all = self.question.destination.most_spawns(self.question.max_rank);
                format!(
                    "  of {all} spawns, the last {} are known: before them, it is reached from one \
                     of {open} boards or not at all\n",
                    searched.depth
                )
            }
            Way::Forward => format!(
                "  it is not reached within {} spawns, after which there are {open} boards\n",
                searched.depth
            ),
        };
        if searched.ahead > 0 {
            let next = amount::count(searched.ahead as f64);
            text += &format!("  one spawn more takes about {next} boards\n");
        }
        text
    }

    fn borrowed(&self) -> Json<'_> {
        let (witness, reasons) = match &self.answer {
            Answer::Yes { witness, how } => {
                let reasons = match how {
                    How::Strategy(_) => Vec::new(),
                    How::Search(searched) => vec![ReasonJson::Search(search(searched))],
                };
                (Some(WitnessJson::new(witness)), reasons)
            }
            Answer::No { reasons } => {
                let reason = |reason: &Reason| match reason {
                    Reason::Exhausted(searched) => ReasonJson::Search(search(searched)),
                    Reason::Theorem(named) => theorem(named),
                };
                (None, reasons.iter().map(reason).collect())
            }
            Answer::Undecided { searched } => {
                (None, searched.iter().map(|tried| ReasonJson::Search(search(tried))).collect())
            }
        };
        Json {
            game: GameJson::from_start(&self.question.rules(), "empty"),
            destination: self.question.destination.name.clone(),
            highest_rank: self.question.max_rank,
            answer: word(&self.answer),
            known_by: known_by(&self.answer),
            witness,
            reasons,
            sequences: self.sequences.as_ref(),
        }
    }
}

impl Report for Reached {
    type Json = serde_json::Value;

    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self.borrowed()).expect("answers are plain data")
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "destination",
            "shape",
            "spawns",
            "answer",
            "known by",
            "#sequences",
            "sequence",
        ]);
        let shown = self.borrowed();
        let total = self.sequences.as_ref().map(|found| found.counts["total"].to_string());
        let sequence = shown.witness.map_or(String::new(), |witness| witness.sequence);
        table.row([
            shown.destination,
            self.question.destination.shape.to_string(),
            self.spawns().to_owned(),
            shown.answer.to_owned(),
            shown.known_by,
            total.unwrap_or_default(),
            sequence,
        ]);
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let destination = &self.question.destination;
        let mut text = format!(
            "{destination}, spawns {}, no tile above rank {}: {}\n",
            self.spawns(),
            self.question.max_rank,
            word(&self.answer)
        );
        match &self.answer {
            Answer::Yes { witness, how } => text += &witnessed(witness, how),
            Answer::No { reasons } => {
                for reason in reasons {
                    text += &because(reason);
                }
            }
            Answer::Undecided { searched } => {
                for tried in searched {
                    text += &format!("  searched {}, then the limit was hit\n", in_words(tried));
                    text += &self.left(tried);
                }
                let limit = amount::grouped(self.limit);
                text += &match self.is_lowered {
                    false => format!("  the limit is {limit} boards; --limit raises it\n"),
                    true => format!("  the limit is {limit} boards; --memory raises it\n"),
                };
            }
        }
        if let Some(found) = &self.sequences {
            for (name, words) in COUNTED {
                if let Some(count) = found.counts.get(name) {
                    text += &format!("{words}: {}\n", amount::grouped(count));
                }
            }
            if let Some(matching) = found.matching {
                text += &format!("sequences that match: {}\n", amount::grouped(matching));
            }
            for (title, list) in [("listed", &found.listed), ("random", &found.random)] {
                for sequence in list {
                    text += &format!("{title}: {sequence}\n");
                }
            }
        }
        text
    }
}

/// The counts of [`Found`] in words, with ranks as on the boards.
const COUNTED: [(&str, &str); 3] = [
    ("total", "sequences"),
    ("one_in_corner", "  with a 1 in the corner"),
    ("two_in_corner", "  with a 2 in the corner"),
];

fn witnessed(witness: &Witness, how: &How) -> String {
    let how = match how {
        How::Strategy(name) => format!("strategy: {name}"),
        How::Search(searched) => format!("search {}", in_words(searched)),
    };
    format!(
        "  {} spawns, checked by the rules engine; known by {how}\n  {}\n  {}\n",
        witness.spawns(),
        witness.text(),
        drawn(witness)
    )
}

/// The last board, a row a line.
pub(crate) fn drawn(witness: &Witness) -> String {
    ranks::write(witness.board()).replace('/', "\n  ")
}

fn because(reason: &Reason) -> String {
    match reason {
        Reason::Exhausted(searched) => {
            format!("  nothing is left to look at {}\n", in_words(searched))
        }
        Reason::Theorem(theorem) => {
            format!("  {}: {}\n", theorem.name, theorem.conditions.join("; "))
        }
    }
}

fn in_words(searched: &Searched) -> String {
    let way = match searched.way {
        Way::Forward => "forwards from the empty board",
        Way::Backward => "backwards from the destination",
    };
    format!("{way}: {} boards, {} spawns deep", amount::grouped(searched.boards), searched.depth)
}
