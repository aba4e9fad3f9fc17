//! One row of the ledger.

use serde::Deserialize;
use twofold_core::Watch;

use crate::computations::{self, Arguments, ComputeError};
use crate::computed::Computed;
use crate::published::{Certainty, Published};
use crate::source::Source;
use crate::verdict::Verdict;

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
    published: String,
    /// How it is to be read.
    #[serde(default)]
    certainty: Certainty,
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
    /// The figure as it is printed, and how it is to be read.
    pub fn published(&self) -> Published<'_> {
        Published { text: &self.published, certainty: self.certainty }
    }

    /// Recomputes the figure.
    pub fn compute(&self, watch: &dyn Watch) -> Result<Computed, ComputeError> {
        computations::find(&self.computation)?.run(&self.arguments, watch)
    }

    /// Compares what came out with what was published.
    pub fn judge(&self, computed: &Computed) -> Verdict {
        match &self.difference {
            Some(difference) if difference.computed == computed.to_string() => Verdict::Documented,
            Some(_) => Verdict::Differs,
            None if self.published().is_confirmed_by(computed) => Verdict::Agrees,
            None => Verdict::Differs,
        }
    }
}
