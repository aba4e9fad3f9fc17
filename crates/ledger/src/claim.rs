//! One row of the ledger.

use serde::Deserialize;
use twofold_core::Watch;

use crate::computations::{self, Arguments, ComputeError};
use crate::computed::Computed;
use crate::kind::Kind;
use crate::published::{Certainty, Published};
use crate::source::Source;
use crate::verdict::Verdict;

/// A figure that is published or was first computed here, and how it is computed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the row, unique in the ledger.
    pub id: String,
    /// Where it is printed; if it is not, the source whose question it answers.
    pub source: Source,
    /// Section, table or page.
    pub place: String,
    /// What it is about; rows can be selected by it.
    pub topic: String,
    /// What the figure says.
    pub figure: String,
    /// The figure as it is printed, digits only where it is a number.
    published: Option<String>,
    /// The figure as it came out here, if no source prints it.
    recorded: Option<String>,
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
    /// Whether the source is wrong.
    #[serde(default)]
    pub erratum: bool,
}

impl Claim {
    /// Whose figure it is.
    pub fn kind(&self) -> Kind {
        match &self.difference {
            _ if self.published.is_none() => Kind::First,
            Some(difference) if difference.erratum => Kind::Erratum,
            _ => Kind::Published,
        }
    }

    /// The figure as it is printed, or as it was recorded if no source prints it, and how it is to be
    /// read.
    pub fn stated(&self) -> Published<'_> {
        let text = self.published.as_ref().or(self.recorded.as_ref());
        Published { text: text.map_or("", String::as_str), certainty: self.certainty }
    }

    /// Whether the row states one figure: a printed one, or a recorded one with nothing to differ from.
    pub(crate) fn states_one_figure(&self) -> bool {
        match (&self.published, &self.recorded) {
            (Some(_), None) => true,
            (None, Some(_)) => self.difference.is_none(),
            _ => false,
        }
    }

    /// Recomputes the figure.
    pub fn compute(&self, watch: &dyn Watch) -> Result<Computed, ComputeError> {
        computations::find(&self.computation)?.run(&self.arguments, watch)
    }

    /// Compares what came out with what the row states.
    pub fn judge(&self, computed: &Computed) -> Verdict {
        let is_as_stated = match &self.difference {
            Some(difference) => difference.computed == computed.to_string(),
            None => self.stated().is_confirmed_by(computed),
        };
        match self.kind() {
            _ if !is_as_stated => Verdict::Differs,
            Kind::First => Verdict::First,
            Kind::Erratum => Verdict::Erratum,
            Kind::Published if self.difference.is_some() => Verdict::Documented,
            Kind::Published => Verdict::Agrees,
        }
    }
}
