//! What is fuzzed of reach: patterns of boards and of Life, rules of Life, and pictures to paint. Every
//! parser takes any text without panicking, and what it accepts survives being written and read again.
//!
//! The test `fuzz_smoke` of the reach crate calls these functions on stable with a bounded number of
//! mutations.

use twofold_core::Grid;
use twofold_reach::life::{self, Edges, Rule, World};
use twofold_reach::paint::{Effort, Picture, paint};
use twofold_reach::{BoardPattern, Destination, ReachQuestion};

/// Patterns of Life: run length encoding, `.cells` files, text; and rules.
pub(crate) fn life_pattern(text: &str) {
    if let Ok(pattern) = text.parse::<life::LifePattern>() {
        assert_eq!(pattern.to_string().parse().as_ref(), Ok(&pattern));
        let shape = "8x8".parse().expect("a shape");
        if let Ok(world) = World::new(shape, Edges::Toroidal, &pattern) {
            let _ = world.next().picture();
        }
    }
    if let Ok(rule) = text.parse::<Rule>() {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
}

/// Pictures to paint, and a try to paint small ones.
pub(crate) fn picture(text: &str) {
    let Ok(picture) = text.parse::<Picture>() else { return };
    if picture.shape().cells() <= 9 {
        let effort = Effort { attempts: 3, states: 200 };
        if let Ok(painting) = paint(&picture, effort, &()) {
            assert!(picture.shape().iter().all(|cell| !painting.board.tile(cell).is_empty()));
        }
    }
}

/// Patterns of boards.
pub(crate) fn board_pattern(text: &str) {
    let Ok(pattern) = text.parse::<BoardPattern>() else { return };
    assert_eq!(pattern.to_string().parse().as_ref(), Ok(&pattern));
    let _ = ReachQuestion::bounded(Destination::pattern("pattern", pattern), 3);
}
