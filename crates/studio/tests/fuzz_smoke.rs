//! A short, bounded run of the fuzz targets of the studio on stable: good files and texts, mutated.

#[path = "../../../fuzz/src/studio.rs"]
mod targets;

use std::sync::LazyLock;

use proptest::prelude::*;
use twofold_studio::animation;
use twofold_studio::png::{self, Pixels};

/// A small still picture and a small animation.
static GOOD: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let frame = |part: u8| Pixels { width: 3, height: 2, rgba: vec![part; 24] };
    let still = animation::apng(&[frame(40)], 0, 0).expect("a picture");
    [still, animation::apng(&[frame(1), frame(200)], 50, 100).expect("an animation")]
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn png_files_with_other_bytes(
        which in 0..2_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        end in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = GOOD[which].clone();
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if cut {
            bytes.truncate(end.index(bytes.len()));
        }
        targets::png_file(&bytes);
    }

    #[test]
    fn texts(text in "\\PC*", nearly in "[0-9./\n#a-f]*") {
        targets::studio_text(&text);
        targets::studio_text(&nearly);
    }
}

#[test]
fn good_files_are_good() {
    assert!(GOOD.iter().all(|file| png::read(file).is_ok()));
}
