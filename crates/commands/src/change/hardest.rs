//! The smallest amounts that need many coins.

use serde::Serialize;
use twofold_change::study::{Ending, Limits, StudyError, study};
use twofold_change::{Hardest, Natural, hardest};

use super::input::Input;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
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
    greedy: Option<String>,
    optimal: Option<String>,
    optimal_none_up_to: Option<u64>,
}

impl Amounts {
    fn optimal(&self) -> Option<String> {
        match &self.optimal {
            Hardest::TotallyGreedy(amount) => Some(amount.to_string()),
            Hardest::Table(amount) => Some(amount.to_string()),
            Hardest::NoneUpTo(_) => None,
        }
    }

    fn evidence(&self) -> String {
        match &self.optimal {
            Hardest::TotallyGreedy(_) => "greedy change is optimal for these coins".into(),
            Hardest::Table(_) => "every smaller amount takes fewer coins".into(),
            Hardest::NoneUpTo(limit) => format!("no amount up to {limit} takes as many"),
        }
    }
}

impl Report for Amounts {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            coins: self.coins,
            greedy: self.greedy.as_ref().map(Natural::to_string),
            optimal: self.optimal(),
            optimal_none_up_to: match self.optimal {
                Hardest::NoneUpTo(limit) => Some(limit),
                Hardest::TotallyGreedy(_) | Hardest::Table(_) => None,
            },
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["change", "#coins", "#smallest amount"]);
        let unknown = || "none found".to_owned();
        let greedy = self.greedy.as_ref().map_or_else(unknown, Natural::to_string);
        table.row(["greedy".to_owned(), self.coins.to_string(), greedy]);
        let optimal = self.optimal().unwrap_or_else(unknown);
        table.row(["optimal".to_owned(), self.coins.to_string(), optimal]);
        table
    }

    fn text(&self, context: &TextContext) -> String {
        self.table().text(context) + &format!("optimal: {}\n", self.evidence())
    }
}
