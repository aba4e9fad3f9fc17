//! A row of the ledger with what became of it.

use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;
use twofold_core::Figure;
use twofold_ledger::{Claim, Computed, Verdict};

use crate::output::{Cell, Table, cells};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RowOutcome {
    /// Published and computed agree
    Agrees,
    /// They differ, and the row says why
    Documented,
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
            RowOutcome::Differs => "DIFFERS",
            RowOutcome::Failed => "FAILED",
            RowOutcome::LeftOut => "left out",
        }
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
    /// How long it took; nothing if it was left out.
    pub(super) time: Option<Duration>,
}

#[derive(Serialize)]
pub(super) struct RowJson<'a> {
    id: &'a str,
    source: &'static str,
    place: &'a str,
    topic: &'a str,
    figure: &'a str,
    published: PublishedJson<'a>,
    computed: Option<ComputedJson>,
    verdict: RowOutcome,
    reason: Option<String>,
    /// What it cost here.
    seconds: Option<f64>,
    /// What it costs roughly, in CPU-seconds.
    expected_seconds: f64,
}

#[derive(Serialize)]
struct PublishedJson<'a> {
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
        time: Duration,
    ) -> Row<'a> {
        let (computed, error) = match computed {
            Ok(computed) => (Some(computed), None),
            Err(error) => (None, Some(error)),
        };
        let outcome = match computed.as_ref().map(|computed| claim.judge(computed)) {
            Some(Verdict::Agrees) => RowOutcome::Agrees,
            Some(Verdict::Documented) => RowOutcome::Documented,
            Some(Verdict::Differs) => RowOutcome::Differs,
            None => RowOutcome::Failed,
        };
        Row { claim, outcome, computed, error, time: Some(time) }
    }

    /// A row that was not recomputed.
    pub(super) fn left_out(claim: &'a Claim) -> Row<'a> {
        Row { claim, outcome: RowOutcome::LeftOut, computed: None, error: None, time: None }
    }

    /// Why it differs or failed.
    pub(super) fn reason(&self) -> Option<&str> {
        let documented = || self.claim.difference.as_ref().map(|known| known.reason.as_str());
        self.error.as_deref().or_else(documented)
    }

    /// What came out, for people.
    pub(super) fn computed(&self) -> String {
        self.computed.as_ref().map_or("–".to_owned(), |computed| format!("{computed:#}"))
    }

    pub(super) fn seconds(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64())
    }

    pub(super) fn json(&self) -> RowJson<'a> {
        let claim = self.claim;
        let published = claim.published();
        RowJson {
            id: &claim.id,
            source: claim.source.key(),
            place: &claim.place,
            topic: &claim.topic,
            figure: &claim.figure,
            published: PublishedJson {
                certainty: published.certainty.name(),
                text: published.text,
            },
            computed: self.computed.as_ref().map(|computed| match computed {
                Computed::Figure(figure) => ComputedJson::Figure(figure.clone()),
                Computed::Words(words) => ComputedJson::Words(words.clone()),
            }),
            verdict: self.outcome,
            reason: self.reason().map(str::to_owned),
            seconds: self.seconds(),
            expected_seconds: claim.seconds,
        }
    }
}

/// Rows as data.
pub(super) fn csv(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new(&[
        "id",
        "source",
        "topic",
        "place",
        "figure",
        "published",
        "published_certainty",
        "~computed",
        "verdict",
        "reason",
        "#seconds",
        "#expected_seconds",
    ]);
    for row in rows {
        let (claim, published) = (row.claim, row.claim.published());
        let computed = match &row.computed {
            Some(Computed::Figure(figure)) => Cell::Figure(figure.clone()),
            Some(Computed::Words(words)) => Cell::Text(words.clone()),
            None => Cell::Text(String::new()),
        };
        table.row(cells![
            &claim.id,
            claim.source.key(),
            &claim.topic,
            &claim.place,
            &claim.figure,
            published.text,
            published.certainty.name(),
            computed,
            row.outcome.name().to_lowercase().replace(' ', "-"),
            row.reason().unwrap_or_default(),
            row.seconds().map_or(String::new(), |seconds| format!("{seconds:.3}")),
            claim.seconds,
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
            format!("{:#}", claim.published()),
            row.computed(),
            row.outcome.name().to_owned(),
            match row.seconds() {
                Some(seconds) => format!("{seconds:.2}"),
                None => format!("about {}", claim.seconds),
            },
        ]);
    }
    table
}
