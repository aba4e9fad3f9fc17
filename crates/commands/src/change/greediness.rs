//! Whether greedy change is always optimal.

use serde::Serialize;
use twofold_change::{Checked, Counterexample, Natural, OneShotTests, Watched};

use super::input::Input;
use super::represent::{RepresentationJson, sum};
use crate::error::CommandError;
use crate::output::{Output, Report, Table};
use crate::progress::Bar;

/// Prefixes that are tested at most: the terms are kept in memory.
const PREFIXES: u64 = 10_000;

pub(super) fn run(input: &mut Input, terms: u64, output: &mut Output) -> Result<(), CommandError> {
    let prefixes = usize::try_from(terms.min(PREFIXES)).unwrap_or(usize::MAX);
    let bar = Bar::new(output, "prefixes");
    let terms = Checked::new(Watched::new(input.source()?.into_terms(), &bar)).take(prefixes);
    let mut tests = OneShotTests::new(terms);
    let mut counterexample = None;
    for verdict in tests.by_ref() {
        counterexample = verdict?;
    }
    let prefixes = tests.prefix();
    drop(tests);
    drop(bar);
    Ok(output.emit(&Greediness { prefixes, counterexample })?)
}

struct Greediness {
    prefixes: u64,
    counterexample: Option<Counterexample>,
}

#[derive(Serialize)]
struct Json {
    totally_greedy: bool,
    prefixes_tested: u64,
    counterexample: Option<CounterexampleJson>,
}

#[derive(Serialize)]
struct CounterexampleJson {
    prefix: u64,
    previous_coin: String,
    largest_coin: String,
    amount: String,
    coins_needed_at_most: String,
    greedy: RepresentationJson,
}

impl Report for Greediness {
    type Json = Json;

    fn json(&self) -> Json {
        let counterexample = self.counterexample.as_ref().map(|found| CounterexampleJson {
            prefix: found.prefix,
            previous_coin: found.previous.to_string(),
            largest_coin: found.coin.to_string(),
            amount: found.amount.to_string(),
            coins_needed_at_most: found.multiple.to_string(),
            greedy: RepresentationJson::new(&found.greedy),
        });
        Json {
            totally_greedy: counterexample.is_none(),
            prefixes_tested: self.prefixes,
            counterexample,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["totally greedy", "#prefixes tested", "first counterexample"]);
        let (verdict, example) = match &self.counterexample {
            None => ("no counterexample found", String::new()),
            Some(found) => (
                "no",
                format!(
                    "{} = {}·{}, but greedily {}",
                    found.amount,
                    found.multiple,
                    found.previous,
                    sum(&found.greedy, Natural::to_string)
                ),
            ),
        };
        table.row([verdict.to_owned(), self.prefixes.to_string(), example]);
        table
    }
}
