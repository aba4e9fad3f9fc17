//! The cheap rows of the ledger are golden tests.

use std::collections::BTreeSet;

use twofold_core::{Figure, Fraction, Rules, decimal};
use twofold_ledger::{Budget, Certainty, Claim, Computed, Filter, Kind, Ledger, Plan, Verdict};
use twofold_players::arena::perfect_score;

/// What the test may spend; dearer rows are for `twofold reproduce` and recorded runs.
const CPU_SECONDS: f64 = 31.0;

/// Every row of the ledger, by source and name; those that the test recomputes are `cheap`. A row that is
/// added or goes is added or goes here as well.
const ROWS: &str = include_str!("rows.txt");

fn cheap(ledger: &Ledger) -> Plan<'_> {
    Plan::new(ledger, &Filter::default(), Budget::Seconds(CPU_SECONDS)).unwrap()
}

#[test]
fn no_row_drops_out() {
    let ledger = Ledger::load().unwrap();
    let cheap: BTreeSet<&str> = cheap(&ledger).chosen.iter().map(|claim| &claim.id[..]).collect();
    let rows = ledger.claims().iter().map(|claim| {
        let cost = if cheap.contains(&claim.id[..]) { "cheap" } else { "dear" };
        format!("{} {cost} {}", claim.source.key(), claim.id)
    });
    let rows: BTreeSet<String> = rows.collect();
    let pinned: BTreeSet<String> = ROWS.lines().map(str::to_owned).collect();
    let lost: Vec<&String> = pinned.difference(&rows).collect();
    let added: Vec<&String> = rows.difference(&pinned).collect();
    assert!(lost.is_empty() && added.is_empty(), "lost: {lost:#?}\nadded: {added:#?}");
}

#[test]
fn cheap_rows_come_out_as_published_or_as_documented() {
    let ledger = Ledger::load().unwrap();
    for claim in cheap(&ledger).chosen {
        let computed = claim.compute(&()).unwrap_or_else(|error| panic!("{}: {error}", claim.id));
        let (id, stated) = (&claim.id, claim.stated());
        let verdict = claim.judge(&computed);
        assert!(verdict.is_fine(), "{id}: stated {stated}, computed {computed}");
    }
}

#[test]
fn a_wrong_figure_is_noticed() {
    let ledger = Ledger::load().unwrap();
    for claim in ledger.claims() {
        let fine = |computed: &Computed| claim.judge(computed).is_fine();
        assert!(!fine(&Computed::from("nonsense")), "{}", claim.id);
        for wrong in wrong_figures(claim) {
            assert!(!fine(&wrong.clone().into()), "{}: {wrong}", claim.id);
        }
    }
}

/// Figures that are near to what a row expects, and wrong.
fn wrong_figures(claim: &Claim) -> Vec<Figure> {
    let stated = claim.stated();
    let expected = claim.difference.as_ref().map_or(stated.text, |known| &known.computed);
    let Some(number) = decimal(expected) else { return Vec::new() };
    let one = Fraction::from_integer(1.into());
    match (stated.certainty, &claim.difference) {
        // One more, or a bound on the same number.
        (Certainty::Exact, _) | (_, Some(_)) => {
            let next = Figure::Exact(&number + &one);
            vec![next, Figure::AtLeast(number.clone()), Figure::AtMost(number)]
        }
        (Certainty::AtLeast, None) => vec![Figure::Exact(number - one)],
        (Certainty::AtMost, None) => vec![Figure::Exact(number + one)],
        // A unit of the last digit more; a tenth and the tenfold of an estimate.
        (Certainty::Rounded | Certainty::Sample, None) => {
            let (mantissa, exponent) = expected.split_once('e').unwrap_or((expected, "0"));
            let decimals = mantissa.split_once('.').map_or(0, |(_, tail)| tail.len()) as i64;
            let unit = format!("1e{}", exponent.parse::<i64>().unwrap() - decimals);
            vec![Figure::Exact(&number + decimal(&unit).unwrap()), Figure::AtLeast(number)]
        }
        (Certainty::Estimate, None) => {
            let value: f64 = expected.parse().unwrap();
            vec![
                Figure::Estimate(value / 10.0),
                Figure::Estimate(value * 10.1),
                Figure::Exact(number),
            ]
        }
    }
}

#[test]
fn players_know_the_perfect_score_of_the_ledger() {
    let ledger = Ledger::load().unwrap();
    let row = ledger.claim("optimal-score-3x3").unwrap();
    let score = perfect_score(&Rules::classic("3x3".parse().unwrap())).unwrap();
    assert!(row.judge(&score.into()).is_fine());
}

#[test]
fn a_row_says_whose_figure_it_is() {
    let ledger = Ledger::load().unwrap();
    let judged = |id: &str| {
        let row = ledger.claim(id).unwrap();
        (row.kind(), row.judge(&row.compute(&()).unwrap()))
    };
    assert_eq!(judged("eppstein-totals-practical"), (Kind::Published, Verdict::Agrees));
    assert_eq!(judged("eppstein-formula-threes"), (Kind::Erratum, Verdict::Erratum));
    assert_eq!(judged("first-threes-tight-2x3"), (Kind::First, Verdict::First));
}

#[test]
fn a_bound_is_never_exact() {
    // The shortest game that somebody knows bounds the shortest one from above.
    let ledger = Ledger::load().unwrap();
    let row = ledger.claim("edixhoven-through-filled-10x10").unwrap();
    let computed = row.compute(&()).unwrap();
    assert!(matches!(computed, Computed::Figure(Figure::AtMost(_))), "{computed:?}");
}
