//! The parts of small games, by tile sum and largest tile, against those that Lees-Miller published.
//!
//! `parts.csv` has the live positions of the games on 2×2 and of those on 3×3 to 8, 16, 32, 64 and 128. They
//! are the numbers of `data/enumeration/layer_parts.csv` in his repository, jdleesmiller/twenty48, whose other
//! games (3×3 to 1024, 4×4 to 64) have been compared as well.

use std::collections::BTreeMap;

use twofold_core::Rules;
use twofold_layers::{LayeredGame, Start};
use twofold_solve::count::Counter;

type Parts = BTreeMap<(u64, u64), u64>;

#[test]
fn every_part_has_as_many_states_as_were_published() {
    let mut games: BTreeMap<(&str, u64), Parts> = BTreeMap::new();
    for line in include_str!("parts.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |index: usize| cells[index].parse::<u64>().unwrap();
        let game = games.entry((cells[0], number(1))).or_default();
        game.insert((number(2), number(3)), number(4));
    }
    assert_eq!(games.len(), 9);
    for ((shape, to), published) in games {
        let rules = Rules::classic(shape.parse().unwrap());
        let (tiles, target) = (rules.tiles, rules.tiles.tile_with_face(to));
        let game = LayeredGame::new(rules, target, Start::TwoTiles).unwrap();
        let counted = Counter::new(&game).run(&()).unwrap();
        let parts: Parts = counted
            .game
            .by_sum_and_largest()
            .filter(|row| row.positions.live.orbits > 0)
            .map(|row| ((row.sum, tiles.face(row.largest)), row.positions.live.orbits))
            .collect();
        assert_eq!(parts, published, "{shape} to {to}");
    }
}
