//! What is fuzzed: every parser takes any text without panicking, and what it accepts survives being
//! written and read again.
//!
//! `cargo fuzz run board` and its siblings call these functions with texts that explore new code;
//! the test `fuzz_smoke` of the core crate calls them on stable with a bounded number of mutations.

use twofold_core::notation::{faces, hexadecimal, parse_board, ranks, sequence};
use twofold_core::replay::{Replay, ReplayFormat};
use twofold_core::{Board, Cell, Chance, Grid, Rules, Shape, SpawnTiles, Tile, TileSystem};

/// Boards in all notations.
pub(crate) fn board(text: &str) {
    for system in TileSystem::ALL {
        let Ok(board) = parse_board(text, system, None) else { continue };
        assert_eq!(ranks::parse(&ranks::write(&board)).as_ref(), Ok(&board));
        assert_eq!(faces::parse(&faces::write(&board, system), system).as_ref(), Ok(&board));
        if let Some(digits) = hexadecimal::write(&board) {
            assert_eq!(hexadecimal::parse(&digits, Some(board.shape())).as_ref(), Ok(&board));
        }
    }
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
    }
    if let Err(error) = parse_board(text, TileSystem::Classic, None) {
        assert!(!error.pointer().is_empty());
        assert!(text.get(error.span()).is_some(), "errors point into the text");
    }
}

/// Spawns and slides.
pub(crate) fn sequence(text: &str) {
    for system in TileSystem::ALL {
        match sequence::parse(text, system) {
            Ok(steps) => {
                assert_eq!(sequence::parse(&sequence::write(&steps, system), system), Ok(steps));
            }
            Err(error) => assert!(text.get(error.span()).is_some(), "errors point into the text"),
        }
    }
}

/// Recorded games, read and played.
pub(crate) fn replay(text: &str) {
    let Ok(replay) = text.parse::<Replay>() else { return };
    assert_eq!(replay.to_string().parse::<Replay>().as_ref(), Ok(&replay));
    let _ = replay.play();
}

/// Recorded games of all programs: what is read and legal is written and read again, where the format
/// can hold it.
pub(crate) fn replay_file(bytes: &[u8]) {
    let Ok(replay) = ReplayFormat::read(bytes) else { return };
    let Ok(frames) = replay.play() else { return };
    for format in ReplayFormat::ALL {
        let Ok(written) = format.write(&replay) else { continue };
        let again = ReplayFormat::read(&written).expect("it was written");
        let again = again.play().expect("it was legal");
        assert_eq!(again.last().map(|frame| &frame.board), frames.last().map(|frame| &frame.board));
    }
}

/// Shapes, cells, tiles, rules and their parts.
pub(crate) fn small(text: &str) {
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse().as_ref(), Ok(&rules));
    }
    if let Ok(cell) = text.parse::<Cell>() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    if let Ok(tile) = text.parse::<Tile>() {
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
    if let Ok(chance) = text.parse::<Chance>() {
        assert_eq!(chance.to_string().parse(), Ok(chance));
    }
    for system in TileSystem::ALL {
        if let Ok(spawns) = SpawnTiles::parse(text, system) {
            assert_eq!(SpawnTiles::parse(&spawns.write(system), system).as_ref(), Ok(&spawns));
        }
    }
}
