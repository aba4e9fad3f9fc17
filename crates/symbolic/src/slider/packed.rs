//! Boards of up to four rows and columns in 64 bits: place 4r + c holds the cell in row r and
//! column c in four bits, whatever the shape.

use twofold_core::Shape;

use super::line;
use super::tiles::Tiles;

/// The longest side of a packed board.
pub(super) const SIDE: usize = 4;
/// The places of a packed board.
pub(super) const PLACES: usize = SIDE * SIDE;
/// A line that makes the target when it slides.
const MAKES_IT: u16 = u16::MAX;
/// One in every place.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The places of a shape in the order of its cells; nothing if it is too large.
pub(super) fn places(shape: Shape) -> Option<Vec<usize>> {
    let fits = shape.rows() <= SIDE && shape.columns() <= SIDE;
    let row = |row: usize| (0..shape.columns()).map(move |column| SIDE * row + column);
    fits.then(|| (0..shape.rows()).flat_map(row).collect())
}

/// The place on the other side of the diagonal.
pub(super) fn transposed_place(place: usize) -> usize {
    place % SIDE * SIDE + place / SIDE
}

/// Exchanges rows and columns.
pub(super) fn transpose(board: u64) -> u64 {
    // Blocks of two by two first, then within them.
    let blocks = (board ^ (board >> 24)) & 0x0000_0000_ff00_ff00;
    let board = board ^ blocks ^ (blocks << 24);
    let cells = (board ^ (board >> 12)) & 0x0000_f0f0_0000_f0f0;
    board ^ cells ^ (cells << 12)
}

/// A bit for every place that holds a rank.
pub(super) fn places_with(board: u64, rank: u8) -> u16 {
    let other = board ^ (ONES * u64::from(rank));
    let other = other | (other >> 1);
    let mut found = !(other | (other >> 2)) & ONES;
    found = (found | (found >> 3)) & 0x0303_0303_0303_0303;
    found = (found | (found >> 6)) & 0x000f_000f_000f_000f;
    found = (found | (found >> 12)) & 0x0000_00ff_0000_00ff;
    (found | (found >> 24)) as u16
}

/// What lines of some length become when they slide, by their sixteen bits.
pub(super) struct PackedSlides {
    to_first: Vec<u16>,
    to_last: Vec<u16>,
}

impl PackedSlides {
    pub(super) fn new(length: usize, tiles: &Tiles) -> PackedSlides {
        let pack = |line: &[u8]| {
            line.iter().rev().fold(0_u16, |packed, &rank| packed << 4 | u16::from(rank))
        };
        let turned = |line: &[u8]| -> Vec<u8> { line.iter().rev().copied().collect() };
        let mut to_first = vec![0; 1 << 16];
        let mut to_last = vec![0; 1 << 16];
        for ranks in line::all(length, tiles.target) {
            let number = usize::from(pack(&ranks));
            let slid = tiles.slides.slide(&ranks);
            to_first[number] = slid.map_or(MAKES_IT, |line| pack(&line));
            let slid = tiles.slides.slide(&turned(&ranks));
            to_last[number] = slid.map_or(MAKES_IT, |line| pack(&turned(&line)));
        }
        PackedSlides { to_first, to_last }
    }

    /// The board after all its rows have slid to their first cells, and to their last ones; nothing
    /// if that makes the target.
    pub(super) fn both(&self, board: u64) -> Option<[u64; 2]> {
        let mut slid = [0; 2];
        for shift in [0, 16, 32, 48] {
            let row = usize::from((board >> shift) as u16);
            if self.to_first[row] == MAKES_IT {
                return None;
            }
            slid[0] |= u64::from(self.to_first[row]) << shift;
            slid[1] |= u64::from(self.to_last[row]) << shift;
        }
        Some(slid)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, Tile};

    use super::*;

    #[test]
    fn places_keep_their_ranks() {
        let board = 0xfedc_ba98_7654_3210;
        for place in 0..PLACES {
            let at = |board: u64, place: usize| board >> (4 * place) & 15;
            assert_eq!(at(transpose(board), transposed_place(place)), at(board, place));
            assert_eq!(places_with(board, place as u8), 1 << place);
        }
        assert_eq!(places_with(0x1_0001, 0), !0b1_0001);
    }

    #[test]
    fn rows_slide_one_by_one() {
        let rules = Rules::only_twos("3x3".parse().unwrap());
        let tiles = Tiles::new(&rules, Tile::new(5).unwrap()).unwrap();
        let slides = PackedSlides::new(3, &tiles);
        let board = 0x0120_0033_0202;
        assert_eq!(slides.both(board), Some([0x0012_0004_0003, 0x0120_0400_0300]));
        assert_eq!(slides.both(0x0404), None);
    }
}
