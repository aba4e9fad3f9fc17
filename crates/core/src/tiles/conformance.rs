//! The laws that every tile system obeys, on random boards of many shapes.

use proptest::prelude::*;

use super::{TileSystem, Travel};
use crate::board::Board;
use crate::direction::Direction;
use crate::game::Game;
use crate::grid::Grid;
use crate::rules::Rules;
use crate::symmetry::Symmetry;
use crate::test_boards;
use crate::tile::Tile;

fn tiles(up_to: u8) -> impl Iterator<Item = Tile> + Clone {
    (1..=up_to).map(|rank| Tile::new(rank).unwrap())
}

#[test]
fn names_are_read_back() {
    for system in TileSystem::ALL {
        assert_eq!(system.name().parse(), Ok(system));
    }
    assert!("2049".parse::<TileSystem>().is_err());
}

#[test]
fn faces_grow_with_rank_and_name_their_tile() {
    for system in TileSystem::ALL {
        assert_eq!(system.face(Tile::EMPTY), 0);
        let faces: Vec<_> = tiles(Tile::MAX_RANK).map(|tile| system.face(tile)).collect();
        assert!(faces.is_sorted_by(|a, b| a < b), "{system}");
        for tile in tiles(Tile::MAX_RANK) {
            assert_eq!(system.tile_with_face(system.face(tile)), Some(tile), "{system}");
        }
    }
}

#[test]
fn merges_are_symmetric_and_keep_the_sum() {
    for system in TileSystem::ALL {
        for a in tiles(40) {
            for b in tiles(40) {
                let merged = system.merge(a, b);
                assert_eq!(merged, system.merge(b, a), "{system}");
                if let Some(result) = merged {
                    assert_eq!(system.face(result), system.face(a) + system.face(b), "{system}");
                    assert!(result > a && result > b, "{system}: merging makes progress");
                }
            }
        }
    }
}

#[test]
fn every_way_to_merge_a_tile_takes_the_same_number_of_parts() {
    for system in TileSystem::ALL {
        assert_eq!(system.parts(Tile::EMPTY), 0);
        for tile in system.basis() {
            assert_eq!(system.parts(tile), 1, "{system} {tile:?}");
        }
        for a in tiles(Tile::MAX_RANK) {
            for b in tiles(Tile::MAX_RANK) {
                if let Some(result) = system.merge(a, b) {
                    assert_eq!(system.parts(result), system.parts(a) + system.parts(b), "{system}");
                }
            }
        }
    }
}

#[test]
fn every_tile_can_be_made_or_spawned() {
    for system in TileSystem::ALL {
        let spawned: Vec<_> = system.default_spawn().tiles.iter().map(|(tile, _)| tile).collect();
        for tile in tiles(20) {
            let makes = |a, b| system.merge(a, b) == Some(tile);
            let made = tiles(20).any(|a| tiles(20).any(|b| makes(a, b)));
            assert!(made || spawned.contains(&tile), "{system} {tile:?}");
        }
    }
}

fn boards() -> impl Strategy<Value = (TileSystem, Board)> {
    (prop::sample::select(&TileSystem::ALL[..]), test_boards::board(5, 20))
}

proptest! {
    #[test]
    fn slides_keep_the_sum_and_spawns_raise_it((system, board) in boards()) {
        let game = Game::new(Rules::new(board.shape(), system));
        let sum = game.tile_sum(&board);
        let position = game.position(board).unwrap();
        for slide in game.slides(&position) {
            prop_assert_eq!(game.tile_sum(slide.afterstate.board()), sum);
            prop_assert_ne!(slide.afterstate.board(), position.board());
            let outcomes: Vec<_> = game.outcomes(&slide.afterstate).collect();
            prop_assert!(!outcomes.is_empty());
            let total: f64 = outcomes.iter().map(|outcome| outcome.chance.to_f64()).sum();
            prop_assert!((total - 1.0).abs() < 1e-12);
            for outcome in outcomes {
                let raised = game.tile_sum(outcome.position.board());
                prop_assert_eq!(raised, sum + system.face(outcome.tile));
            }
        }
    }

    #[test]
    fn slides_commute_with_symmetries((system, board) in boards()) {
        for symmetry in Symmetry::ALL {
            let image = board.image(symmetry);
            let here = Game::new(Rules::new(board.shape(), system));
            let there = Game::new(Rules::new(image.shape(), system));
            let mut slid: Vec<_> = here.slides(&here.position(board.clone()).unwrap())
                .map(|slide| (slide.afterstate.into_board().image(symmetry), slide.score)).collect();
            let mut expected: Vec<_> = there.slides(&there.position(image).unwrap())
                .map(|slide| (slide.afterstate.into_board(), slide.score)).collect();
            slid.sort();
            expected.sort();
            prop_assert_eq!(slid, expected);
        }
    }

    #[test]
    fn no_tile_travels_too_far((system, board) in boards()) {
        let game = Game::new(Rules::new(board.shape(), system));
        let position = game.position(board.clone()).unwrap();
        for direction in Direction::ALL {
            let Some(slide) = game.slide(&position, direction) else { continue };
            let count = |board: &Board| board.tiles().filter(|tile| !tile.is_empty()).count();
            let lines = if direction.is_vertical() { board.shape().columns() } else { board.shape().rows() };
            let merges = count(&board) - count(slide.afterstate.board());
            if system.travel() == Travel::OneStep {
                prop_assert!(merges <= lines);
            }
        }
    }
}
