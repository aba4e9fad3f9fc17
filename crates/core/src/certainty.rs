//! How surely a number is known, as a word and as a sign.

use std::fmt;

/// How surely a number is known.
///
/// Each kind has one word, which JSON and CSV use, and one sign, which tables use. A sign has one
/// meaning:
///
/// ```
/// use twofold_core::Certainty;
///
/// assert_eq!(Certainty::Rounded.mark("0.79"), "≈0.79");
/// assert_eq!(Certainty::Estimate.mark("275"), "~275");
/// // A sample whose interval nobody has published.
/// assert_eq!(Certainty::Sample.mark("0.25"), "0.25 ± ?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// The number itself, proved or counted.
    Exact,
    /// At most a known error off.
    Rounded,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
    /// A lower and an upper bound.
    Between,
    /// A mean over sampled games.
    Sample,
    /// What a model says; nothing bounds its error.
    Estimate,
}

impl Certainty {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Rounded => "rounded",
            Certainty::AtLeast => "at-least",
            Certainty::AtMost => "at-most",
            Certainty::Between => "between",
            Certainty::Sample => "sample",
            Certainty::Estimate => "estimate",
        }
    }

    /// A number with the sign of its certainty. The digits of an interval carry its sign themselves,
    /// that of a sample is not known here.
    pub fn mark(self, digits: &str) -> String {
        match self {
            Certainty::Exact | Certainty::Between => digits.to_owned(),
            Certainty::Rounded => format!("≈{digits}"),
            Certainty::AtLeast => format!("≥{digits}"),
            Certainty::AtMost => format!("≤{digits}"),
            Certainty::Sample => format!("{digits} ± ?"),
            Certainty::Estimate => format!("~{digits}"),
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
