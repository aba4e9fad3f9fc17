//! What came out, in every format.

use serde::Serialize;
use twofold_ledger::{Reference, Source};

use super::about::About;
use super::row::{self, Row, RowJson, RowOutcome};
use crate::amount;
use crate::output::{Report, Table, TextContext, cells};

/// Recomputed rows, and those that were left out.
pub(super) struct Reproduction<'a> {
    /// The rows that were recomputed in the order of the ledger, then the others.
    pub(super) rows: Vec<Row<'a>>,
    /// Whether people want to see every row.
    pub(super) each: bool,
}

/// Rows without their results.
pub(super) struct Listing<'a> {
    pub(super) rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
pub(super) struct Json<'a> {
    about: About,
    sources: Vec<SourceJson>,
    rows: Vec<RowJson<'a>>,
    /// Whether nothing that was recomputed differs without a reason.
    agree: bool,
}

#[derive(Serialize)]
struct SourceJson {
    source: &'static str,
    authors: &'static str,
    title: &'static str,
    year: Option<u16>,
    place: &'static str,
}

fn json<'a>(rows: &[Row<'a>]) -> Json<'a> {
    let source = |source: Source| {
        let Reference { authors, title, year, place } = source.reference();
        SourceJson { source: source.key(), authors, title, year, place }
    };
    Json {
        about: About::now(),
        sources: sources(rows).map(source).collect(),
        rows: rows.iter().map(Row::json).collect(),
        agree: !rows.iter().any(|row| row.outcome.is_wrong()),
    }
}

/// The sources of some rows.
pub(super) fn sources(rows: &[Row<'_>]) -> impl Iterator<Item = Source> {
    Source::ALL.into_iter().filter(|&source| of(rows, source).next().is_some())
}

/// The rows of a source.
pub(super) fn of<'r, 'a>(
    rows: &'r [Row<'a>],
    source: Source,
) -> impl Iterator<Item = &'r Row<'a>> + Clone {
    rows.iter().filter(move |row| row.claim.source == source)
}

/// How many rows of each outcome there are, and the seconds that they took.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) agree: usize,
    pub(super) documented: usize,
    pub(super) errata: usize,
    pub(super) first: usize,
    pub(super) wrong: usize,
    pub(super) left_out: usize,
    pub(super) seconds: f64,
}

impl Totals {
    pub(super) fn of<'r>(rows: impl Iterator<Item = &'r Row<'r>>) -> Totals {
        let mut totals = Totals::default();
        for row in rows {
            totals.seconds += row.seconds().unwrap_or(0.0);
            *match row.outcome {
                RowOutcome::Agrees => &mut totals.agree,
                RowOutcome::Documented => &mut totals.documented,
                RowOutcome::Erratum => &mut totals.errata,
                RowOutcome::First => &mut totals.first,
                RowOutcome::Differs | RowOutcome::Failed => &mut totals.wrong,
                RowOutcome::LeftOut => &mut totals.left_out,
            } += 1;
        }
        totals
    }

    fn recomputed(&self) -> usize {
        self.agree + self.documented + self.errata + self.first + self.wrong
    }
}

impl Reproduction<'_> {
    pub(super) fn count(&self, wanted: impl Fn(RowOutcome) -> bool) -> usize {
        self.rows.iter().filter(|row| wanted(row.outcome)).count()
    }

    /// The result in a sentence.
    pub(super) fn summary(&self) -> String {
        let totals = Totals::of(self.rows.iter());
        let left = self.rows.iter().filter(|row| row.outcome == RowOutcome::LeftOut);
        let cost: f64 = left.clone().map(|row| row.claim.seconds).sum();
        let more =
            format!("{} more take about {} (--within)", totals.left_out, amount::duration(cost));
        if totals.recomputed() == 0 {
            let cheapest = left.map(|row| row.claim.seconds).min_by(f64::total_cmp);
            return match cheapest {
                Some(cheapest) => format!(
                    "nothing was recomputed; the cheapest figure takes about {cheapest} s (--within)"
                ),
                None => "no figure has this verdict".to_owned(),
            };
        }
        let compared = totals.recomputed() - totals.first;
        let mut parts = Vec::new();
        if compared > 0 {
            parts.push(format!("{} of {compared} figures agree", totals.agree));
        }
        let differences = [
            (totals.documented, "documented difference", "documented differences"),
            (totals.errata, "erratum", "errata"),
            (totals.wrong, "unexplained difference", "unexplained differences"),
            (totals.first, "first computed here", "first computed here"),
        ];
        for (count, one, many) in differences {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        let mut text = parts.join(", ");
        text += &format!("; {}", amount::duration(totals.seconds));
        if totals.left_out > 0 { text + "; " + &more } else { text }
    }

    /// A line for every source.
    fn by_source(&self) -> Table {
        let columns = [
            "source",
            "#agree",
            "#documented",
            "#errata",
            "#first",
            "#wrong",
            "#left out",
            "?#seconds",
        ];
        let mut table = Table::new(&columns);
        for source in sources(&self.rows) {
            let totals = Totals::of(of(&self.rows, source));
            let seconds = format!("{:.1}", totals.seconds);
            table.row(cells![
                source.key(),
                totals.agree,
                totals.documented,
                totals.errata,
                totals.first,
                totals.wrong,
                totals.left_out,
                seconds
            ]);
        }
        table
    }
}

/// Rows by source, under the reference of each.
fn by_row(rows: &[Row<'_>], context: &TextContext) -> String {
    let part = |source| {
        let table = row::table(of(rows, source)).text(context);
        let reference = context.sentences(&format!("{source}: {}", source.reference()));
        format!("{reference}\n{table}")
    };
    sources(rows).map(part).collect()
}

/// Why rows differ or failed.
fn reasons<'r>(rows: impl Iterator<Item = &'r Row<'r>>, context: &TextContext) -> String {
    let reason = |row: &Row<'_>| {
        Some(context.sentences(&format!("{}: {}", row.claim.id, row.reason()?)) + "\n")
    };
    rows.filter_map(reason).collect()
}

impl<'a> Report for Reproduction<'a> {
    type Json = Json<'a>;

    fn json(&self) -> Json<'a> {
        json(&self.rows)
    }

    fn table(&self) -> Table {
        row::csv(&self.rows)
    }

    fn text(&self, context: &TextContext) -> String {
        let recomputed = || self.rows.iter().filter(|row| row.cost.is_some());
        let mut text = String::new();
        if self.each {
            text += &by_row(&self.rows, context);
            text += &reasons(recomputed(), context);
        } else {
            text += &self.by_source().text(context);
            let wrong = || self.rows.iter().filter(|row| row.outcome.is_wrong());
            if wrong().next().is_some() {
                text += &row::table(wrong()).text(context);
                text += &reasons(wrong(), context);
            }
        }
        let mut end = self.summary();
        if !self.each {
            end += "\n--all shows every figure, --verdict documented the differences, --only ID one \
                    of them";
        }
        end += &format!("\n{}", About::now());
        text + &context.sentences(&end) + "\n"
    }
}

impl<'a> Report for Listing<'a> {
    type Json = Json<'a>;

    fn json(&self) -> Json<'a> {
        json(&self.rows)
    }

    fn table(&self) -> Table {
        row::csv(&self.rows)
    }

    fn text(&self, context: &TextContext) -> String {
        by_row(&self.rows, context)
    }
}
