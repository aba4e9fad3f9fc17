//! How far a search looks.

use std::fmt;
use std::str::FromStr;

use twofold_core::{Board, Grid};

/// How many spawns lie between the position and the boards that are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Always so many.
    Fixed(u8),
    /// By the number of empty cells: the fewer there are, the more is at stake, and the less there is to
    /// look at.
    Adaptive,
}

/// A text that is no depth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no depth; write a number from 0 to 12, or adaptive")]
pub struct UnknownDepth(String);

impl FromStr for Depth {
    type Err = UnknownDepth;

    fn from_str(text: &str) -> Result<Depth, UnknownDepth> {
        match text.parse::<u8>() {
            Ok(depth) if depth <= 12 => Ok(Depth::Fixed(depth)),
            _ if text == "adaptive" => Ok(Depth::Adaptive),
            _ => Err(UnknownDepth(text.to_owned())),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Fixed(depth) => write!(f, "{depth}"),
            Depth::Adaptive => write!(f, "adaptive"),
        }
    }
}

/// When a search stops looking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// After so many spawns.
    pub depth: Depth,
    /// Where a line of play is less likely than this.
    pub cutoff: f64,
}

impl Limits {
    /// The depth for a position.
    pub fn depth_at(&self, board: &Board) -> u8 {
        match self.depth {
            Depth::Fixed(depth) => depth,
            Depth::Adaptive => match board.empty_cells().count() {
                0..=1 => 5,
                2..=4 => 4,
                5..=8 => 3,
                _ => 2,
            },
        }
    }
}
