//! The engines agree with the specification.

use proptest::prelude::*;

use super::*;
use crate::board::Board;
use crate::packed::Packed;
use crate::shape::Shape;
use crate::test_boards;
use crate::tiles::TileSystem;

/// The naive answer in packed form, refusing what does not fit.
fn expected(
    naive: &Naive,
    board: &Board,
    direction: Direction,
) -> Result<Option<Slid<Packed>>, TileTooLarge> {
    let Some(slid) = naive.slide(board, direction) else { return Ok(None) };
    let largest = slid.board.largest().rank();
    if largest > Packed::MAX_RANK {
        return Err(TileTooLarge { rank: largest, max: Packed::MAX_RANK });
    }
    Ok(Some(Slid { board: slid.board.convert().unwrap(), score: slid.score }))
}

fn check<E: SlideEngine<Board = Packed>>(
    rules: &Rules,
    engine: &E,
    board: &Board,
) -> Result<(), TestCaseError> {
    let naive = Naive::new(rules);
    let packed: Packed = board.convert().unwrap();
    for direction in Direction::ALL {
        let expected = expected(&naive, board, direction);
        let legal = !matches!(expected, Ok(None));
        prop_assert_eq!(naive.can_slide(board, direction), legal, "{:?} {}", board, direction);
        prop_assert_eq!(engine.can_slide(&packed, direction), legal, "{:?} {}", board, direction);
        let slid = engine.try_slide(&packed, direction);
        prop_assert_eq!(slid, expected, "{:?} {}", board, direction);
    }
    Ok(())
}

fn small_shapes() -> impl Iterator<Item = Shape> {
    let sides = (1..=16).flat_map(|rows| (1..=16).map(move |columns| (rows, columns)));
    let small = sides.filter(|(rows, columns)| rows * columns <= Packed::MAX_CELLS);
    small.map(|(rows, columns)| Shape::new(rows, columns).unwrap())
}

fn small_board() -> impl Strategy<Value = Board> {
    let shapes: Vec<_> = small_shapes().collect();
    prop::sample::select(shapes).prop_flat_map(|shape| test_boards::of_shape(shape, 15))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bit_parallel_is_naive(board in small_board()) {
        let rules = Rules::classic(board.shape());
        check(&rules, &BitParallel::new(&rules).unwrap(), &board)?;
    }
}

#[test]
fn table_is_naive() {
    for system in TileSystem::ALL {
        for shape in small_shapes().filter(|shape| shape.rows() <= 4 && shape.columns() <= 4) {
            let rules = Rules::new(shape, system);
            let table = Table::new(&rules).unwrap();
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            let boards = test_boards::of_shape(shape, 15);
            runner.run(&boards, |board| check(&rules, &table, &board)).unwrap();
        }
    }
}

#[test]
fn every_line_of_four_slides_alike() {
    let rules = Rules::classic("1x4".parse().unwrap());
    let engine = BitParallel::new(&rules).unwrap();
    for code in 0..=0xFFFF_u64 {
        let packed = Packed::from_code(rules.shape, code).unwrap();
        check(&rules, &engine, &packed.convert().unwrap()).unwrap();
    }
}

#[test]
fn large_tiles_are_made_or_refused() {
    let rules = Rules::classic("4x4".parse().unwrap());
    let mut ranks = [0; 16];
    ranks[..2].copy_from_slice(&[15, 15]);
    let board = Board::from_ranks(rules.shape, &ranks).unwrap();
    let slid = Naive::new(&rules).slide(&board, Direction::Left).unwrap();
    assert_eq!(slid.score, 65536);
    assert_eq!(TileSystem::Classic.face(slid.board.largest()), 65536);

    let packed: Packed = board.convert().unwrap();
    let refused = TileTooLarge { rank: 16, max: 15 };
    let table = Table::new(&rules).unwrap();
    assert_eq!(table.try_slide(&packed, Direction::Left), Err(refused));
    let bit_parallel = BitParallel::new(&rules).unwrap();
    assert_eq!(bit_parallel.try_slide(&packed, Direction::Left), Err(refused));
    assert!(slid.board.convert::<Packed>().is_err());
}

#[test]
fn engines_refuse_rules_they_cannot_play() {
    let large = Rules::classic("5x5".parse().unwrap());
    assert!(Table::new(&large).is_err());
    assert!(BitParallel::new(&large).is_err());
    let fives = Rules::new("4x4".parse().unwrap(), TileSystem::Fives);
    assert!(BitParallel::new(&fives).is_err());
    let huge: Rules = "4x4, spawning 65536".parse().unwrap();
    assert!(Table::new(&huge).is_err());
    assert!(BitParallel::new(&huge).is_err());
}
