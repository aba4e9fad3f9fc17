//! Games that can be worked through layer by layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use twofold_core::{
    Board, Game, Grid, IllegalPosition, Packed, Placement, Rules, Symmetry, Tile, Unrepresentable,
    notation,
};

use crate::images::Images;
use crate::large_tiles::LargeTiles;

/// Where play starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// With two tiles that have appeared, as people play.
    TwoTiles,
    /// With an empty board on which one tile appears, as in the two-player game.
    Empty,
    /// With one tile or with two: both conventions at once.
    OneOrTwo,
    /// With this board, Slider to move.
    Board(Board),
    /// With one of these boards, on which a tile appears.
    Afterstates(Vec<Board>),
    /// With so many large tiles wherever they may stand and no other tiles, and one appears.
    LargeTiles(u8),
}

/// A game to be worked through layer by layer: its rules, where it starts and when it ends.
///
/// Play stops when the target is made: a board with a tile of the target's rank or above is neither
/// position nor afterstate. Without a target, it goes on until no slide is legal.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// // 2 and 2, 2 and 4, 4 and 4: side by side or in a diagonal.
/// let starts = game.starts();
/// assert_eq!(starts.keys().copied().collect::<Vec<_>>(), [4, 6, 8]);
/// assert!(starts.values().all(|codes| codes.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LayeredGame {
    rules: Rules,
    target: Option<Tile>,
    start: Start,
    large: Option<LargeTiles>,
}

/// Why a game cannot be worked through in layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayeredGameError {
    /// Where tiles appear depends on more than the board, or is not symmetric.
    #[error("layers need tiles that appear in any empty cell, not at {}", placement.name())]
    Placement {
        /// Where they appear.
        placement: Placement,
    },
    /// The board does not fit a machine word.
    #[error(transparent)]
    Board(#[from] Unrepresentable),
    /// The start board is not one of the game.
    #[error(transparent)]
    Start(#[from] IllegalPosition),
    /// The target or a spawned tile does not fit.
    #[error("a tile of rank {rank} is too high: packed boards hold ranks up to {max}", max = Packed::MAX_RANK)]
    Tile {
        /// The rank of the tile.
        rank: u8,
    },
    /// With large tiles, the target has to be made by a slide.
    #[error("with large tiles, the target has to be higher than every tile that appears, and at most of rank {max}", max = LargeTiles::RANK - 1)]
    Target,
    /// A board on which play is to start lacks large tiles where they have to be.
    #[error("large tiles may not stand as they do on {board}")]
    Mask {
        /// The board, in faces.
        board: String,
    },
}

/// When play ends: to be asked about codes.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The rank of the target in every cell.
    goal: u64,
    /// All ones where the target does not count.
    outside: u64,
}

impl Ending {
    /// Whether the target has been made on a board.
    #[inline]
    pub fn is_made(&self, code: u64) -> bool {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let differences = code ^ self.goal | self.outside;
        differences.wrapping_sub(ONES) & !differences & (ONES << 3) != 0
    }
}

impl LayeredGame {
    /// A game, if layers can be made of it: tiles appear anywhere, and boards fit a machine word.
    pub fn new(
        rules: Rules,
        target: Option<Tile>,
        start: Start,
    ) -> Result<LayeredGame, LayeredGameError> {
        let shape = rules.shape;
        if rules.spawn.placement != Placement::Anywhere {
            return Err(LayeredGameError::Placement { placement: rules.spawn.placement });
        }
        if shape.cells() > Packed::MAX_CELLS {
            return Err(Unrepresentable::Shape { shape }.into());
        }
        if let Some(tile) = target.filter(|tile| tile.rank() > Packed::MAX_RANK) {
            return Err(LayeredGameError::Tile { rank: tile.rank() });
        }
        for (tile, _) in rules.spawn.tiles.iter() {
            if tile.rank() > Packed::MAX_RANK {
                return Err(LayeredGameError::Tile { rank: tile.rank() });
            }
        }
        if let Start::Board(board) = &start {
            rules.position(board.clone())?;
            board.convert::<Packed>()?;
        }
        if let Start::Afterstates(boards) = &start {
            for board in boards {
                board.convert::<Packed>()?;
            }
        }
        Ok(LayeredGame { rules, target, start, large: None })
    }

    /// The same game with large tiles: tiles of rank 15.
    pub fn with_large_tiles(self, large: LargeTiles) -> Result<LayeredGame, LayeredGameError> {
        let spawned = self.rules.spawn.tiles.iter().map(|(tile, _)| tile).max();
        let is_good = |target: Tile| target.rank() < LargeTiles::RANK && Some(target) > spawned;
        if !self.target.is_some_and(is_good) {
            return Err(LayeredGameError::Target);
        }
        if let Start::Afterstates(boards) = &self.start {
            for board in boards {
                let code = board.convert::<Packed>()?.code();
                if !large.allows(code) {
                    let board = notation::faces::write(board, self.rules.tiles);
                    return Err(LayeredGameError::Mask { board });
                }
            }
        }
        Ok(LayeredGame { large: Some(large), ..self })
    }

    /// The large tiles, if the game has them.
    pub fn large(&self) -> Option<&LargeTiles> {
        self.large.as_ref()
    }

    /// The symmetries of the game: boards are the same up to these.
    pub fn symmetries(&self) -> &[Symmetry] {
        match &self.large {
            Some(large) => large.symmetries(),
            None => Symmetry::of(self.rules.shape),
        }
    }

    /// Whether play goes on at a tile sum.
    pub fn goes_on_at(&self, sum: u64) -> bool {
        let last = self.large.as_ref().and_then(LargeTiles::last_sum);
        last.is_none_or(|last| sum <= last)
    }

    /// When play ends.
    pub fn ending(&self) -> Ending {
        let cells = self.large.as_ref().map_or(u64::MAX, LargeTiles::target_cells);
        match self.target {
            Some(target) => {
                let goal = 0x1111_1111_1111_1111 * u64::from(target.rank());
                Ending { goal, outside: !cells }
            }
            None => Ending { goal: 0, outside: u64::MAX },
        }
    }

    /// Whether small tiles of this kind can stand on a board while play goes on.
    pub fn can_stand(&self, tile: Tile) -> bool {
        match &self.large {
            None => !self.is_over(tile),
            Some(large) => {
                let all = u64::MAX >> (64 - 4 * self.rules.shape.cells());
                let anywhere = large.target_cells() == all;
                tile.rank() < LargeTiles::RANK && !(anywhere && self.is_over(tile))
            }
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tile that ends the game when it is made.
    pub fn target(&self) -> Option<Tile> {
        self.target
    }

    /// Where play starts.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Whether play has stopped on a board with this largest tile.
    pub fn is_over(&self, largest: Tile) -> bool {
        self.target.is_some_and(|target| largest >= target)
    }

    /// What a tile adds to the tile sum: its face, or nothing if it is large.
    pub fn face(&self, tile: Tile) -> u64 {
        if tile.rank() == LargeTiles::RANK && self.large.is_some() {
            return 0;
        }
        self.rules.tiles.face(tile)
    }

    /// The tile sum of a code.
    pub fn sum(&self, mut code: u64) -> u64 {
        let mut sum = 0;
        while code != 0 {
            sum += self.face(Tile::new((code & 0xF) as u8).expect("four bits are a rank"));
            code >>= 4;
        }
        sum
    }

    /// The tiles that may appear and leave play going, lowest first.
    pub fn spawns(&self) -> impl Iterator<Item = Tile> + '_ {
        let tiles = self.rules.spawn.tiles.iter().map(|(tile, _)| tile);
        tiles.filter(|&tile| !self.is_over(tile))
    }

    /// The highest face among the tiles that may appear and leave play going; zero if there is none.
    pub fn highest_spawn(&self) -> u64 {
        self.spawns().map(|tile| self.face(tile)).max().unwrap_or(0)
    }

    /// A rank that no tile exceeds while play goes on.
    ///
    /// A tile grows out of spawned tiles like a tree out of its leaves: while one of the two tiles that
    /// merge is made, the other one occupies a cell. So a tile needs as many cells as the least
    /// Strahler number of such trees; in the classic game a tile of rank *r* needs *r* cells, one less
    /// if 4s spawn (Edixhoven 2019, Lemma 6). Start boards may hold anything.
    pub fn highest_rank(&self) -> u8 {
        const RANKS: usize = Packed::MAX_RANK as usize + 1;
        let limit = self.target.map_or(Packed::MAX_RANK, |target| target.rank().saturating_sub(1));
        if matches!(self.start, Start::Board(_) | Start::Afterstates(_) | Start::LargeTiles(_)) {
            return limit;
        }
        let tile = |rank: usize| Tile::new(rank as u8).expect("a small rank");
        let mut cells = [usize::MAX; RANKS];
        for spawn in self.spawns() {
            cells[usize::from(spawn.rank())] = 1;
        }
        // Merges lead to higher ranks, so that one round for each rank is enough.
        for _ in 0..RANKS {
            for (a, b) in (1..RANKS).flat_map(|a| (1..=a).map(move |b| (a, b))) {
                let Some(made) = self.rules.tiles.merge(tile(a), tile(b)) else { continue };
                let Some(known) = cells.get(usize::from(made.rank())).copied() else { continue };
                let (first, second) = (cells[a], cells[b]);
                let one_by_one = |held: usize, other: usize| held.max(other.saturating_add(1));
                let needed = one_by_one(first, second).min(one_by_one(second, first));
                cells[usize::from(made.rank())] = known.min(needed);
            }
        }
        let fits = |&rank: &u8| cells[usize::from(rank)] <= self.rules.shape.cells();
        (1..=limit).rev().find(fits).unwrap_or(0)
    }

    /// The canonical codes of the boards on which play may start, ascending, by tile sum.
    pub fn starts(&self) -> BTreeMap<u64, Vec<u64>> {
        let game = Game::new(self.rules.clone());
        let empty = Board::new(self.rules.shape);
        let boards = match &self.start {
            Start::Board(board) => BTreeSet::from([board.clone()]),
            Start::Afterstates(boards) => {
                self.with_a_tile(&game, &boards.iter().cloned().collect())
            }
            Start::LargeTiles(count) => self.with_a_tile(&game, &self.placements(*count)),
            Start::Empty => self.with_a_tile(&game, &BTreeSet::from([empty])),
            Start::TwoTiles => {
                let one = self.with_a_tile(&game, &BTreeSet::from([empty]));
                self.with_a_tile(&game, &one)
            }
            Start::OneOrTwo => {
                let one = self.with_a_tile(&game, &BTreeSet::from([empty]));
                let two = self.with_a_tile(&game, &one);
                one.union(&two).cloned().collect()
            }
        };
        let mut starts = BTreeMap::<u64, BTreeSet<u64>>::new();
        let (images, ending) = (Images::of(self), self.ending());
        for board in &boards {
            let packed: Packed = board.convert().expect("checked when it was made");
            let code = images.canonical(packed.code());
            // A tile above the target may spawn; large tiles are no tiles above it.
            let is_above = self.large.is_none() && self.is_over(board.largest());
            if !is_above && !ending.is_made(code) && self.goes_on_at(self.sum(code)) {
                starts.entry(self.sum(code)).or_default().insert(code);
            }
        }
        starts.into_iter().map(|(sum, codes)| (sum, codes.into_iter().collect())).collect()
    }

    /// The boards with so many large tiles and no others, up to symmetry.
    fn placements(&self, count: u8) -> BTreeSet<Board> {
        let (shape, images) = (self.rules.shape, Images::of(self));
        let allows = |code| self.large.as_ref().is_none_or(|large| large.allows(code));
        let codes = (0..1_u32 << shape.cells()).filter(|set| set.count_ones() == u32::from(count));
        let spread = |set: u32| {
            (0..shape.cells())
                .fold(0, |code, cell| code | (u64::from(set >> cell & 1) * 0xF) << (4 * cell))
        };
        let codes =
            codes.map(spread).filter(|&code| allows(code) && images.canonical(code) == code);
        let board = |code| Packed::from_code(shape, code).expect("cells of the shape").convert();
        codes.map(|code| board(code).expect("every rank fits a board")).collect()
    }

    fn with_a_tile(&self, game: &Game, boards: &BTreeSet<Board>) -> BTreeSet<Board> {
        let mut more = BTreeSet::new();
        for board in boards {
            let afterstate = game.afterstate(board.clone()).expect("a board of this shape");
            let outcomes = game.outcomes(&afterstate);
            more.extend(outcomes.map(|outcome| outcome.position.into_board()));
        }
        more
    }
}

/// The game in a few words: its rules, then the target and the start where they are not the usual ones.
impl fmt::Display for LayeredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rules)?;
        if let Some(target) = self.target {
            write!(f, ", to {}", self.face(target))?;
        }
        if self.large.is_some() {
            f.write_str(" with large tiles")?;
        }
        match &self.start {
            Start::TwoTiles | Start::OneOrTwo => Ok(()),
            Start::Empty => f.write_str(", from an empty board"),
            Start::Board(board) => {
                write!(f, ", from {}", notation::faces::write(board, self.rules.tiles))
            }
            Start::Afterstates(boards) => write!(f, ", from {} boards", boards.len()),
            Start::LargeTiles(count) => write!(f, ", from {count} of them"),
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{SpawnTiles, TileSystem};

    use super::*;

    #[test]
    fn tiles_need_cells() {
        let highest = |system, shape: &str, spawns: &str, target| {
            let mut rules = Rules::new(shape.parse().unwrap(), system);
            rules.spawn.placement = Placement::Anywhere;
            rules.spawn.tiles = SpawnTiles::parse(spawns, system).unwrap();
            LayeredGame::new(rules, target, Start::TwoTiles).unwrap().highest_rank()
        };
        let classic = TileSystem::Classic;
        assert_eq!(highest(classic, "1x1", "2", None), 1);
        assert_eq!(highest(classic, "2x2", "2", None), 4);
        assert_eq!(highest(classic, "2x2", "2,4", None), 5);
        assert_eq!(highest(classic, "2x2", "4", None), 5);
        assert_eq!(highest(classic, "3x3", "2,4", Tile::new(6)), 5);
        assert_eq!(highest(classic, "4x4", "2,4", None), 15);
        // 1, 1 and 2 make 2 and 3; a third cell for the 5.
        assert_eq!(highest(TileSystem::Fibonacci, "1x2", "1", None), 3);
    }
}
