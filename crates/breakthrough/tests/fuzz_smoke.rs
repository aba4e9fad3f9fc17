//! A short, bounded run of the fuzz targets on stable: good texts, mutated. PROPTEST_CASES makes it
//! longer.

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
        targets::position(&text);
        targets::ply(&text);
    }
}
