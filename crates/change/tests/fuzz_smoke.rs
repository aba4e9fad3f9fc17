//! A short, bounded run of the fuzz targets on stable: good texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/change.rs"]
mod targets;

use proptest::prelude::*;

const GOOD: &[&str] = &[
    "n^2+1",
    "3*2^n/2",
    "2n^2 - n + 1",
    "(n+1)!",
    "99999999999999999999^n",
    "-(n%7)+((n))",
    "n*(n+1)/2",
    "1",
    "18446744073709551616",
    "fibonacci",
    "A000045",
    "1\n2\n4\n8\n",
    "# comment\n0 1\n1 2\n2 3\n",
];

/// Characters that parsers care about, and some that they should not.
const SPICE: &[char] = &[
    '0', '1', '9', 'n', '^', '!', '(', ')', '+', '-', '*', '/', '%', ' ', '\n', 'A', '#', '×',
    '💥', '\0',
];

proptest! {
    #![proptest_config(mutate::cases(2000))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutate::texts(GOOD, SPICE)) {
        targets::formula(&text);
        targets::amount(&text);
        targets::terms(&text);
    }
}
