//! Good texts and files, a little changed: what the bounded runs of the fuzz targets on stable feed
//! them with. The tests `fuzz_smoke` of all crates share it; `PROPTEST_CASES` makes them longer.

use proptest::prelude::*;
use proptest::sample::Index;

/// Runs of at least this many cases.
pub(crate) fn cases(least: u32) -> ProptestConfig {
    ProptestConfig::with_cases(ProptestConfig::default().cases.max(least))
}

/// One of some good texts after a few edits with characters that parsers care about, and some that they
/// should not.
pub(crate) fn texts(
    good: &'static [&'static str],
    spice: &'static [char],
) -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), prop::sample::select(spice), 0..4_u8);
    (prop::sample::select(good), prop::collection::vec(edit, 0..8)).prop_map(|(text, edits)| {
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

/// Places, bytes, and what is done with them.
pub(crate) type ByteEdits = Vec<(Index, u8, u8)>;

/// A few edits for [`edited`].
pub(crate) fn byte_edits() -> impl Strategy<Value = ByteEdits> {
    prop::collection::vec((any::<Index>(), any::<u8>(), 0..12_u8), 0..6)
}

/// A file after some edits, most of them among its first bytes, where its header is.
pub(crate) fn edited(good: &[u8], header: usize, edits: &ByteEdits) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for &(place, byte, kind) in edits {
        let within = if kind < 8 { bytes.len().min(header) } else { bytes.len() };
        let place = place.index(within + 1);
        match kind {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, byte),
            2 => bytes.resize(bytes.len() + usize::from(byte), byte),
            _ if place < bytes.len() => bytes[place] = byte,
            _ => {}
        }
    }
    bytes
}
