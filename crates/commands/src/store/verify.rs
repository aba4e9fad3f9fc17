//! `twofold store verify`: every byte of a store, read again.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_core::Watch;
use twofold_layers::store::{Checked, Store};

use super::solved;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;
use crate::{amount, store_error};

/// Check every byte of a store against its checksums
///
/// All damaged files are listed, and the exit code is then 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold store verify four
  twofold store verify solved --values    also recompute every value")]
pub(super) struct Options {
    /// The directory of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// For a solved store, also recompute every value from the layers above
    #[arg(long)]
    values: bool,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    check(&options.store, options.values, output)
}

/// Checks a store, or recomputes its values.
pub(crate) fn check(dir: &Path, values: bool, output: &mut Output) -> Result<(), CommandError> {
    if values {
        return solved::verify_values(dir, output);
    }
    let bar = Bar::new(output, "bytes read again");
    let checked = Store::open(dir).map_err(store_error::tell)?.verify(&bar);
    let stopped = bar.is_stopped();
    drop(bar);
    if stopped {
        return Err(CommandError::interrupted());
    }
    let report = Verified { checked };
    output.emit(&report)?;
    match report.checked.iter().find_map(|file| file.error.as_ref()) {
        None => Ok(()),
        Some(error) => Err(CommandError::negative(error.to_string()).hint(error.hint())),
    }
}

struct Verified {
    checked: Vec<Checked>,
}

#[derive(Serialize)]
struct Json {
    files: usize,
    bytes: u64,
    damaged: Vec<DamagedJson>,
}

#[derive(Serialize)]
struct DamagedJson {
    file: String,
    error: String,
}

impl Verified {
    fn bytes(&self) -> u64 {
        self.checked.iter().map(|file| file.bytes).sum()
    }

    fn damaged(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let damaged = |file: &Checked| Some((file.name.clone(), file.error.as_ref()?.to_string()));
        self.checked.iter().filter_map(damaged)
    }
}

impl Report for Verified {
    type Json = Json;

    fn json(&self) -> Json {
        let damaged = self.damaged().map(|(file, error)| DamagedJson { file, error }).collect();
        Json { files: self.checked.len(), bytes: self.bytes(), damaged }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["file", "#bytes", "state"]);
        for file in &self.checked {
            let state = file.error.as_ref().map_or("whole".to_owned(), ToString::to_string);
            table.row([file.name.clone(), file.bytes.to_string(), state]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut table = Table::new(&["damaged file", "what is wrong"]);
        let damaged: Vec<_> = self.damaged().collect();
        let files = self.checked.len();
        let bytes = amount::bytes(self.bytes() as f64);
        if damaged.is_empty() {
            return format!("{files} files, {bytes}: every checksum is right\n");
        }
        for (file, error) in &damaged {
            table.row([file, error]);
        }
        format!("{files} files, {bytes}: {} damaged\n{}", damaged.len(), table.text(context))
    }
}
