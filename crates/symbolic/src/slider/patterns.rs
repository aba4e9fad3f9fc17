//! Where the highest tiles lie. Two of them side by side decide the game, since no spawn can part
//! them and the next slide merges them; all other patterns are told apart up to symmetry.

use twofold_core::Shape;

use super::packed::{PLACES, places, transposed_place};

/// A place on the board for every place.
type Permutation = [usize; PLACES];

/// Patterns that decide the game.
const TOUCHING: u16 = u16::MAX;
/// Patterns that were not asked for.
const UNKNOWN: u16 = u16::MAX - 1;

/// What a pattern says about a board.
pub(super) enum Seen<'a> {
    /// Two of the highest tiles touch.
    Touching,
    /// None touch: a number for the rest of the board, and which orbit it belongs to.
    Apart(&'a Apart),
}

/// A pattern without neighbours.
pub(super) struct Apart {
    /// Its orbit.
    pub(super) orbit: usize,
    /// What every two places add to the number of a board, by the byte that they are.
    digits: Box<[[u32; 256]; PLACES / 2]>,
}

impl Apart {
    /// The number of a board of this pattern within its orbit.
    pub(super) fn number(&self, board: u64) -> u32 {
        let bytes = board.to_le_bytes();
        self.digits.iter().zip(bytes).map(|(digits, byte)| digits[usize::from(byte)]).sum()
    }
}

/// Patterns that are the same up to symmetry.
pub(super) struct Orbit {
    /// One of them.
    pub(super) pattern: u16,
    /// How many there are.
    pub(super) size: u64,
    /// The places that are left, in the order of digits, the lowest first.
    pub(super) free: Vec<usize>,
}

/// All patterns with some numbers of tiles.
pub(super) struct Patterns {
    places: Vec<usize>,
    symmetries: Vec<Permutation>,
    /// By the places of the highest tiles.
    seen: Vec<u16>,
    apart: Vec<Apart>,
    pub(super) orbits: Vec<Orbit>,
}

impl Patterns {
    /// No pattern yet; nothing if the board is too large.
    pub(super) fn new(shape: Shape) -> Option<Patterns> {
        let places = places(shape)?;
        let symmetries = symmetries(shape);
        let seen = vec![UNKNOWN; 1 << PLACES];
        Some(Patterns { places, symmetries, seen, apart: Vec::new(), orbits: Vec::new() })
    }

    /// Adds all patterns with so many tiles, when other cells have a number of ranks, and tells
    /// how many of them decide the game.
    pub(super) fn add(&mut self, tiles: u32, ranks: u32) -> u64 {
        let board = self.places.iter().fold(0, |board, &place| board | 1_u16 << place);
        let mut touching = 0;
        for pattern in (0..=board).filter(|p| p & !board == 0 && p.count_ones() == tiles) {
            if is_touching(pattern) {
                self.seen[usize::from(pattern)] = TOUCHING;
                touching += 1;
                continue;
            }
            let image = |symmetry: &&Permutation| moved(pattern, symmetry);
            let symmetry = self.symmetries.iter().min_by_key(image).expect("there is the identity");
            let first = moved(pattern, symmetry);
            let orbit = self.orbits.iter().position(|orbit| orbit.pattern == first);
            let orbit = orbit.unwrap_or_else(|| {
                let is_free = |place: &usize| first >> place & 1 == 0;
                let free = self.places.iter().copied().filter(is_free).collect();
                self.orbits.push(Orbit { pattern: first, size: 0, free });
                self.orbits.len() - 1
            });
            self.orbits[orbit].size += 1;
            let mut digits = Box::new([[0; 256]; PLACES / 2]);
            for &place in self.places.iter().filter(|&place| pattern >> place & 1 == 0) {
                let target = symmetry[place];
                let digit = self.orbits[orbit].free.iter().position(|&free| free == target);
                let power = ranks.pow(digit.expect("free places lead to free ones") as u32);
                for (byte, sum) in digits[place / 2].iter_mut().enumerate() {
                    let rank = (byte >> (4 * (place % 2)) & 15) as u32;
                    // Higher ranks do not occur there.
                    *sum += if rank < ranks { rank * power } else { 0 };
                }
            }
            self.seen[usize::from(pattern)] = self.apart.len() as u16;
            self.apart.push(Apart { orbit, digits });
        }
        touching
    }

    /// What is known of a pattern that was added.
    pub(super) fn see(&self, pattern: u16) -> Seen<'_> {
        let seen = self.seen[usize::from(pattern)];
        debug_assert_ne!(seen, UNKNOWN, "no move leads to {pattern:016b}");
        if seen == TOUCHING { Seen::Touching } else { Seen::Apart(&self.apart[usize::from(seen)]) }
    }
}

/// Whether two places of a pattern are neighbours.
fn is_touching(pattern: u16) -> bool {
    let has_right_neighbour = 0x7777;
    pattern & (pattern >> 4) != 0 || pattern & (pattern >> 1) & has_right_neighbour != 0
}

fn moved(pattern: u16, symmetry: &Permutation) -> u16 {
    let places = (0..PLACES).filter(|place| pattern >> place & 1 == 1);
    places.fold(0, |moved, place| moved | 1 << symmetry[place])
}

/// Mirror images, and transposes of square boards; places outside of the board stay there.
fn symmetries(shape: Shape) -> Vec<Permutation> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut all = Vec::new();
    for turn in 0..8 {
        let (up, left, across) = (turn & 1 > 0, turn & 2 > 0, turn & 4 > 0);
        if across && rows != columns {
            continue;
        }
        all.push(std::array::from_fn(|place| {
            let (row, column) = (place / 4, place % 4);
            if row >= rows || column >= columns {
                return place;
            }
            let row = if up { rows - 1 - row } else { row };
            let column = if left { columns - 1 - column } else { column };
            let place = 4 * row + column;
            if across { transposed_place(place) } else { place }
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_of_tiles_apart() {
        // Seven tiles without neighbours: a checkerboard but for a corner, an edge or a cell in the
        // middle, or four tiles on one side of the diagonal and three on it: 20 in all.
        let mut patterns = Patterns::new("4x4".parse().unwrap()).unwrap();
        let touching = patterns.add(7, 2);
        let mut sizes: Vec<u64> = patterns.orbits.iter().map(|orbit| orbit.size).collect();
        sizes.sort_unstable();
        assert_eq!((touching, sizes.iter().sum()), (11_420, 20));
        assert_eq!(sizes, [4, 4, 4, 8]);
    }

    #[test]
    fn numbers_are_the_same_for_mirror_images() {
        let shape = "3x3".parse().unwrap();
        let mut patterns = Patterns::new(shape).unwrap();
        patterns.add(2, 3);
        let board = |symmetry: &Permutation, cells: &[(usize, u64)]| {
            cells.iter().fold(0, |board, &(place, rank)| board | rank << (4 * symmetry[place]))
        };
        // The highest tiles are 3s.
        let cells = [(0, 3), (9, 3), (1, 2), (4, 1), (10, 2)];
        let mut numbers = Vec::new();
        for symmetry in symmetries(shape) {
            let board = board(&symmetry, &cells);
            let pattern = super::super::packed::places_with(board, 3);
            let Seen::Apart(apart) = patterns.see(pattern) else { panic!("they are apart") };
            numbers.push((apart.orbit, apart.number(board)));
        }
        numbers.dedup();
        assert_eq!(numbers.len(), 1);
    }
}
