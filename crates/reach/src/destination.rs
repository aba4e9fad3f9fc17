//! What is to be reached: boards, patterns with wildcards, checkerboards, filled boards.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use twofold_core::{Board, Cell, Grid, Shape, Symmetry, Tile};

use super::plane::Plane;
use super::plane_engine::PlaneEngine;
use super::planes::Planes;
use super::tiles::spawns_of;

/// A set of boards: for every cell, the ranks that it may hold.
///
/// As text, cells are ranks as in boards of ranks, `*` for anything and `+` for any tile.
///
/// ```
/// use twofold_core::notation::ranks;
/// use twofold_reach::BoardPattern;
///
/// let pattern: BoardPattern = "12/2*".parse()?;
/// assert!(pattern.matches(&ranks::parse("12/20")?));
/// assert!(!pattern.matches(&ranks::parse("12/12")?));
/// assert_eq!(pattern.to_string(), "12/2*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPattern {
    shape: Shape,
    /// Bit *k* stands for rank *k*.
    allowed: Vec<u64>,
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardPatternError {
    /// A character stands for nothing.
    #[error(
        "`{found}` (character {at}) is no cell of a pattern: write a rank, * for anything or + for any tile"
    )]
    Character {
        /// The character.
        found: char,
        /// Where it stands, from 1.
        at: usize,
    },
    /// The rows make no board.
    #[error("the rows of a pattern are as long as the first one, separated by /")]
    Rows,
    /// The pattern is of another shape.
    #[error("this is a {given} pattern, not {expected}")]
    Shape {
        /// The shape of the pattern.
        given: Shape,
        /// The shape that was asked for.
        expected: Shape,
    },
}

const ANYTHING: u64 = u64::MAX;
const ANY_TILE: u64 = !1;

impl BoardPattern {
    /// The pattern of exactly one board.
    pub fn exactly(board: &Board) -> BoardPattern {
        let allowed = board.tiles().map(|tile| 1 << tile.rank()).collect();
        BoardPattern { shape: board.shape(), allowed }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a board is of this kind.
    pub fn matches(&self, board: &Board) -> bool {
        let mut cells = board.tiles().zip(&self.allowed);
        board.shape() == self.shape && cells.all(|(tile, set)| set >> tile.rank() & 1 == 1)
    }

    /// The only board of this kind, if there is only one.
    pub fn board(&self) -> Option<Board> {
        let mut board = Board::new(self.shape);
        for (cell, set) in self.shape.iter().zip(&self.allowed) {
            let tile = (set.count_ones() == 1).then(|| Tile::new(set.trailing_zeros() as u8))?;
            board.place(cell, tile?).expect("boards hold every tile");
        }
        Some(board)
    }

    /// The highest rank that some cell names, wildcards left out.
    fn named_rank(&self) -> u8 {
        let named = self.allowed.iter().filter(|set| set.leading_zeros() > 0);
        named.map(|set| 63 - set.leading_zeros() as u8).max().unwrap_or(1)
    }

    /// Whether every cell names its ranks.
    fn is_bounded(&self) -> bool {
        self.allowed.iter().all(|set| set.leading_zeros() > 0)
    }

    fn image(&self, symmetry: Symmetry) -> BoardPattern {
        let mut allowed = vec![0; self.allowed.len()];
        for (index, &set) in self.allowed.iter().enumerate() {
            let target = symmetry.cell(self.shape, self.shape.cell(index));
            allowed[self.shape.index(target)] = set;
        }
        BoardPattern { shape: self.shape, allowed }
    }

    /// The cells where each rank up to a limit is forbidden.
    pub(super) fn forbidden<P: Plane>(&self, max_rank: u8) -> Vec<P> {
        let cells = |rank: u8| {
            let forbidden = self.allowed.iter().enumerate();
            let forbidden = forbidden.filter(|(_, set)| **set >> rank & 1 == 0);
            forbidden.fold(P::EMPTY, |cells, (index, _)| cells | P::cell(index))
        };
        (0..=max_rank).map(cells).collect()
    }
}

impl FromStr for BoardPattern {
    type Err = BoardPatternError;

    fn from_str(text: &str) -> Result<BoardPattern, BoardPatternError> {
        let mut rows = vec![Vec::new()];
        for (at, found) in text.trim().chars().enumerate() {
            let allowed = match found {
                '/' => {
                    rows.push(Vec::new());
                    continue;
                }
                '*' => ANYTHING,
                '+' => ANY_TILE,
                '0'..='9' => 1 << (found as u8 - b'0'),
                'a'..='z' => 1 << (found as u8 - b'a' + 10),
                _ => return Err(BoardPatternError::Character { found, at: at + 1 }),
            };
            rows.last_mut().expect("at least one row").push(allowed);
        }
        let columns = rows[0].len();
        if rows.iter().any(|row| row.len() != columns) {
            return Err(BoardPatternError::Rows);
        }
        let shape = Shape::new(rows.len(), columns).map_err(|_| BoardPatternError::Rows)?;
        Ok(BoardPattern { shape, allowed: rows.concat() })
    }
}

impl fmt::Display for BoardPattern {
    /// Writes a pattern that was read from text; sets of other ranks are written as `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.allowed.chunks(self.shape.columns()).enumerate() {
            if row > 0 {
                f.write_char('/')?;
            }
            for &set in cells {
                f.write_char(match set {
                    ANYTHING => '*',
                    ANY_TILE => '+',
                    set if set.count_ones() == 1 => digit(set.trailing_zeros()),
                    _ => '?',
                })?;
            }
        }
        Ok(())
    }
}

/// A rank as one character.
fn digit(rank: u32) -> char {
    char::from_digit(rank, 36).unwrap_or('?')
}

/// One of the boards or patterns that a destination consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name: `one_in_corner` and `two_in_corner` for checkerboards, `board` for others.
    pub name: &'static str,
    /// What it looks like.
    pub pattern: BoardPattern,
}

/// What is to be reached: any of several variants, each a board or a pattern.
///
/// ```
/// use twofold_reach::Destination;
///
/// let either = Destination::checkerboard("2x3".parse()?);
/// assert_eq!(either.variants.len(), 2);
/// assert_eq!(either.to_string(), "checkerboard on 2x3");
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// How people call it.
    pub name: String,
    /// The shape of all variants.
    pub shape: Shape,
    /// The variants.
    pub variants: Vec<Variant>,
}

/// The checkerboard of 1s and 2s with the given rank in the upper left corner.
pub fn checkerboard(shape: Shape, corner: u8) -> Board {
    let rank = |cell: Cell| {
        if (cell.row() + cell.column()).is_multiple_of(2) { corner } else { 3 - corner }
    };
    let ranks: Vec<u8> = shape.iter().map(rank).collect();
    Board::from_ranks(shape, &ranks).expect("ranks 1 and 2 exist")
}

impl Destination {
    /// Both checkerboards of 1s and 2s, told apart by the upper left corner.
    pub fn checkerboard(shape: Shape) -> Destination {
        let variant = |(name, corner)| Variant {
            name,
            pattern: BoardPattern::exactly(&checkerboard(shape, corner)),
        };
        let variants = [("one_in_corner", 1), ("two_in_corner", 2)].map(variant).into();
        Destination { name: "checkerboard".to_owned(), shape, variants }
    }

    /// A board full of 1s and 2s.
    pub fn filled(shape: Shape) -> Destination {
        let pattern = BoardPattern { shape, allowed: vec![0b110; shape.cells()] };
        Destination { name: "filled".to_owned(), ..Destination::pattern("board", pattern) }
    }

    /// A single pattern.
    pub fn pattern(name: &'static str, pattern: BoardPattern) -> Destination {
        let shape = pattern.shape;
        Destination { name: name.to_owned(), shape, variants: vec![Variant { name, pattern }] }
    }

    /// A single board.
    pub fn board(board: &Board) -> Destination {
        Destination::pattern("board", BoardPattern::exactly(board))
    }

    /// The destination that consists of one variant alone.
    #[must_use]
    pub fn only(&self, variant: usize) -> Destination {
        Destination { variants: vec![self.variants[variant].clone()], ..self.clone() }
    }

    /// The variant that a board is of.
    pub fn variant_of(&self, board: &Board) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.pattern.matches(board))
    }

    /// The highest rank that play towards the destination may make, if the destination says so: a tile never
    /// shrinks, so no tile may be made that is larger than all that the destination names.
    pub fn max_rank(&self) -> Option<u8> {
        let bounded = self.variants.iter().all(|variant| variant.pattern.is_bounded());
        bounded.then(|| self.named_rank())
    }

    /// The highest rank that the destination names.
    pub fn named_rank(&self) -> u8 {
        self.variants.iter().map(|variant| variant.pattern.named_rank()).max().unwrap_or(1)
    }

    /// The most spawns after which the destination can be there, when no rank above a limit is made.
    pub fn most_spawns(&self, max_rank: u8) -> usize {
        let rank = |set: &u64| (0..=max_rank).rev().find(|rank| set >> rank & 1 == 1).unwrap_or(0);
        let spawns = |variant: &Variant| -> usize {
            variant.pattern.allowed.iter().map(|set| spawns_of(rank(set))).sum()
        };
        self.variants.iter().map(spawns).max().unwrap_or(0)
    }

    /// The symmetries of the shape that turn the destination into itself.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            let image = |variant: &Variant| variant.pattern.image(*symmetry);
            let patterns = || self.variants.iter().map(|variant| &variant.pattern);
            self.variants.iter().map(image).all(|image| patterns().any(|pattern| *pattern == image))
        };
        Symmetry::of(self.shape).iter().copied().filter(keeps).collect()
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.shape)
    }
}

/// A destination prepared for boards of bit planes.
#[derive(Clone, Debug)]
pub(super) struct Target<P> {
    forbidden: Vec<Vec<P>>,
    all: P,
}

impl<P: Plane> Target<P> {
    pub(super) fn new<const BITS: usize>(
        destination: &Destination,
        engine: &PlaneEngine<P, BITS>,
    ) -> Target<P> {
        let forbidden = |variant: &Variant| variant.pattern.forbidden(engine.max_rank());
        Target {
            forbidden: destination.variants.iter().map(forbidden).collect(),
            all: engine.all(),
        }
    }

    /// Whether a board is of the destination.
    #[inline]
    pub(super) fn is_met<const BITS: usize>(&self, board: &Planes<P, BITS>) -> bool {
        let fits = |forbidden: &Vec<P>| {
            let mut ranks = forbidden.iter().zip(0..);
            ranks.all(|(&cells, rank)| board.cells_of_rank(rank, self.all & cells).is_empty())
        };
        self.forbidden.iter().any(fits)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;
    use twofold_core::notation::ranks;

    use super::*;

    #[test]
    fn patterns_say_what_is_wrong_with_them() {
        assert_eq!(
            "12/2?".parse::<BoardPattern>(),
            Err(BoardPatternError::Character { found: '?', at: 5 })
        );
        assert_eq!("12/2".parse::<BoardPattern>(), Err(BoardPatternError::Rows));
        assert_eq!("".parse::<BoardPattern>(), Err(BoardPatternError::Rows));
    }

    #[test]
    fn plus_is_any_tile() {
        let pattern = "1+".parse::<BoardPattern>().unwrap();
        let board = |text| ranks::parse(text).unwrap();
        assert!(pattern.matches(&board("17")) && !pattern.matches(&board("10")));
        assert_eq!(Destination::pattern("board", pattern).max_rank(), None);
    }

    #[test]
    fn the_checkerboard_has_two_variants() {
        let destination = Destination::checkerboard("2x3".parse().unwrap());
        let texts = destination.variants.iter().map(|v| ranks::write(&v.pattern.board().unwrap()));
        assert_eq!(texts.collect::<Vec<_>>(), ["121/212", "212/121"]);
        assert_eq!(destination.symmetries().len(), 4);
        assert_eq!(destination.only(0).symmetries().len(), 2);
        assert_eq!((destination.max_rank(), destination.most_spawns(2)), (Some(2), 9));
    }

    #[test]
    fn planes_meet_the_destination_where_boards_do() {
        let shape: Shape = "2x2".parse().unwrap();
        let engine = PlaneEngine::<u64, 2>::new(&Rules::only_twos(shape), 3).unwrap();
        for destination in [
            Destination::checkerboard(shape),
            Destination::filled(shape),
            Destination::pattern("x", "1*/+0".parse::<BoardPattern>().unwrap()),
        ] {
            let target = Target::new(&destination, &engine);
            for code in 0..256_usize {
                let ranks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|r| r as u8);
                let board = Board::from_ranks(shape, &ranks).unwrap();
                let planes = Planes::<u64, 2>::from_board(&board).unwrap();
                assert_eq!(
                    target.is_met(&planes),
                    destination.variant_of(&board).is_some(),
                    "{board:?}"
                );
            }
        }
    }
}
