//! Whose features: those of the text or those of the program.

use std::fmt;
use std::str::FromStr;

/// Which features and which look-ahead a player uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// As the document describes them.
    #[default]
    Text,
    /// As the last version of the authors' program has them.
    Program,
}

impl Variant {
    /// Both.
    pub const ALL: [Variant; 2] = [Variant::Text, Variant::Program];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Text => "text",
            Variant::Program => "program",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant `{0}`; there are text and program")]
pub struct UnknownVariant(String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let known = Variant::ALL.into_iter().find(|variant| variant.name() == name);
        known.ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
