//! How many rows can be built.

use serde::Serialize;
use twofold_reach::paint::{MAX_WIDTH, RowCounts, RowsError, count_rows_within};

use crate::amount;
use crate::error::CommandError;
use crate::output::{Output, Report, Table};
use crate::progress::Bar;

pub(super) struct Rows(Vec<RowCounts>);

pub(super) fn count(width: usize, memory: u64, output: &Output) -> Result<Rows, CommandError> {
    if width > MAX_WIDTH {
        return Err(CommandError::input(RowsError::Width { width }));
    }
    if width > KNOWN {
        // Every width has about nine times the rows of the one before.
        let met = 94e6 * 9.3_f64.powi((width - KNOWN) as i32);
        output.remark(&format!("about {} rows to visit", amount::count(met)));
    }
    let counted = |width| {
        let bar = Bar::new(output, format!("rows of width {width} met:"));
        count_rows_within(width, memory, &bar).map_err(|error| match error {
            RowsError::Stopped(_) => CommandError::interrupted(),
            RowsError::Memory { .. } => {
                let allowed = amount::bytes(memory as f64);
                let error = format!("rows of {width} cells take more than {allowed} of memory");
                CommandError::input(error).hint("raise --memory, or count shorter rows")
            }
            error => CommandError::input(error),
        })
    };
    Ok(Rows((1..=width).map(counted).collect::<Result<_, _>>()?))
}

/// The width whose rows are counted in seconds: there are 94 million.
const KNOWN: usize = 10;

#[derive(Serialize)]
struct RowJson {
    width: usize,
    filled: u64,
    met: u64,
}

#[derive(Serialize)]
pub(super) struct Json {
    rows: Vec<RowJson>,
}

impl Report for Rows {
    type Json = Json;

    fn json(&self) -> Json {
        let row =
            |&RowCounts { width, filled, met, .. }: &RowCounts| RowJson { width, filled, met };
        Json { rows: self.0.iter().map(row).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#width", "#filled", "#met"]);
        for counts in &self.0 {
            table.row([counts.width as u64, counts.filled, counts.met]);
        }
        table
    }
}
