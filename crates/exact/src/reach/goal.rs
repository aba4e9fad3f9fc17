//! What is to be reached: boards, patterns with wildcards, checkerboards, filled boards.

use std::fmt;

use twofold_core::{Board, Cell, Grid, Shape, Symmetry, Tile};

use super::arena::Arena;
use super::plane::Plane;
use super::planes::Planes;

/// For every cell, the ranks that are welcome there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    shape: Shape,
    /// Bit *k* stands for rank *k*.
    welcome: Vec<u64>,
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
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

impl Pattern {
    /// A pattern that welcomes exactly one board.
    pub fn exactly(board: &Board) -> Pattern {
        let welcome = board.tiles().map(|tile| 1 << tile.rank()).collect();
        Pattern { shape: board.shape(), welcome }
    }

    /// Reads a pattern: ranks as in logarithmic boards, `*` for anything, `+` for any tile.
    ///
    /// ```
    /// use twofold_core::notation::logarithmic;
    /// use twofold_exact::reach::Pattern;
    ///
    /// let pattern = Pattern::parse("12/2*")?;
    /// assert!(pattern.welcomes(&logarithmic::parse("12/20")?));
    /// assert!(!pattern.welcomes(&logarithmic::parse("12/12")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        let mut rows = vec![Vec::new()];
        for (at, found) in text.trim().chars().enumerate() {
            let welcome = match found {
                '/' => {
                    rows.push(Vec::new());
                    continue;
                }
                '*' => ANYTHING,
                '+' => ANY_TILE,
                '0'..='9' => 1 << (found as u8 - b'0'),
                'a'..='z' => 1 << (found as u8 - b'a' + 10),
                _ => return Err(PatternError::Character { found, at: at + 1 }),
            };
            rows.last_mut().expect("at least one row").push(welcome);
        }
        let columns = rows[0].len();
        if rows.iter().any(|row| row.len() != columns) {
            return Err(PatternError::Rows);
        }
        let shape = Shape::new(rows.len(), columns).map_err(|_| PatternError::Rows)?;
        Ok(Pattern { shape, welcome: rows.concat() })
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a board is of this kind.
    pub fn welcomes(&self, board: &Board) -> bool {
        let mut cells = board.tiles().zip(&self.welcome);
        board.shape() == self.shape && cells.all(|(tile, set)| set >> tile.rank() & 1 == 1)
    }

    /// The only board of this kind, if there is only one.
    pub fn board(&self) -> Option<Board> {
        let mut board = Board::new(self.shape);
        for (cell, set) in self.shape.iter().zip(&self.welcome) {
            let tile = (set.count_ones() == 1).then(|| Tile::new(set.trailing_zeros() as u8))?;
            board.place(cell, tile?).expect("boards hold every tile");
        }
        Some(board)
    }

    /// The highest rank that some cell names, wildcards left out.
    fn named_rank(&self) -> u8 {
        let named = self.welcome.iter().filter(|set| set.leading_zeros() > 0);
        named.map(|set| 63 - set.leading_zeros() as u8).max().unwrap_or(1)
    }

    /// Whether every cell names its ranks.
    fn is_bounded(&self) -> bool {
        self.welcome.iter().all(|set| set.leading_zeros() > 0)
    }

    fn image(&self, symmetry: Symmetry) -> Pattern {
        let mut welcome = vec![0; self.welcome.len()];
        for (index, &set) in self.welcome.iter().enumerate() {
            let target = symmetry.cell(self.shape, self.shape.cell(index));
            welcome[self.shape.index(target)] = set;
        }
        Pattern { shape: self.shape, welcome }
    }

    /// The cells where each rank up to a limit is unwelcome.
    pub(super) fn unwelcome<P: Plane>(&self, max_rank: u8) -> Vec<P> {
        let cells = |rank: u8| {
            let unwelcome = self.welcome.iter().enumerate();
            let unwelcome = unwelcome.filter(|(_, set)| **set >> rank & 1 == 0);
            unwelcome.fold(P::EMPTY, |cells, (index, _)| cells | P::cell(index))
        };
        (0..=max_rank).map(cells).collect()
    }
}

/// One of the boards or patterns that a goal consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name: `one_in_corner` and `two_in_corner` for checkerboards, `board` for others.
    pub name: &'static str,
    /// What it looks like.
    pub pattern: Pattern,
}

/// What is to be reached: any of several variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
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

impl Goal {
    /// Both checkerboards of 1s and 2s, told apart by the upper left corner.
    pub fn checkerboard(shape: Shape) -> Goal {
        let variant = |(name, corner)| Variant {
            name,
            pattern: Pattern::exactly(&checkerboard(shape, corner)),
        };
        let variants = [("one_in_corner", 1), ("two_in_corner", 2)].map(variant).into();
        Goal { name: "checkerboard".to_owned(), shape, variants }
    }

    /// A board full of 1s and 2s.
    pub fn filled(shape: Shape) -> Goal {
        let pattern = Pattern { shape, welcome: vec![0b110; shape.cells()] };
        Goal { name: "filled".to_owned(), ..Goal::pattern("board", pattern) }
    }

    /// A single pattern.
    pub fn pattern(name: &'static str, pattern: Pattern) -> Goal {
        let shape = pattern.shape;
        Goal { name: name.to_owned(), shape, variants: vec![Variant { name, pattern }] }
    }

    /// A single board.
    pub fn board(board: &Board) -> Goal {
        Goal::pattern("board", Pattern::exactly(board))
    }

    /// The goal that consists of one variant alone.
    #[must_use]
    pub fn only(&self, variant: usize) -> Goal {
        Goal { variants: vec![self.variants[variant].clone()], ..self.clone() }
    }

    /// The variant that a board is of.
    pub fn variant_of(&self, board: &Board) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.pattern.welcomes(board))
    }

    /// The highest rank that play towards the goal may make, if the goal says so: a tile never
    /// shrinks, so no tile may be made that is larger than all that the goal names.
    pub fn max_rank(&self) -> Option<u8> {
        let bounded = self.variants.iter().all(|variant| variant.pattern.is_bounded());
        bounded.then(|| self.named_rank())
    }

    /// The highest rank that the goal names.
    pub fn named_rank(&self) -> u8 {
        self.variants.iter().map(|variant| variant.pattern.named_rank()).max().unwrap_or(1)
    }

    /// The most drops after which the goal can be there, when no rank above a limit is made.
    pub fn most_drops(&self, max_rank: u8) -> usize {
        let rank = |set: &u64| (0..=max_rank).rev().find(|rank| set >> rank & 1 == 1).unwrap_or(0);
        let worth = |rank: u8| if rank == 0 { 0 } else { 1 << (rank - 1) };
        let drops = |variant: &Variant| -> usize {
            variant.pattern.welcome.iter().map(|set| worth(rank(set))).sum()
        };
        self.variants.iter().map(drops).max().unwrap_or(0)
    }

    /// The symmetries of the shape that turn the goal into itself.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            let image = |variant: &Variant| variant.pattern.image(*symmetry);
            let patterns = || self.variants.iter().map(|variant| &variant.pattern);
            self.variants.iter().map(image).all(|image| patterns().any(|pattern| *pattern == image))
        };
        Symmetry::of(self.shape).iter().copied().filter(keeps).collect()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, self.shape)
    }
}

/// A goal prepared for boards of bit planes.
#[derive(Clone, Debug)]
pub(super) struct Target<P> {
    unwelcome: Vec<Vec<P>>,
    all: P,
}

impl<P: Plane> Target<P> {
    pub(super) fn new<const BITS: usize>(goal: &Goal, arena: &Arena<P, BITS>) -> Target<P> {
        let unwelcome = |variant: &Variant| variant.pattern.unwelcome(arena.max_rank());
        Target { unwelcome: goal.variants.iter().map(unwelcome).collect(), all: arena.all() }
    }

    /// Whether a board is of the goal.
    #[inline]
    pub(super) fn is_met<const BITS: usize>(&self, board: &Planes<P, BITS>) -> bool {
        let fits = |unwelcome: &Vec<P>| {
            let mut ranks = unwelcome.iter().zip(0..);
            ranks.all(|(&cells, rank)| board.cells_of_rank(rank, self.all & cells).is_empty())
        };
        self.unwelcome.iter().any(fits)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::logarithmic;

    use super::*;

    #[test]
    fn patterns_say_what_is_wrong_with_them() {
        assert_eq!(Pattern::parse("12/2?"), Err(PatternError::Character { found: '?', at: 5 }));
        assert_eq!(Pattern::parse("12/2"), Err(PatternError::Rows));
        assert_eq!(Pattern::parse(""), Err(PatternError::Rows));
    }

    #[test]
    fn plus_is_any_tile() {
        let pattern = Pattern::parse("1+").unwrap();
        let board = |text| logarithmic::parse(text).unwrap();
        assert!(pattern.welcomes(&board("17")) && !pattern.welcomes(&board("10")));
        assert_eq!(Goal::pattern("board", pattern).max_rank(), None);
    }

    #[test]
    fn the_checkerboard_has_two_variants() {
        let goal = Goal::checkerboard("2x3".parse().unwrap());
        let texts = goal.variants.iter().map(|v| logarithmic::write(&v.pattern.board().unwrap()));
        assert_eq!(texts.collect::<Vec<_>>(), ["121/212", "212/121"]);
        assert_eq!(goal.symmetries().len(), 4);
        assert_eq!(goal.only(0).symmetries().len(), 2);
        assert_eq!((goal.max_rank(), goal.most_drops(2)), (Some(2), 9));
    }

    #[test]
    fn planes_meet_the_goal_where_boards_do() {
        let shape: Shape = "2x2".parse().unwrap();
        let arena = Arena::<u64, 2>::new(shape, 3).unwrap();
        for goal in [
            Goal::checkerboard(shape),
            Goal::filled(shape),
            Goal::pattern("x", Pattern::parse("1*/+0").unwrap()),
        ] {
            let target = Target::new(&goal, &arena);
            for code in 0..256_usize {
                let ranks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|r| r as u8);
                let board = Board::from_ranks(shape, &ranks).unwrap();
                let planes = Planes::<u64, 2>::from_board(&board).unwrap();
                assert_eq!(target.is_met(&planes), goal.variant_of(&board).is_some(), "{board:?}");
            }
        }
    }
}
