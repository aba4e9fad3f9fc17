//! Games in every format: what we write is read again, samples that were worked out by hand, and
//! whatever bytes there may be.

use proptest::prelude::*;

use super::*;
use crate::grid::Grid;
use crate::shape::Shape;

/// A game of two opening spawns and as many slides as there are choices for.
fn played(shape: &str, choices: &[usize]) -> Replay {
    let shape: Shape = shape.parse().unwrap();
    let rules = Rules::classic(shape);
    let game = Game::new(rules.clone());
    let mut steps = Vec::new();
    let mut board = Board::new(shape);
    for (number, choice) in choices.iter().enumerate() {
        if number >= 2 {
            let position = game.position(board.clone()).unwrap();
            let slides: Vec<_> = game.slides(&position).collect();
            let Some(slide) = slides.get(choice / 64 % slides.len().max(1)) else { break };
            steps.push(Step::Slide(slide.direction));
            board = slide.afterstate.board().clone();
        }
        let afterstate = game.afterstate(board.clone()).unwrap();
        let mut outcomes = game.outcomes(&afterstate);
        let outcome = outcomes.nth(choice % outcomes.len()).unwrap();
        steps.push(Step::Spawn { cell: outcome.cell, tile: outcome.tile });
        board = outcome.position.into_board();
    }
    Replay { start: Board::new(shape), rules, steps }
}

/// Boards and scores from the first slide on.
fn frames(replay: &Replay) -> Vec<(String, u64)> {
    let frames = replay.play().unwrap();
    let first = frames.iter().position(|frame| matches!(frame.step, Some(Step::Slide(_)))).unwrap();
    frames[first - 1..].iter().map(|frame| (frame.board.to_string(), frame.score)).collect()
}

const OTHERS: [ReplayFormat; 5] = [
    ReplayFormat::League,
    ReplayFormat::Verse,
    ReplayFormat::Next,
    ReplayFormat::Rpl,
    ReplayFormat::Vrs,
];

proptest! {
    #[test]
    fn what_is_written_is_read_again(choices in prop::collection::vec(0..10_000_usize, 4..120)) {
        let replay = played("4x4", &choices);
        for format in ReplayFormat::ALL {
            let bytes = format.write(&replay).unwrap();
            prop_assert_eq!(ReplayFormat::of(&bytes), Some(format));
            let again = ReplayFormat::read(&bytes).unwrap();
            // Boards of records begin after the first two spawns.
            prop_assert_eq!(frames(&again), frames(&replay), "{}", format);
            prop_assert_eq!(format.write(&again).is_ok(), !again.start.largest().is_empty()
                || matches!(format, ReplayFormat::Twofold | ReplayFormat::League | ReplayFormat::Verse));
        }
    }

    #[test]
    fn smaller_boards_have_their_strings(
        shape in prop::sample::select(&["2x4", "3x3", "3x4"][..]),
        choices in prop::collection::vec(0..10_000_usize, 4..60),
    ) {
        let replay = played(shape, &choices);
        let verse = ReplayFormat::Verse.write(&replay).unwrap();
        prop_assert_eq!(ReplayFormat::read(&verse).unwrap(), replay.clone());
        prop_assert!(ReplayFormat::Rpl.write(&replay).is_err());
        prop_assert!(ReplayFormat::League.write(&replay).is_err());
    }

    /// 2048-next writes the same records with the first cell in the lowest bits.
    #[test]
    fn records_are_read_either_way(choices in prop::collection::vec(0..10_000_usize, 12..80)) {
        let replay = played("4x4", &choices);
        let mut bytes = ReplayFormat::Rpl.write(&replay).unwrap();
        let records = bytes.len() / 25 - 1;
        for record in bytes.chunks_mut(25).take(records) {
            let board = u64::from_le_bytes(record[..8].try_into().unwrap());
            let turned = (0..16).fold(0, |turned, place| turned << 4 | board >> (4 * place) & 15);
            record[..8].copy_from_slice(&turned.to_le_bytes());
            let place = record[8] >> 1 & 15;
            record[8] = record[8] & !30 | (15 - place) << 1;
        }
        prop_assert_eq!(frames(&ReplayFormat::read(&bytes).unwrap()), frames(&replay));
        // The analysis of 2048EndgameTablebase counts cells from the first one instead.
        let mut bytes = ReplayFormat::Rpl.write(&replay).unwrap();
        for record in bytes.chunks_mut(25).take(records) {
            let place = record[8] >> 1 & 15;
            record[8] = record[8] & !30 | (15 - place) << 1;
        }
        prop_assert_eq!(frames(&ReplayFormat::read(&bytes).unwrap()), frames(&replay));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        head in prop::sample::select(&["", "replay_", "REPLAY_v4C_S", "4x4-_", "9x9-_", "replay_2x4", "twofold replay 2\n"][..]),
        bytes in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        if let Ok(replay) = ReplayFormat::read(&[head.as_bytes(), &bytes].concat()) {
            let _ = replay.play();
        }
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        if let Ok(replay) = ReplayFormat::read([head, &text].concat().as_bytes()) {
            let _ = replay.play();
        }
    }

    /// Good files with a few bytes changed, cut or repeated.
    #[test]
    fn no_damage_makes_the_reader_panic(
        choices in prop::collection::vec(0..10_000_usize, 4..40),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let replay = played("4x4", &choices);
        for format in ReplayFormat::ALL {
            let mut bytes = format.write(&replay).unwrap();
            for (place, byte) in &damage {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())], &bytes.repeat(2)] {
                if let Ok(replay) = ReplayFormat::read(bytes) {
                    let _ = replay.play();
                }
            }
        }
    }
}

/// A 2 at (1,1) and one at (1,2), left, a 2 at (4,4): from the descriptions, by hand.
#[test]
fn samples_that_were_worked_out_by_hand() {
    let expected = vec![
        ("2 2 . . / . . . . / . . . . / . . . .".to_owned(), 0),
        ("4 . . . / . . . . / . . . . / . . . .".to_owned(), 4),
        ("4 . . . / . . . . / . . . . / . . . 2".to_owned(), 4),
    ];
    let mut rpl = vec![0, 0, 0, 0, 0, 0, 0, 0x11, 0b0000_0000];
    rpl.extend([0; 24]);
    rpl.extend([88, 0xaa, 0x86, 0xbc, 0x27, 0x55, 0x62, 0xe8, 0x0d]);
    rpl.extend([0xa1, 0xb0, 0xb9, 0x12, 0xb1, 0x68, 0xde, 0x3a]);
    let vrs = [
        &[0, 0, 0, 0, 0, 0, 0, 0x11, 0, 0, 0, 0, 0][..],
        &[1, 0, 0, 0, 0, 0, 0, 0x20, 4, 0, 0, 0, 1],
    ];
    for (format, bytes) in [
        (ReplayFormat::League, "replay_ $É".as_bytes().to_vec()),
        (ReplayFormat::League, "replay  $É\r\n".as_bytes().to_vec()),
        (ReplayFormat::Verse, "4x4-anything_00000g03O\n".as_bytes().to_vec()),
        (ReplayFormat::Next, "REPLAY_v4C_S\"\"!!!!!!!!!!!!!!³".as_bytes().to_vec()),
        (ReplayFormat::Rpl, rpl),
        (ReplayFormat::Vrs, vrs.concat()),
    ] {
        assert_eq!(ReplayFormat::of(&bytes), Some(format), "{format}");
        assert_eq!(frames(&ReplayFormat::read(&bytes).unwrap()), expected, "{format}");
    }
    let replay = ReplayFormat::read("replay_ $É".as_bytes()).unwrap();
    assert_eq!(
        ReplayFormat::Next.write(&replay).unwrap(),
        "REPLAY_v4C_S\"\"!!!!!!!!!!!!!!³".as_bytes()
    );
    assert_eq!(ReplayFormat::Verse.write(&replay).unwrap(), b"4x4-_00000g03O");
}

/// Every code of every slide, from the tables in the programs that write them.
#[test]
fn slides_have_other_codes_everywhere() {
    let slides = |text: &str| -> String {
        let replay = ReplayFormat::read(text.as_bytes()).unwrap();
        let slides = replay.steps.iter().filter_map(|step| match step {
            Step::Slide(direction) => Some(direction.name()[..1].to_owned()),
            Step::Spawn { .. } => None,
        });
        slides.collect()
    };
    // Codes 0, 32, 64, 96 after two spawns; the space has code 0.
    assert_eq!(slides("replay_   @`ü"), "urdl");
    assert_eq!(slides("4x4-_000000000001002003"), "udlr");
    assert_eq!(slides(&format!("REPLAY_v4C_S{}!Aa£", "!".repeat(16))), "urdl");
}

#[test]
fn undone_plies_are_left_out() {
    let undone = "REPLAY_v4C_C\"\"!!!!!!!!!!!!!!³Ã\"³";
    let plain = "REPLAY_v4C_C\"\"!!!!!!!!!!!!!!³";
    assert_eq!(ReplayFormat::read(undone.as_bytes()), ReplayFormat::read(plain.as_bytes()));
    // Number 127, the last cell with a 4 after a slide to the left, is written with a 0 after it.
    let escaped = ReplayFormat::read("REPLAY_v4C_C\"\"!!!!!!!!!!!!!!Ã!".as_bytes()).unwrap();
    assert_eq!(frames(&escaped).last().unwrap().0, "4 . . . / . . . . / . . . . / . . . 4");
    assert_eq!(
        ReplayFormat::Next.write(&escaped).unwrap(),
        "REPLAY_v4C_S\"\"!!!!!!!!!!!!!!Ã!".as_bytes()
    );
}

#[test]
fn faults_are_named() {
    let error = |text: &str| ReplayFormat::read(text.as_bytes()).unwrap_err().to_string();
    assert!(error("1. e4 e5").contains("no recorded game"), "{}", error("1. e4 e5"));
    assert_eq!(error("replay_ €"), "character 9 is `€`, which does not occur in league");
    assert_eq!(error("4x4-_00000€"), "character 11 is `€`, which does not occur in verse");
    assert!(error("4x4-_00000").contains("cut"));
    assert!(error("5x5-_000000").contains("boards of 5x5"));
    assert!(error("4x4-_000040").contains("row 5"), "{}", error("4x4-_000040"));
    assert!(error("REPLAY_v4C_X!!").contains("mode `X`"));
    assert!(error("REPLAY_v4C_S!!").contains("sixteen characters"));
    let board = "!".repeat(16);
    assert!(error(&format!("REPLAY_v4C_S{board}Ã")).contains("not whole"));
    assert!(error(&format!("REPLAY_v4C_S{board}Ã\"")).contains("action 1 takes back a ply"));
    assert!(error(&format!("REPLAY_v4C_P{board}Ã###")).contains("by hand"));
    let replay = played("4x4", &[1, 2, 3, 4, 5, 6]);
    let mut rpl = ReplayFormat::Rpl.write(&replay).unwrap();
    // A tile that no spawn explains.
    rpl[26] ^= 0x33;
    let error = ReplayFormat::read(&rpl).unwrap_err().to_string();
    assert!(error.starts_with("record 1: the next board"), "{error}");
    let cut = &ReplayFormat::Rpl.write(&replay).unwrap()[25..];
    assert!(ReplayFormat::read(&cut[..cut.len() - 25]).is_err());
}

#[test]
fn what_a_format_cannot_hold_is_not_written() {
    let unfinished: Replay =
        "twofold replay 2\ntiles classic\nshape 4x4\nspawns 2:9,4:1\nplacement anywhere\n\
                              start 0000/0000/0000/0000\nmoves (1,1)(1,2)L\nend 3\n"
            .parse()
            .unwrap();
    let other = Rules::new("4x4".parse().unwrap(), crate::TileSystem::Threes);
    let threes = Replay { start: Board::new(other.shape), rules: other, steps: Vec::new() };
    for format in OTHERS {
        let error = format.write(&unfinished).unwrap_err().to_string();
        assert!(error.contains("no spawn after it"), "{error}");
        assert!(format.write(&threes).unwrap_err().to_string().contains("classic"), "{format}");
    }
    let large: Replay =
        "twofold replay 2\ntiles classic\nshape 4x4\nspawns 2:9,4:1\nplacement anywhere\n\
                         start g100/0000/0000/0000\nmoves R(2,2)\nend 2\n"
            .parse()
            .unwrap_or_else(|error| panic!("{error}"));
    assert!(ReplayFormat::Rpl.write(&large).unwrap_err().to_string().contains("32768"));
    assert!(ReplayFormat::Next.write(&large).is_ok());
    assert!("pgn".parse::<ReplayFormat>().unwrap_err().to_string().contains("league"));
}
