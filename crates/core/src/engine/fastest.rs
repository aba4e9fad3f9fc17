//! Slides of packed boards by whichever engine takes the rules.

use super::{BitParallel, Naive, Slid, SlideEngine, Table, UnsupportedRules, spawns_fit_packed};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::packed::Packed;
use crate::rules::Rules;
use crate::tile::TileTooLarge;

/// The fastest engine for packed boards of some rules: bit-parallel, else table, else naive.
///
/// ```
/// use twofold_core::{Direction, Fastest, Packed, Rules, SlideEngine};
///
/// let engine = Fastest::new(&"fives on 2x5".parse::<Rules>()?)?;
/// let board = Packed::from_code("2x5".parse()?, 0x12000_00000).unwrap();
/// let slid = engine.try_slide(&board, Direction::Left)?.expect("2 and 3 make 5");
/// assert_eq!(slid.board.code(), 0x30000_00000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Fastest(Engine);

enum Engine {
    BitParallel(BitParallel),
    Table(Table),
    Naive(Naive),
}

impl Fastest {
    /// An engine for the given rules, if the board has at most sixteen cells.
    pub fn new(rules: &Rules) -> Result<Fastest, UnsupportedRules> {
        if rules.shape.cells() > Packed::MAX_CELLS || !spawns_fit_packed(rules) {
            return Err(UnsupportedRules {
                engine: "packed",
                takes: "boards of up to sixteen cells and spawns up to rank 15",
                rules: Box::new(rules.clone()),
            });
        }
        Ok(Fastest(match (BitParallel::new(rules), Table::new(rules)) {
            (Ok(engine), _) => Engine::BitParallel(engine),
            (_, Ok(engine)) => Engine::Table(engine),
            _ => Engine::Naive(Naive::new(rules)),
        }))
    }
}

impl SlideEngine for Fastest {
    type Board = Packed;

    fn rules(&self) -> &Rules {
        match &self.0 {
            Engine::BitParallel(engine) => engine.rules(),
            Engine::Table(engine) => engine.rules(),
            Engine::Naive(engine) => engine.rules(),
        }
    }

    fn try_slide(
        &self,
        board: &Packed,
        direction: Direction,
    ) -> Result<Option<Slid<Packed>>, TileTooLarge> {
        match &self.0 {
            Engine::BitParallel(engine) => engine.try_slide(board, direction),
            Engine::Table(engine) => engine.try_slide(board, direction),
            Engine::Naive(engine) => {
                let plain = board.convert().expect("every rank fits a plain board");
                let Some(slid) = engine.slide(&plain, direction) else { return Ok(None) };
                let rank = slid.board.largest().rank();
                let packed = slid.board.convert();
                let board = packed.map_err(|_| TileTooLarge { rank, max: Packed::MAX_RANK })?;
                Ok(Some(Slid { board, score: slid.score }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;
    use crate::test_boards;
    use crate::tiles::TileSystem;

    proptest! {
        #[test]
        fn it_equals_the_naive_engine(
            board in test_boards::board(5, 6),
            system in prop::sample::select(&TileSystem::ALL[..]),
        ) {
            let rules = Rules::new(board.shape(), system);
            let Ok(packed) = board.convert::<Packed>() else {
                prop_assert!(Fastest::new(&rules).is_err());
                return Ok(());
            };
            let (fastest, naive) = (Fastest::new(&rules).unwrap(), Naive::new(&rules));
            prop_assert_eq!(fastest.rules(), &rules);
            for direction in Direction::ALL {
                let slid = fastest.try_slide(&packed, direction).unwrap();
                let slid = slid.map(|slid| (slid.board.convert::<Board>().unwrap(), slid.score));
                let expected = naive.slide(&board, direction);
                prop_assert_eq!(slid, expected.map(|slid| (slid.board, slid.score)));
            }
        }
    }
}
