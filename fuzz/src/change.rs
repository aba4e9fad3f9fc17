//! What is fuzzed of the abstract game: formulas, amounts and lists of terms take any text without
//! panicking, and what they accept survives being written and read again, or evaluated.

use twofold_change::{Checked, Expression, ExpressionTerms, Lines, Named, Natural, Thresholds};

/// Formulas in n: parsed, evaluated at small numbers, and looked at for what is proved about gaps.
pub(crate) fn formula(text: &str) {
    match text.parse::<Expression>() {
        Ok(formula) => {
            for n in 0..4 {
                let _ = formula.evaluate(n);
            }
            let _ = formula.gaps();
            if let Some(polynomial) = formula.polynomial() {
                for n in 0..4_u64 {
                    assert_eq!(Ok(polynomial.evaluate(&n.into())), formula.evaluate(n), "{text}");
                }
            }
            // A finite set of tiles has a threshold for every number of cells.
            let _ = Thresholds::new(ExpressionTerms::new(formula).take(8)).take(8).count();
        }
        Err(error) => {
            assert!(error.at <= text.chars().count(), "errors point into the text");
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Amounts and names of sequences.
pub(crate) fn amount(text: &str) {
    if let Ok(amount) = text.parse::<Natural>() {
        assert_eq!(amount.to_string().parse(), Ok(amount));
    }
    if let Ok(named) = text.parse::<Named>() {
        assert_eq!(named.to_string().parse::<Named>().ok(), Some(named));
    }
}

/// Lists of terms, one a line, or OEIS b-files.
pub(crate) fn terms(text: &str) {
    let mut last = None;
    for term in Checked::new(Lines::new(text.as_bytes())) {
        let Ok(term) = term else { break };
        assert!(Some(&term) > last.as_ref(), "checked terms increase");
        last = Some(term);
    }
}
