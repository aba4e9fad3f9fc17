//! When rows were last recomputed, with what, and what came out: `docs/results/ledger.csv`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use twofold_ledger::Ledger;

use super::about;
use super::row::Row;
use crate::error::CommandError;
use crate::output::picture;

/// A recorded run of a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    #[serde(skip_serializing_if = "String::is_empty", default)]
    id: String,
    /// The day, in UTC.
    pub(super) date: String,
    /// The commit that the program was built from.
    pub(super) commit: String,
    /// The processor time of all threads.
    pub(super) cpu_seconds: f64,
    pub(super) verdict: String,
    /// What came out.
    pub(super) computed: String,
}

/// The runs that are built into the program, by row.
static RUNS: LazyLock<BTreeMap<String, Run>> = LazyLock::new(|| {
    parse(include_str!("../../../../docs/results/ledger.csv")).unwrap_or_default()
});

/// The last recorded run of a row.
pub(super) fn last(id: &str) -> Option<&'static Run> {
    RUNS.get(id)
}

fn parse(text: &str) -> Result<BTreeMap<String, Run>, csv::Error> {
    let runs = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    runs.map(|run: Result<Run, _>| run.map(|run| (run.id.clone(), run))).collect()
}

/// Adds the rows that came out to a file, in the place of older runs of theirs.
pub(super) fn add(
    path: &Path,
    commit: &str,
    rows: &[Row<'_>],
    ledger: &Ledger,
) -> Result<usize, CommandError> {
    let broken = |error: csv::Error| CommandError::input(format!("{}: {error}", path.display()));
    let mut runs = match std::fs::read_to_string(path) {
        Ok(text) => parse(&text).map_err(broken)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
        Err(error) => return Err(CommandError::input(format!("{}: {error}", path.display()))),
    };
    let mut added = 0;
    for row in rows {
        let (Some(cost), Some(computed)) = (row.cost, &row.computed) else { continue };
        let run = Run {
            id: row.claim.id.clone(),
            date: about::today(),
            commit: commit.to_owned(),
            // What a clock of a busy machine says beyond that means nothing.
            cpu_seconds: (cost.cpu_seconds * 100.0).round() / 100.0,
            verdict: row.claim.judge(computed).name().to_owned(),
            computed: computed.to_string(),
        };
        runs.insert(run.id.clone(), run);
        added += 1;
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    // In the order of the ledger; rows that it no longer has are dropped.
    for claim in ledger.claims() {
        if let Some(run) = runs.get(&claim.id) {
            writer.serialize(run).map_err(broken)?;
        }
    }
    let text = writer.into_inner().map_err(|error| CommandError::input(error.to_string()))?;
    picture::write(path, &text)?;
    Ok(added)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_runs_are_of_rows_and_came_out_well() {
        let ledger = Ledger::load().unwrap();
        let runs = parse(include_str!("../../../../docs/results/ledger.csv")).unwrap();
        for (id, run) in runs {
            assert!(ledger.claim(&id).is_some(), "{id} is no row any more");
            assert!(
                ["agrees", "documented", "erratum", "first"].contains(&&run.verdict[..]),
                "{id}"
            );
            assert!(run.commit.len() >= 7 && run.date.len() == 10, "{id}");
        }
    }
}
