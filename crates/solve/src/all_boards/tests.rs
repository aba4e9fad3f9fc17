//! Every bit against a plain recursion.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use twofold_core::{Board, Game, Placement, Rules, SpawnTiles, Tile, TileSystem};

use super::*;
use twofold_layers::Start;

fn layered(shape: &str, goal: u8, spawns: &[u8]) -> LayeredGame {
    let mut rules = Rules::classic(shape.parse().unwrap());
    let tile = |&rank: &u8| (Tile::new(rank).unwrap(), 1);
    let spawns: Vec<_> = spawns.iter().map(tile).collect();
    rules.spawn.tiles = SpawnTiles::new(&spawns).unwrap();
    LayeredGame::new(rules, Tile::new(goal), Start::Empty).unwrap()
}

/// The good boards of every sum: (after slides, positions).
fn decided(layered: &LayeredGame) -> (QuadrantPairs, BTreeMap<u64, [Layer; 2]>) {
    let kinds = usize::from(layered.target().unwrap().rank());
    let halves = QuadrantPairs::new(layered, layered.rules().shape.rows() / 2, kinds);
    let sums: Vec<u64> = (0..=2 * halves.highest()).collect();
    let mut found = BTreeMap::<u64, [Layer; 2]>::new();
    decide(&halves, layered, &sums, &(), |sum, boards| {
        let entry = found.entry(sum).or_default();
        match boards {
            Boards::AfterSlides(layer) => entry[0] = layer.clone(),
            Boards::Positions(layer) => entry[1] = layer.clone(),
        }
        Ok(())
    })
    .unwrap();
    (halves, found)
}

/// Plain recursion, from the rules.
struct Plain {
    game: Game,
    layered: LayeredGame,
    known: HashMap<Board, bool>,
}

impl Plain {
    fn new(layered: &LayeredGame) -> Plain {
        let game = Game::new(layered.rules().clone());
        Plain { game, layered: layered.clone(), known: HashMap::new() }
    }

    fn position(&mut self, board: &Board) -> bool {
        if let Some(&known) = self.known.get(&board.canonical()) {
            return known;
        }
        let position = self.game.position(board.clone()).unwrap();
        let slides: Vec<_> = self.game.slides(&position).collect();
        let good = slides.into_iter().any(|slide| {
            let board = slide.afterstate.board();
            self.layered.is_over(board.largest()) || self.after_slide(&board.clone())
        });
        self.known.insert(board.canonical(), good);
        good
    }

    fn after_slide(&mut self, board: &Board) -> bool {
        let afterstate = self.game.afterstate(board.clone()).unwrap();
        let outcomes: Vec<_> = self.game.outcomes(&afterstate).collect();
        outcomes.into_iter().all(|outcome| self.position(outcome.position.board()))
    }
}

#[test]
fn every_board_of_2x2_is_what_the_recursion_says() {
    for (goal, spawns) in
        [(3, &[1][..]), (4, &[1]), (5, &[1]), (3, &[1, 2]), (4, &[1, 2]), (5, &[2])]
    {
        let layered = layered("2x2", goal, spawns);
        let (halves, found) = decided(&layered);
        let mut plain = Plain::new(&layered);
        for code in 0..usize::from(goal).pow(4) {
            let rank = |place: u32| (code / usize::from(goal).pow(place) % usize::from(goal)) as u8;
            let ranks: Vec<u8> = (0..4).map(rank).collect();
            check(&layered, &halves, &found, &mut plain, &ranks);
        }
    }
}

#[test]
fn other_tiles_are_decided_alike() {
    for (system, target, spawns) in [
        (TileSystem::Fibonacci, 4, "1"),
        (TileSystem::Fibonacci, 5, "1,2"),
        (TileSystem::Threes, 5, "1,2"),
    ] {
        let mut rules = Rules::new("2x2".parse().unwrap(), system);
        rules.spawn.placement = Placement::Anywhere;
        rules.spawn.tiles = SpawnTiles::parse(spawns, system).unwrap();
        let layered = LayeredGame::new(rules, Tile::new(target), Start::Empty).unwrap();
        let (halves, found) = decided(&layered);
        let mut plain = Plain::new(&layered);
        let kinds = usize::from(target);
        for code in 0..kinds.pow(4) {
            let ranks: Vec<u8> =
                (0..4).map(|place| (code / kinds.pow(place) % kinds) as u8).collect();
            check(&layered, &halves, &found, &mut plain, &ranks);
        }
    }
}

/// Compares one board, as a position and as a board after a slide.
fn check(
    layered: &LayeredGame,
    halves: &QuadrantPairs,
    found: &BTreeMap<u64, [Layer; 2]>,
    plain: &mut Plain,
    ranks: &[u8],
) {
    let board = Board::from_ranks(layered.rules().shape, ranks).unwrap();
    if layered.rules().position(board.clone()).is_err() {
        // The recursion plays by the rules, which do not have these tiles.
        return;
    }
    let sum = Game::new(layered.rules().clone()).tile_sum(&board);
    let [after, positions] = &found[&sum];
    let split = halves.split(ranks);
    assert_eq!(positions.contains(halves, split), plain.position(&board), "{board:?}");
    if !board.is_full() {
        assert_eq!(after.contains(halves, split), plain.after_slide(&board), "{board:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]
    #[test]
    fn boards_of_4x4_are_what_the_recursion_says(
        boards in prop::collection::vec(prop::collection::vec(0_u8..3, 16), 30),
        both: bool,
    ) {
        let layered = layered("4x4", 3, if both { &[1, 2] } else { &[1] });
        let (halves, found) = decided(&layered);
        let mut plain = Plain::new(&layered);
        for ranks in boards {
            check(&layered, &halves, &found, &mut plain, &ranks);
        }
    }
}
