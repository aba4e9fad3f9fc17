//! What comparing the published and the computed figure says.

use std::fmt;

/// What the comparison of a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Published and computed agree.
    Agrees,
    /// They differ, and the row says why.
    Documented,
    /// They differ because the source is wrong, as the row explains.
    Erratum,
    /// Nothing is published, and what was first computed here came out again.
    First,
    /// They differ, and nobody knows why yet.
    Differs,
}

impl Verdict {
    /// Whether the row needs no attention.
    pub const fn is_fine(self) -> bool {
        !matches!(self, Verdict::Differs)
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Documented => "documented",
            Verdict::Erratum => "erratum",
            Verdict::First => "first",
            Verdict::Differs => "differs",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
