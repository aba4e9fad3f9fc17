//! Certificates: what a pass over all boards claims, and a checker that does not trust it.
//!
//! The pass writes the lost boards of every layer to a store. A certificate names the rules, the verdict,
//! and for every layer how many boards are won and lost and the checksum of its file. The checker shares
//! no code with the pass but the rules: it numbers the halves of boards itself, reads lines itself, slides
//! with the naive engine, and compares boards with what the definition says.

mod boards;
mod check;
mod lines;

use serde::{Deserialize, Serialize};
use twofold_core::Figure;
use twofold_layers::store::{Identity, Manifest, Role};
use twofold_layers::{LayerError, LayeredGame};

use super::all_boards::AllBoardsSolved;
use super::play_value::PlayValue;
use super::problem::Problem;

pub use check::{Checked, Extent};

/// The version of the format.
const VERSION: u32 = 1;

/// What a pass over all boards claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    version: u32,
    /// The rules, the target and the start.
    game: Identity,
    /// Which boards are looked at.
    boards: BoardsEntry,
    /// Whether the target is forced: after two spawns, and from an empty board; nothing where tiles do
    /// not fit.
    forced: ForcedEntry,
    /// By ascending tile sum.
    layers: Vec<LayerEntry>,
}

/// Which boards are looked at, and how they are cut into halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardsEntry {
    /// Whether rows have no gap before a tile.
    packed: bool,
    /// Whether rows of the cut are columns of the game.
    turned: bool,
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ForcedEntry {
    two_tiles: Option<bool>,
    empty: Option<bool>,
}

/// A layer: boards with an empty cell, a tile about to appear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerEntry {
    sum: u64,
    won: u64,
    lost: u64,
    /// The checksum of the file of lost boards, unless the store has let it go.
    checksum: Option<String>,
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It is not a certificate.
    #[error("this is no certificate: {0}")]
    Form(String),
    /// The store answers another question.
    #[error("the certificate is about {certificate}, and the store about {store}")]
    OtherGame {
        /// The game of the certificate.
        certificate: String,
        /// That of the store.
        store: String,
    },
    /// Something that it says is wrong.
    #[error("layer {sum}: {what}")]
    Layer {
        /// The tile sum.
        sum: u64,
        /// What is wrong.
        what: String,
    },
    /// The layers are not those of the game.
    #[error("the certificate has other layers than the game: {0}")]
    Layers(String),
    /// The verdict does not follow.
    #[error("the verdict is wrong: {0}")]
    Verdict(String),
    /// A board is not what follows from the layers above.
    #[error(
        "layer {sum}: by the definition, {board} is {by_definition}, and the store says otherwise"
    )]
    Board {
        /// The tile sum.
        sum: u64,
        /// The board.
        board: String,
        /// What it is.
        by_definition: &'static str,
    },
    /// The store cannot be read, or the check was stopped.
    #[error(transparent)]
    Store(#[from] LayerError),
}

impl Certificate {
    /// The certificate of a pass that has filled a store.
    pub fn new(problem: &Problem, solved: &AllBoardsSolved, store: &Manifest) -> Certificate {
        let forced = |value: &Option<PlayValue>| {
            value
                .as_ref()
                .map(|value| value.figure().is_some_and(|figure| *figure == Figure::exact(1)))
        };
        let layer = |layer: &super::all_boards::DecidedLayer| LayerEntry {
            sum: layer.sum,
            won: layer.won,
            lost: layer.lost,
            checksum: store
                .layer(layer.sum)
                .and_then(|entry| Some(entry.file(Role::Lost)?.checksum.clone())),
        };
        Certificate {
            version: VERSION,
            game: Identity::of(problem.game()),
            boards: BoardsEntry { packed: solved.packed, turned: solved.turned },
            forced: ForcedEntry {
                two_tiles: forced(&solved.start.two_tiles),
                empty: forced(&solved.start.empty),
            },
            layers: solved.layers.iter().map(layer).collect(),
        }
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data can be written");
        text.push('\n');
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no certificate.
    pub fn read(text: &str) -> Result<Certificate, CertificateError> {
        let certificate: Certificate = serde_json::from_str(text)
            .map_err(|error| CertificateError::Form(error.to_string()))?;
        if certificate.version != VERSION {
            let version = certificate.version;
            return Err(CertificateError::Form(format!("its version is {version}, not {VERSION}")));
        }
        Ok(certificate)
    }

    /// The game in a few words.
    pub fn about(&self) -> String {
        self.game.to_string()
    }

    /// The game, if the words of the certificate make sense.
    pub fn game(&self) -> Option<LayeredGame> {
        self.game.game()
    }

    /// Whether the target is forced after two spawns, and from an empty board.
    pub fn forced(&self) -> [Option<bool>; 2] {
        [self.forced.two_tiles, self.forced.empty]
    }
}
