//! Pictures to be painted: a grid of a few colours.

use std::str::FromStr;

use twofold_core::{Cell, Shape, ShapeError, Symmetry};

use super::choice::Choice;
use crate::color::Color;
use crate::palette;
use crate::png::Pixels;
use crate::scene::{Face, Panel};

/// The most colours that a picture may have.
pub const MAX_COLORS: usize = 16;

/// A grid of colours.
///
/// As text, every character is a cell and every distinct character a colour; rows are lines, or
/// parts between slashes.
///
/// ```
/// use twofold_studio::paint::Picture;
///
/// let picture: Picture = "#.#/.#./#.#".parse()?;
/// assert_eq!((picture.shape().to_string(), picture.colors().len()), ("3x3".to_owned(), 2));
/// # Ok::<(), twofold_studio::paint::PictureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    shape: Shape,
    names: Vec<char>,
    colors: Vec<Color>,
    cells: Vec<u8>,
}

/// Why something is not a picture that can be painted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// There is nothing to see, or too much.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Rows of different lengths.
    #[error("row {row} has {given} cells, the first one has {expected}")]
    Ragged {
        /// The number of the row, from 1.
        row: usize,
        /// How many cells it has.
        given: usize,
        /// How many it should have.
        expected: usize,
    },
    /// More colours than can be told apart.
    #[error("the picture has {given} colours; at most {MAX_COLORS} can be painted")]
    TooManyColors {
        /// How many there are.
        given: usize,
    },
}

impl Picture {
    /// A picture from the colour of each cell, by rows, as numbers from 0.
    pub fn new(shape: Shape, cells: Vec<u8>) -> Result<Picture, PictureError> {
        let given = cells.iter().max().map_or(0, |&last| usize::from(last) + 1);
        if given > MAX_COLORS {
            return Err(PictureError::TooManyColors { given });
        }
        if cells.len() != shape.cells() {
            let (given, expected) = (cells.len(), shape.cells());
            return Err(PictureError::Ragged { row: shape.rows(), given, expected });
        }
        let names = ('a'..).take(given).collect();
        let colors = (0..given).map(default_color).collect();
        Ok(Picture { shape, names, colors, cells })
    }

    /// A picture of random colours that depends on the seed alone.
    pub fn random(shape: Shape, colors: usize, seed: u64) -> Result<Picture, PictureError> {
        let mut choice = Choice::new(seed);
        let cell = |_| choice.below(colors.max(1)) as u8;
        let mut picture = Picture::new(shape, shape.iter().map(cell).collect())?;
        // A colour that did not occur is a colour of the picture all the same.
        picture.names = ('a'..).take(colors).collect();
        picture.colors = (0..colors).map(default_color).collect();
        Ok(picture)
    }

    /// A picture from pixels, scaled down to a shape; colours are reduced to the given number,
    /// the most frequent and most distant first.
    pub fn from_pixels(
        pixels: &Pixels,
        shape: Shape,
        colors: usize,
    ) -> Result<Picture, PictureError> {
        if colors == 0 || colors > MAX_COLORS {
            return Err(PictureError::TooManyColors { given: colors });
        }
        let sampled: Vec<Color> = shape.iter().map(|cell| average(pixels, shape, cell)).collect();
        let chosen = quantise(&sampled, colors);
        let nearest = |color: &Color| {
            let distance = |&index: &usize| color.distance(chosen[index]);
            (0..chosen.len()).min_by_key(distance).expect("there is a colour") as u8
        };
        let mut picture = Picture::new(shape, sampled.iter().map(nearest).collect())?;
        picture.colors = chosen[..picture.colors.len()].to_vec();
        Ok(picture)
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The colours.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// The number of the colour of a cell.
    pub fn cell(&self, cell: Cell) -> u8 {
        self.cells[self.shape.index(cell)]
    }

    /// The character that stands for a colour.
    pub fn name(&self, color: u8) -> char {
        self.names[usize::from(color)]
    }

    /// The picture as a board to look at.
    pub fn panel(&self) -> Panel {
        Panel::from_fn(self.shape, |cell| Face::plain(self.colors[usize::from(self.cell(cell))]))
    }

    /// The colours of every two neighbouring cells.
    fn pairs(&self) -> impl Iterator<Item = (u8, u8)> {
        let shape = self.shape;
        let pair = move |cell: Cell, other: Cell| {
            shape.contains(other).then(|| (self.cell(cell), self.cell(other)))
        };
        shape.iter().flat_map(move |cell| {
            let (row, column) = (cell.row(), cell.column());
            let others = [Cell::new(row + 1, column), Cell::new(row, column + 1)];
            others.into_iter().filter_map(move |other| pair(cell, other))
        })
    }

    /// Whether two neighbouring cells have the colour: it then needs two tile values at least.
    pub fn touches_itself(&self, color: u8) -> bool {
        self.pairs().any(|pair| pair == (color, color))
    }

    /// How many pairs of neighbouring cells there are.
    pub(super) fn neighbours(&self) -> usize {
        self.pairs().count()
    }

    /// How many pairs of neighbouring cells have the same colour.
    pub(super) fn equal_neighbours(&self) -> usize {
        self.pairs().filter(|pair| pair.0 == pair.1).count()
    }

    /// The image of the picture under a symmetry.
    #[must_use]
    pub(super) fn image(&self, symmetry: Symmetry) -> Picture {
        let mut image = self.clone();
        image.shape = symmetry.shape(self.shape);
        for cell in self.shape.iter() {
            image.cells[image.shape.index(symmetry.cell(self.shape, cell))] = self.cell(cell);
        }
        image
    }

    /// The colours of a row.
    pub(super) fn row(&self, row: usize) -> &[u8] {
        &self.cells[row * self.shape.columns()..][..self.shape.columns()]
    }
}

impl FromStr for Picture {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Picture, PictureError> {
        let rows: Vec<Vec<char>> = text
            .split(['\n', '/'])
            .map(|row| row.chars().filter(|character| !character.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let expected = rows.first().map_or(0, Vec::len);
        if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
            return Err(PictureError::Ragged { row: index + 1, given: row.len(), expected });
        }
        let shape = Shape::new(rows.len(), expected)?;
        let mut names: Vec<char> = rows.concat();
        names.sort_unstable();
        names.dedup();
        if names.len() > MAX_COLORS {
            return Err(PictureError::TooManyColors { given: names.len() });
        }
        let number = |name: &char| names.binary_search(name).expect("all were collected") as u8;
        let cells = rows.concat().iter().map(number).collect();
        let colors =
            names.iter().enumerate().map(|(index, &name)| named_color(name, index)).collect();
        Ok(Picture { shape, names, colors, cells })
    }
}

fn default_color(index: usize) -> Color {
    match index {
        0 => Color::hex(0x2f3a56),
        1 => Color::hex(0xf4e9cd),
        2 => Color::hex(0xd1495b),
        3 => Color::hex(0x3a9188),
        4 => Color::hex(0xedae49),
        _ => palette::category(index),
    }
}

/// Colours that letters suggest; others get one by their order.
fn named_color(name: char, index: usize) -> Color {
    match name.to_ascii_lowercase() {
        '.' | 'w' | '0' => Color::hex(0xf4f1ea),
        '#' | 'k' | '1' => Color::hex(0x2b2a33),
        'r' => Color::hex(0xd1495b),
        'g' => Color::hex(0x4c9f70),
        'b' => Color::hex(0x3b6fb6),
        'y' => Color::hex(0xf2c53d),
        'o' => Color::hex(0xe67a3c),
        'p' => Color::hex(0x8a4fa3),
        _ => default_color(index),
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
    fn texts_are_read_and_refused() {
        let picture: Picture = "#.\n.#\n".parse().unwrap();
        assert_eq!(picture.name(picture.cell(Cell::new(0, 1))), '.');
        assert!(!picture.touches_itself(0));
        assert!("##/..".parse::<Picture>().unwrap().touches_itself(0));
        assert_eq!(
            "ab/a".parse::<Picture>(),
            Err(PictureError::Ragged { row: 2, given: 1, expected: 2 })
        );
        assert!(matches!("".parse::<Picture>(), Err(PictureError::Shape(_))));
        assert!(matches!(
            "abcdefghijklmnopq".parse::<Picture>(),
            Err(PictureError::TooManyColors { given: 17 })
        ));
    }

    #[test]
    fn pixels_are_scaled_and_quantised() {
        // A 4×2 picture: dark on the left, light on the right, slightly uneven.
        let parts =
            [[10u8, 10, 10, 255], [14, 10, 10, 255], [250, 250, 240, 255], [255, 255, 255, 0]];
        let pixels =
            Pixels { width: 4, height: 2, rgba: [parts.concat(), parts.concat()].concat() };
        let picture = Picture::from_pixels(&pixels, Shape::new(1, 2).unwrap(), 2).unwrap();
        assert_ne!(picture.cell(Cell::new(0, 0)), picture.cell(Cell::new(0, 1)));
        let dark = picture.colors()[usize::from(picture.cell(Cell::new(0, 0)))];
        assert_eq!(dark, Color::new(12, 10, 10));
    }
}
