//! Dense layers are the same as sparse ones, layer by layer.

use std::collections::BTreeMap;
use std::sync::Arc;

use twofold_core::{Placement, Rules, Shape, SpawnValues, Tile, TileSystem};

use super::DenseEngine;
use crate::count::Counter;
use crate::layers::sparse::SparseEngine;
use crate::layers::{Boards, Keep, LayerEngine, MemoryBlocks, Source, Start, Step, Stepped, Task};

fn agree(task: &Task) {
    let engine = DenseEngine::new(task).expect("small boards");
    let dense = Counter::new(task).with_engines(vec![Box::new(engine)]).run(&()).unwrap();
    let engine = SparseEngine::new(task, None);
    let sparse = Counter::new(task).with_engines(vec![Box::new(engine)]).run(&()).unwrap();
    for (dense, sparse) in dense.counts.layers().iter().zip(sparse.counts.layers()) {
        assert_eq!(dense, sparse, "{}", task.rules().brief());
    }
    assert_eq!(dense.counts.layers().len(), sparse.counts.layers().len());
}

fn task(shape: &str, drops: &str, goal: Option<u8>) -> Task {
    let mut rules = Rules::classic(shape.parse().unwrap());
    rules.spawn.values = SpawnValues::parse(drops, TileSystem::Classic).unwrap();
    Task::new(rules, goal.and_then(Tile::new), Start::TwoTiles).unwrap()
}

#[test]
fn small_boards_agree_in_every_layer() {
    for shape in ["1x1", "1x2", "2x1", "1x4", "4x1", "2x2", "2x3", "3x2"] {
        for drops in ["2", "4", "2,4"] {
            for goal in [None, Some(3), Some(4)] {
                agree(&task(shape, drops, goal));
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
        agree(&task(shape, "2,4", Some(goal)));
    }
}

#[test]
fn other_tile_systems_agree() {
    for system in TileSystem::ALL {
        for shape in ["2x2", "2x3", "3x3"] {
            let mut rules = Rules::new(shape.parse::<Shape>().unwrap(), system);
            rules.spawn.placement = Placement::Anywhere;
            agree(&Task::new(rules, Tile::new(5), Start::TwoTiles).unwrap());
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
) -> (Stepped, Box<dyn Boards>) {
    let task = engine.task();
    let sources: Vec<_> = task
        .spawns()
        .filter_map(|tile| {
            let afterstates = pending.get(&sum.checked_sub(task.value(tile))?)?.as_ref();
            Some(Source { tile, afterstates })
        })
        .collect();
    let starts = task.starts();
    let starts = starts.get(&sum).map_or(&[][..], Vec::as_slice);
    let mut file = MemoryBlocks::default();
    let keep = Keep::File(&mut file);
    let step = Step { sum, sources: &sources, starts, keep, memory: 1 << 28, watch: &() };
    let stepped = engine.step(step).unwrap();
    let positions = engine.read(sum, Arc::new(file)).unwrap();
    (stepped, positions)
}

#[test]
fn engines_read_each_others_layers_and_their_own_files() {
    for (shape, goal) in [("2x2", 5), ("3x3", 5), ("2x3", 6), ("3x4", 3)] {
        let task = task(shape, "2,4", Some(goal));
        let dense = DenseEngine::new(&task).unwrap();
        let sparse = SparseEngine::new(&task, None);
        let mut pending: BTreeMap<u64, Box<dyn Boards>> = BTreeMap::new();
        for (number, sum) in (4..100).step_by(2).enumerate() {
            let (by_dense, dense_positions) = layer(&dense, sum, &pending);
            let (by_sparse, sparse_positions) = layer(&sparse, sum, &pending);
            assert_eq!(by_dense.census, by_sparse.census, "{shape} {sum}");
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
