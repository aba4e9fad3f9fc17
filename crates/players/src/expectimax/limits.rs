//! How far a search looks.

use std::fmt;
use std::str::FromStr;

use twofold_core::{Board, Grid};

/// How many spawns lie between the position and the boards that are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Always so many.
    Fixed(u8),
    /// By the number of different tiles on the board, three at least: the more there are, the more is
    /// at stake.
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
            Depth::Adaptive => {
                let mut ranks: Vec<u8> = board.tiles().map(|tile| tile.rank()).collect();
                ranks.sort_unstable();
                ranks.dedup();
                let different = ranks.iter().filter(|&&rank| rank > 0).count() as u8;
                different.saturating_sub(4).clamp(3, 8)
            }
        }
    }
}
