//! Boards with somebody to move: positions wait for Slider, afterstates wait for a spawn.

use std::fmt;

use crate::cell::Cell;
use crate::grid::Grid;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::spawn::Entry;
use crate::tile::{Tile, TileTooLarge};

/// A board on which Slider is to move, checked by the rules: its shape is theirs, and it has only
/// tiles that they have.
///
/// [`Rules::position`] and [`Game::position`](crate::Game::position) make one of a board.
///
/// ```
/// use twofold_core::{Board, Rules};
///
/// let rules: Rules = "classic on 2x2, spawning 4".parse()?;
/// let position = rules.position("4 8 / . 16".parse::<Board>()?)?;
/// assert_eq!(position.to_string(), "4 8 / . 16");
///
/// let error = rules.position("2 8 / . 16".parse::<Board>()?).unwrap_err();
/// assert_eq!(error.to_string(), "the tile 2 does not occur in classic on 2x2, spawning 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<B>(B);

impl<B: Grid> Position<B> {
    pub(crate) fn unchecked(board: B) -> Position<B> {
        Position(board)
    }

    /// The board.
    pub fn board(&self) -> &B {
        &self.0
    }

    /// The board, taken out.
    pub fn into_board(self) -> B {
        self.0
    }
}

impl<B: fmt::Display> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board on which a tile is about to appear, checked by the rules.
///
/// Where spawns depend on the last slide (Threes and Fives), the afterstate remembers it; where
/// they do not, equal boards are equal afterstates.
///
/// ```
/// use twofold_core::{Direction, Game, Rules};
///
/// let game = Game::new(Rules::classic("2x2".parse()?));
/// let position = game.position("2 2 / . 4".parse()?)?;
/// let slide = game.slide(&position, Direction::Left).expect("two tiles merge");
/// assert_eq!(slide.afterstate.to_string(), "4 . / 4 .");
/// assert_eq!(slide.afterstate, game.afterstate("4 . / 4 .".parse()?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Afterstate<B> {
    board: B,
    entry: Option<Entry>,
}

impl<B: Grid> Afterstate<B> {
    pub(crate) fn unchecked(board: B, entry: Option<Entry>) -> Afterstate<B> {
        Afterstate { board, entry }
    }

    /// The board.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// The board, taken out.
    pub fn into_board(self) -> B {
        self.board
    }

    /// The last slide, if spawns depend on it.
    pub fn entry(&self) -> Option<Entry> {
        self.entry
    }
}

impl<B: fmt::Display> fmt::Display for Afterstate<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

/// Why a board is no position of a game, or a spawn leads to none.
///
/// ```
/// use twofold_core::{Board, IllegalPosition, Rules};
///
/// let rules: Rules = "classic on 2x2".parse()?;
/// let error = rules.position("2 4 8".parse::<Board>()?).unwrap_err();
/// assert!(matches!(error, IllegalPosition::Shape { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPosition {
    /// The board is of another shape.
    #[error("the board is {given}, but the game is played on {expected}")]
    Shape {
        /// The shape of the board.
        given: Shape,
        /// The shape of the game.
        expected: Shape,
    },
    /// The rules let no such tile appear, and nothing merges into one.
    #[error("the tile {} does not occur in {rules}", rules.tiles.face(*tile))]
    UnknownTile {
        /// The tile.
        tile: Tile,
        /// The rules that do not have it.
        rules: Box<Rules>,
    },
    /// A tile appears on another one, or off the board.
    #[error("the cell {cell} is not empty, or not on the board")]
    Occupied {
        /// The cell.
        cell: Cell,
    },
    /// The rule would never place this tile there.
    #[error("the spawn rule does not place a tile of rank {rank} at {cell}")]
    NotByTheRule {
        /// The cell.
        cell: Cell,
        /// The rank of the tile.
        rank: u8,
    },
    /// The representation has no room for the tile.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}

/// The ranks of all tiles of a game: a bit for each, an empty cell included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankSet(u64);

impl RankSet {
    /// What appears, and what merges from there.
    pub(crate) fn of(rules: &Rules) -> RankSet {
        let spawned = rules.spawn.tiles.iter().map(|(tile, _)| tile);
        let mut ranks = spawned.fold(RankSet(1), RankSet::with);
        // A merge makes a rank above both of its tiles, so one pass upwards finds all.
        let tiles = || (1..=Tile::MAX_RANK).filter_map(Tile::new);
        for high in tiles() {
            for low in tiles().take_while(|&low| low <= high) {
                if ranks.contains(low) && ranks.contains(high) {
                    ranks = rules.tiles.merge(low, high).map_or(ranks, |made| ranks.with(made));
                }
            }
        }
        ranks
    }

    fn with(self, tile: Tile) -> RankSet {
        RankSet(self.0 | 1 << tile.rank())
    }

    pub(crate) fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.rank() & 1 == 1
    }

    /// Every rank that exists: the usual case, in which no tile has to be looked at.
    const ALL: RankSet = RankSet((1 << (Tile::MAX_RANK + 1)) - 1);

    /// Whether a board is one of the game.
    pub(crate) fn check<B: Grid>(self, rules: &Rules, board: &B) -> Result<(), IllegalPosition> {
        let (given, expected) = (board.shape(), rules.shape);
        if given != expected {
            return Err(IllegalPosition::Shape { given, expected });
        }
        if self == RankSet::ALL {
            return Ok(());
        }
        match board.tiles().find(|&tile| !self.contains(tile)) {
            None => Ok(()),
            Some(tile) => {
                Err(IllegalPosition::UnknownTile { tile, rules: Box::new(rules.clone()) })
            }
        }
    }
}

impl Rules {
    /// Whether a tile occurs in the game: it may appear, or others merge into it. Empty cells do.
    ///
    /// ```
    /// use twofold_core::Rules;
    ///
    /// let rules: Rules = "classic on 4x4, spawning 4".parse()?;
    /// assert!(rules.has("4".parse()?) && rules.has("2048".parse()?));
    /// assert!(!rules.has("2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has(&self, tile: Tile) -> bool {
        RankSet::of(self).contains(tile)
    }

    /// A board with Slider to move. Refuses boards of another shape, and tiles that the rules do not
    /// have.
    pub fn position<B: Grid>(&self, board: B) -> Result<Position<B>, IllegalPosition> {
        RankSet::of(self).check(self, &board)?;
        Ok(Position(board))
    }

    /// A board with a tile about to appear, no slide having gone before. Refuses what
    /// [`Rules::position`] refuses.
    pub fn afterstate<B: Grid>(&self, board: B) -> Result<Afterstate<B>, IllegalPosition> {
        RankSet::of(self).check(self, &board)?;
        Ok(Afterstate { board, entry: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn tiles_of_a_game_are_spawned_or_made() {
        let faces = |text: &str| {
            let rules: Rules = text.parse().unwrap();
            let tiles = (1..=10).filter_map(Tile::new).filter(|&tile| rules.has(tile));
            tiles.map(|tile| rules.tiles.face(tile)).collect::<Vec<_>>()
        };
        assert_eq!(RankSet::of(&"2x2".parse().unwrap()), RankSet::ALL);
        assert_eq!(faces("2x2"), [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
        assert_eq!(faces("2x2, spawning 8"), [8, 16, 32, 64, 128, 256, 512, 1024]);
        assert_eq!(faces("fibonacci 2x2"), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        assert_eq!(faces("fibonacci 2x2, spawning 2,5"), [2, 5]);
        assert_eq!(faces("threes 2x2, spawning 1"), [1]);
        assert_eq!(faces("threes 2x2, spawning 1,2"), [1, 2, 3, 6, 12, 24, 48, 96, 192, 384]);
        assert_eq!(faces("fives 2x2, spawning 3,10"), [3, 10, 20, 40, 80, 160, 320, 640]);
    }

    #[test]
    fn boards_that_no_game_has_are_refused() {
        let rules: Rules = "fives 2x2, spawning 3,10".parse().unwrap();
        let board = |ranks: &[u8]| Board::from_ranks("2x2".parse().unwrap(), ranks).unwrap();
        assert!(rules.position(board(&[2, 4, 5, 0])).is_ok());
        let refused = rules.position(board(&[2, 3, 5, 0])).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the tile 5 does not occur in fives on 2x2, spawning 3 or 10"
        );
        assert!(rules.afterstate(board(&[1, 0, 0, 0])).is_err());
        let wide = Board::new("2x3".parse().unwrap());
        assert!(matches!(rules.position(wide), Err(IllegalPosition::Shape { .. })));
    }
}
