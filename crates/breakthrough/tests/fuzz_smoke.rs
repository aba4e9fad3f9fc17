//! A short, bounded run of the fuzz targets on stable: good texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/breakthrough.rs"]
mod targets;

use proptest::prelude::*;

const GOOD: &[&str] = &[
    "BBBB/BBBB/..../WWWW/WWWW w",
    "B./.B/../W./.W b",
    "b./.B/../w./.W",
    "a2-b3",
    "a2b3",
    "c2xd3",
    "p2-o3",
];

/// Characters that parsers care about, and some that they should not.
const SPICE: &[char] =
    &['W', 'B', 'w', 'b', '.', '/', ' ', '-', 'x', 'a', 'p', '1', '2', '3', '9', '×', '💥', '\0'];

proptest! {
    #![proptest_config(mutate::cases(2000))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutate::texts(GOOD, SPICE)) {
        targets::position(&text);
        targets::ply(&text);
    }
}
