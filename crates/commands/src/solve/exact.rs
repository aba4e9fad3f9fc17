//! Values as fractions, without any rounding.

use serde::Serialize;
use twofold_core::{Figure, Fraction};
use twofold_solve::{NaiveSolver, Problem};

use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table, TextContext, cells};
use crate::progress::Bar;

/// Boards with more cells take too long.
const MOST_CELLS: usize = 6;

/// Decimals that are shown; fractions have many more.
const DECIMALS: u32 = 40;

/// Whether the board is small enough.
pub(super) fn check(problem: &Problem) -> Result<(), CommandError> {
    if problem.game().rules().shape.cells() > MOST_CELLS {
        let error = format!("fractions are for boards of up to {MOST_CELLS} cells");
        return Err(CommandError::input(error).hint("leave --exact out").about("exact"));
    }
    Ok(())
}

pub(super) fn run(problem: &Problem, output: &mut Output) -> Result<(), CommandError> {
    check(problem)?;
    let (bar, expendable) = (Bar::new(output, "fractions"), output.face().expendable());
    let mut solver = NaiveSolver::<Fraction>::new(problem);
    let failed = |error| CommandError::failed(&error);
    let two_tiles = solver.two_tiles().map_err(failed)?;
    let empty = solver.one_tile().map_err(failed)?;
    drop((bar, expendable));
    let rows = vec![("two tiles", two_tiles), ("an empty board", empty)];
    Ok(output.emit(&Exact { problem: problem.clone(), rows })?)
}

struct Exact {
    problem: Problem,
    rows: Vec<(&'static str, Option<Fraction>)>,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    goal: &'static str,
    opponent: &'static str,
    value: Option<ExactJson>,
    value_empty: Option<ExactJson>,
}

#[derive(Serialize)]
struct ExactJson {
    #[serde(flatten)]
    figure: Figure,
    /// The first decimals, cut off.
    decimal: String,
}

impl ExactJson {
    fn new(value: &Fraction) -> ExactJson {
        ExactJson { figure: Figure::Exact(value.clone()), decimal: decimal(value) }
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
        let value = |index: usize| self.rows[index].1.as_ref().map(ExactJson::new);
        Json {
            game: self.problem.game().into(),
            goal: self.problem.goal().name(),
            opponent: self.problem.opponent().name(),
            value: value(0),
            value_empty: value(1),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["start", "~value"]);
        for (name, value) in &self.rows {
            table.row(cells![*name, value.clone().map(Figure::Exact)]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut table = Table::new(&["start", "value", "#digits of the denominator"]);
        for (name, value) in &self.rows {
            let digits = value.as_ref().map_or(0, |value| value.denom().to_string().len());
            let text = value.as_ref().map_or("never".to_owned(), decimal);
            table.row(cells![*name, text, digits]);
        }
        let game = self.problem.game();
        format!("{}, {game}\n{}", self.problem, table.text(context))
    }
}
