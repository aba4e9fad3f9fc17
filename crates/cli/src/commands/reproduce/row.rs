//! One recomputed figure.

use std::time::Duration;

use serde::Serialize;
use twofold_ledger::{Claim, Comparison, Verdict};

/// A row with its result.
pub(super) struct Row<'a> {
    pub(super) claim: &'a Claim,
    /// What came out, or why nothing did.
    pub(super) computed: Result<String, String>,
    pub(super) verdict: Option<Verdict>,
    pub(super) time: Duration,
}

#[derive(Serialize)]
pub(super) struct RowJson {
    id: String,
    source: &'static str,
    place: String,
    topic: String,
    figure: String,
    published: String,
    computed: Option<String>,
    verdict: String,
    reason: Option<String>,
    seconds: f64,
}

/// The columns of [`Row::cells`].
pub(super) const COLUMNS: &[&str] =
    &["source", "place", "figure", "#published", "#computed", "verdict", "#seconds"];

impl<'a> Row<'a> {
    pub(super) fn new(
        claim: &'a Claim,
        computed: Result<String, String>,
        time: Duration,
    ) -> Row<'a> {
        let verdict = computed.as_ref().ok().map(|computed| claim.judge(computed));
        Row { claim, computed, verdict, time }
    }

    /// Whether nothing about the row needs attention.
    pub(super) fn is_fine(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_fine)
    }

    /// Whether the figure differs from the published one, and the row says why.
    pub(super) fn is_documented(&self) -> bool {
        self.verdict == Some(Verdict::DocumentedDifference)
    }

    /// What was published, with a sign that tells a rounded figure and a bound from an exact one.
    pub(super) fn published(&self) -> String {
        let sign = match self.claim.comparison {
            Comparison::Exact => "",
            Comparison::Rounded => "≈ ",
            Comparison::AtLeast => "≥ ",
            Comparison::AtMost => "≤ ",
        };
        format!("{sign}{}", self.claim.published)
    }

    pub(super) fn computed(&self) -> &str {
        self.computed.as_ref().map_or("–", String::as_str)
    }

    pub(super) fn verdict(&self) -> String {
        self.verdict.map_or_else(|| "FAILED".to_owned(), |verdict| verdict.to_string())
    }

    pub(super) fn cells(&self) -> [String; 7] {
        [
            self.claim.source.to_string(),
            self.claim.place.clone(),
            self.claim.figure.clone(),
            self.published(),
            self.computed().to_owned(),
            self.verdict(),
            format!("{:.2}", self.time.as_secs_f64()),
        ]
    }

    pub(super) fn json(&self) -> RowJson {
        let difference = self.claim.difference.as_ref();
        RowJson {
            id: self.claim.id.clone(),
            source: self.claim.source.key(),
            place: self.claim.place.clone(),
            topic: self.claim.topic.clone(),
            figure: self.claim.figure.clone(),
            published: self.claim.published.clone(),
            computed: self.computed.as_ref().ok().cloned(),
            verdict: self.verdict(),
            reason: match &self.computed {
                Err(error) => Some(error.clone()),
                Ok(_) => difference.map(|difference| difference.reason.clone()),
            },
            seconds: self.time.as_secs_f64(),
        }
    }
}
