//! A short, bounded run of the fuzz targets of reach on stable: good texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/reach.rs"]
mod targets;

use proptest::prelude::*;

const GOOD: &[&str] = &[
    "glider",
    ".O.\n..O\nOOO",
    "!Name: Blinker\n!a comment\nOOO\n",
    "#N Gosper\nx = 36, y = 9, rule = B3/S23\n24bo$22bobo$12b2o6b2o12b2o!",
    "B36/S23",
    "23/3",
    "#.#/.#./#.#",
    "abc\nbca\ncab",
    "12/2*",
    "1+z/*00/012",
];

/// Characters that the parsers care about, and some that they should not.
const SPICE: &[char] = &[
    '0', '9', 'b', 'o', 'O', '$', '!', '#', 'x', '=', ',', '/', '.', '*', '+', '\n', ' ', 'B', 'S',
    '×', '💥', '\0',
];

proptest! {
    #![proptest_config(mutate::cases(3000))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutate::texts(GOOD, SPICE)) {
        targets::life_pattern(&text);
        targets::picture(&text);
        targets::board_pattern(&text);
    }
}
