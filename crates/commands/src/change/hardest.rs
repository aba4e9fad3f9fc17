//! The smallest amounts that need many coins.

use serde::Serialize;
use twofold_change::study::{Ending, Limits, StudyError, study};
use twofold_change::{Hardest, Natural, hardest};
use twofold_core::Figure;

use super::input::Input;
use crate::amount;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, cells};
use crate::progress::Bar;

pub(super) fn run(input: &mut Input, coins: u32, output: &mut Output) -> Result<(), CommandError> {
    let limits = Limits { cells: u64::from(coins), ..Limits::default() };
    let source = input.source()?;
    let bar = Bar::new(output, "gaps");
    let study = study(source, limits, &bar).map_err(|error: StudyError| match error {
        StudyError::Sequence(error) => error.into(),
        error @ (StudyError::Range(_) | StudyError::PrimeGap(_)) => CommandError::failed(&error),
    })?;
    if matches!(study.ending, Ending::Interrupted { .. }) {
        return Err(CommandError::interrupted());
    }
    let optimal = hardest(|| input.source(), coins, &bar)?;
    drop(bar);
    let greedy = match coins {
        0 => Some(Natural::ZERO),
        _ => study.rows.get(coins as usize - 1).map(|row| row.threshold.total.clone()),
    };
    Ok(output.emit(&Amounts { coins, greedy, optimal })?)
}

struct Amounts {
    coins: u32,
    greedy: Option<Natural>,
    optimal: Hardest,
}

#[derive(Serialize)]
struct Json {
    coins: u32,
    greedy: Option<Figure>,
    /// At least the first amount that was not looked at, if none was found.
    optimal: Figure,
}

impl Amounts {
    fn greedy(&self) -> Option<Figure> {
        self.greedy.clone().map(Figure::exact)
    }

    fn evidence(&self) -> String {
        match &self.optimal {
            Hardest::TotallyGreedy(_) => "greedy change is optimal for these coins".into(),
            Hardest::Table(_) => "every smaller amount takes fewer coins".into(),
            Hardest::NoneUpTo(limit) => {
                format!("no amount up to {} takes as many", amount::grouped(limit))
            }
        }
    }
}

impl Report for Amounts {
    type Json = Json;

    fn json(&self) -> Json {
        Json { coins: self.coins, greedy: self.greedy(), optimal: self.optimal.amount() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["change", "#coins", "~smallest amount"]);
        table.row(cells!["greedy", self.coins, self.greedy()]);
        table.row(cells!["optimal", self.coins, self.optimal.amount()]);
        table
    }

    fn text(&self, context: &TextContext) -> String {
        self.table().text(context) + &format!("optimal: {}\n", self.evidence())
    }
}
