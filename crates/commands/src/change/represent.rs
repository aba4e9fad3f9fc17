//! An amount in coins.

use serde::Serialize;
use twofold_change::{Change, ChangeError, Natural, Optimal, OptimalProof, Representation, change};
use twofold_core::Figure;

use super::input::Input;
use crate::amount;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, cells};
use crate::progress::Bar;

pub(super) fn run(
    input: &mut Input,
    amount: &Natural,
    output: &mut Output,
) -> Result<(), CommandError> {
    let bar = Bar::new(output, "changing");
    let change = change(input.source()?, amount, &bar).map_err(|error| match error {
        ChangeError::Sequence(error) => error.into(),
        ChangeError::TermsEnd { .. } => CommandError::input(error)
            .hint("say --complete if these are all the coins, or give more of them"),
        ChangeError::TooManyCoins { .. } => CommandError::input(error),
    })?;
    drop(bar);
    Ok(output.emit(&Changed { amount: amount.clone(), change })?)
}

struct Changed {
    amount: Natural,
    change: Change,
}

impl Changed {
    fn rows(&self, number: impl Fn(&Natural) -> String) -> Table {
        let mut table = Table::new(&["change", "~coins", "sum"]);
        let Change { greedy, optimal } = &self.change;
        table.row(cells!["greedy", Figure::exact(greedy.coins()), sum(greedy, &number)]);
        table.row(cells!["optimal", optimal.coins(), sum(optimal.best(), &number)]);
        table
    }

    fn proof(&self) -> String {
        match &self.change.optimal {
            Optimal::Proved { proof, .. } => match proof {
                OptimalProof::TotallyGreedy => {
                    "proved: the coins pass the one-shot tests, so greedy change is optimal".into()
                }
                OptimalProof::Table => "proved: by a table of all smaller amounts".into(),
                OptimalProof::Search => "proved: all sums of fewer coins were tried".into(),
                OptimalProof::AtMostTwo => {
                    "proved: two coins, and it is not one, or one coin".into()
                }
            },
            Optimal::Between { at_least, .. } => {
                format!("not proved: at least {at_least} coins are needed; this is the best found")
            }
        }
    }
}

/// 162 + 18 + 4 + 1, with a factor for equal coins.
pub(super) fn sum(representation: &Representation, number: impl Fn(&Natural) -> String) -> String {
    let piles = representation.piles().iter().map(|pile| {
        if pile.count == Natural::ONE {
            number(&pile.coin)
        } else {
            format!("{}·{}", number(&pile.count), number(&pile.coin))
        }
    });
    let text = piles.collect::<Vec<_>>().join(" + ");
    if text.is_empty() { "0".into() } else { text }
}

#[derive(Serialize)]
pub(super) struct RepresentationJson {
    coins: String,
    piles: Vec<PileJson>,
}

#[derive(Serialize)]
struct PileJson {
    coin: String,
    count: String,
}

impl RepresentationJson {
    pub(super) fn new(representation: &Representation) -> Self {
        let pile = |pile: &twofold_change::Pile| PileJson {
            coin: pile.coin.to_string(),
            count: pile.count.to_string(),
        };
        RepresentationJson {
            coins: representation.coins().to_string(),
            piles: representation.piles().iter().map(pile).collect(),
        }
    }
}

#[derive(Serialize)]
struct Json {
    amount: String,
    greedy: RepresentationJson,
    /// The best that was found.
    optimal: RepresentationJson,
    /// The fewest coins: between two bounds if the best is not proved to be optimal.
    fewest_coins: Figure,
    optimal_is_proved: bool,
    evidence: String,
}

impl Report for Changed {
    type Json = Json;

    fn json(&self) -> Json {
        Json {
            amount: self.amount.to_string(),
            greedy: RepresentationJson::new(&self.change.greedy),
            optimal: RepresentationJson::new(self.change.optimal.best()),
            fewest_coins: self.change.optimal.coins(),
            optimal_is_proved: matches!(self.change.optimal, Optimal::Proved { .. }),
            evidence: self.proof(),
        }
    }

    fn table(&self) -> Table {
        self.rows(Natural::to_string)
    }

    fn text(&self, context: &TextContext) -> String {
        self.rows(|number| amount::grouped(number)).text(context) + &self.proof() + "\n"
    }
}
