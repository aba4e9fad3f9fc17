//! Many boards of up to four rows and columns at once.
//!
//! A smaller board is laid out in the upper left corner of a 4×4 board, where the bit tricks for
//! 4×4 work on it: a slide to the left, the only one that is needed, does not notice the empty
//! columns and rows behind the tiles, and mirror images are shifted back into the corner. The order
//! of codes is the same in both layouts.

use super::NO_SLIDE;
use super::images::{mirror_columns, mirror_rows, transpose};
use super::slide::{SlidCode, slide_steps};
use super::vectors::{Loop, widest};
use crate::shape::Shape;
use crate::symmetry::Symmetry;

/// Cells of a 4×4 board by distance from the left border.
const STEPS: [u64; 4] =
    [0x1000_1000_1000_1000, 0x0100_0100_0100_0100, 0x0010_0010_0010_0010, 0x0001_0001_0001_0001];

/// The kernels for one shape of up to four rows and columns, classic tiles.
///
/// ```
/// use twofold_core::kernel::{NO_SLIDE, Small};
///
/// let kernel = Small::new("2x2".parse()?).unwrap();
/// let mut results = [(); 4].map(|()| vec![0; 1]);
/// assert_eq!(kernel.slide_all_canonical(&[0x1210], &mut results), None);
/// // Up and down the 2s of the first column merge; no tile can go left.
/// assert_eq!(results, [[0x0022], [0x0022], [NO_SLIDE], [0x0112]]);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Small {
    cells: usize,
    is_square: bool,
    /// Bits from the border of 4×4 to the last column, and to the last row.
    columns_off: u32,
    rows_off: u32,
    /// Each row's bits in its code, its lowest bit there and in the 4×4 layout.
    rows: [(u64, u32, u32); 4],
    group: Group,
    /// All ones for the images that symmetries outside the group make.
    outside: [u64; 8],
}

/// Whether tiles of rank 15 are large, and which symmetries there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// No large tiles, all symmetries of the shape.
    Plain,
    /// All symmetries of the shape.
    All,
    /// None but the identity.
    One,
    /// Some symmetries.
    Some,
}

const PLAIN: u8 = Group::Plain as u8;
const ALL: u8 = Group::All as u8;
const ONE: u8 = Group::One as u8;
const SOME: u8 = Group::Some as u8;

impl Small {
    /// The kernels of a shape; `None` if a side is longer than four.
    pub fn new(shape: Shape) -> Option<Small> {
        let (rows, columns) = (shape.rows(), shape.columns());
        if rows > 4 || columns > 4 {
            return None;
        }
        let bits = 4 * columns as u32;
        let row = |index: usize| {
            if index >= rows {
                return (0, 0, 0);
            }
            let low = bits * (rows - 1 - index) as u32;
            (((1_u64 << bits) - 1) << low, low, 16 * (3 - index) as u32 + 16 - bits)
        };
        Some(Small {
            cells: shape.cells(),
            is_square: shape.is_square(),
            columns_off: 4 * (4 - columns) as u32,
            rows_off: 16 * (4 - rows) as u32,
            rows: [row(0), row(1), row(2), row(3)],
            group: Group::Plain,
            outside: [0; 8],
        })
    }

    /// The kernels of a shape where tiles of rank 15 are large, that is, merge with nothing, and where
    /// boards are equal up to these symmetries only, which are a group.
    ///
    /// ```
    /// use twofold_core::Symmetry;
    /// use twofold_core::kernel::Small;
    ///
    /// let kernel = Small::with_large_tiles("2x2".parse()?, &[Symmetry::Identity]).unwrap();
    /// let mut results = [(); 4].map(|()| vec![0; 1]);
    /// assert_eq!(kernel.slide_all_canonical(&[0xF0F1], &mut results), None);
    /// assert_eq!(results[0], [0xF1F0]);
    /// # Ok::<(), twofold_core::ShapeError>(())
    /// ```
    pub fn with_large_tiles(shape: Shape, symmetries: &[Symmetry]) -> Option<Small> {
        let group = match symmetries.len() {
            count if count == Symmetry::of(shape).len() => Group::All,
            0 | 1 => Group::One,
            _ => Group::Some,
        };
        // On a rectangle the second four images are those of the first four again.
        let slot = |index: usize| Symmetry::ALL[if shape.is_square() { index } else { index % 4 }];
        let is_inside =
            |index| symmetries.contains(&slot(index)) || slot(index) == Symmetry::Identity;
        let outside = std::array::from_fn(|index| if is_inside(index) { 0 } else { u64::MAX });
        Some(Small { group, outside, ..Small::new(shape)? })
    }

    #[inline(always)]
    fn widen(&self, code: u64) -> u64 {
        let row = |(mask, from, to): (u64, u32, u32)| ((code & mask) >> from) << to;
        row(self.rows[0]) | row(self.rows[1]) | row(self.rows[2]) | row(self.rows[3])
    }

    #[inline(always)]
    fn narrow(&self, wide: u64) -> u64 {
        let row = |(mask, from, to): (u64, u32, u32)| (wide >> to) << from & mask;
        row(self.rows[0]) | row(self.rows[1]) | row(self.rows[2]) | row(self.rows[3])
    }

    #[inline(always)]
    fn mirror_columns(&self, wide: u64) -> u64 {
        mirror_columns(wide) << self.columns_off
    }

    #[inline(always)]
    fn mirror_rows(&self, wide: u64) -> u64 {
        // Four rows fewer would be no board.
        mirror_rows(wide) << self.rows_off
    }

    #[inline(always)]
    fn four_images(&self, wide: u64) -> [u64; 4] {
        let mirrored = self.mirror_columns(wide);
        [wide, mirrored, self.mirror_rows(wide), self.mirror_rows(mirrored)]
    }

    /// Eight images: every image of the orbit, each equally often.
    #[inline(always)]
    fn images(&self, wide: u64) -> [u64; 8] {
        let [a, b, c, d] = self.four_images(wide);
        let [e, f, g, h] = self.four_images(if self.is_square { transpose(wide) } else { wide });
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    fn canonical<const GROUP: u8>(&self, wide: u64) -> u64 {
        match GROUP {
            PLAIN | ALL => self.narrow(smallest(self.images(wide))),
            ONE => self.narrow(wide),
            _ => self.narrow(smallest(self.inside(self.images(wide)))),
        }
    }

    /// Images by symmetries of the group, and all ones in the place of others.
    #[inline(always)]
    fn inside(&self, images: [u64; 8]) -> [u64; 8] {
        let [a, b, c, d, e, f, g, h] = images;
        let [i, j, k, l, m, n, o, p] = self.outside;
        [a | i, b | j, c | k, d | l, e | m, f | n, g | o, h | p]
    }

    /// Slides each board in all four directions and takes the canonical form of every result:
    /// `results[d][i]` belongs to board `i` and direction `d` in the order of
    /// [`Direction::ALL`](crate::Direction::ALL), [`NO_SLIDE`] if that slide is illegal.
    ///
    /// Returns the index of the first board on which two tiles of rank 15 meet, if there is one, or two
    /// of rank 14 where tiles of rank 15 are large; its results are meaningless.
    ///
    /// # Panics
    /// If the results are not as long as the boards.
    pub fn slide_all_canonical(
        &self,
        boards: &[u64],
        results: &mut [Vec<u64>; 4],
    ) -> Option<usize> {
        match self.group {
            Group::Plain => self.slide_all::<PLAIN>(boards, results),
            Group::All => self.slide_all::<ALL>(boards, results),
            Group::One => self.slide_all::<ONE>(boards, results),
            Group::Some => self.slide_all::<SOME>(boards, results),
        }
    }

    fn slide_all<const GROUP: u8>(
        &self,
        boards: &[u64],
        results: &mut [Vec<u64>; 4],
    ) -> Option<usize> {
        let [up, down, left, right] = results;
        let overflows = [
            self.slide::<UP, GROUP>(boards, up),
            self.slide::<DOWN, GROUP>(boards, down),
            self.slide::<LEFT, GROUP>(boards, left),
            self.slide::<RIGHT, GROUP>(boards, right),
        ];
        if overflows == [0; 4] {
            return None;
        }
        let meets = |&board: &u64| {
            let wide = self.widen(board);
            slide_left::<GROUP>(wide).overflow | slide_left::<GROUP>(transpose(wide)).overflow != 0
        };
        boards.iter().position(meets)
    }

    fn slide<const DIRECTION: u8, const GROUP: u8>(
        &self,
        boards: &[u64],
        results: &mut [u64],
    ) -> u64 {
        assert_eq!(boards.len(), results.len());
        let mut overflow = 0;
        let overflowing = &mut overflow;
        widest(Slides::<DIRECTION, GROUP> { kernel: self, boards, results, overflow: overflowing });
        overflow
    }

    /// Puts a tile of the given rank into each empty cell of each board, and appends the canonical
    /// forms of all results, cell by cell within each batch of boards.
    pub fn spawn_all_canonical(&self, boards: &[u64], rank: u8, results: &mut Vec<u64>) {
        match self.group {
            Group::Plain | Group::All => self.spawn_all::<ALL>(boards, rank, results),
            Group::One => {
                let tile = u64::from(rank);
                for cell in 0..self.cells {
                    let (place, tile) = (0xF << (4 * cell), tile << (4 * cell));
                    for boards in boards.chunks(BATCH) {
                        let start = results.len();
                        results.resize(start + boards.len(), 0);
                        let mut end = start;
                        for &board in boards {
                            results[end] = board | tile;
                            end += usize::from(board & place == 0);
                        }
                        results.truncate(end);
                    }
                }
            }
            Group::Some => self.spawn_all::<SOME>(boards, rank, results),
        }
    }

    fn spawn_all<const GROUP: u8>(&self, boards: &[u64], rank: u8, results: &mut Vec<u64>) {
        let mut images = [[0; BATCH]; 8];
        let mut spawned = [0; BATCH];
        for boards in boards.chunks(BATCH) {
            widest(AllImages::<GROUP> { kernel: self, boards, images: &mut images });
            for cell in 0..self.cells {
                let place = self.widen(0xF << (4 * cell));
                let tile = 0x1111_1111_1111_1111 * u64::from(rank);
                let tiles = self.images(place).map(|cell| cell & tile);
                widest(Spawns {
                    kernel: self,
                    images: &images,
                    place,
                    tiles,
                    spawned: &mut spawned,
                });
                append_legal(&spawned[..boards.len()], results);
            }
        }
    }

    /// The number of distinct images of each board.
    ///
    /// # Panics
    /// If the results are not as long as the boards.
    pub fn orbits(&self, boards: &[u64], results: &mut [u64]) {
        assert_eq!(boards.len(), results.len());
        match self.group {
            Group::Plain | Group::All => widest(Orbits::<ALL> { kernel: self, boards, results }),
            Group::One => results.fill(1),
            Group::Some => widest(Orbits::<SOME> { kernel: self, boards, results }),
        }
    }
}

const UP: u8 = 0;
const DOWN: u8 = 1;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;

/// Boards that are handled between two looks at which cells are empty.
const BATCH: usize = 128;

struct Slides<'a, const DIRECTION: u8, const GROUP: u8> {
    kernel: &'a Small,
    boards: &'a [u64],
    results: &'a mut [u64],
    /// Where tiles that do not fit were made.
    overflow: &'a mut u64,
}

impl<const DIRECTION: u8, const GROUP: u8> Loop for Slides<'_, DIRECTION, GROUP> {
    #[inline(always)]
    fn run(self) {
        let kernel = self.kernel;
        let mut overflow = 0;
        for (&board, result) in self.boards.iter().zip(self.results) {
            let wide = kernel.widen(board);
            // After a transposition the shape is transposed too: what lies off the last row lies
            // off the last column.
            let image = match DIRECTION {
                UP => transpose(wide),
                DOWN => mirror_columns(transpose(wide)) << (kernel.rows_off / 4),
                LEFT => wide,
                _ => kernel.mirror_columns(wide),
            };
            let slid = slide_left::<GROUP>(image);
            overflow |= slid.overflow;
            // Canonical forms do not care which image they are taken from, as long as the shape is
            // right: what was mirrored need not be turned back, and nothing on a square.
            let slid_back = if GROUP == ONE || GROUP == SOME {
                match DIRECTION {
                    UP => transpose(slid.code),
                    DOWN => transpose(mirror_columns(slid.code) << (kernel.rows_off / 4)),
                    LEFT => slid.code,
                    _ => kernel.mirror_columns(slid.code),
                }
            } else {
                let turned = (DIRECTION == UP || DIRECTION == DOWN) && !kernel.is_square;
                if turned { transpose(slid.code) } else { slid.code }
            };
            // All ones if nothing changed, chosen without a branch.
            let unchanged = if slid.code == image { NO_SLIDE } else { 0 };
            *result = kernel.canonical::<GROUP>(slid_back) | unchanged;
        }
        *self.overflow = overflow;
    }
}

struct AllImages<'a, const GROUP: u8> {
    kernel: &'a Small,
    boards: &'a [u64],
    images: &'a mut [[u64; BATCH]; 8],
}

impl<const GROUP: u8> Loop for AllImages<'_, GROUP> {
    #[inline(always)]
    fn run(self) {
        let [a, b, c, d, e, f, g, h] = self.images;
        for index in 0..self.boards.len().min(BATCH) {
            let mut all = self.kernel.images(self.kernel.widen(self.boards[index]));
            if GROUP == SOME {
                all = self.kernel.inside(all);
            }
            [a[index], b[index], c[index], d[index], e[index], f[index], g[index], h[index]] = all;
        }
    }
}

struct Spawns<'a> {
    kernel: &'a Small,
    images: &'a [[u64; BATCH]; 8],
    place: u64,
    tiles: [u64; 8],
    spawned: &'a mut [u64; BATCH],
}

impl Loop for Spawns<'_> {
    #[inline(always)]
    fn run(self) {
        let [a, b, c, d, e, f, g, h] = self.images;
        let tiles = self.tiles;
        for index in 0..BATCH {
            let with_tiles = [
                a[index] | tiles[0],
                b[index] | tiles[1],
                c[index] | tiles[2],
                d[index] | tiles[3],
                e[index] | tiles[4],
                f[index] | tiles[5],
                g[index] | tiles[6],
                h[index] | tiles[7],
            ];
            let occupied = if a[index] & self.place == 0 { 0 } else { NO_SLIDE };
            self.spawned[index] = self.kernel.narrow(smallest(with_tiles)) | occupied;
        }
    }
}

struct Orbits<'a, const GROUP: u8> {
    kernel: &'a Small,
    boards: &'a [u64],
    results: &'a mut [u64],
}

impl<const GROUP: u8> Loop for Orbits<'_, GROUP> {
    #[inline(always)]
    fn run(self) {
        for (&board, result) in self.boards.iter().zip(self.results) {
            let wide = self.kernel.widen(board);
            let mut images = self.kernel.images(wide);
            let mut slots = 8;
            if GROUP == SOME {
                images = self.kernel.inside(images);
                slots = self.kernel.slots();
            }
            let [a, b, c, d, e, f, g, h] = images.map(|image| u64::from(image == wide));
            let fixed = a + b + c + d + e + f + g + h;
            // The slots divided by one, two, four or eight.
            *result = slots >> ((fixed >> 1) - (fixed >> 3));
        }
    }
}

impl Small {
    /// How many of the eight images are by symmetries of the group.
    #[inline(always)]
    fn slots(&self) -> u64 {
        self.outside.iter().map(|&outside| u64::from(outside == 0)).sum()
    }
}

/// Appends what is not [`NO_SLIDE`], without a branch for each.
#[inline]
fn append_legal(codes: &[u64], results: &mut Vec<u64>) {
    let start = results.len();
    results.resize(start + codes.len(), 0);
    let mut end = start;
    for &code in codes {
        results[end] = code;
        end += usize::from(code != NO_SLIDE);
    }
    results.truncate(end);
}

#[inline(always)]
fn slide_left<const GROUP: u8>(wide: u64) -> SlidCode {
    let (ahead, behind) = (|word| word << 4, |word| word >> 4);
    match GROUP {
        PLAIN => slide_steps::<false>(wide, &STEPS, ahead, behind),
        _ => slide_steps::<true>(wide, &STEPS, ahead, behind),
    }
}

#[inline(always)]
fn smallest(images: [u64; 8]) -> u64 {
    let [a, b, c, d, e, f, g, h] = images;
    a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::direction::Direction;
    use crate::engine::Naive;
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::rules::Rules;
    use crate::symmetry::Symmetry;
    use crate::tile::Tile;

    fn check(shape: Shape, codes: &[u64]) -> Result<(), TestCaseError> {
        let kernel = Small::new(shape).unwrap();
        let naive = Naive::new(&Rules::classic(shape));
        let mut slid = [(); 4].map(|()| vec![0; codes.len()]);
        prop_assert_eq!(kernel.slide_all_canonical(codes, &mut slid), None);
        let mut orbits = vec![0; codes.len()];
        kernel.orbits(codes, &mut orbits);
        let mut spawned = Vec::new();
        kernel.spawn_all_canonical(codes, 2, &mut spawned);
        let mut expected_spawns = Vec::new();
        for (index, &code) in codes.iter().enumerate() {
            let packed = Packed::from_code(shape, code).unwrap();
            for (result, direction) in slid.iter().zip(Direction::ALL) {
                let slid = naive.slide(&packed.convert().unwrap(), direction);
                let expected = slid.map_or(NO_SLIDE, |slid| {
                    slid.board.canonical().convert::<Packed>().unwrap().code()
                });
                prop_assert_eq!(result[index], expected, "{:?} {}", packed, direction);
            }
            let images: BTreeSet<_> =
                Symmetry::of(shape).iter().map(|&s| packed.image(s)).collect();
            prop_assert_eq!(orbits[index], images.len() as u64);
            let with = |cell| packed.with(cell, Tile::new(2).unwrap()).unwrap().canonical().code();
            expected_spawns.extend(packed.empty_cells().map(with));
        }
        spawned.sort_unstable();
        expected_spawns.sort_unstable();
        prop_assert_eq!(spawned, expected_spawns);
        Ok(())
    }

    proptest! {
        #[test]
        fn kernels_equal_the_naive_engine(
            codes in prop::collection::vec((any::<u64>(), any::<u64>()), 1..40),
            rows in 1_usize..=4,
            columns in 1_usize..=4,
            low: bool,
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            // Ranks up to 3 or 7, with gaps: merges, symmetric boards and empty cells are frequent.
            let mask = if low { 0x3333_3333_3333_3333 } else { 0x7777_7777_7777_7777 };
            let gaps = |bits: u64| (bits & 0x1111_1111_1111_1111) * 15;
            let code = |(code, bits): (u64, u64)| (code & mask & gaps(bits)) >> (64 - 4 * shape.cells());
            check(shape, &codes.into_iter().map(code).collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn every_small_board_is_handled() {
        for shape in ["1x1", "1x2", "2x1", "2x2", "1x4", "4x1", "2x3", "3x2"] {
            let shape: Shape = shape.parse().unwrap();
            let digits = |number: u64| {
                (0..shape.cells())
                    .fold(0, |code, cell| code << 4 | (number / 3_u64.pow(cell as u32) % 3))
            };
            let codes: Vec<u64> = (0..3_u64.pow(shape.cells() as u32)).map(digits).collect();
            check(shape, &codes).unwrap();
        }
    }

    #[test]
    fn larger_shapes_have_no_kernel() {
        assert!(Small::new("5x2".parse().unwrap()).is_none());
        assert!(Small::new("2x5".parse().unwrap()).is_none());
    }

    #[test]
    fn tiles_that_do_not_fit_are_reported() {
        let kernel = Small::new("3x3".parse().unwrap()).unwrap();
        let mut results = [(); 4].map(|()| vec![0; 2]);
        assert_eq!(kernel.slide_all_canonical(&[0x1, 0xF0F], &mut results), Some(1));
    }
}
