//! Tile textures that show polyominoes.
//!
//! Every texture hides a column of four squares and one more square beside it, at one of eight
//! places. Two textures side by side, one designated left and one right, show the column and the
//! squares of both: a pentomino if they hide the same square, a hexomino if not.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use twofold_core::{Cell, Grid, Shape};

use super::dots::{Dots, coin};
use super::{Viewing, matching};
use crate::color::Color;
use crate::palette;
use crate::scene::{Face, Panel};

/// Dots along the side of a square of a polyomino.
pub const SQUARE: usize = 10;
/// Squares along the side of a tile: the polyomino has room on all sides.
pub const SQUARES: usize = 6;
/// Dots along the side of a tile.
pub const SIDE: usize = SQUARE * SQUARES;
/// By how many dots hidden squares are moved on each tile.
pub const SHIFT: usize = 2;
/// How many textures of each designation there are: a square to the left or right of each of
/// the four squares of the column.
pub const TEXTURES: usize = 8;

/// On which side of a pair a texture belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Designation {
    /// Hidden squares are moved to the right.
    Left,
    /// Hidden squares are moved to the left.
    Right,
}

impl Designation {
    /// The designation of a column of a board, where they alternate: right first, as in Figure 28
    /// of Catania and Raymond.
    pub const fn of_column(column: usize) -> Designation {
        if column.is_multiple_of(2) { Designation::Right } else { Designation::Left }
    }
}

/// The squares of the column, by row and column of the tile.
fn column_squares() -> impl Iterator<Item = (usize, usize)> {
    (1..5).map(|row| (row, SQUARES / 2))
}

/// The extra square of a texture: the first four are to the left, the others to the right.
pub fn protrusion(texture: usize) -> (usize, usize) {
    let place = texture % TEXTURES;
    (1 + place % 4, if place < 4 { SQUARES / 2 - 1 } else { SQUARES / 2 + 1 })
}

/// The squares that a pair of textures shows: five if both are the same, six if not.
pub fn polyomino(left: usize, right: usize) -> Vec<(usize, usize)> {
    let mut squares: Vec<_> =
        column_squares().chain([protrusion(left), protrusion(right)]).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// A set of textures on common random dots.
#[derive(Clone, Debug)]
pub struct TileSet {
    ground: Dots,
    seed: u64,
}

impl TileSet {
    /// A set that depends on its seed alone.
    pub fn new(seed: u64) -> TileSet {
        TileSet { ground: Dots::random(SIDE, SIDE, &mut SplitMix64::seed_from_u64(seed)), seed }
    }

    /// A texture of the set.
    pub fn texture(&self, texture: usize, designation: Designation) -> Dots {
        let squares: Vec<_> = column_squares().chain([protrusion(texture)]).collect();
        let hidden = |row: usize, column: usize| squares.contains(&(row / SQUARE, column / SQUARE));
        let mut dots = self.ground.clone();
        // Where the moved squares leave a gap, new dots that match nothing.
        let mut random =
            SplitMix64::seed_from_u64(self.seed ^ (texture as u64 + 1) << 8 ^ designation as u64);
        for row in 0..SIDE {
            for column in (0..SIDE).filter(|&column| hidden(row, column)) {
                dots.set(row, column, coin(&mut random));
            }
        }
        for row in 0..SIDE {
            for column in (0..SIDE).filter(|&column| hidden(row, column)) {
                let target = match designation {
                    Designation::Left => column + SHIFT,
                    Designation::Right => column - SHIFT,
                };
                dots.set(row, target, self.ground.is_black(row, column));
            }
        }
        dots
    }

    /// A board whose tiles carry textures by their rank, in columns of alternating designation.
    /// Empty cells carry the plain ground.
    pub fn board<G: Grid>(&self, board: &G) -> Dots {
        let shape = board.shape();
        let mut dots = Dots::new(SIDE * shape.columns(), SIDE * shape.rows());
        for cell in shape.iter() {
            let rank = usize::from(board.tile(cell).rank());
            let texture = match rank.checked_sub(1) {
                Some(texture) => self.texture(texture, Designation::of_column(cell.column())),
                None => self.ground.clone(),
            };
            dots.put(&texture, cell.row() * SIDE, cell.column() * SIDE);
        }
        dots
    }

    /// Two tiles of opposite designation in both orders: above the left one first, below the right one
    /// first. What one pair shows raised, the other shows sunken.
    pub fn both_orders(&self, left: usize, right: usize) -> Dots {
        let mut dots = Dots::new(2 * SIDE, 2 * SIDE);
        let (left, right) =
            (self.texture(left, Designation::Left), self.texture(right, Designation::Right));
        for (row, pair) in [[&left, &right], [&right, &left]].into_iter().enumerate() {
            for (column, tile) in pair.into_iter().enumerate() {
                dots.put(tile, row * SIDE, column * SIDE);
            }
        }
        dots
    }

    /// The set as a picture: a row for each designation.
    pub fn sheet(&self) -> Dots {
        let mut dots = Dots::new(SIDE * TEXTURES, 2 * SIDE);
        for texture in 0..TEXTURES {
            for (row, designation) in
                [Designation::Left, Designation::Right].into_iter().enumerate()
            {
                dots.put(&self.texture(texture, designation), row * SIDE, texture * SIDE);
            }
        }
        dots
    }
}

/// For which eyes a pair is raised whose left tile is in the given column of a board. A tile of the
/// left designation on the left and one of the right designation on the right bring their hidden
/// squares closer together, which parallel eyes see raised; the other order is for crossed eyes.
pub const fn raised_for(column: usize) -> Viewing {
    match Designation::of_column(column) {
        Designation::Left => Viewing::Parallel,
        Designation::Right => Viewing::Crossed,
    }
}

/// The viewing key of a pair of textures: what is to be seen.
pub fn key(left: usize, right: usize) -> Panel {
    let shown = polyomino(left, right);
    let shape = Shape::new(SQUARES, SQUARES).expect("a small square");
    Panel::from_fn(shape, |cell: Cell| {
        let seen = shown.contains(&(cell.row(), cell.column()));
        Face::plain(if seen { palette::PATH } else { Color::hex(0xe8e4da) })
    })
}

/// The squares that stand out when two tiles are looked at together, found by matching dots.
pub fn seen(left: &Dots, right: &Dots) -> Vec<(usize, usize)> {
    let reach = 2 * SHIFT;
    let disparity = matching::disparities(left, right, reach as isize);
    let mut squares = Vec::new();
    for row in 0..SQUARES {
        for column in 0..SQUARES {
            let inner = |square: usize| square * SQUARE..(square + 1) * SQUARE;
            let dots = inner(row).flat_map(|row| inner(column).map(move |column| (row, column)));
            let moved = dots.filter(|&(row, column)| disparity[row * SIDE + column] != 0).count();
            if moved * 2 > SQUARE * SQUARE {
                squares.push((row, column));
            }
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_show_pentominoes_and_hexominoes() {
        assert_eq!(polyomino(3, 3).len(), 5);
        assert_eq!(polyomino(3, 4).len(), 6);
    }

    #[test]
    fn every_pair_is_found_by_matching() {
        let set = TileSet::new(7);
        for left in 0..TEXTURES {
            for right in 0..TEXTURES {
                let pair =
                    [set.texture(left, Designation::Left), set.texture(right, Designation::Right)];
                assert_eq!(seen(&pair[0], &pair[1]), polyomino(left, right), "{left} {right}");
                // The other way round the same is seen, sunken where it was raised.
                assert_eq!(seen(&pair[1], &pair[0]), polyomino(left, right), "{right} {left}");
            }
        }
    }

    #[test]
    fn squares_come_closer_for_parallel_eyes() {
        let set = TileSet::new(7);
        let (left, right) = (set.texture(2, Designation::Left), set.texture(2, Designation::Right));
        let middle = 3 * SQUARE * SIDE + 3 * SQUARE + SQUARE / 2;
        let reach = 2 * SHIFT as isize;
        assert_eq!(matching::disparities(&left, &right, reach)[middle], -reach);
        assert_eq!(matching::disparities(&right, &left, reach)[middle], reach);
        assert_eq!(
            [0, 1, 2].map(raised_for),
            [Viewing::Crossed, Viewing::Parallel, Viewing::Crossed]
        );
    }

    #[test]
    fn tiles_of_one_designation_do_not_show_the_column() {
        let set = TileSet::new(7);
        let texture = |number| set.texture(number, Designation::Left);
        let squares = seen(&texture(0), &texture(5));
        assert!(column_squares().all(|square| !squares.contains(&square)), "{squares:?}");
    }
}
