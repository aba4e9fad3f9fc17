//! Dense layers are the same as sparse ones, layer by layer.

use std::collections::BTreeMap;
use std::sync::Arc;

use twofold_core::{Placement, Rules, Shape, SpawnTiles, Tile, TileSystem};

use twofold_layers::dense::DenseEngine;
use twofold_layers::sparse::SparseEngine;
use twofold_layers::{
    Boards, Engines, Layer, LayerEngine, LayeredGame, MemoryBlocks, PositionSink, Source, Start,
    Step,
};
use twofold_solve::count::Counter;

fn agree(game: &LayeredGame) {
    let engine = DenseEngine::new(game).expect("small boards");
    let dense = Counter::new(game).with_engines(Engines::dense(engine)).run(&()).unwrap();
    let engine = SparseEngine::new(game, None);
    let sparse = Counter::new(game).with_engines(Engines::sparse(engine)).run(&()).unwrap();
    for (dense, sparse) in dense.game.layers().iter().zip(sparse.game.layers()) {
        assert_eq!(dense, sparse, "{}", game.rules());
    }
    assert_eq!(dense.game.layers().len(), sparse.game.layers().len());
}

fn game(shape: &str, spawns: &str, goal: Option<u8>) -> LayeredGame {
    let mut rules = Rules::classic(shape.parse().unwrap());
    rules.spawn.tiles = SpawnTiles::parse(spawns, TileSystem::Classic).unwrap();
    LayeredGame::new(rules, goal.and_then(Tile::new), Start::TwoTiles).unwrap()
}

#[test]
fn small_boards_agree_in_every_layer() {
    for shape in ["1x1", "1x2", "2x1", "1x4", "4x1", "2x2", "2x3", "3x2"] {
        for spawns in ["2", "4", "2,4"] {
            for goal in [None, Some(3), Some(4)] {
                agree(&game(shape, spawns, goal));
            }
        }
    }
}

#[test]
fn larger_boards_agree_in_every_layer() {
    for (shape, goal) in [
        ("3x3", 6),
        ("4x4", 3),
        ("2x4", 6),
        ("4x2", 6),
        ("3x4", 4),
        ("4x3", 4),
        ("2x5", 5),
        ("5x2", 5),
    ] {
        agree(&game(shape, "2,4", Some(goal)));
    }
}

#[test]
fn other_tile_systems_agree() {
    for system in TileSystem::ALL {
        for shape in ["2x2", "2x3", "3x3"] {
            let mut rules = Rules::new(shape.parse::<Shape>().unwrap(), system);
            rules.spawn.placement = Placement::Anywhere;
            agree(&LayeredGame::new(rules, Tile::new(5), Start::TwoTiles).unwrap());
        }
    }
}

fn codes(boards: &dyn Boards) -> Vec<u64> {
    let mut codes = Vec::new();
    (0..boards.parts()).for_each(|part| boards.part(part, &mut codes).unwrap());
    codes.sort_unstable();
    codes
}

/// Makes a layer with one engine, from afterstates of whatever kind; returns the positions too.
fn layer(
    engine: &dyn LayerEngine,
    sum: u64,
    pending: &BTreeMap<u64, Box<dyn Boards>>,
) -> (Layer, Box<dyn Boards>) {
    let game = engine.game();
    let sources: Vec<_> = game
        .spawns()
        .filter_map(|tile| {
            let afterstates = pending.get(&sum.checked_sub(game.face(tile))?)?.as_ref();
            Some(Source { tile, afterstates })
        })
        .collect();
    let starts = game.starts();
    let starts = starts.get(&sum).map_or(&[][..], Vec::as_slice);
    let mut file = MemoryBlocks::default();
    let keep = PositionSink::File(&mut file);
    let step = Step { sum, sources: &sources, starts, keep, memory: 1 << 28, watch: &() };
    let stepped = engine.step(step).unwrap();
    let positions = engine.read(sum, Arc::new(file)).unwrap();
    (stepped, positions)
}

#[test]
fn engines_read_each_others_layers_and_their_own_files() {
    for (shape, goal) in [("2x2", 5), ("3x3", 5), ("2x3", 6), ("3x4", 3)] {
        let game = game(shape, "2,4", Some(goal));
        let dense = DenseEngine::new(&game).unwrap();
        let sparse = SparseEngine::new(&game, None);
        let mut pending: BTreeMap<u64, Box<dyn Boards>> = BTreeMap::new();
        for (number, sum) in (4..100).step_by(2).enumerate() {
            let (by_dense, dense_positions) = layer(&dense, sum, &pending);
            let (by_sparse, sparse_positions) = layer(&sparse, sum, &pending);
            assert_eq!(by_dense.count, by_sparse.count, "{shape} {sum}");
            assert_eq!(codes(dense_positions.as_ref()), codes(sparse_positions.as_ref()));
            let expected = codes(by_sparse.afterstates.as_ref());
            assert_eq!(codes(by_dense.afterstates.as_ref()), expected, "{shape} {sum}");
            assert_eq!(by_dense.afterstates.len(), expected.len() as u64);
            let mut file = MemoryBlocks::default();
            by_dense.afterstates.write(&mut file).unwrap();
            let read = dense.read(sum, Arc::new(file)).unwrap();
            assert_eq!(codes(read.as_ref()), expected, "{shape} {sum}: what was written");
            pending.insert(
                sum,
                match number % 3 {
                    0 => by_dense.afterstates,
                    1 => by_sparse.afterstates,
                    _ => read,
                },
            );
        }
    }
}

#[test]
fn one_thread_and_two_give_the_same() {
    for (shape, goal) in [("4x4", 4), ("3x4", 4), ("3x3", 6)] {
        let game = game(shape, "2,4", Some(goal));
        let count = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let engines = Engines::dense(DenseEngine::new(&game).unwrap());
            pool.install(|| Counter::new(&game).with_engines(engines).run(&()).unwrap())
        };
        assert_eq!(count(1), count(2), "{shape}");
    }
}
