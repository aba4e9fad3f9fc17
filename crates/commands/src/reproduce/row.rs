//! A row of the ledger with what became of it.

use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use twofold_core::Figure;
use twofold_ledger::{Claim, Computed, Kind, Verdict};

use super::record::{self, Run};
use crate::output::{Cell, Table, cells};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RowOutcome {
    /// Published and computed agree
    Agrees,
    /// They differ, and the row says why; errata included when rows are selected
    Documented,
    /// They differ because the source is wrong, as the row explains
    Erratum,
    /// First computed here, and came out again
    First,
    /// They differ, and nobody knows why yet
    Differs,
    /// The computation ended with an error
    Failed,
    /// Not recomputed, for lack of time
    LeftOut,
}

impl RowOutcome {
    pub(super) const fn name(self) -> &'static str {
        match self {
            RowOutcome::Agrees => "agrees",
            RowOutcome::Documented => "documented",
            RowOutcome::Erratum => "erratum",
            RowOutcome::First => "first here",
            RowOutcome::Differs => "DIFFERS",
            RowOutcome::Failed => "FAILED",
            RowOutcome::LeftOut => "left out",
        }
    }

    /// Whether it is wanted by somebody who asks for some outcomes.
    pub(super) fn is_among(self, wanted: &[RowOutcome]) -> bool {
        let is_erratum = self == RowOutcome::Erratum;
        wanted.contains(&self) || is_erratum && wanted.contains(&RowOutcome::Documented)
    }

    /// Whether somebody should look into it.
    pub(super) const fn is_wrong(self) -> bool {
        matches!(self, RowOutcome::Differs | RowOutcome::Failed)
    }
}

/// A row with its result.
pub(super) struct Row<'a> {
    pub(super) claim: &'a Claim,
    pub(super) outcome: RowOutcome,
    /// What came out, if something did.
    pub(super) computed: Option<Computed>,
    error: Option<String>,
    /// What it cost; nothing if it was left out.
    pub(super) cost: Option<RowCost>,
}

/// What a row cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCost {
    /// How long it took.
    pub(super) time: Duration,
    /// The processor time of all threads, in seconds.
    pub(super) cpu_seconds: f64,
}

#[derive(Serialize)]
pub(super) struct RowJson<'a> {
    id: &'a str,
    source: &'static str,
    /// Whether it is published, published wrongly, or first computed here.
    kind: &'static str,
    place: &'a str,
    topic: &'a str,
    figure: &'a str,
    published: Option<StatedJson<'a>>,
    /// What came out when it was first computed here.
    recorded: Option<StatedJson<'a>>,
    computed: Option<ComputedJson>,
    verdict: RowOutcome,
    reason: Option<String>,
    /// What it cost here.
    seconds: Option<f64>,
    cpu_seconds: Option<f64>,
    /// What it costs roughly, in CPU-seconds.
    expected_seconds: f64,
    /// When it was last recomputed and recorded.
    last_run: Option<&'static Run>,
}

#[derive(Serialize)]
struct StatedJson<'a> {
    certainty: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ComputedJson {
    Figure(Figure),
    Words(String),
}

impl<'a> Row<'a> {
    /// A row that was recomputed.
    pub(super) fn new(
        claim: &'a Claim,
        computed: Result<Computed, String>,
        cost: RowCost,
    ) -> Row<'a> {
        let (computed, error) = match computed {
            Ok(computed) => (Some(computed), None),
            Err(error) => (None, Some(error)),
        };
        let outcome = match computed.as_ref().map(|computed| claim.judge(computed)) {
            Some(Verdict::Agrees) => RowOutcome::Agrees,
            Some(Verdict::Documented) => RowOutcome::Documented,
            Some(Verdict::Erratum) => RowOutcome::Erratum,
            Some(Verdict::First) => RowOutcome::First,
            Some(Verdict::Differs) => RowOutcome::Differs,
            None => RowOutcome::Failed,
        };
        Row { claim, outcome, computed, error, cost: Some(cost) }
    }

    /// A row that was not recomputed.
    pub(super) fn left_out(claim: &'a Claim) -> Row<'a> {
        Row { claim, outcome: RowOutcome::LeftOut, computed: None, error: None, cost: None }
    }

    /// Why it differs or failed.
    pub(super) fn reason(&self) -> Option<&str> {
        let documented = || self.claim.difference.as_ref().map(|known| known.reason.as_str());
        self.error.as_deref().or_else(documented)
    }

    /// What is published, for people.
    pub(super) fn published(&self) -> String {
        match self.claim.kind() {
            Kind::First => "–".to_owned(),
            _ => format!("{:#}", self.claim.stated()),
        }
    }

    /// What became of it, for people: of a row that was left out, when it was last recorded.
    pub(super) fn verdict(&self) -> String {
        let name = self.outcome.name();
        match record::last(&self.claim.id) {
            Some(run) if self.outcome == RowOutcome::LeftOut => {
                format!("{name}\n{} on {}", run.verdict, run.date)
            }
            _ => name.to_owned(),
        }
    }

    /// What came out, for people.
    pub(super) fn computed(&self) -> String {
        self.computed.as_ref().map_or("–".to_owned(), |computed| format!("{computed:#}"))
    }

    pub(super) fn seconds(&self) -> Option<f64> {
        self.cost.map(|cost| cost.time.as_secs_f64())
    }

    pub(super) fn json(&self) -> RowJson<'a> {
        let claim = self.claim;
        let stated = claim.stated();
        let stated = StatedJson { certainty: stated.certainty.name(), text: stated.text };
        let (published, recorded) = match claim.kind() {
            Kind::First => (None, Some(stated)),
            _ => (Some(stated), None),
        };
        RowJson {
            id: &claim.id,
            source: claim.source.key(),
            kind: claim.kind().name(),
            place: &claim.place,
            topic: &claim.topic,
            figure: &claim.figure,
            published,
            recorded,
            computed: self.computed.as_ref().map(|computed| match computed {
                Computed::Figure(figure) => ComputedJson::Figure(figure.clone()),
                Computed::Words(words) => ComputedJson::Words(words.clone()),
            }),
            verdict: self.outcome,
            reason: self.reason().map(str::to_owned),
            seconds: self.seconds(),
            cpu_seconds: self.cost.map(|cost| cost.cpu_seconds),
            expected_seconds: claim.seconds,
            last_run: record::last(&claim.id),
        }
    }
}

/// Rows as data.
pub(super) fn csv(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new(&[
        "id",
        "source",
        "kind",
        "topic",
        "place",
        "figure",
        "published",
        "recorded",
        "stated_certainty",
        "~computed",
        "verdict",
        "reason",
        "#seconds",
        "#cpu_seconds",
        "#expected_seconds",
        "last_run",
        "last_commit",
    ]);
    for row in rows {
        let (claim, stated) = (row.claim, row.claim.stated());
        let (published, recorded) = match claim.kind() {
            Kind::First => ("", stated.text),
            _ => (stated.text, ""),
        };
        let last = record::last(&claim.id);
        let seconds = |seconds: Option<f64>| seconds.map_or(String::new(), |s| format!("{s:.3}"));
        let computed = match &row.computed {
            Some(Computed::Figure(figure)) => Cell::Figure(figure.clone()),
            Some(Computed::Words(words)) => Cell::Text(words.clone()),
            None => Cell::Text(String::new()),
        };
        table.row(cells![
            &claim.id,
            claim.source.key(),
            claim.kind().name(),
            &claim.topic,
            &claim.place,
            &claim.figure,
            published,
            recorded,
            stated.certainty.name(),
            computed,
            row.outcome.name().to_lowercase().replace(" here", "").replace(' ', "-"),
            row.reason().unwrap_or_default(),
            seconds(row.seconds()),
            seconds(row.cost.map(|cost| cost.cpu_seconds)),
            claim.seconds,
            last.map_or("", |run| &run.date),
            last.map_or("", |run| &run.commit),
        ]);
    }
    table
}

/// Rows for people; the name of a row stands below what it is about, so that it can be run again.
pub(super) fn table<'r>(rows: impl Iterator<Item = &'r Row<'r>>) -> Table {
    let columns = ["figure", "?place", "~published", "~computed", "verdict", "?#seconds"];
    let mut table = Table::new(&columns);
    for row in rows {
        let claim = row.claim;
        table.row([
            format!("{}\n  {}", claim.figure, claim.id),
            claim.place.clone(),
            row.published(),
            row.computed(),
            row.verdict(),
            match row.seconds() {
                Some(seconds) => format!("{seconds:.2}"),
                None => format!("about {}", claim.seconds),
            },
        ]);
    }
    table
}
