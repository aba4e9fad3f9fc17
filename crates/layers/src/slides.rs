//! Slides, spawns and images of many packed boards, by whichever engine is fastest for the rules.

use twofold_core::kernel::{NO_SLIDE, Small};
use twofold_core::{
    BitParallel, Board, Direction, Grid, Naive, Packed, Rules, Shape, SlideEngine, Table, Tile,
    TileTooLarge,
};

use super::images::Images;
use super::large_tiles::LargeTiles;
use super::layered_game::LayeredGame;

/// Slides many boards, puts tiles on them, and takes canonical forms.
pub struct Slides {
    shape: Shape,
    images: Images,
    /// Up to four rows and columns: many boards at once.
    small: Option<Small>,
    engine: Engine,
    /// Where there are large tiles, whether a slide is allowed.
    large: Option<LargeTiles>,
}

enum Engine {
    /// Classic tiles on such a shape.
    Small(Small),
    BitParallel(BitParallel),
    Table(Table),
    Naive(Naive),
    /// With large tiles.
    Large(Naive),
}

/// The rank of a tile that merges with no other, in any tile system: the highest.
const ALONE: u8 = 61;

impl Slides {
    /// An engine for rules whose boards fit a machine word.
    pub fn new(rules: &Rules) -> Slides {
        let shape = rules.shape;
        let small = Small::new(shape);
        let engine = match (BitParallel::new(rules), Table::new(rules)) {
            (Ok(engine), _) => small.clone().map_or(Engine::BitParallel(engine), Engine::Small),
            (_, Ok(engine)) => Engine::Table(engine),
            _ => Engine::Naive(Naive::new(rules)),
        };
        Slides { shape, images: Images::new(shape), small, engine, large: None }
    }

    /// An engine for a game, with its large tiles if there are any: a slide that they forbid counts as
    /// illegal.
    pub fn of(game: &LayeredGame) -> Slides {
        let rules = game.rules();
        let Some(large) = game.large() else { return Slides::new(rules) };
        let small = Small::with_large_tiles(rules.shape, large.symmetries());
        let engine = match (BitParallel::new(rules), &small) {
            (Ok(_), Some(kernel)) => Engine::Small(kernel.clone()),
            _ => Engine::Large(Naive::new(rules)),
        };
        let images = Images::of(game);
        Slides { shape: rules.shape, images, small, engine, large: Some(large.clone()) }
    }

    /// Slides every board in all four directions: `results[d][i]` is the canonical form of board
    /// `i` after direction `d`, or [`NO_SLIDE`] if that slide is illegal.
    pub fn slide_all(
        &self,
        boards: &[u64],
        results: &mut [Vec<u64>; 4],
    ) -> Result<(), TileTooLarge> {
        for result in results.iter_mut() {
            result.resize(boards.len(), NO_SLIDE);
        }
        self.slide_freely(boards, results)?;
        if let Some(large) = self.large.as_ref().filter(|large| !large.masks().is_empty()) {
            // A slide that is not legal stays so: its mark is no board with an empty cell.
            for code in results.iter_mut().flatten().filter(|code| !large.allows(**code)) {
                *code = NO_SLIDE;
            }
        }
        Ok(())
    }

    /// Slides wherever the large tiles go.
    fn slide_freely(
        &self,
        boards: &[u64],
        results: &mut [Vec<u64>; 4],
    ) -> Result<(), TileTooLarge> {
        match &self.engine {
            Engine::Small(kernel) => match kernel.slide_all_canonical(boards, results) {
                None => Ok(()),
                Some(_) => Err(TileTooLarge { rank: 16, max: Packed::MAX_RANK }),
            },
            Engine::BitParallel(engine) => {
                self.each(boards, results, |code, direction| engine.slide_code(code, direction))
            }
            Engine::Table(engine) => self.each(boards, results, |code, direction| {
                let slid = engine.try_slide(&self.board(code), direction)?;
                Ok(slid.map_or(code, |slid| slid.board.code()))
            }),
            Engine::Naive(engine) => self.each(boards, results, |code, direction| {
                let board = self.board(code).convert().expect("every rank fits a board");
                let Some(slid) = engine.slide(&board, direction) else { return Ok(code) };
                let too_large =
                    TileTooLarge { rank: slid.board.largest().rank(), max: Packed::MAX_RANK };
                let packed: Packed = slid.board.convert().map_err(|_| too_large)?;
                Ok(packed.code())
            }),
            Engine::Large(engine) => self.each(boards, results, |code, direction| {
                let alone = Tile::new(ALONE).expect("the highest rank");
                let large = Tile::new(LargeTiles::RANK).expect("a rank");
                let exchange = |board: &Board, from: Tile, to: Tile| {
                    let tile = |tile: &Tile| if *tile == from { to.rank() } else { tile.rank() };
                    let ranks: Vec<u8> = board.as_tiles().iter().map(tile).collect();
                    Board::from_ranks(self.shape, &ranks).expect("as many ranks as cells")
                };
                let board = self.board(code).convert().expect("every rank fits a board");
                let board = exchange(&board, large, alone);
                let Some(slid) = engine.slide(&board, direction) else { return Ok(code) };
                let too_large = |rank| TileTooLarge { rank, max: LargeTiles::RANK - 1 };
                let small = slid.board.tiles().filter(|&tile| tile != alone);
                if let Some(tile) = small.max().filter(|&tile| tile >= large) {
                    return Err(too_large(tile.rank()));
                }
                let board = exchange(&slid.board, alone, large);
                Ok(board.convert::<Packed>().map_err(|_| too_large(ALONE))?.code())
            }),
        }
    }

    /// Puts a tile of the given rank into each empty cell of each board, and appends the canonical
    /// forms of all results.
    pub fn spawn_all(&self, boards: &[u64], rank: u8, results: &mut Vec<u64>) {
        if let Some(kernel) = &self.small {
            return kernel.spawn_all_canonical(boards, rank, results);
        }
        for &board in boards {
            self.images.with_a_tile(board, self.shape.cells(), rank, |code| results.push(code));
        }
    }

    /// The number of distinct images of each board.
    pub fn orbits(&self, boards: &[u64], results: &mut Vec<u64>) {
        results.clear();
        match &self.small {
            Some(kernel) => {
                results.resize(boards.len(), 0);
                kernel.orbits(boards, results);
            }
            None => results.extend(boards.iter().map(|&board| self.images.orbit(board))),
        }
    }

    fn board(&self, code: u64) -> Packed {
        Packed::from_code(self.shape, code).expect("a code of this shape")
    }

    fn each(
        &self,
        boards: &[u64],
        results: &mut [Vec<u64>; 4],
        slide: impl Fn(u64, Direction) -> Result<u64, TileTooLarge>,
    ) -> Result<(), TileTooLarge> {
        for (results, direction) in results.iter_mut().zip(Direction::ALL) {
            for (&board, result) in boards.iter().zip(results.iter_mut()) {
                let slid = slide(board, direction)?;
                *result = if slid == board { NO_SLIDE } else { self.images.canonical(slid) };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{Tile, TileSystem};

    use super::*;
    use crate::Start;

    proptest! {
        #[test]
        fn large_tiles_slide_as_tiles_that_merge_with_nothing(
            codes in prop::collection::vec((any::<u64>(), any::<u64>(), any::<u64>()), 1..20),
            case in 0..6_usize,
        ) {
            let (shape, mask) = [
                ("4x4", None), ("4x4", Some(0x0FFF_0FFF)), ("4x4", Some(0xFFFF)), ("3x3", Some(0xF)),
                ("2x3", Some(0x0F_00F0)), ("3x4", Some(0xF00F)),
            ][case];
            let shape: Shape = shape.parse().unwrap();
            let rules = Rules::classic(shape);
            let masks: Vec<u64> = mask.into_iter().collect();
            let cells = u64::MAX >> (64 - 4 * shape.cells());
            let large = LargeTiles::new(shape, &masks, cells).unwrap();
            let game = LayeredGame::new(rules.clone(), Tile::new(10), Start::LargeTiles(2)).unwrap();
            let game = game.with_large_tiles(large).unwrap();
            let spread = |bits: u64| (bits & 0x1111_1111_1111_1111) * 15;
            let code = |(tiles, gaps, more): (u64, u64, u64)| {
                let tiles = tiles & 0x7777_7777_7777_7777 & spread(gaps);
                (tiles | spread(more & more >> 1 & more >> 2)) & cells | mask.unwrap_or(0)
            };
            let codes: Vec<u64> = codes.into_iter().map(code).collect();
            let fast = Slides::of(&game);
            prop_assert!(matches!(fast.engine, Engine::Small(_)));
            let engine = Engine::Large(Naive::new(&rules));
            let slow = Slides { small: None, engine, ..Slides::of(&game) };
            let (mut one, mut other) = ([(); 4].map(|()| Vec::new()), [(); 4].map(|()| Vec::new()));
            fast.slide_all(&codes, &mut one).unwrap();
            slow.slide_all(&codes, &mut other).unwrap();
            prop_assert_eq!(one, other);
            let spawned = |slides: &Slides| {
                let mut results = Vec::new();
                slides.spawn_all(&codes, 2, &mut results);
                results.sort_unstable();
                results
            };
            prop_assert_eq!(spawned(&fast), spawned(&slow));
            let orbits = |slides: &Slides| {
                let mut results = Vec::new();
                slides.orbits(&codes, &mut results);
                results
            };
            prop_assert_eq!(orbits(&fast), orbits(&slow));
        }

        #[test]
        fn every_engine_slides_like_the_naive_one(code: u64, shape in 0..5_usize) {
            let shape: Shape = ["4x4", "3x3", "2x4", "1x5", "2x5"][shape].parse().unwrap();
            // Ranks up to 7, so that no merge leaves the word.
            let code = code >> (64 - 4 * shape.cells()) & 0x7777_7777_7777_7777;
            let board = Packed::from_code(shape, code).unwrap();
            for system in TileSystem::ALL {
                let rules = Rules::new(shape, system);
                let naive = Naive::new(&rules);
                let mut results = [(); 4].map(|()| Vec::new());
                Slides::new(&rules).slide_all(&[code], &mut results).unwrap();
                for (result, direction) in results.iter().zip(Direction::ALL) {
                    let slid = naive.slide(&board.convert().unwrap(), direction);
                    let expected = slid.map_or(NO_SLIDE, |slid| {
                        slid.board.canonical().convert::<Packed>().unwrap().code()
                    });
                    prop_assert_eq!(result[0], expected, "{} {} {:?}", system, direction, board);
                }
            }
        }
    }
}
