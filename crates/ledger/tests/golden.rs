//! The cheap rows of the ledger are golden tests.

use twofold_ledger::{Budget, Ledger, Plan};

/// What the test may spend; dearer rows are for `twofold reproduce` and recorded runs.
const CPU_SECONDS: f64 = 20.0;

#[test]
fn cheap_rows_come_out_as_published_or_as_documented() {
    let ledger = Ledger::load().unwrap();
    let plan = Plan::new(&ledger, &[], Budget::Seconds(CPU_SECONDS)).unwrap();
    assert!(plan.chosen.len() >= 10, "the budget should cover the cheap rows");
    for claim in plan.chosen {
        let computed = claim.compute(&()).unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        let verdict = claim.judge(&computed);
        let (id, published) = (&claim.id, &claim.published);
        assert!(verdict.is_fine(), "{id}: published {published}, computed {computed}");
    }
}

#[test]
fn a_wrong_figure_is_noticed() {
    let ledger = Ledger::load().unwrap();
    for claim in ledger.claims() {
        assert!(!claim.judge("nonsense").is_fine(), "{}", claim.id);
    }
}
