//! One row of the ledger.

use serde::Deserialize;
use twofold_exact::Watch;

use crate::computations::{self, Arguments, ComputeError};
use crate::source::Source;
use crate::verdict::{Comparison, Verdict};

/// A published figure, and how it is computed here.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the row, unique in the ledger.
    pub id: String,
    /// Where it is printed.
    pub source: Source,
    /// Section, table or page.
    pub place: String,
    /// What it is about; rows can be selected by it.
    pub topic: String,
    /// What the figure says.
    pub figure: String,
    /// The figure as it is printed, digits only where it is a number.
    pub published: String,
    /// How published and computed are compared.
    #[serde(default)]
    pub comparison: Comparison,
    /// The computation that recomputes it.
    pub computation: String,
    /// What the computation is given.
    #[serde(default)]
    pub arguments: Arguments,
    /// What it costs: CPU-seconds, roughly, on the machine that the results name.
    pub seconds: f64,
    /// Why it differs here, if it does.
    pub difference: Option<Difference>,
}

/// A difference that is understood.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// What comes out here.
    pub computed: String,
    /// Why, in a sentence or two.
    pub reason: String,
}

impl Claim {
    /// Recomputes the figure.
    pub fn compute(&self, watch: &dyn Watch) -> Result<String, ComputeError> {
        computations::find(&self.computation)?.run(&self.arguments, watch)
    }

    /// Compares what came out with what was published.
    pub fn judge(&self, computed: &str) -> Verdict {
        match &self.difference {
            Some(difference) if difference.computed == computed => Verdict::DocumentedDifference,
            Some(_) => Verdict::Differs,
            None if self.comparison.holds(&self.published, computed) => Verdict::Agrees,
            None => Verdict::Differs,
        }
    }
}
