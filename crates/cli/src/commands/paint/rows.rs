//! How many rows can be built.

use serde::Serialize;
use twofold_studio::paint::{RowCounts, count_rows};

use crate::error::CommandError;
use crate::output::{Report, Table};

pub(super) struct Rows(Vec<RowCounts>);

pub(super) fn count(width: usize) -> Result<Rows, CommandError> {
    let counts = (1..=width).map(count_rows).collect::<Result<Vec<_>, _>>();
    Ok(Rows(counts.map_err(CommandError::input)?))
}

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
