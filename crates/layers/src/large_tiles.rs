//! Large tiles as part of the rules: where they may stand, and where the target counts.

use twofold_core::{Shape, Symmetry};

/// Large tiles: tiles that merge with nothing and count nothing towards the tile sum. In packed boards
/// they have rank 15.
///
/// A mask is a set of cells, given by codes that have `F` there and 0 elsewhere. Where there are masks,
/// Slider may only leave boards on which large tiles hold all cells of one of them; large tiles that are not needed
/// for that are free. Without masks, all are free. The target counts only where it is made in a target cell.
///
/// ```
/// use twofold_layers::LargeTiles;
///
/// let large = LargeTiles::new("2x2".parse()?, &[0x000F], 0xFFFF).unwrap();
/// assert!(large.allows(0x120F) && !large.allows(0x12F0));
/// // Only the diagonal through the corner keeps the mask where it is.
/// assert_eq!(large.symmetries().len(), 2);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargeTiles {
    masks: Vec<u64>,
    target_cells: u64,
    symmetries: Vec<Symmetry>,
    last_sum: Option<u64>,
}

impl LargeTiles {
    /// The rank of a large tile in a packed board.
    pub const RANK: u8 = 15;

    /// Large tiles with these masks, and a target that counts in these cells; `None` if something is no set
    /// of cells of the shape, or if there is no cell for the target.
    pub fn new(shape: Shape, masks: &[u64], target_cells: u64) -> Option<LargeTiles> {
        let board = u64::MAX.checked_shr(64 - 4 * u32::try_from(shape.cells()).ok()?)?;
        let is_mask = |mask: u64| mask & !board == 0 && large_cells(mask) * 15 == mask;
        if target_cells == 0 || !is_mask(target_cells) || !masks.iter().all(|&mask| is_mask(mask)) {
            return None;
        }
        let mut masks = masks.to_vec();
        masks.sort_unstable();
        masks.dedup();
        let keeps = |symmetry: &Symmetry| {
            let mut images: Vec<u64> =
                masks.iter().map(|&mask| image(shape, *symmetry, mask)).collect();
            images.sort_unstable();
            images == masks && image(shape, *symmetry, target_cells) == target_cells
        };
        let symmetries = Symmetry::of(shape).iter().copied().filter(keeps).collect();
        Some(LargeTiles { masks, target_cells, symmetries, last_sum: None })
    }

    /// The same, with a tile sum above which the game is lost.
    #[must_use]
    pub fn up_to(self, last_sum: Option<u64>) -> LargeTiles {
        LargeTiles { last_sum, ..self }
    }

    /// The tile sum above which the game is lost, if there is one.
    pub fn last_sum(&self) -> Option<u64> {
        self.last_sum
    }

    /// The sets of cells that large tiles have to hold, of which one suffices; none if they may stand anywhere.
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// The cells where the target counts.
    pub fn target_cells(&self) -> u64 {
        self.target_cells
    }

    /// The symmetries that keep masks and target cells.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Whether Slider may leave a board.
    #[inline]
    pub fn allows(&self, code: u64) -> bool {
        let held = large_cells(code) * 15;
        self.masks.is_empty() || self.masks.iter().any(|&mask| mask & !held == 0)
    }
}

/// The lowest bit of every cell that holds a large tile.
#[inline]
pub fn large_cells(code: u64) -> u64 {
    let pairs = code & code >> 1;
    pairs & pairs >> 2 & 0x1111_1111_1111_1111
}

/// The image of a code.
pub fn image(shape: Shape, symmetry: Symmetry, code: u64) -> u64 {
    let bit = |index: usize| 4 * (shape.cells() - 1 - index);
    let moved = symmetry.shape(shape);
    shape.iter().fold(0, |image, cell| {
        let rank = code >> bit(shape.index(cell)) & 0xF;
        image | rank << bit(moved.index(symmetry.cell(shape, cell)))
    })
}
