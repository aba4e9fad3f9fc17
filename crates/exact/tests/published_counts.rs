//! Figures on small boards, by the plain search.

use twofold_core::{Rules, SpawnValues, TileSystem};
use twofold_exact::count::{Counts, naive};
use twofold_exact::layers::{Start, Task};

fn count(shape: &str, to: Option<u64>) -> Counts {
    let rules = Rules::classic(shape.parse().unwrap());
    let goal = to.map(|value| rules.tiles.tile_of(value).unwrap());
    Counts::new(naive(&Task::new(rules, goal, Start::TwoTiles).unwrap()).unwrap())
}

#[test]
fn explore() {
    for (shape, to) in [
        ("2x2", Some(8)),
        ("2x2", Some(16)),
        ("2x2", Some(32)),
        ("2x2", None),
        ("2x3", None),
        ("3x3", Some(8)),
        ("3x3", Some(16)),
        ("3x3", Some(32)),
    ] {
        let c = count(shape, to);
        let p = c.positions();
        println!(
            "{shape} {to:?} live {} dead {} total {} after {} labelled {}",
            p.live.canonical,
            p.dead.canonical,
            p.total().canonical,
            c.afterstates().canonical,
            p.total().labelled
        );
    }
    let _ = (SpawnValues::parse("2", TileSystem::Classic), 1);
}
