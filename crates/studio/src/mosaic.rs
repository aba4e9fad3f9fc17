//! Pixels as a grid of a few colours.

use twofold_core::{Cell, Shape};

use crate::color::Color;
use crate::png::Pixels;

/// A picture scaled down to a grid and reduced to a few colours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mosaic {
    /// The rows and columns of the grid.
    pub shape: Shape,
    /// The colours.
    pub colors: Vec<Color>,
    /// The number of the colour of each cell, by rows.
    pub cells: Vec<u8>,
}

impl Mosaic {
    /// Scales pixels down to a shape and reduces them to at most `colors` colours, the most
    /// frequent and most distant first.
    ///
    /// ```
    /// use twofold_studio::mosaic::Mosaic;
    /// use twofold_studio::png;
    ///
    /// let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'>\
    ///     <rect width='2' height='2' fill='#f00'/></svg>";
    /// let mosaic = Mosaic::new(&png::pixels(svg, 1.0)?, "1x2".parse()?, 2);
    /// assert_ne!(mosaic.cells[0], mosaic.cells[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pixels: &Pixels, shape: Shape, colors: u8) -> Mosaic {
        let sampled: Vec<Color> = shape.iter().map(|cell| average(pixels, shape, cell)).collect();
        let mut chosen = quantise(&sampled, usize::from(colors.max(1)));
        let nearest = |color: &Color| {
            let distance = |&index: &usize| color.distance(chosen[index]);
            (0..chosen.len()).min_by_key(distance).expect("there is a colour") as u8
        };
        let cells: Vec<u8> = sampled.iter().map(nearest).collect();
        chosen.truncate(cells.iter().max().map_or(0, |&last| usize::from(last) + 1));
        Mosaic { shape, colors: chosen, cells }
    }
}

/// The mean colour of the pixels that a cell covers; transparent ones count as white.
fn average(pixels: &Pixels, shape: Shape, cell: Cell) -> Color {
    let range = |index: usize, count: usize, length: u32| {
        let start = index * length as usize / count;
        let end = ((index + 1) * length as usize / count).max(start + 1).min(length as usize);
        start.min(length as usize - 1)..end
    };
    let rows = range(cell.row(), shape.rows(), pixels.height);
    let columns = range(cell.column(), shape.columns(), pixels.width);
    let (mut sums, mut count) = ([0u64; 3], 0);
    for row in rows {
        for column in columns.clone() {
            let at = 4 * (row * pixels.width as usize + column);
            let opacity = u64::from(pixels.rgba[at + 3]);
            for (sum, &part) in sums.iter_mut().zip(&pixels.rgba[at..at + 3]) {
                *sum += (u64::from(part) * opacity + 255 * (255 - opacity)) / 255;
            }
            count += 1;
        }
    }
    let [red, green, blue] = sums.map(|sum| (sum / count) as u8);
    Color { red, green, blue }
}

/// A few colours that stand for many: far ones first, then moved to the middle of those that
/// are nearest to them.
fn quantise(sampled: &[Color], count: usize) -> Vec<Color> {
    let mut frequent: Vec<Color> = sampled.to_vec();
    frequent.sort_by_key(|color| {
        (std::cmp::Reverse(sampled.iter().filter(|c| *c == color).count()), *color)
    });
    let mut chosen = vec![frequent[0]];
    while chosen.len() < count {
        let gap =
            |color: &Color| chosen.iter().map(|near| near.distance(*color)).min().unwrap_or(0);
        let far = *frequent.iter().rev().max_by_key(|color| gap(color)).expect("there is a cell");
        if gap(&far) == 0 {
            break;
        }
        chosen.push(far);
    }
    for _ in 0..8 {
        let mut sums = vec![([0u64; 3], 0u64); chosen.len()];
        for color in sampled {
            let nearest = (0..chosen.len()).min_by_key(|&index| color.distance(chosen[index]));
            let (sum, count) = &mut sums[nearest.expect("there is a colour")];
            let parts = [color.red, color.green, color.blue];
            sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += u64::from(part));
            *count += 1;
        }
        for (color, (sum, count)) in
            chosen.iter_mut().zip(sums).filter(|(_, (_, count))| *count > 0)
        {
            let [red, green, blue] = sum.map(|sum| (sum / count) as u8);
            *color = Color { red, green, blue };
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_scaled_and_quantised() {
        // A 4×2 picture: dark on the left, light on the right, slightly uneven.
        let parts =
            [[10u8, 10, 10, 255], [14, 10, 10, 255], [250, 250, 240, 255], [255, 255, 255, 0]];
        let pixels =
            Pixels { width: 4, height: 2, rgba: [parts.concat(), parts.concat()].concat() };
        let mosaic = Mosaic::new(&pixels, Shape::new(1, 2).unwrap(), 2);
        assert_ne!(mosaic.cells[0], mosaic.cells[1]);
        assert_eq!(mosaic.colors[usize::from(mosaic.cells[0])], Color::new(12, 10, 10));
    }
}
