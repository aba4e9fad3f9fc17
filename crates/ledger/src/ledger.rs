//! All rows together.

use std::collections::HashSet;

use serde::Deserialize;

use crate::claim::Claim;
use crate::computations;
use crate::published::Certainty;

/// The files that hold the rows, one for each source.
const FILES: &[(&str, &str)] = &[
    ("breakthrough.toml", include_str!("../claims/breakthrough.toml")),
    (
        "catania-raymond-2024-players.toml",
        include_str!("../claims/catania-raymond-2024-players.toml"),
    ),
    (
        "catania-raymond-2024-studio.toml",
        include_str!("../claims/catania-raymond-2024-studio.toml"),
    ),
    ("edixhoven-2019.toml", include_str!("../claims/edixhoven-2019.toml")),
    ("eppstein-2018.toml", include_str!("../claims/eppstein-2018.toml")),
    ("first.toml", include_str!("../claims/first.toml")),
    ("lees-miller-2017.toml", include_str!("../claims/lees-miller-2017.toml")),
    ("perfect-play.toml", include_str!("../claims/perfect-play.toml")),
    ("symbolic.toml", include_str!("../claims/symbolic.toml")),
];

/// Every claim, in the order of the sources.
#[derive(Clone, Debug)]
pub struct Ledger {
    claims: Vec<Claim>,
}

/// What is wrong with the ledger's files.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file is not what it should be.
    #[error("{file}: {error}")]
    Syntax {
        /// The file.
        file: &'static str,
        /// What is wrong with it.
        error: Box<toml::de::Error>,
    },
    /// Two rows have one name.
    #[error("two rows are called {id}")]
    Repeated {
        /// The name.
        id: String,
    },
    /// A row names a computation that does not exist.
    #[error("the row {id} needs the computation {computation}, which does not exist")]
    UnknownComputation {
        /// The name of the row.
        id: String,
        /// The computation that it names.
        computation: String,
    },
    /// A row states no figure or several.
    #[error(
        "the row {id} needs either `published` or `recorded`, and a difference only with the former"
    )]
    NotOneFigure {
        /// The name of the row.
        id: String,
    },
    /// A row says that it prints a number, and does not.
    #[error("the row {id} prints {text}, which is no number")]
    NotANumber {
        /// The name of the row.
        id: String,
        /// What it prints.
        text: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    claim: Vec<Claim>,
}

impl Ledger {
    /// Reads the rows that are built into the program, and checks them.
    pub fn load() -> Result<Ledger, LedgerError> {
        let mut claims: Vec<Claim> = Vec::new();
        for &(file, text) in FILES {
            let syntax = |error| LedgerError::Syntax { file, error: Box::new(error) };
            claims.extend(toml::from_str::<File>(text).map_err(syntax)?.claim);
        }
        let mut ids = HashSet::new();
        for claim in &claims {
            if !ids.insert(&claim.id) {
                return Err(LedgerError::Repeated { id: claim.id.clone() });
            }
            if computations::find(&claim.computation).is_err() {
                let (id, computation) = (claim.id.clone(), claim.computation.clone());
                return Err(LedgerError::UnknownComputation { id, computation });
            }
            if !claim.states_one_figure() {
                return Err(LedgerError::NotOneFigure { id: claim.id.clone() });
            }
            let stated = claim.stated();
            if stated.certainty != Certainty::Exact && stated.figure().is_none() {
                let (id, text) = (claim.id.clone(), stated.text.to_owned());
                return Err(LedgerError::NotANumber { id, text });
            }
        }
        Ok(Ledger { claims })
    }

    /// All rows.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The row of a name.
    pub fn claim(&self, id: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.id == id)
    }
}
