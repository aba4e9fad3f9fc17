//! A short, bounded run of the fuzz targets on stable: good texts, mutated. PROPTEST_CASES makes it
//! longer.

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
        targets::amount(&text);
        targets::terms(&text);
    }
}
