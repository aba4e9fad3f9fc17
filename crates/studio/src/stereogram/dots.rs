//! Black and white dots.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

use crate::color::Color;
use crate::palette;
use crate::png::{Pixels, RenderError, pixels};
use crate::svg;

/// Black or white at random.
pub(super) fn coin(random: &mut SplitMix64) -> bool {
    random.next_u64() & 1 == 1
}

/// From one line of text to the next, in pixels.
const LINE: usize = 18;

/// A rectangle of dots, each black or white.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dots {
    width: usize,
    height: usize,
    black: Vec<bool>,
}

impl Dots {
    /// White dots.
    pub fn new(width: usize, height: usize) -> Dots {
        Dots { width, height, black: vec![false; width * height] }
    }

    pub(super) fn random(width: usize, height: usize, random: &mut SplitMix64) -> Dots {
        let black = (0..width * height).map(|_| coin(random)).collect();
        Dots { width, height, black }
    }

    /// How many dots stand next to each other.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows of dots there are.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether a dot is black.
    pub fn is_black(&self, row: usize, column: usize) -> bool {
        self.black[row * self.width + column]
    }

    pub(super) fn set(&mut self, row: usize, column: usize, black: bool) {
        self.black[row * self.width + column] = black;
    }

    /// Copies other dots to a place.
    pub(super) fn put(&mut self, other: &Dots, top: usize, left: usize) {
        for row in 0..other.height {
            for column in 0..other.width {
                self.set(top + row, left + column, other.is_black(row, column));
            }
        }
    }

    /// The dots as squares of pixels, with two discs above for the eyes to meet at and a text
    /// below, broken between words. The discs are as far apart as the tiles.
    pub fn to_pixels(&self, scale: usize, apart: usize, note: &str) -> Result<Pixels, RenderError> {
        let margin = 12;
        let (width, dots) = (self.width * scale + 2 * margin, self.height * scale);
        let size = 14.0;
        let lines = svg::wrapped(note, size, width as f64 - margin as f64);
        let (above, below) = (28, 16 + LINE * lines.len().max(1));
        let height = above + dots + below;
        let mut body = String::new();
        for side in [-0.5, 0.5] {
            let x = width as f64 / 2.0 + side * (apart * scale) as f64;
            body +=
                &format!("<circle cx=\"{x:.1}\" cy=\"14\" r=\"5\" fill=\"{}\"/>\n", palette::PATH);
        }
        for (line, words) in lines.iter().enumerate() {
            let (middle, baseline) = (width as f64 / 2.0, (above + dots + 22 + LINE * line) as f64);
            svg::text(&mut body, middle, baseline, size, palette::INK, "middle", false, words);
        }
        let document = svg::document(width as f64, height as f64, Color::WHITE, &body);
        let mut picture = pixels(&document, 1.0)?;
        for row in 0..dots {
            for column in 0..self.width * scale {
                let part = if self.is_black(row / scale, column / scale) { 25 } else { 245 };
                let at = 4 * ((above + row) * width + margin + column);
                picture.rgba[at..at + 4].copy_from_slice(&[part, part, part, 255]);
            }
        }
        Ok(picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_broken_rather_than_shrunk() {
        let dots = Dots::new(100, 10);
        let height = |note: &str| dots.to_pixels(2, 20, note).unwrap().height;
        let note = "raised with crossed eyes, sunken with parallel eyes";
        assert_eq!(height("raised") + 18, height(note));
    }
}
