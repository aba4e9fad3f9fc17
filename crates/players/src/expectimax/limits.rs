//! The depth and cutoff of a search.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use twofold_core::{Board, Grid};

/// The depth of a search, in spawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The same for every position.
    Fixed(u8),
    /// Deeper with fewer empty cells: more is at stake, and there are fewer spawns to search.
    Adaptive,
    /// The number of distinct tiles minus two, at least 3: the rule of 2048-ai.
    Tiles,
}

/// A text that is not a depth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a depth; write a number from 0 to 12, adaptive, or tiles")]
pub struct UnknownDepth(String);

impl FromStr for Depth {
    type Err = UnknownDepth;

    fn from_str(text: &str) -> Result<Depth, UnknownDepth> {
        match text.parse::<u8>() {
            Ok(depth) if depth <= 12 => Ok(Depth::Fixed(depth)),
            _ if text == "adaptive" => Ok(Depth::Adaptive),
            _ if text == "tiles" => Ok(Depth::Tiles),
            _ => Err(UnknownDepth(text.to_owned())),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Fixed(depth) => write!(f, "{depth}"),
            Depth::Adaptive => write!(f, "adaptive"),
            Depth::Tiles => write!(f, "tiles"),
        }
    }
}

/// Where a search ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The number of spawns to look ahead.
    pub depth: Depth,
    /// Lines of play less likely than this are cut off.
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
            Depth::Tiles => {
                let different: BTreeSet<_> =
                    board.tiles().filter(|tile| !tile.is_empty()).collect();
                different.len().saturating_sub(2).max(3) as u8
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;

    use super::*;

    #[test]
    fn depths_follow_the_board() {
        let at = |depth: &str, board: &str| {
            let limits = Limits { depth: depth.parse().unwrap(), cutoff: 0.0 };
            limits.depth_at(&ranks::parse(board).unwrap())
        };
        let (open, crowded) = ("1100/0000/0000/0000", "1234/5678/9ab1/1210");
        assert_eq!((at("7", open), at("7", crowded)), (7, 7));
        assert_eq!((at("adaptive", open), at("adaptive", crowded)), (2, 5));
        assert_eq!((at("tiles", open), at("tiles", crowded)), (3, 9));
        assert!("deep".parse::<Depth>().is_err() && "13".parse::<Depth>().is_err());
    }
}
