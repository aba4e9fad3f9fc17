//! A short, bounded run of the fuzz targets of the studio on stable: good files and texts, mutated.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
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
    #![proptest_config(mutate::cases(3000))]

    #[test]
    fn png_files_with_other_bytes(which in 0..2_usize, edits in mutate::byte_edits()) {
        targets::png_file(&mutate::edited(&GOOD[which], usize::MAX, &edits));
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
