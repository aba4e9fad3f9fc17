//! Dense layers are the same as sparse ones, layer by layer.

use twofold_core::{Rules, Shape, SpawnValues, Tile, TileSystem};

use super::DenseEngine;
use crate::count::Counter;
use crate::layers::{Start, Task};

fn agree(task: &Task) {
    let engine = DenseEngine::new(task).expect("small boards");
    let dense = Counter::with_engine_alone(task, Box::new(engine)).run(&()).unwrap();
    let sparse = Counter::new(task).run(&()).unwrap();
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
            rules.spawn.placement = twofold_core::Placement::Anywhere;
            agree(&Task::new(rules, Tile::new(5), Start::TwoTiles).unwrap());
        }
    }
}
