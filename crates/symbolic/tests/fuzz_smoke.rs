//! A short, bounded run of the fuzz targets on stable: good texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/symbolic.rs"]
mod targets;

use proptest::prelude::*;

const GOOD: &[&str] = &[
    "x1 | (x2 & x3)",
    "(x1 & x2) | (x3 & x4)",
    "x1 ^ x2 ^ x3",
    "!(x1 ^ x2)",
    "x64",
    "!!!x1 & x10",
];

/// Characters that parsers care about, and some that they should not.
const SPICE: &[char] =
    &['0', '1', '6', 'x', '!', '&', '|', '^', '(', ')', ' ', '\n', '×', '💥', '\0'];

proptest! {
    #![proptest_config(mutate::cases(2000))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutate::texts(GOOD, SPICE)) {
        targets::formula(&text);
    }
}
