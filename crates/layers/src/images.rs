//! Symmetric images of packed boards of any shape, quickly.

use twofold_core::{Shape, Symmetry};

use crate::LayeredGame;

/// A rearrangement of cells as a few masked rotations of the code: all cells that a symmetry moves
/// by the same distance move together. Rows move in mirror images of rows, columns in mirror images
/// of columns, diagonals in transposed boards.
#[derive(Clone, Debug)]
struct Moves {
    terms: Vec<(u64, u32)>,
}

impl Moves {
    fn new(shape: Shape, symmetry: Symmetry) -> Moves {
        let bit = |cell| 4 * (shape.cells() - 1 - shape.index(cell)) as u32;
        let mut terms = Vec::<(u64, u32)>::new();
        for cell in shape.iter() {
            let (from, to) = (bit(cell), bit(symmetry.cell(shape, cell)));
            let rotation = (64 + to - from) % 64;
            match terms.iter_mut().find(|(_, known)| *known == rotation) {
                Some((mask, _)) => *mask |= 0xF << from,
                None => terms.push((0xF << from, rotation)),
            }
        }
        Moves { terms }
    }

    #[inline]
    fn apply(&self, code: u64) -> u64 {
        self.terms.iter().fold(0, |image, &(mask, by)| image | (code & mask).rotate_left(by))
    }
}

/// The symmetries of a shape, acting on codes.
///
/// ```
/// use twofold_layers::Images;
///
/// let images = Images::new("2x2".parse()?);
/// assert_eq!(images.canonical(0x2310), 0x0132);
/// assert_eq!(images.orbit(0x2310), 8);
/// assert_eq!(images.orbit(0x1111), 1);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Images {
    order: usize,
    mirrors: [Moves; 3],
    transpose: Option<Moves>,
    /// Eight images by some of the symmetries, each equally often.
    some: Option<Box<[Moves; 8]>>,
    /// Where each image has the cell that the code has at a bit position divided by four.
    places: [[u32; 16]; 8],
}

impl Images {
    /// The symmetries of a shape of at most sixteen cells.
    ///
    /// # Panics
    /// If the shape has more cells.
    pub fn new(shape: Shape) -> Images {
        assert!(shape.cells() <= 16);
        let group = Symmetry::of(shape);
        // On a single row or column one mirror image changes nothing, and the half turn is the other.
        let mirrors = [Symmetry::MirrorColumns, Symmetry::MirrorRows, Symmetry::HalfTurn]
            .map(|symmetry| Moves::new(shape, symmetry));
        let transpose = shape.is_square().then(|| Moves::new(shape, Symmetry::Transpose));
        let order = group.len();
        let images = Images { order, mirrors, transpose, some: None, places: [[0; 16]; 8] };
        images.with_places(shape)
    }

    /// The symmetries of a game: those of its shape that keep its large tiles in their places.
    pub fn of(game: &LayeredGame) -> Images {
        let shape = game.rules().shape;
        let group = game.symmetries();
        let images = Images::new(shape);
        if group.len() == images.order {
            return images;
        }
        // The order of a group of symmetries divides eight.
        let moves = |index: usize| Moves::new(shape, group[index % group.len()]);
        let some = Some(Box::new(std::array::from_fn(moves)));
        Images { order: group.len(), some, ..images }.with_places(shape)
    }

    fn with_places(mut self, shape: Shape) -> Images {
        let images = &mut self;
        for cell in 0..shape.cells() {
            let moved = images.all(0xF << (4 * cell));
            for (places, image) in images.places.iter_mut().zip(moved) {
                places[cell] = image.trailing_zeros();
            }
        }
        self
    }

    /// The number of symmetries.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Eight images of a code: every image of its orbit, each equally often.
    #[inline]
    pub fn all(&self, code: u64) -> [u64; 8] {
        if let Some(some) = &self.some {
            return std::array::from_fn(|index| some[index].apply(code));
        }
        let [columns, rows, turn] = &self.mirrors;
        let four = |code| [code, columns.apply(code), rows.apply(code), turn.apply(code)];
        let [a, b, c, d] = four(code);
        let [e, f, g, h] = match &self.transpose {
            Some(transpose) => four(transpose.apply(code)),
            None => [a, b, c, d],
        };
        [a, b, c, d, e, f, g, h]
    }

    /// The smallest image.
    #[inline]
    pub fn canonical(&self, code: u64) -> u64 {
        smallest(self.all(code))
    }

    /// The smallest image, and the number of distinct images.
    #[inline]
    pub fn canonical_and_orbit(&self, code: u64) -> (u64, u64) {
        let all = self.all(code);
        (smallest(all), orbit(&all, code))
    }

    /// The number of distinct images.
    #[inline]
    pub fn orbit(&self, code: u64) -> u64 {
        orbit(&self.all(code), code)
    }

    /// Calls back with the canonical form of each board that has one more tile, of the given rank,
    /// in an empty cell.
    #[inline]
    pub fn with_a_tile(&self, code: u64, cells: usize, rank: u8, mut each: impl FnMut(u64)) {
        let images = self.all(code);
        let rank = u64::from(rank);
        let mut free = empty_cells(code, cells);
        while free != 0 {
            let cell = free.trailing_zeros() as usize / 4;
            free &= free - 1;
            let mut best = u64::MAX;
            for (image, places) in images.iter().zip(&self.places) {
                best = best.min(image | rank << places[cell]);
            }
            each(best);
        }
    }
}

#[inline]
fn smallest(images: [u64; 8]) -> u64 {
    images.into_iter().fold(u64::MAX, u64::min)
}

/// Eight images meet each board of the orbit equally often.
#[inline]
fn orbit(images: &[u64; 8], code: u64) -> u64 {
    8 / images.iter().map(|&image| u64::from(image == code)).sum::<u64>()
}

/// The lowest bit of every cell without a tile, on a board of so many cells.
#[inline]
pub fn empty_cells(code: u64, cells: usize) -> u64 {
    let pairs = code | code >> 1;
    let occupied = pairs | pairs >> 2;
    let all = 0x1111_1111_1111_1111_u64 >> (64 - 4 * cells);
    !occupied & all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use twofold_core::{Grid, Packed, Tile};

    use super::*;

    fn shapes() -> impl Strategy<Value = Shape> {
        let sides = (1..=16).flat_map(|rows| (1..=16 / rows).map(move |columns| (rows, columns)));
        let shapes: Vec<_> =
            sides.map(|(rows, columns)| Shape::new(rows, columns).unwrap()).collect();
        prop::sample::select(shapes)
    }

    proptest! {
        #[test]
        fn images_are_those_of_the_definition(shape in shapes(), code: u64, few in 0_u64..0x1000) {
            for code in [code, few, code & 0x1111_1111_1111_1111] {
                let code = code >> (64 - 4 * shape.cells());
                let board = Packed::from_code(shape, code).unwrap();
                let group = Symmetry::of(shape);
                let orbit: BTreeSet<_> = group.iter().map(|&s| board.image(s).code()).collect();
                let images = Images::new(shape);
                prop_assert_eq!(images.order(), group.len());
                prop_assert_eq!(images.all(code).into_iter().collect::<BTreeSet<_>>(), orbit.clone());
                prop_assert_eq!(images.canonical(code), board.canonical().code());
                prop_assert_eq!(images.orbit(code), orbit.len() as u64);
                let mut more = Vec::new();
                images.with_a_tile(code, shape.cells(), 2, |code| more.push(code));
                more.sort_unstable();
                let with = |cell| board.with(cell, Tile::new(2).unwrap()).unwrap().canonical().code();
                let mut expected: Vec<_> = board.empty_cells().map(with).collect();
                expected.sort_unstable();
                prop_assert_eq!(more, expected);
            }
        }
    }
}
