//! A short, bounded run of the fuzz targets on stable: good texts, mutated. PROPTEST_CASES makes it
//! longer.

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

fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), prop::sample::select(SPICE), 0..4_u8);
    (prop::sample::select(GOOD), prop::collection::vec(edit, 0..8)).prop_map(|(text, edits)| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, character, kind) in edits {
            let place = place.index(text.len() + 1);
            match kind {
                0 => text.insert(place, character),
                1 if place < text.len() => text[place] = character,
                2 => text.extend_from_within(..place),
                _ => text.truncate(place),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(2000)))]

    #[test]
    fn targets_hold_on_mutated_texts(text in mutated()) {
        targets::formula(&text);
    }
}
