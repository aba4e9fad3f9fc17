//! A short, bounded run of the fuzz targets on stable: good texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use proptest::prelude::*;

const GOOD: &[&str] = &[
    "0x0132",
    "0x00000000000fedcb",
    "4 8 / 2 .",
    "131072 . . . / . . . 65536",
    "12/01",
    "zZ/0a",
    "2,4,0,8",
    "[[2,4],[0,8]]",
    "faces:2/4/8",
    "ranks:hello",
    "(1,1)D(2,2)=4L RRDRLD",
    "2:0.9,4:0.1",
    "16x16",
    "classic on 4x4, spawning 2 (1/2) or 4 (1/2) at top-left-rows",
    "threes 3x3",
    "(1,3)",
    "twofold replay 1\ntiles classic\nshape 2x2\ndrops 2:9,4:1\nplacement anywhere\nstart 00/00\nmoves (1,1)(1,2)R(1,1)=4D\n",
    "twofold replay 1\ntiles threes\nshape 3x2\ndrops 1,2,3\nplacement trailing-edge\nstart 01/00/20\nmoves L(1,2)=3D\n",
    "twofold replay 2\ntiles fives\nshape 2x2\nspawns 2,3\nplacement anywhere\nstart 00/00\nmoves (1,1)(1,2)=3R\nend 3\n",
];

/// Games of other programs.
const GAMES: &[&str] = &[
    "replay_ $É",
    "replay_2x4 $É",
    "4x4-_00000g03O",
    "2x4-_00000g00e",
    "REPLAY_v4C_S\"\"!!!!!!!!!!!!!!³",
    "REPLAY_v4C_C\"\"!!!!!!!!!!!!!!Ã!Ã\"³",
];

/// Characters that parsers care about, and some that they should not.
const SPICE: &[char] = &[
    '0', '1', '9', 'f', 'x', '/', ' ', '.', '(', ')', ',', '=', ':', '[', ']', '\n', 'U', '×',
    '💥', '\0',
];

proptest! {
    #![proptest_config(mutate::cases(4000))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutate::texts(GOOD, SPICE)) {
        targets::board(&text);
        targets::sequence(&text);
        targets::replay(&text);
        targets::replay_file(text.as_bytes());
        targets::small(&text);
    }

    #[test]
    fn games_hold_on_mutated_texts(text in mutate::texts(GAMES, SPICE)) {
        targets::replay_file(text.as_bytes());
    }
}

#[test]
fn good_texts_are_good() {
    use twofold_core::{TileSystem, notation, replay::Replay};
    for text in &GOOD[..10] {
        assert!(notation::parse_board(text, TileSystem::Classic, None).is_ok(), "{text}");
    }
    for text in &GOOD[16..] {
        text.parse::<Replay>().unwrap().play().unwrap();
    }
}
