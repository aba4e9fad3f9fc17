//! The values of a solved store, computed again.

use std::path::Path;

use serde::Serialize;
use twofold_core::Packed;
use twofold_core::notation::faces;
use twofold_solve::{Recomputed, Solution, WrongValue};

use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;
use crate::{amount, layer_error, store_error};

/// Computes every value of a solved store again from the ones above it. The first one that differs by
/// more than rounding explains makes the answer negative.
pub(super) fn verify_values(dir: &Path, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(dir).map_err(store_error::tell)?;
    let bar = Bar::new(output, "layers computed again");
    let recomputed = solution.recompute(&bar);
    drop(bar);
    let recomputed = recomputed.map_err(layer_error::while_reading)?;
    let wrong = recomputed.wrong.map(|WrongValue { sum, code, stored, again }| {
        let rules = solution.problem().game().rules();
        let board = Packed::from_code(rules.shape, code);
        let board = board.map_or(String::new(), |board| faces::write(&board, rules.tiles));
        format!("the value of the afterstate {board} of tile sum {sum} is {stored}, not {again}")
    });
    output.emit(&Verified { recomputed, wrong: wrong.clone() })?;
    match wrong {
        None => Ok(()),
        Some(wrong) => Err(CommandError::negative(wrong)
            .hint("solve again into a new directory; this store gives wrong answers")),
    }
}

struct Verified {
    recomputed: Recomputed,
    wrong: Option<String>,
}

#[derive(Serialize)]
struct Json {
    values: u64,
    largest_difference: f64,
    wrong: Option<String>,
}

impl Report for Verified {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            values: self.recomputed.values,
            largest_difference: self.recomputed.largest_difference,
            wrong: self.wrong.clone(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#values", "#largest difference", "wrong"]);
        table.row([
            self.recomputed.values.to_string(),
            self.recomputed.largest_difference.to_string(),
            self.wrong.clone().unwrap_or_default(),
        ]);
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let values = amount::grouped(self.recomputed.values);
        match (&self.wrong, self.recomputed.largest_difference) {
            (Some(wrong), _) => format!("{wrong}\n"),
            (None, 0.0) => format!("{values} values: every one follows from those above it\n"),
            (None, difference) => format!(
                "{values} values: every one follows from those above it, but for roundings of up to \
                 {difference:.1e}\n"
            ),
        }
    }
}
