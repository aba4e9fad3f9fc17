//! Pictures to be painted: a grid of a few colours.

use std::str::FromStr;

use twofold_core::{Cell, Shape, ShapeError, Symmetry};

use super::choice::Choice;

/// The most colours that a picture may have.
pub const MAX_COLORS: usize = 16;

/// A grid of colours.
///
/// As text, every character is a cell and every distinct character a colour; rows are lines, or
/// parts between slashes.
///
/// ```
/// use twofold_reach::paint::Picture;
///
/// let picture: Picture = "#.#/.#./#.#".parse()?;
/// assert_eq!((picture.shape().to_string(), picture.colors()), ("3x3".to_owned(), 2));
/// # Ok::<(), twofold_reach::paint::PictureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    shape: Shape,
    names: Vec<char>,
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
        Ok(Picture { shape, names, cells })
    }

    /// A picture of random colours that depends on the seed alone.
    pub fn random(shape: Shape, colors: usize, seed: u64) -> Result<Picture, PictureError> {
        let mut choice = Choice::new(seed);
        let cell = |_| choice.below(colors.max(1)) as u8;
        let mut picture = Picture::new(shape, shape.iter().map(cell).collect())?;
        // A colour that did not occur is a colour of the picture all the same.
        picture.names = ('a'..).take(colors).collect();
        Ok(picture)
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many colours there are.
    pub fn colors(&self) -> usize {
        self.names.len()
    }

    /// The number of the colour of a cell.
    pub fn cell(&self, cell: Cell) -> u8 {
        self.cells[self.shape.index(cell)]
    }

    /// The characters that stand for the colours.
    pub fn names(&self) -> &[char] {
        &self.names
    }

    /// The character that stands for a colour.
    pub fn name(&self, color: u8) -> char {
        self.names[usize::from(color)]
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

    /// Whether two neighbouring cells have the colour: it then needs two different tiles at least.
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
        Ok(Picture { shape, names, cells })
    }
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
}
