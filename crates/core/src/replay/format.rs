//! Recorded games of other programs. `docs/formats/replays.md` describes each format.
//!
//! ```
//! use twofold_core::replay::{Replay, ReplayFormat};
//!
//! // A 2 at (1,1), a 2 at (1,2), then a slide to the left and a 2 at (4,4).
//! let replay = ReplayFormat::read("replay_ $É".as_bytes())?;
//! let last = replay.play()?.pop().unwrap();
//! assert_eq!((last.board.to_string(), last.score), ("4 . . . / . . . . / . . . . / . . . 2".into(), 4));
//! assert_eq!(ReplayFormat::League.write(&replay)?, "replay_ $É".as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{IllegalStep, Replay, ReplayError};
use crate::shape::Shape;

/// How a game is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplayFormat {
    /// Our own text.
    Twofold,
    /// A character for every ply: 2048league and earlier games of 2048verse.
    League,
    /// Three characters for every ply: 2048verse.
    Verse,
    /// A board and a character for every ply: `REPLAY_v4C_` of 2048-next.
    Next,
    /// Records of 25 bytes: `.rpl` of 2048EndgameTablebase and of 2048-next.
    Rpl,
    /// Records of 13 bytes: `.vrs` of 2048EndgameTablebase.
    Vrs,
}

/// Why a recorded game cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// It looks like none of the formats.
    #[error("this is no recorded game in a known format: {}", names())]
    Unknown,
    /// There is no such format.
    #[error("there is no format `{name}`; there are {}", names())]
    Name {
        /// The name that was given.
        name: String,
    },
    /// Our own format, with a fault.
    #[error(transparent)]
    Own(#[from] ReplayError),
    /// A character that the format does not use.
    #[error("character {place} is `{character}`, which does not occur in {format}")]
    Character {
        /// The format.
        format: ReplayFormat,
        /// The place in the text, from 1.
        place: usize,
        /// The character.
        character: char,
    },
    /// The text ends in the middle.
    #[error("the game is cut: {0}")]
    Cut(&'static str),
    /// A board that the format does not have, or a cell outside it.
    #[error("{format} has no {what}")]
    Absent {
        /// The format.
        format: ReplayFormat,
        /// What it does not have.
        what: String,
    },
    /// The game did something that no replay has.
    #[error("action {number} {what}")]
    Action {
        /// The number of the action, from 1.
        number: usize,
        /// What it does.
        what: &'static str,
    },
    /// The boards of two records are not a slide and a spawn apart.
    #[error("record {number}: {reason}")]
    Record {
        /// The number of the record, from 1.
        number: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// The format cannot hold the game.
    #[error("{format} cannot hold this game: {reason}")]
    Unwritable {
        /// The format.
        format: ReplayFormat,
        /// Why not.
        reason: &'static str,
    },
    /// The game that should be written is none.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

fn names() -> String {
    ReplayFormat::ALL.map(ReplayFormat::name).join(", ")
}

impl ReplayFormat {
    /// All formats.
    pub const ALL: [ReplayFormat; 6] = [
        ReplayFormat::Twofold,
        ReplayFormat::League,
        ReplayFormat::Verse,
        ReplayFormat::Next,
        ReplayFormat::Rpl,
        ReplayFormat::Vrs,
    ];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            ReplayFormat::Twofold => "twofold",
            ReplayFormat::League => "league",
            ReplayFormat::Verse => "verse",
            ReplayFormat::Next => "v4c",
            ReplayFormat::Rpl => "rpl",
            ReplayFormat::Vrs => "vrs",
        }
    }

    /// The format that a file is in; `None` if it looks like none.
    pub fn of(bytes: &[u8]) -> Option<ReplayFormat> {
        if super::records::is_rpl(bytes) {
            return Some(ReplayFormat::Rpl);
        }
        let text = std::str::from_utf8(bytes).map(|text| text.trim_start_matches('\u{feff}'));
        match text {
            Ok(text) if text.trim_start().starts_with("twofold replay") => {
                Some(ReplayFormat::Twofold)
            }
            Ok(text) if super::next::is(text) => Some(ReplayFormat::Next),
            Ok(text) if super::verse::is(text) => Some(ReplayFormat::Verse),
            Ok(text) if super::league::is(text) => Some(ReplayFormat::League),
            _ => super::records::is_vrs(bytes).then_some(ReplayFormat::Vrs),
        }
    }

    /// Reads a game in whatever format it is. Texts are taken as they are: [`Replay::play`] finds
    /// steps that the rules do not allow.
    ///
    /// # Errors
    /// If the format is unknown, or the file is damaged.
    pub fn read(bytes: &[u8]) -> Result<Replay, FormatError> {
        let format = ReplayFormat::of(bytes).ok_or(FormatError::Unknown)?;
        let text = || std::str::from_utf8(bytes).unwrap_or_default().trim_start_matches('\u{feff}');
        match format {
            ReplayFormat::Twofold => Ok(text().trim_start().parse::<Replay>()?),
            ReplayFormat::League => super::league::read(text()),
            ReplayFormat::Verse => super::verse::read(text()),
            ReplayFormat::Next => super::next::read(text()),
            ReplayFormat::Rpl => super::records::read_rpl(bytes),
            ReplayFormat::Vrs => super::records::read_vrs(bytes),
        }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the game is not legal, or the format cannot hold it.
    pub fn write(self, replay: &Replay) -> Result<Vec<u8>, FormatError> {
        let plies = || super::plies::Plies::of(replay, self);
        Ok(match self {
            ReplayFormat::Twofold => replay.to_string().into_bytes(),
            ReplayFormat::League => super::league::write(&plies()?)?.into_bytes(),
            ReplayFormat::Verse => super::verse::write(&plies()?)?.into_bytes(),
            ReplayFormat::Next => super::next::write(&plies()?)?.into_bytes(),
            ReplayFormat::Rpl => super::records::write_rpl(&plies()?)?,
            ReplayFormat::Vrs => super::records::write_vrs(&plies()?)?,
        })
    }

    pub(super) fn unwritable(self, reason: &'static str) -> FormatError {
        FormatError::Unwritable { format: self, reason }
    }

    pub(super) fn absent(self, what: impl fmt::Display) -> FormatError {
        FormatError::Absent { format: self, what: what.to_string() }
    }

    /// The shape, if it is one that these programs play.
    pub(super) fn shape(self, text: &str) -> Result<Shape, FormatError> {
        let known = ["4x4", "2x4", "3x3", "3x4"].contains(&text);
        let shape = known.then(|| text.parse().ok()).flatten();
        shape.ok_or_else(|| self.absent(format_args!("boards of {text}")))
    }
}

impl fmt::Display for ReplayFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ReplayFormat {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<ReplayFormat, FormatError> {
        let found = ReplayFormat::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| FormatError::Name { name: text.to_owned() })
    }
}
