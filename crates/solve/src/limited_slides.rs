//! Fewer slides than the rules allow, for proofs that need no more.
//!
//! If Slider can force a tile although he only considers his most promising slides, he can force it.
//! The game in which he does so has far fewer positions.

use twofold_core::Shape;
use twofold_layers::empty_cells;
use twofold_layers::sparse::Restriction;

/// Which slides Slider considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitedSlides {
    /// At most so many of each position.
    slides: usize,
    shape: Shape,
}

impl LimitedSlides {
    /// The given number of slides, on boards of a shape of at most sixteen cells.
    pub fn new(slides: usize, shape: Shape) -> LimitedSlides {
        LimitedSlides { slides: slides.max(1), shape }
    }

    /// How promising a board is, the same for all its images: empty cells and neighbours that
    /// merge are good, neighbours far apart are bad.
    fn promise(self, code: u64) -> i32 {
        let cells = self.shape.cells();
        let columns = self.shape.columns();
        let mut ranks = [0_i32; 16];
        for (index, rank) in ranks.iter_mut().enumerate().take(cells) {
            *rank = (code >> (4 * index) & 0xF) as i32;
        }
        let mut promise = 10 * empty_cells(code, cells).count_ones() as i32;
        for index in 0..cells {
            let here = ranks[index];
            let right = (index % columns + 1 < columns).then(|| ranks[index + 1]);
            let below = (index + columns < cells).then(|| ranks[index + columns]);
            for neighbour in [right, below].into_iter().flatten() {
                if here > 0 && here == neighbour {
                    promise += 4;
                } else if here > 0 && neighbour > 0 {
                    promise -= 2 * (here - neighbour).abs();
                }
            }
        }
        promise
    }
}

impl Restriction for LimitedSlides {
    /// Keeps the boards after the most promising slides; of equals, those with the smallest codes.
    fn restrict(&self, codes: &mut Vec<u64>) {
        codes.sort_unstable();
        codes.dedup();
        if codes.len() > self.slides {
            codes.sort_by_key(|&code| std::cmp::Reverse(self.promise(code)));
            codes.truncate(self.slides);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use twofold_layers::Images;

    proptest! {
        #[test]
        fn images_are_equally_promising(code: u64) {
            for shape in ["4x4", "3x3", "2x4"] {
                let shape: Shape = shape.parse().unwrap();
                let code = code >> (64 - 4 * shape.cells());
                let narrow = LimitedSlides::new(1, shape);
                for image in Images::new(shape).all(code) {
                    prop_assert_eq!(narrow.promise(image), narrow.promise(code));
                }
            }
        }
    }
}
