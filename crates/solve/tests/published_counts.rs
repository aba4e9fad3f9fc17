//! Figures on small boards, by the plain search and by the engines.
//!
//! The figures to 32 on 2×2 are those of Lees-Miller 2017, who counts live positions before a win.
//! Those without a goal are positions of both kinds; afterstates and dead positions on 3×3 have been
//! found independently of this program.

use twofold_core::Rules;
use twofold_layers::{LayeredGame, Start};
use twofold_solve::count::{Counter, GameCount, naive};

fn game(shape: &str, to: Option<u64>) -> LayeredGame {
    let rules = Rules::classic(shape.parse().unwrap());
    let goal = to.map(|value| rules.tiles.tile_with_face(value).unwrap());
    LayeredGame::new(rules, goal, Start::TwoTiles).unwrap()
}

fn live(counts: &GameCount) -> u64 {
    counts.positions().live.orbits
}

#[test]
fn live_positions_by_goal_with_the_plain_search() {
    for (shape, to, expected) in [
        ("2x2", Some(8), 15),
        ("2x2", Some(16), 35),
        ("2x2", Some(32), 57),
        ("2x2", None, 74),
        ("3x3", Some(8), 1186),
    ] {
        let counts = GameCount::new(naive(&game(shape, to)).unwrap());
        assert_eq!(live(&counts), expected, "{shape} to {to:?}");
    }
}

#[test]
fn live_positions_by_goal_with_the_engines() {
    for (shape, to, expected) in [
        ("2x2", Some(8), 15),
        ("2x2", Some(16), 35),
        ("2x2", Some(32), 57),
        ("2x2", None, 74),
        ("3x3", Some(8), 1186),
        ("3x3", Some(16), 16_834),
        ("3x3", Some(32), 124_372),
        ("3x3", Some(64), 594_046),
        ("4x4", Some(8), 84_659),
    ] {
        let outcome = Counter::new(&game(shape, to)).run(&()).unwrap();
        assert!(outcome.is_complete);
        assert_eq!(live(&outcome.game), expected, "{shape} to {to:?}");
    }
}

#[test]
fn positions_without_a_goal() {
    let counts = Counter::new(&game("2x3", None)).run(&()).unwrap().game;
    assert_eq!(counts.positions().total().orbits, 21_752);
}

#[test]
fn the_last_layer_is_listed() {
    let outcome = Counter::new(&game("2x2", Some(32))).run(&()).unwrap();
    assert_eq!(outcome.last, Some(vec![0x2244, 0x2442]));
    assert_eq!(outcome.game.layers().last().unwrap().sum, 40);
}

#[test]
fn a_count_may_end_early() {
    let whole = Counter::new(&game("3x3", Some(16))).run(&()).unwrap().game;
    let outcome = Counter::new(&game("3x3", Some(16))).until_sum(Some(20)).run(&()).unwrap();
    assert!(!outcome.is_complete);
    let layers = outcome.game.layers();
    assert_eq!(layers.last().unwrap().sum, 20);
    assert_eq!(layers, &whole.layers()[..layers.len()]);
}
