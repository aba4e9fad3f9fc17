//! Every bit against a plain recursion.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use twofold_core::{Board, Game, Rules, SpawnValues, Tile};

use super::*;
use crate::layers::Start;

fn task(shape: &str, goal: u8, spawns: &[u8]) -> Task {
    let mut rules = Rules::classic(shape.parse().unwrap());
    let tile = |&rank: &u8| (Tile::new(rank).unwrap(), 1);
    let spawns: Vec<_> = spawns.iter().map(tile).collect();
    rules.spawn.values = SpawnValues::new(&spawns).unwrap();
    Task::new(rules, Tile::new(goal), Start::Empty).unwrap()
}

/// The good boards of every sum: (after slides, positions).
fn decided(task: &Task) -> (Halves, BTreeMap<u64, [Layer; 2]>) {
    let kinds = usize::from(task.goal().unwrap().rank());
    let halves = Halves::new(task, task.rules().shape.rows() / 2, kinds);
    let sums: Vec<u64> = (0..=2 * halves.highest()).collect();
    let mut found = BTreeMap::<u64, [Layer; 2]>::new();
    decide(&halves, task, &sums, &(), |sum, boards| {
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
    task: Task,
    known: HashMap<Board, bool>,
}

impl Plain {
    fn new(task: &Task) -> Plain {
        let game = Game::new(task.rules().clone());
        Plain { game, task: task.clone(), known: HashMap::new() }
    }

    fn position(&mut self, board: &Board) -> bool {
        if let Some(&known) = self.known.get(&board.canonical()) {
            return known;
        }
        let position = self.game.position(board.clone()).unwrap();
        let slides = self.game.slides(&position).unwrap();
        let good = slides.into_iter().any(|slide| {
            let board = slide.afterstate.board();
            self.task.is_over(board.largest()) || self.after_slide(&board.clone())
        });
        self.known.insert(board.canonical(), good);
        good
    }

    fn after_slide(&mut self, board: &Board) -> bool {
        let afterstate = self.game.afterstate(board.clone()).unwrap();
        let outcomes = self.game.outcomes(&afterstate).unwrap();
        outcomes.into_iter().all(|outcome| self.position(outcome.position.board()))
    }
}

#[test]
fn every_board_of_2x2_is_what_the_recursion_says() {
    for (goal, spawns) in
        [(3, &[1][..]), (4, &[1]), (5, &[1]), (3, &[1, 2]), (4, &[1, 2]), (5, &[2])]
    {
        let task = task("2x2", goal, spawns);
        let (halves, found) = decided(&task);
        let mut plain = Plain::new(&task);
        for code in 0..usize::from(goal).pow(4) {
            let rank = |place: u32| (code / usize::from(goal).pow(place) % usize::from(goal)) as u8;
            let ranks: Vec<u8> = (0..4).map(rank).collect();
            check(&task, &halves, &found, &mut plain, &ranks);
        }
    }
}

/// Compares one board, as a position and as a board after a slide.
fn check(
    task: &Task,
    halves: &Halves,
    found: &BTreeMap<u64, [Layer; 2]>,
    plain: &mut Plain,
    ranks: &[u8],
) {
    let board = Board::from_ranks(task.rules().shape, ranks).unwrap();
    let sum = Game::new(task.rules().clone()).tile_sum(&board);
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
        let task = task("4x4", 3, if both { &[1, 2] } else { &[1] });
        let (halves, found) = decided(&task);
        let mut plain = Plain::new(&task);
        for ranks in boards {
            check(&task, &halves, &found, &mut plain, &ranks);
        }
    }
}
