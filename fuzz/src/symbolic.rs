//! What is fuzzed of decision diagrams: Boolean functions take any text without panicking, and all
//! kinds of diagrams hold the same states of them.

use twofold_symbolic::{Bcdd, Bdd, Diagram, Formula, Resources, Space, Zbdd};

/// Boolean functions.
pub(crate) fn formula(text: &str) {
    let Ok(formula) = text.parse::<Formula>() else { return };
    let variables = formula.variables();
    assert!((1..=64).contains(&variables));
    // Long formulas of many variables may have large diagrams.
    if variables <= 10 && text.len() <= 200 {
        let counts = [count::<Bdd>(&formula), count::<Bcdd>(&formula), count::<Zbdd>(&formula)];
        assert!(counts.iter().all(|count| *count == counts[0]), "{text}: {counts:?}");
    }
}

fn count<D: Diagram>(formula: &Formula) -> Option<String> {
    let space: Space<D> =
        Space::new(formula.variables(), Resources { memory: 1 << 20, threads: 1 });
    let set = formula.set(&space, &|variable| variable - 1).ok()?;
    Some(space.count(&set).to_string())
}
