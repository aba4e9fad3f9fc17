//! Every bit against a plain recursion.

use std::collections::HashMap;

use twofold_core::{Board, Game, Grid, Placement, Rules, SpawnTiles, Tile, TileSystem};
use twofold_layers::{LayeredGame, Start};

use super::*;

pub(super) fn layered(system: TileSystem, shape: &str, target: u8, spawns: &str) -> LayeredGame {
    let mut rules = Rules::new(shape.parse().unwrap(), system);
    rules.spawn.placement = Placement::Anywhere;
    rules.spawn.tiles = SpawnTiles::parse(spawns, system).unwrap();
    LayeredGame::new(rules, Tile::new(target), Start::Empty).unwrap()
}

/// The layers of a game.
fn decided(game: &LayeredGame) -> (Tables, Above) {
    let tables = Tables::new(game, &Geometry::new(game).unwrap());
    let mut layers = Above::new();
    for sum in tables.sides().sums().into_iter().rev() {
        let layer = tables
            .layer(sum, &layers, &Memory::new(&tables.geometry, u64::MAX), &|| false)
            .unwrap();
        layers.insert(sum, layer);
    }
    (tables, layers)
}

/// Plain recursion, from the rules.
pub(super) struct Plain {
    game: Game,
    layered: LayeredGame,
    known: HashMap<Board, bool>,
}

impl Plain {
    pub(super) fn new(layered: &LayeredGame) -> Plain {
        let game = Game::new(layered.rules().clone());
        Plain { game, layered: layered.clone(), known: HashMap::new() }
    }

    pub(super) fn position(&mut self, board: &Board) -> bool {
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

    pub(super) fn after_slide(&mut self, board: &Board) -> bool {
        let afterstate = self.game.afterstate(board.clone()).unwrap();
        let outcomes: Vec<_> = self.game.outcomes(&afterstate).collect();
        outcomes.into_iter().all(|outcome| self.position(outcome.position.board()))
    }
}

/// The ranks of a board by its number.
fn ranks(mut number: usize, kinds: usize, cells: usize) -> Vec<u8> {
    (0..cells)
        .map(|_| {
            let rank = (number % kinds) as u8;
            number /= kinds;
            rank
        })
        .collect()
}

/// Compares some boards, before a spawn; returns how many of them are lost and how many won, if all
/// are compared.
fn check(game: &LayeredGame, numbers: impl Iterator<Item = usize>) -> (Tables, Above) {
    let (tables, layers) = decided(game);
    let mut plain = Plain::new(game);
    let shape = game.rules().shape;
    let kinds = usize::from(game.target().unwrap().rank());
    for number in numbers {
        let ranks = ranks(number, kinds, shape.cells());
        let board = Board::from_ranks(shape, &ranks).unwrap();
        // The recursion plays by the rules, which may not have these tiles.
        let Some([upper, lower]) = tables.split(&ranks) else { continue };
        if board.is_full() || game.rules().position(board.clone()).is_err() {
            continue;
        }
        let layer: &Layer =
            &layers[&ranks.iter().map(|&rank| game.face(Tile::new(rank).unwrap())).sum()];
        let is_lost = layer.contains(tables.sides().alike, upper, lower);
        assert_eq!(is_lost, !plain.after_slide(&board), "{game}: {board:?}");
    }
    (tables, layers)
}

/// Every board, and how many of each layer are lost.
fn check_all(system: TileSystem, shape: &str, target: u8, spawns: &str) {
    let game = layered(system, shape, target, spawns);
    let (kinds, cells) = (usize::from(target), game.rules().shape.cells());
    let (tables, layers) = check(&game, 0..kinds.pow(cells as u32));
    let mut counts = HashMap::<u64, [u64; 2]>::new();
    for number in 0..kinds.pow(cells as u32) {
        let ranks = ranks(number, kinds, cells);
        let Some([upper, lower]) = tables.split(&ranks) else { continue };
        let sum = ranks.iter().map(|&rank| game.face(Tile::new(rank).unwrap())).sum();
        let count = counts.entry(sum).or_default();
        count[0] += u64::from(ranks.contains(&0));
        count[1] += u64::from(layers[&sum].contains(tables.sides().alike, upper, lower));
    }
    for (sum, layer) in &layers {
        assert_eq!(
            [tables.open_boards(*sum), tables.lost_boards(layer)],
            counts[sum],
            "{game}, {sum}"
        );
    }
}

#[test]
fn every_board_of_small_shapes_is_what_the_recursion_says() {
    for (shape, target, spawns) in [
        ("1x1", 2, "2"),
        ("1x2", 3, "2"),
        ("2x1", 3, "2,4"),
        ("1x5", 4, "2"),
        ("5x1", 5, "2,4"),
        ("2x2", 3, "2"),
        ("2x2", 4, "2"),
        ("2x2", 5, "2"),
        ("2x2", 6, "2,4"),
        ("2x2", 3, "2,4"),
        ("2x2", 5, "4"),
        ("2x3", 4, "2"),
        ("2x3", 5, "2,4"),
        ("3x2", 6, "2"),
        ("3x3", 3, "2,4"),
        ("3x3", 4, "2"),
        ("2x4", 4, "2"),
        ("2x4", 4, "2,4"),
        ("4x2", 4, "2"),
    ] {
        check_all(TileSystem::Classic, shape, target, spawns);
    }
}

#[test]
fn other_tiles_are_decided_alike() {
    for (system, shape, target, spawns) in [
        (TileSystem::Fibonacci, "2x2", 4, "1"),
        (TileSystem::Fibonacci, "2x2", 5, "1,2"),
        (TileSystem::Fibonacci, "2x3", 5, "1"),
        (TileSystem::Fibonacci, "3x3", 4, "1"),
        (TileSystem::Threes, "2x2", 5, "1,2"),
        (TileSystem::Threes, "3x3", 4, "1,2,3"),
        (TileSystem::Fives, "2x3", 5, "2,3"),
    ] {
        check_all(system, shape, target, spawns);
    }
}

/// Boards scattered over all of a shape.
fn check_samples(shape: &str, target: u8, spawns: &str, count: usize) {
    let game = layered(TileSystem::Classic, shape, target, spawns);
    let boards = usize::from(target).pow(game.rules().shape.cells() as u32);
    // A step that has no factor in common with the number of boards.
    let step = (boards / count) | 1;
    check(&game, (0..count).map(|number| number * step % boards));
}

#[test]
fn samples_of_larger_boards_are_what_the_recursion_says() {
    check_samples("3x4", 3, "2", 3_000);
    check_samples("4x3", 4, "2,4", 2_000);
    check_samples("2x5", 5, "2", 2_000);
    check_samples("4x4", 3, "2", 40_000);
    check_samples("4x4", 3, "2,4", 40_000);
}

/// Positions of the layers, full or not.
fn counted(game: &LayeredGame, shape: &str, target: u8) -> Vec<(u64, [u64; 2])> {
    let rules = game.rules().clone();
    let problem = Problem::new(rules, Goal::Tile, Opponent::Adversary, Tile::new(target)).unwrap();
    let solved = AllBoards::new(&problem).unwrap().count_from(0).run(&()).unwrap();
    let counts = solved.layers.iter().map(|layer| (layer.sum, layer.positions.unwrap()));
    let counts: Vec<_> = counts.collect();
    let boards: u64 = counts.iter().map(|(_, [won, lost])| won + lost).sum();
    let cells = shape.parse::<Shape>().unwrap().cells();
    assert_eq!(boards, u64::from(target).pow(cells as u32), "{game}");
    counts
}

#[test]
fn positions_are_as_many_as_the_recursion_says() {
    for (shape, target, spawns) in [
        ("1x3", 4, "2"),
        ("2x2", 4, "2"),
        ("2x2", 5, "2,4"),
        ("2x3", 4, "2"),
        ("3x2", 5, "2"),
        ("3x3", 3, "2,4"),
        ("2x4", 3, "2"),
    ] {
        let game = layered(TileSystem::Classic, shape, target, spawns);
        let mut plain = Plain::new(&game);
        let shape_of = game.rules().shape;
        let mut counts = HashMap::<u64, [u64; 2]>::new();
        for number in 0..usize::from(target).pow(shape_of.cells() as u32) {
            let ranks = ranks(number, target.into(), shape_of.cells());
            let sum = ranks.iter().map(|&rank| game.face(Tile::new(rank).unwrap())).sum();
            let is_won = plain.position(&Board::from_ranks(shape_of, &ranks).unwrap());
            counts.entry(sum).or_default()[usize::from(!is_won)] += 1;
        }
        for (sum, found) in counted(&game, shape, target) {
            assert_eq!(found, counts[&sum], "{game}, {sum}");
        }
    }
}

#[test]
fn positions_are_as_many_as_the_pass_by_quadrants_says() {
    for (shape, target, spawns) in
        [("2x2", 4, "2"), ("2x2", 5, "2,4"), ("4x4", 2, "2"), ("4x4", 3, "2"), ("4x4", 3, "2,4")]
    {
        let game = layered(TileSystem::Classic, shape, target, spawns);
        let won = crate::by_quadrants::won_positions(&game);
        for (sum, [found, _]) in counted(&game, shape, target) {
            assert_eq!(u128::from(found), won[&sum], "{game}, {sum}");
        }
    }
}

/// Takes some minutes: `cargo test --release -p twofold-solve --lib quadrants -- --ignored`.
#[test]
#[ignore = "4.3 billion boards"]
fn positions_of_4x4_to_16_are_as_many_as_the_pass_by_quadrants_says() {
    for spawns in ["2", "2,4"] {
        let game = layered(TileSystem::Classic, "4x4", 4, spawns);
        let won = crate::by_quadrants::won_positions(&game);
        for (sum, [found, _]) in counted(&game, "4x4", 4) {
            assert_eq!(u128::from(found), won[&sum], "{game}, {sum}");
        }
    }
}
