//! Sliding all lines of a packed board at once.

use crate::direction::Direction;
use crate::shape::Shape;

/// The cells of a packed shape, arranged for a slide in one direction.
///
/// Lines are handled together: `steps[k]` has the lowest bit of every cell that is *k* cells away
/// from the border that tiles slide to.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(super) steps: Vec<u64>,
    /// Bits between neighbours in a line.
    pub(super) stride: u32,
    /// Whether tiles slide to lower bits.
    pub(super) down: bool,
}

/// A board after a slide; `overflow` marks cells where two tiles of rank 15 would have merged, or where
/// tiles of rank 15 are large ones, two tiles of rank 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidCode {
    pub(crate) code: u64,
    pub(crate) overflow: u64,
}

impl Lines {
    /// The lines of a shape of at most sixteen cells.
    pub(crate) fn new(shape: Shape, direction: Direction) -> Lines {
        let length = if direction.is_vertical() { shape.rows() } else { shape.columns() };
        let mut steps = vec![0; length];
        for cell in shape.iter() {
            let along = if direction.is_vertical() { cell.row() } else { cell.column() };
            let step = if direction.is_forward() { length - 1 - along } else { along };
            steps[step] |= 1 << (4 * (shape.cells() - 1 - shape.index(cell)));
        }
        let stride = if direction.is_vertical() { 4 * shape.columns() as u32 } else { 4 };
        Lines { steps, stride, down: direction.is_forward() }
    }

    /// Slides a board of this shape by the classic rules.
    pub(crate) fn slide(&self, code: u64) -> SlidCode {
        // A single line of a single cell has a stride of at most 64 bits, which must not be shifted by.
        if self.steps.len() == 1 {
            return SlidCode { code, overflow: 0 };
        }
        let ahead = |word: u64| if self.down { word >> self.stride } else { word << self.stride };
        let behind = |word: u64| if self.down { word << self.stride } else { word >> self.stride };
        slide_steps::<false>(code, &self.steps, ahead, behind)
    }
}

/// The slide itself, written with shifts and masks only, so that it can be compiled for vectors.
///
/// `ahead` moves every cell one step towards the border, `behind` one step away from it. If `LARGE`,
/// tiles of rank 15 merge with nothing.
#[inline(always)]
pub(crate) fn slide_steps<const LARGE: bool>(
    mut code: u64,
    steps: &[u64],
    ahead: impl Fn(u64) -> u64,
    behind: impl Fn(u64) -> u64,
) -> SlidCode {
    let last = steps.len() - 1;
    let inside = !(steps[last] * 15);

    // Close the gaps, the one farthest from the border first.
    for step in (0..last).rev() {
        let gaps = steps[step] & !occupied(code);
        let tail = spread(gaps, last - step, &behind);
        code = choose(tail, ahead(code) & inside, code);
    }

    // Merge pairs, the one nearest to the border first; the tail follows by one step.
    let mut overflow = 0;
    for (step, &cells) in steps[..last].iter().enumerate() {
        let next = ahead(code) & inside;
        let mut pairs = cells & occupied(code) & !occupied(code ^ next);
        if LARGE {
            pairs &= !full(code);
            overflow |= pairs & nearly_full(code);
        } else {
            overflow |= pairs & full(code);
        }
        let tail = spread(behind(pairs), last - step - 1, &behind);
        code = choose(tail, next, code.wrapping_add(pairs));
    }
    SlidCode { code, overflow }
}

/// The lowest bit of every cell with a tile, and arbitrary higher bits.
#[inline(always)]
pub(super) const fn occupied(code: u64) -> u64 {
    let pairs = code | code >> 1;
    pairs | pairs >> 2
}

/// The lowest bit of every cell of rank 15, and arbitrary higher bits.
#[inline(always)]
const fn full(code: u64) -> u64 {
    let pairs = code & code >> 1;
    pairs & pairs >> 2
}

/// The lowest bit of every cell of rank 14 or 15, and arbitrary higher bits.
#[inline(always)]
const fn nearly_full(code: u64) -> u64 {
    code >> 1 & code >> 2 & code >> 3
}

/// Whole cells from marks in lowest bits, extended by some steps away from the border.
#[inline(always)]
fn spread(marks: u64, steps: usize, behind: impl Fn(u64) -> u64) -> u64 {
    let mut cells = marks;
    for _ in 0..steps {
        cells = marks | behind(cells);
    }
    (cells << 4).wrapping_sub(cells)
}

#[inline(always)]
const fn choose(mask: u64, inside: u64, outside: u64) -> u64 {
    outside ^ (outside ^ inside) & mask
}
