//! Values as fractions, without any rounding.

use serde::Serialize;
use twofold_exact::solve::{Fraction, NaiveSolver, Question};

use crate::error::CommandError;
use crate::output::{Output, Report, Table};

/// Boards with more cells take too long.
const MOST_CELLS: usize = 6;

/// Decimals that are shown; fractions have many more.
const DECIMALS: u32 = 40;

pub(super) fn run(question: &Question, output: &mut Output) -> Result<(), CommandError> {
    if question.task().rules().shape.cells() > MOST_CELLS {
        let error = format!("fractions are for boards of up to {MOST_CELLS} cells");
        return Err(CommandError::input(error).hint("leave --exact out"));
    }
    let mut solver = NaiveSolver::<Fraction>::new(question);
    let failed = |error| CommandError::failed(&error);
    let two_tiles = solver.two_tiles().map_err(failed)?;
    let empty = solver.one_tile().map_err(failed)?;
    Ok(output.emit(&Exact { rows: vec![("two tiles", two_tiles), ("an empty board", empty)] })?)
}

struct Exact {
    rows: Vec<(&'static str, Option<Fraction>)>,
}

#[derive(Serialize)]
struct Json {
    value: Option<Exactly>,
    value_empty: Option<Exactly>,
}

#[derive(Serialize)]
struct Exactly {
    numerator: String,
    denominator: String,
    decimal: String,
}

impl Exactly {
    fn new(value: &Fraction) -> Exactly {
        Exactly {
            numerator: value.numer().to_string(),
            denominator: value.denom().to_string(),
            decimal: decimal(value),
        }
    }
}

/// The first decimals of a fraction, cut off.
fn decimal(value: &Fraction) -> String {
    let scale = Fraction::from_integer(10_u32.into()).pow(DECIMALS as i32);
    let digits = (value * scale).to_integer().to_string();
    let digits = format!("{digits:0>width$}", width = DECIMALS as usize + 1);
    let (whole, decimals) = digits.split_at(digits.len() - DECIMALS as usize);
    if value.is_integer() { whole.to_owned() } else { format!("{whole}.{decimals}…") }
}

impl Report for Exact {
    type Json = Json;

    fn json(&self) -> Json {
        let value = |index: usize| self.rows[index].1.as_ref().map(Exactly::new);
        Json { value: value(0), value_empty: value(1) }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["start", "value", "#digits of the denominator"]);
        for (name, value) in &self.rows {
            let value = value.as_ref();
            let digits = value.map_or(0, |value| value.denom().to_string().len());
            let text = value.map_or("never".to_owned(), decimal);
            table.row([(*name).to_owned(), text, digits.to_string()]);
        }
        table
    }
}
