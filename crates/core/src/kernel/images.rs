//! Symmetric images of 4×4 boards.

/// Exchanges left and right of a 4×4 board.
#[inline(always)]
pub const fn mirror_columns(code: u64) -> u64 {
    let swapped = code >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (code & 0x0F0F_0F0F_0F0F_0F0F) << 4;
    swapped >> 8 & 0x00FF_00FF_00FF_00FF | (swapped & 0x00FF_00FF_00FF_00FF) << 8
}

/// Exchanges top and bottom of a 4×4 board.
#[inline(always)]
pub const fn mirror_rows(code: u64) -> u64 {
    let swapped = code >> 16 & 0x0000_FFFF_0000_FFFF | (code & 0x0000_FFFF_0000_FFFF) << 16;
    swapped.rotate_left(32)
}

/// Reflects a 4×4 board in its main diagonal.
#[inline(always)]
pub const fn transpose(code: u64) -> u64 {
    // Exchange the off-diagonal cells of every 2×2 block, then the off-diagonal blocks.
    let cells = (code ^ code >> 12) & 0x0000_F0F0_0000_F0F0;
    let code = code ^ cells ^ cells << 12;
    let blocks = (code ^ code >> 24) & 0x0000_0000_FF00_FF00;
    code ^ blocks ^ blocks << 24
}

/// The smallest of the eight images of a 4×4 board.
///
/// ```
/// assert_eq!(twofold_core::kernel::canonical(0x2310_0000_0000_0000), 0x0132);
/// ```
#[inline(always)]
pub const fn canonical(code: u64) -> u64 {
    let flipped = transpose(code);
    min(smallest_of_four(code), smallest_of_four(flipped))
}

#[inline(always)]
const fn smallest_of_four(code: u64) -> u64 {
    let mirrored = mirror_columns(code);
    min(min(code, mirror_rows(code)), min(mirrored, mirror_rows(mirrored)))
}

#[inline(always)]
const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::Grid;
    use crate::packed::Packed;
    use crate::symmetry::Symmetry;

    proptest! {
        #[test]
        fn images_are_those_of_the_definition(code: u64) {
            let shape = "4x4".parse().unwrap();
            let board = Packed::from_code(shape, code).unwrap();
            prop_assert_eq!(mirror_columns(code), board.image(Symmetry::MirrorColumns).code());
            prop_assert_eq!(mirror_rows(code), board.image(Symmetry::MirrorRows).code());
            prop_assert_eq!(transpose(code), board.image(Symmetry::Transpose).code());
            let images = Symmetry::ALL.iter().map(|&symmetry| board.image(symmetry).code());
            prop_assert_eq!(canonical(code), images.min().unwrap());
        }
    }
}
