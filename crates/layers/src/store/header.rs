//! The first bytes of a layer file.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::Kind;
use crate::store_error::StoreError;

/// What a file starts with.
const MAGIC: &[u8; 8] = b"2FOLDLYR";

/// The version of the format.
pub const VERSION: u32 = 2;

/// The length of a header.
pub(super) const HEADER_LENGTH: usize = 88;

/// Which boards of a tile sum a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Boards with Slider to move.
    Positions,
    /// Boards with a tile about to appear.
    Afterstates,
    /// Boards with a tile about to appear, and their values.
    Values,
    /// All boards from which a tile cannot be forced, with a tile about to appear.
    Lost,
    /// Digits of values that the layers below need, and nobody else.
    Details,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 5] =
        [Role::Positions, Role::Afterstates, Role::Values, Role::Lost, Role::Details];

    /// The word that file names use.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Positions => "positions",
            Role::Afterstates => "afterstates",
            Role::Values => "values",
            Role::Lost => "lost",
            Role::Details => "details",
        }
    }
}

/// What a layer file says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game, as a number.
    pub fingerprint: u64,
    /// Which boards.
    pub role: Role,
    /// How they are represented.
    pub kind: Kind,
    /// Their tile sum.
    pub sum: u64,
    /// How many there are, up to symmetry.
    pub boards: u64,
    /// How many blocks there are.
    pub blocks: u64,
    /// Where the index starts; blocks lie between header and index.
    pub index: u64,
    /// The length of the file.
    pub length: u64,
    /// The checksum of the index.
    pub checksum: u64,
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; HEADER_LENGTH] {
        let mut bytes = [0; HEADER_LENGTH];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = self.role as u8;
        bytes[13] = self.kind as u8;
        let words = [
            self.fingerprint,
            self.sum,
            self.boards,
            self.blocks,
            self.index,
            self.length,
            self.checksum,
        ];
        for (slot, word) in bytes[16..80].chunks_exact_mut(8).zip(words) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes[..80]);
        bytes[80..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(
        path: &Path,
        bytes: &[u8; HEADER_LENGTH],
    ) -> Result<Header, StoreError> {
        let damaged =
            |what: &str| StoreError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        if &bytes[..8] != MAGIC {
            return Err(damaged("it does not start like a layer file"));
        }
        let version = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
        if version != VERSION {
            return Err(StoreError::Version {
                path: path.to_owned(),
                found: version,
                known: VERSION,
            });
        }
        if word(80) != xxh3_64(&bytes[..80]) {
            return Err(damaged("the header does not match its checksum"));
        }
        let role = Role::ALL.into_iter().find(|&role| role as u8 == bytes[12]);
        let kind = [Kind::Dense, Kind::Sparse].into_iter().find(|&kind| kind as u8 == bytes[13]);
        let (Some(role), Some(kind)) = (role, kind) else {
            return Err(damaged("the header names an unknown kind of layer"));
        };
        Ok(Header {
            fingerprint: word(16),
            role,
            kind,
            sum: word(24),
            boards: word(32),
            blocks: word(40),
            index: word(48),
            length: word(56),
            checksum: word(64),
        })
    }
}
