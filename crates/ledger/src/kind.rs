//! Whose figure a row is about.

use std::fmt;

/// Whose figure a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A source prints it.
    Published,
    /// A source prints it wrongly; the right one was first computed here.
    Erratum,
    /// No source prints it: an answer to what a source leaves open, first computed here.
    First,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Published, Kind::Erratum, Kind::First];

    /// The name that commands use.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Published => "published",
            Kind::Erratum => "erratum",
            Kind::First => "first",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
