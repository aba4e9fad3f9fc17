//! The cheap rows of the ledger are golden tests.

use twofold_ledger::{Budget, Computed, Filter, Ledger, Plan, Source};

/// What the test may spend; dearer rows are for `twofold reproduce` and recorded runs.
const CPU_SECONDS: f64 = 20.0;

/// How many rows that is.
const CHEAP_ROWS: usize = 170;

/// How many rows there are of every source. A row that is added raises its number here; a number that
/// falls is a row lost.
const ROWS: [(Source, usize); 8] = [
    (Source::Edixhoven2019, 87),
    (Source::LeesMiller2017, 9),
    (Source::CataniaRaymond2024, 31),
    (Source::DeVink2021, 17),
    (Source::Eppstein2018, 59),
    (Source::Slizkov2023, 12),
    (Source::SmallBoards, 26),
    (Source::Oeis, 6),
];

fn cheap(ledger: &Ledger) -> Plan<'_> {
    Plan::new(ledger, &Filter::default(), Budget::Seconds(CPU_SECONDS)).unwrap()
}

#[test]
fn no_row_drops_out() {
    let ledger = Ledger::load().unwrap();
    let rows = |source| ledger.claims().iter().filter(|claim| claim.source == source).count();
    assert_eq!(Source::ALL.map(|source| (source, rows(source))), ROWS);
    assert_eq!(cheap(&ledger).chosen.len(), CHEAP_ROWS);
}

#[test]
fn cheap_rows_come_out_as_published_or_as_documented() {
    let ledger = Ledger::load().unwrap();
    for claim in cheap(&ledger).chosen {
        let computed = claim.compute(&()).unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        let (id, published) = (&claim.id, claim.published());
        let verdict = claim.judge(&computed);
        assert!(verdict.is_fine(), "{id}: published {published}, computed {computed}");
    }
}

#[test]
fn a_wrong_figure_is_noticed() {
    let ledger = Ledger::load().unwrap();
    for claim in ledger.claims() {
        assert!(!claim.judge(&Computed::from("nonsense")).is_fine(), "{}", claim.id);
    }
}
