//! `twofold reproduce`: recomputes published figures and compares.

mod about;
mod html;
mod plots;
mod record;
mod report;
mod row;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use twofold_ledger::{Budget, Filter, Ledger, Plan, Source};

use self::report::{Listing, Reproduction};
use self::row::{Row, RowCost, RowOutcome};
use super::idle::IdleOptions;
use crate::error::{About as _, CommandError};
use crate::output::{Output, picture};
use crate::progress::Bar;

/// Recompute published figures and print them beside what was published
///
/// Every figure is a row of the ledger: where it is printed, what it says, how it is computed here
/// and what that costs. Figures that no source prints were first computed here, and are marked. The cheapest rows that fit the time are recomputed. Without --all, --only or
/// --verdict, the result is a table with a line for every source. The exit code is 0 only if every
/// recomputed figure agrees or is a documented difference.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold reproduce                              what fits into about two minutes
  twofold reproduce --all                        the same, figure by figure
  twofold reproduce --within 1h --report report.html
  twofold reproduce --source lees-miller-2017 --only symmetry
  twofold reproduce --only lees-miller-canonical-example
  twofold reproduce --verdict documented         what differs, and why
  twofold reproduce --only first --all           what was first computed here
  twofold reproduce --within all --format json
  twofold reproduce --list                       the rows and their costs, without computing
  twofold reproduce --within all --record docs/results/ledger.csv --commit $(git rev-parse --short HEAD)")]
pub struct Options {
    /// Time to spend, such as 30s, 10m, 1h, or `all`
    #[arg(long, value_name = "TIME", default_value = "2m")]
    within: Within,
    /// Only rows of this source, topic, kind (published, erratum, first) or id; may be given several
    /// times
    #[arg(long, value_name = "SOURCE|TOPIC|KIND|ID")]
    only: Vec<String>,
    /// Only rows of this source; may be given several times
    #[arg(long, value_parser = source)]
    source: Vec<Source>,
    /// Show only rows with this verdict; may be given several times
    #[arg(long, value_enum)]
    verdict: Vec<RowOutcome>,
    /// Show every figure, not just a line for every source
    #[arg(long)]
    all: bool,
    /// Also write a page with all figures and plots
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Add the recomputed rows to a file of recorded runs: id, date, commit, CPU time, verdict, figure
    #[arg(long, value_name = "FILE.csv", requires = "commit")]
    record: Option<PathBuf>,
    /// The commit that the program was built from, for --record
    #[arg(long, requires = "record")]
    commit: Option<String>,
    /// Show the rows without computing anything
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    idle: IdleOptions,
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

fn source(key: &str) -> Result<Source, String> {
    let keys = || Source::ALL.map(Source::key).join(", ");
    let found = Source::ALL.into_iter().find(|source| source.key() == key);
    found.ok_or_else(|| format!("choose one of {}", keys()))
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let ledger = Ledger::load().map_err(|error| CommandError::failed(&error))?;
    let filter = Filter { sources: options.source.clone(), only: options.only.clone() };
    let budget = if options.list { Budget::Unlimited } else { options.within.0 };
    let plan = Plan::new(&ledger, &filter, budget).map_err(CommandError::input).about("only")?;
    if options.list {
        let rows = plan.chosen.iter().map(|claim| Row::left_out(claim)).collect();
        return Ok(output.emit(&Listing { rows })?);
    }
    let mut reproduction = reproduce(&plan, options.idle, output);
    let wrong = reproduction.count(RowOutcome::is_wrong);
    if let Some(path) = &options.report {
        picture::write(path, html::page(&reproduction).as_bytes())?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let (Some(path), Some(commit)) = (&options.record, &options.commit) {
        let added = record::add(path, commit, &reproduction.rows, &ledger)?;
        output.remark(&format!("recorded {added} rows in {}", path.display()));
    }
    reproduction.each = options.all || !options.only.is_empty() || !options.verdict.is_empty();
    if !options.verdict.is_empty() {
        reproduction.rows.retain(|row| row.outcome.is_among(&options.verdict));
    }
    output.emit(&reproduction)?;
    if output.is_stopped() {
        return Err(CommandError::interrupted());
    }
    match wrong {
        0 => Ok(()),
        1 => Err(CommandError::negative("one figure does not come out as published")),
        wrong => {
            Err(CommandError::negative(format!("{wrong} figures do not come out as published")))
        }
    }
}

/// Recomputes what was planned; what comes after Ctrl-C is left out.
fn reproduce<'a>(plan: &Plan<'a>, idle: IdleOptions, output: &Output) -> Reproduction<'a> {
    let mut rows = Vec::new();
    let count = plan.chosen.len();
    for (index, claim) in plan.chosen.iter().enumerate() {
        let bar = Bar::new(output, format!("{}/{count} {}", index + 1, claim.figure));
        let (start, cpu) = (Instant::now(), twofold_clock::cpu_seconds());
        // Layers come in pieces of a millisecond; other computations gain nothing by spinning.
        let computed = match claim.computation.as_str() {
            "count" | "solve" => idle.run(|| claim.compute(&bar)),
            _ => claim.compute(&bar),
        };
        if output.is_stopped() {
            break;
        }
        let cpu_seconds = twofold_clock::cpu_seconds() - cpu;
        let cost = RowCost { time: start.elapsed(), cpu_seconds };
        rows.push(Row::new(claim, computed.map_err(|error| error.to_string()), cost));
    }
    let done = rows.len();
    let left = plan.chosen[done..].iter().chain(&plan.skipped);
    rows.extend(left.map(|claim| Row::left_out(claim)));
    Reproduction { rows, each: false }
}
