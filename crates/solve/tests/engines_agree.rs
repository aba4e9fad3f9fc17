//! The engines give the layers of the plain search: the same counts and the same boards.

use std::collections::BTreeMap;

use twofold_core::{Board, Placement, Rules, SpawnTiles, Tile, TileSystem};
use twofold_layers::sparse::SparseEngine;
use twofold_layers::store::{Role, Store};
use twofold_layers::{Engines, LayerError, LayeredGame, Start};
use twofold_solve::count::{Counter, GameCount, naive, naive_codes};

fn game(
    shape: &str,
    tiles: TileSystem,
    spawns: Option<&str>,
    goal: Option<u8>,
    start: Start,
) -> LayeredGame {
    let mut rules = Rules::new(shape.parse().unwrap(), tiles);
    rules.spawn.placement = Placement::Anywhere;
    if let Some(spawns) = spawns {
        rules.spawn.tiles = SpawnTiles::parse(spawns, tiles).unwrap();
    }
    LayeredGame::new(rules, goal.map(|rank| Tile::new(rank).unwrap()), start).unwrap()
}

fn classic(shape: &str, spawns: &str, goal: Option<u8>) -> LayeredGame {
    game(shape, TileSystem::Classic, Some(spawns), goal, Start::TwoTiles)
}

/// The codes of every layer of a store.
fn stored_codes(store: &Store) -> BTreeMap<u64, Vec<u64>> {
    let engines = Engines::new(store.game(), None, 1 << 30, false);
    let layer = |sum: u64| {
        let file = store.file(sum, Role::Positions).unwrap().unwrap();
        let boards = engines.read_file(file).unwrap();
        let mut codes = Vec::new();
        for part in 0..boards.parts() {
            boards.part(part, &mut codes).unwrap();
        }
        assert_eq!(codes.len() as u64, boards.len());
        // The parts of a dense layer are sorted one by one.
        codes.sort_unstable();
        (sum, codes)
    };
    store.manifest().layers.iter().map(|entry| layer(entry.sum)).collect()
}

/// Compares counts with those of the plain search.
fn check(game: &LayeredGame) {
    let expected = GameCount::new(naive(game).unwrap());
    let outcome = Counter::new(game).run(&()).unwrap();
    assert!(outcome.is_complete);
    assert_eq!(outcome.game, expected, "{} to {:?}", game.rules(), game.target());
}

/// GameCount with little memory into a store, and compares everything with the plain search.
fn check_boards(game: &LayeredGame) {
    let memory = 1 << 20;
    let expected = GameCount::new(naive(game).unwrap());
    let dir = tempfile::tempdir().unwrap();
    let counter = Counter::new(game).with_memory(memory).with_store(dir.path()).unwrap();
    let outcome = counter.run(&()).unwrap();
    assert!(outcome.is_complete);
    assert_eq!(outcome.game, expected, "{}", game.rules());
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(stored_codes(&store), naive_codes(game).unwrap());
    assert!(store.manifest().complete);
}

#[test]
fn on_every_small_shape_target_and_spawn() {
    for shape in ["1x1", "1x2", "2x1", "1x3", "1x4", "1x5", "5x1", "2x2", "2x3", "3x2"] {
        for spawns in ["2", "2,4", "4", "2,8"] {
            for goal in [None, Some(2), Some(3), Some(5)] {
                let cells = shape.parse::<twofold_core::Shape>().unwrap().cells();
                if cells < 6 || goal.is_some() {
                    check(&classic(shape, spawns, goal));
                }
            }
        }
        check_boards(&classic(shape, "2,4", Some(4)));
    }
}

#[test]
fn on_larger_shapes_with_low_goals() {
    check_boards(&classic("3x3", "2,4", Some(4)));
    check(&classic("2x5", "2", Some(4)));
    check(&classic("4x4", "2", Some(3)));
}

#[test]
fn with_other_tiles() {
    for tiles in [TileSystem::Fibonacci, TileSystem::Threes, TileSystem::Fives] {
        check_boards(&game("2x2", tiles, None, Some(6), Start::TwoTiles));
        check(&game("1x5", tiles, None, Some(5), Start::TwoTiles));
    }
}

#[test]
fn from_other_starts() {
    let board = Board::from_ranks("2x3".parse().unwrap(), &[4, 3, 1, 0, 0, 0]).unwrap();
    check_boards(&game("2x3", TileSystem::Classic, None, Some(6), Start::Board(board)));
    check_boards(&game("2x3", TileSystem::Classic, None, Some(4), Start::Empty));
}

#[test]
fn memory_that_does_not_suffice_changes_nothing() {
    let game = classic("3x3", "2,4", Some(5));
    let plenty = Counter::new(&game).run(&()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let scarce = Counter::new(&game).with_memory(1 << 10).with_store(dir.path()).unwrap();
    let scarce = scarce.run(&()).unwrap();
    assert_eq!(scarce.game, plenty.game);
    let left: Vec<_> = std::fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("scratch") || name.ends_with("tmp"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn too_little_memory_and_no_disk_is_an_error() {
    let game = classic("3x3", "2,4", Some(6));
    let error = Counter::new(&game).with_memory(1 << 10).run(&()).unwrap_err();
    assert!(matches!(error, LayerError::Memory { .. }), "{error}");
}

#[test]
fn one_thread_and_two_give_the_same() {
    let game = classic("3x3", "2,4", Some(5));
    let count = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Counter::new(&game).run(&()).unwrap())
    };
    assert_eq!(count(1), count(2));
}

#[test]
fn the_sparse_engine_alone_is_enough() {
    let game = classic("2x2", "2,4", None);
    let engines = Engines::sparse(SparseEngine::new(&game, None));
    let outcome = Counter::new(&game).with_engines(engines).run(&()).unwrap();
    assert_eq!(outcome.game, GameCount::new(naive(&game).unwrap()));
}
