//! The four ways to slide.

use std::fmt;
use std::str::FromStr;

/// A direction in which Slider tilts the board: a move of the player.
///
/// It is written as a word; words and letters are read, in either case.
///
/// ```
/// use twofold_core::Direction;
///
/// assert_eq!(Direction::Up.to_string(), "up");
/// assert_eq!("down".parse(), Ok(Direction::Down));
/// assert_eq!("L".parse(), Ok(Direction::Left));
/// assert_eq!(Direction::Left.opposite(), Direction::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

/// A text that names no direction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a direction; there are up, down, left and right, or U, D, L and R")]
pub struct UnknownDirection {
    /// The text that was given.
    pub text: String,
}

impl Direction {
    /// All directions, in the order in which ties are broken everywhere: up, down, left, right.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The letter that stands for the direction in a sequence of moves: `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// The word of the direction, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }

    /// Whether tiles move along columns.
    pub const fn is_vertical(self) -> bool {
        matches!(self, Direction::Up | Direction::Down)
    }

    /// Whether tiles move towards larger row or column numbers.
    pub const fn is_forward(self) -> bool {
        matches!(self, Direction::Down | Direction::Right)
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Direction {
    type Err = UnknownDirection;

    fn from_str(text: &str) -> Result<Direction, UnknownDirection> {
        let named = |direction: &Direction| {
            let mut letter = [0; 4];
            text.eq_ignore_ascii_case(direction.name())
                || text.eq_ignore_ascii_case(direction.letter().encode_utf8(&mut letter))
        };
        let direction = Direction::ALL.into_iter().find(named);
        direction.ok_or_else(|| UnknownDirection { text: text.to_owned() })
    }
}

/// The direction of a letter in a sequence of moves, in either case.
impl TryFrom<char> for Direction {
    type Error = UnknownDirection;

    fn try_from(letter: char) -> Result<Direction, UnknownDirection> {
        let same = |direction: &Direction| direction.letter().eq_ignore_ascii_case(&letter);
        let direction = Direction::ALL.into_iter().find(same);
        direction.ok_or_else(|| UnknownDirection { text: letter.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_letters_are_read_back() {
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
            assert_eq!(direction.letter().to_string().parse(), Ok(direction));
            assert_eq!(Direction::try_from(direction.letter().to_ascii_lowercase()), Ok(direction));
        }
        for text in ["", "uo", "north", "UD", "ü"] {
            assert!(text.parse::<Direction>().is_err(), "{text}");
        }
    }
}
