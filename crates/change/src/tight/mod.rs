//! How close the abstract bounds are to the real sliding games.
//!
//! Section 6 of the paper asks for which games the abstract analysis is tight. On small boards
//! that can be answered by playing every game ([`play_out`]): positions fall into layers by the sum
//! of their tiles, play only goes up, and the last layer that is not empty is the highest total
//! there is. On larger boards, play along a zigzag ([`zigzag_play`]) often reaches a proved upper
//! bound, which settles the question as well.

mod tightness;
mod zigzag;

use std::collections::BTreeMap;

use rayon::prelude::*;
use twofold_core::{
    Afterstate, Board, Figure, Game, Grid, Packed, Placement, Position, Rules, SlideEngine, Table,
    Tile, TileSystem, TileTooLarge,
};

pub use tightness::{TightEvidence, Tightness, best_zigzag_play, smallest_spawns};
pub use zigzag::{ZigzagPlay, zigzag_cells, zigzag_play};

use super::{Named, Natural, SequenceError, Terms, Threshold, Thresholds};
use twofold_core::{Progress, Stopped, Watch};

/// Positions that one task expands.
const CHUNK: usize = 1 << 12;

/// What the abstract game allows on as many cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest tile.
    pub single: Natural,
    /// The largest total.
    pub total: Natural,
}

/// What occurs in real play on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealPlay {
    /// Positions that were reached, up to symmetry, with the player to move.
    pub positions: u64,
    /// The most positions of one sum.
    pub largest_layer: u64,
    /// Whether every game was played to its end. If not, the rest are lower bounds.
    pub exhausted: bool,
    /// The highest sum of tiles.
    pub highest_total: u64,
    /// A board with that sum.
    pub total_board: Board,
    /// The highest tile.
    pub highest_tile: Tile,
    /// A board with that tile.
    pub tile_board: Board,
}

/// Why a board was not played out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TightError {
    /// A tile outgrew the boards.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
    /// The watcher asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The bounds of the paper for a game: its sequence of tiles on as many cells as the board has. A
/// game that the paper does not treat has the sequence of its own tiles.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_change::tight::paper_bounds;
///
/// let bounds = paper_bounds(&Rules::classic("4x4".parse()?))?;
/// assert_eq!(bounds.single, 65_536u64.into());
/// assert_eq!(bounds.total, 131_070u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn paper_bounds(rules: &Rules) -> Result<Bounds, SequenceError> {
    let (terms, unit) = match Named::of_game(rules.tiles) {
        Some(named) => (named.terms(), rules.tiles.unit()),
        None => (faces(rules.tiles, 1), 1),
    };
    let row = row(terms, rules.shape.cells())?;
    let unit = unit.into();
    Ok(Bounds { single: &row.single * &unit, total: &row.total * &unit })
}

/// Bounds that allow for what really spawns in a game and for the tiles it really has.
///
/// The bounds of the paper hold if every new tile is the smallest one. If larger ones spawn, up to m, a tile above m still has to be merged from smaller ones, and the argument of Theorem 11
/// goes through with the tile values from m on: the first step starts at m instead of at the
/// smallest tile. With the values of the game's own tiles the bounds are also lower for Threes,
/// which has no tiles 4, 8, 16, ….
///
/// ```
/// use twofold_core::{Rules, TileSystem};
/// use twofold_change::tight::spawn_bounds;
///
/// // 4s spawn, so 131072 can be reached: twice the bound of the paper.
/// let classic = spawn_bounds(&Rules::classic("4x4".parse()?))?;
/// assert_eq!(classic.single, 131_072u64.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spawn_bounds(rules: &Rules) -> Result<Bounds, SequenceError> {
    let highest = rules.spawn.tiles.iter().map(|(tile, _)| tile.rank()).max().unwrap_or(1);
    let row = row(faces(rules.tiles, highest), rules.shape.cells())?;
    Ok(Bounds { single: row.single, total: row.total })
}

/// The tiles of a game from a rank on.
fn faces(tiles: TileSystem, lowest: u8) -> Terms<'static> {
    // Past the largest tile that a board can hold nothing is known; no board here comes close.
    let ranks = (lowest..=Tile::MAX_RANK).filter_map(Tile::new);
    Box::new(ranks.map(move |tile| Ok(tiles.face(tile).into())))
}

fn row(
    terms: impl Iterator<Item = Result<Natural, SequenceError>>,
    cells: usize,
) -> Result<Threshold, SequenceError> {
    Thresholds::new(terms).nth(cells.saturating_sub(1)).unwrap_or(Err(SequenceError::Empty))
}

/// Plays every game on a board, or as many layers as `limit` positions allow.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_change::tight::play_out;
///
/// // On 2x2 with 2s only, the abstract total of 30 is reached: 16 + 8 + 4 + 2.
/// let played = play_out(&Rules::only_twos("2x2".parse()?), 1_000_000, &())?;
/// assert!(played.exhausted);
/// assert_eq!(played.highest_total, 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_out(rules: &Rules, limit: u64, watch: &dyn Watch) -> Result<RealPlay, TightError> {
    // Packed boards are fast, but tiles may outgrow them, and then plain boards take over.
    if let Ok(engine) = Table::new(rules) {
        match Search::new(Game::with_engine(engine)).run(limit, watch) {
            Err(TightError::Tile(_)) => {}
            played => return played,
        }
    }
    Search::new(Game::new(rules.clone())).run(limit, watch)
}

struct Search<E: SlideEngine> {
    game: Game<E>,
    /// Whether images of a position are as good as the position itself.
    symmetric: bool,
}

type Layers<B> = BTreeMap<u64, Vec<B>>;

/// Boards that can be handed from thread to thread.
trait SharedBoard: Grid + Send + Sync {}

impl SharedBoard for Packed {}
impl SharedBoard for Board {}

impl<E: SlideEngine<Board: SharedBoard> + Sync> Search<E> {
    fn new(game: Game<E>) -> Self {
        let placement = game.rules().spawn.placement;
        let symmetric = matches!(placement, Placement::Anywhere | Placement::TrailingEdge);
        Search { game, symmetric }
    }

    fn run(&self, limit: u64, watch: &dyn Watch) -> Result<RealPlay, TightError> {
        let empty = Board::new(self.game.rules().shape);
        let mut played = RealPlay {
            positions: 0,
            largest_layer: 0,
            exhausted: true,
            highest_total: 0,
            total_board: empty.clone(),
            highest_tile: Tile::EMPTY,
            tile_board: empty,
        };
        let mut pending: Layers<E::Board> = BTreeMap::new();
        for outcome in self.game.outcomes(&self.game.start()) {
            self.add(&mut pending, outcome.position);
        }
        while let Some((sum, mut layer)) = pending.pop_first() {
            layer.par_sort_unstable();
            layer.dedup();
            played.see(sum, &layer);
            watch.report(Progress { done: played.positions, total: None });
            if watch.is_stopped() {
                return Err(Stopped.into());
            }
            if played.positions > limit {
                played.exhausted = false;
                break;
            }
            let found: Vec<Layers<E::Board>> = layer
                .par_chunks(CHUNK)
                .map(
                    |chunk| {
                        if watch.is_stopped() { Err(Stopped.into()) } else { self.expand(chunk) }
                    },
                )
                .collect::<Result<_, _>>()?;
            for (sum, boards) in found.into_iter().flatten() {
                pending.entry(sum).or_default().extend(boards);
            }
        }
        Ok(played)
    }

    /// Everything that follows from some positions by a slide and a spawn.
    fn expand(&self, positions: &[E::Board]) -> Result<Layers<E::Board>, TightError> {
        let mut layers = BTreeMap::new();
        let mut slid = Vec::new();
        for board in positions {
            // Boards come from the game itself, so they have its shape.
            let Ok(position) = self.game.position(board.clone()) else { continue };
            for slide in self.game.try_slides(&position) {
                let slide = slide?;
                if slide.afterstate.entry().is_some() {
                    self.spawn_on(&mut layers, &slide.afterstate)?;
                } else {
                    slid.push(self.canonical(slide.afterstate.into_board()));
                }
            }
        }
        // Where spawns do not depend on the slide, many slides lead to few boards.
        slid.sort_unstable();
        slid.dedup();
        for board in slid {
            let Ok(afterstate) = self.game.afterstate(board) else { continue };
            self.spawn_on(&mut layers, &afterstate)?;
        }
        for layer in layers.values_mut() {
            layer.sort_unstable();
            layer.dedup();
        }
        Ok(layers)
    }

    fn spawn_on(
        &self,
        layers: &mut Layers<E::Board>,
        afterstate: &Afterstate<E::Board>,
    ) -> Result<(), TightError> {
        for outcome in self.game.outcomes(afterstate) {
            self.add(layers, outcome.position);
        }
        Ok(())
    }

    fn canonical(&self, board: E::Board) -> E::Board {
        if self.symmetric { board.canonical() } else { board }
    }

    fn add(&self, layers: &mut Layers<E::Board>, position: Position<E::Board>) {
        let board = position.into_board();
        let sum = self.game.tile_sum(&board);
        layers.entry(sum).or_default().push(self.canonical(board));
    }
}

impl RealPlay {
    /// The highest sum of tiles: exact if every game was played, otherwise at least what was seen.
    pub fn total_figure(&self) -> Figure {
        match self.exhausted {
            true => Figure::exact(self.highest_total),
            false => Figure::at_least(self.highest_total),
        }
    }

    /// Takes note of a layer.
    fn see<B: SharedBoard>(&mut self, sum: u64, layer: &[B]) {
        let Some(first) = layer.first() else { return };
        self.positions += layer.len() as u64;
        self.largest_layer = self.largest_layer.max(layer.len() as u64);
        if sum > self.highest_total {
            self.highest_total = sum;
            self.total_board = plain(first);
        }
        if let Some((tile, board)) =
            layer.iter().map(|board| (board.largest(), board)).max_by_key(|(tile, _)| *tile)
            && tile > self.highest_tile
        {
            self.highest_tile = tile;
            self.tile_board = plain(board);
        }
    }
}

fn plain<B: Grid>(board: &B) -> Board {
    board.convert().unwrap_or_else(|_| Board::new(board.shape()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use twofold_core::SpawnTiles;

    fn rules(tiles: TileSystem, shape: &str, spawns: Option<&str>) -> Rules {
        let mut rules = Rules::new(shape.parse().unwrap(), tiles);
        if let Some(spawns) = spawns {
            rules.spawn.tiles = SpawnTiles::parse(spawns, tiles).unwrap();
        }
        rules
    }

    /// Every board that occurs, one by one, without layers, symmetry or packing.
    fn walk(rules: &Rules) -> (u64, u64) {
        let game = Game::new(rules.clone());
        let mut seen = HashSet::new();
        let mut open: Vec<_> = game.outcomes(&game.start()).map(|o| o.position).collect();
        let (mut total, mut tile) = (0, 0);
        while let Some(position) = open.pop() {
            if !seen.insert(position.board().clone()) {
                continue;
            }
            total = total.max(game.tile_sum(position.board()));
            tile = tile.max(rules.tiles.face(position.board().largest()));
            for slide in game.slides(&position) {
                open.extend(game.outcomes(&slide.afterstate).map(|o| o.position));
            }
        }
        (total, tile)
    }

    #[test]
    fn agrees_with_a_plain_walk() {
        for tiles in TileSystem::ALL {
            for shape in ["1x1", "1x2", "1x4", "2x2", "2x3"] {
                // Other games have too many boards on 2x3 for a plain walk.
                if shape == "2x3" && tiles != TileSystem::Fives {
                    continue;
                }
                let rules = rules(tiles, shape, None);
                let played = play_out(&rules, u64::MAX, &()).unwrap();
                assert!(played.exhausted);
                let tile = rules.tiles.face(played.highest_tile);
                assert_eq!((played.highest_total, tile), walk(&rules), "{tiles} {shape}");
                let game = Game::new(rules.clone());
                assert_eq!(game.tile_sum(&played.total_board), played.highest_total);
                assert_eq!(played.tile_board.largest(), played.highest_tile);
            }
        }
    }

    #[test]
    fn real_play_stays_within_the_bounds() {
        for tiles in TileSystem::ALL {
            for shape in ["1x1", "1x3", "1x5", "2x2", "2x3"] {
                let rules = rules(tiles, shape, None);
                let played = play_out(&rules, u64::MAX, &()).unwrap();
                let bounds = spawn_bounds(&rules).unwrap();
                assert!(bounds.total >= played.highest_total.into(), "{tiles} {shape}");
                let tile = rules.tiles.face(played.highest_tile);
                assert!(bounds.single >= tile.into(), "{tiles} {shape}");
            }
        }
    }

    #[test]
    fn with_the_smallest_tile_only_both_bounds_are_the_same() {
        for (tiles, spawn) in [(TileSystem::Classic, "2"), (TileSystem::Fibonacci, "1")] {
            for shape in ["1x1", "2x2", "3x3", "4x4"] {
                let rules = rules(tiles, shape, Some(spawn));
                assert_eq!(paper_bounds(&rules).unwrap(), spawn_bounds(&rules).unwrap());
            }
        }
    }

    #[test]
    fn a_limit_is_said_aloud() {
        let played = play_out(&rules(TileSystem::Classic, "3x3", None), 1000, &()).unwrap();
        assert!(!played.exhausted && played.positions > 1000);
    }

    #[test]
    fn spawns_in_a_corner_are_not_symmetric() {
        let mut rules = rules(TileSystem::Classic, "2x3", Some("2"));
        rules.spawn.placement = "top-left-rows".parse().unwrap();
        let played = play_out(&rules, u64::MAX, &()).unwrap();
        assert_eq!((played.highest_total, rules.tiles.face(played.highest_tile)), walk(&rules));
    }
}
