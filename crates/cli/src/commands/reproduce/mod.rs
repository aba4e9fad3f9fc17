//! `twofold reproduce`: recomputes published figures and compares.

mod html;
mod plots;
mod row;

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use twofold_ledger::{Budget, Claim, Ledger, Plan};

use self::row::{Row, RowJson};
use crate::error::CommandError;
use crate::interrupt;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

/// Recompute published figures and print them beside what was published
///
/// Every figure is a row of the ledger: where it is printed, what it says, how it is computed here
/// and what that costs. The cheapest rows that fit the time are recomputed. The exit code is 0 only
/// if every recomputed figure agrees or is a documented difference.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold reproduce                              what fits into about two minutes
  twofold reproduce --within 1h --report report.html
  twofold reproduce --only lees-miller-2017 --only symmetry
  twofold reproduce --within all --format json
  twofold reproduce --list                       the rows and their costs, without computing")]
pub(crate) struct Options {
    /// Time to spend, such as 30s, 10m, 1h, or `all`
    #[arg(long, value_name = "TIME", default_value = "2m")]
    within: Within,
    /// Only rows of this source, topic or name; may be given several times
    #[arg(long, value_name = "SOURCE|TOPIC")]
    only: Vec<String>,
    /// Also write a page with the table and plots
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Show the rows without computing anything
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, Debug)]
struct Within(Budget);

impl FromStr for Within {
    type Err = String;

    fn from_str(text: &str) -> Result<Within, String> {
        if text == "all" {
            return Ok(Within(Budget::Unlimited));
        }
        let time = humantime::parse_duration(text);
        let time = time.map_err(|error| format!("{error}; write 30s, 10m, 1h or all"))?;
        Ok(Within(Budget::Seconds(time.as_secs_f64())))
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let ledger = Ledger::load().map_err(|error| CommandError::failed(&error))?;
    let plan = Plan::new(&ledger, &options.only, options.within.0).map_err(CommandError::input)?;
    if options.list {
        let rows: Vec<_> = plan.chosen.iter().chain(&plan.skipped).copied().collect();
        return Ok(output.emit(&List { rows })?);
    }
    let reproduction = reproduce(&plan, output);
    output.emit(&reproduction)?;
    if let Some(path) = &options.report {
        let page = html::page(&reproduction);
        let cannot =
            |error| CommandError::input(format!("cannot write {}: {error}", path.display()));
        fs::write(path, page).map_err(cannot)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if interrupt::pressed() {
        return Err(CommandError::interrupted());
    }
    match reproduction.rows.iter().filter(|row| !row.is_fine()).count() {
        0 => Ok(()),
        1 => Err(CommandError::negative("one figure does not come out as published")),
        wrong => {
            Err(CommandError::negative(format!("{wrong} figures do not come out as published")))
        }
    }
}

fn reproduce<'a>(plan: &Plan<'a>, output: &Output) -> Reproduction<'a> {
    let mut rows = Vec::new();
    let count = plan.chosen.len();
    for (index, claim) in plan.chosen.iter().enumerate() {
        let bar = Bar::new(output, format!("{}/{count} {}", index + 1, claim.figure));
        let start = Instant::now();
        let computed = claim.compute(&bar);
        if interrupt::pressed() {
            break;
        }
        rows.push(Row::new(claim, computed.map_err(|error| error.to_string()), start.elapsed()));
    }
    Reproduction { rows, skipped: plan.skipped.clone() }
}

/// What came out.
struct Reproduction<'a> {
    rows: Vec<Row<'a>>,
    skipped: Vec<&'a Claim>,
}

impl Reproduction<'_> {
    /// The result in a sentence.
    fn summary(&self) -> String {
        let fine = self.rows.iter().filter(|row| row.is_fine()).count();
        let documented = self.rows.iter().filter(|row| row.is_documented()).count();
        let seconds: f64 = self.rows.iter().map(|row| row.time.as_secs_f64()).sum();
        let mut text = format!("{fine} of {} figures come out", self.rows.len());
        if documented > 0 {
            text += &format!(" ({documented} as documented differences)");
        }
        text += &format!(" in {seconds:.1} s");
        let skipped: f64 = self.skipped.iter().map(|claim| claim.seconds).sum();
        if !self.skipped.is_empty() {
            let rows = self.skipped.len();
            text += &format!("; {rows} more take about {} s (--within)", skipped.round());
        }
        text
    }
}

#[derive(Serialize)]
struct Json {
    rows: Vec<RowJson>,
    skipped: Vec<String>,
    agree: bool,
}

impl Report for Reproduction<'_> {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            rows: self.rows.iter().map(Row::json).collect(),
            skipped: self.skipped.iter().map(|claim| claim.id.clone()).collect(),
            agree: self.rows.iter().all(Row::is_fine),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(row::COLUMNS);
        for row in &self.rows {
            table.row(row.cells());
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        for row in self.rows.iter().filter(|row| row.is_documented()) {
            let reason = row.claim.difference.as_ref().map_or("", |difference| &difference.reason);
            text += &format!("{}: {reason}\n", row.claim.id);
        }
        for row in &self.rows {
            if let Err(error) = &row.computed {
                text += &format!("{}: {error}\n", row.claim.id);
            }
        }
        text + &self.summary() + "\n"
    }
}

/// The rows without their results.
struct List<'a> {
    rows: Vec<&'a Claim>,
}

#[derive(Serialize)]
struct ClaimJson<'a> {
    id: &'a str,
    source: &'static str,
    place: &'a str,
    topic: &'a str,
    figure: &'a str,
    published: &'a str,
    seconds: f64,
}

impl<'a> Report for List<'a> {
    type Json = Vec<ClaimJson<'a>>;

    fn json(&self) -> Vec<ClaimJson<'a>> {
        let claim = |claim: &&'a Claim| ClaimJson {
            id: &claim.id,
            source: claim.source.key(),
            place: &claim.place,
            topic: &claim.topic,
            figure: &claim.figure,
            published: &claim.published,
            seconds: claim.seconds,
        };
        self.rows.iter().map(claim).collect()
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["id", "topic", "figure", "#published", "#seconds"]);
        for claim in &self.rows {
            table.row([
                claim.id.clone(),
                claim.topic.clone(),
                claim.figure.clone(),
                claim.published.clone(),
                claim.seconds.to_string(),
            ]);
        }
        table
    }
}
