//! Figures about single boards.

use twofold_core::notation::{hexadecimal, parse_board};
use twofold_core::{Grid, Rules, Symmetry};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "canonical-form",
        about: "the canonical form of `board`, as a hexadecimal number",
        run: |arguments, _| {
            let canonical = board(arguments)?.canonical();
            let code = hexadecimal::write(&canonical);
            Ok(code.ok_or(ComputeError::Missing("board"))?.into())
        },
    },
    Computation {
        name: "symmetric-boards",
        about: "the number of boards that are symmetric images of `board`, itself included",
        run: |arguments, _| {
            let board = board(arguments)?;
            let images = Symmetry::of(board.shape()).iter().map(|&symmetry| board.image(symmetry));
            let mut images: Vec<_> = images.collect();
            images.sort();
            images.dedup();
            Ok(Computed::exact(images.len()))
        },
    },
    Computation {
        name: "image-numbers",
        about: "the symmetric images of `board` as hexadecimal numbers, ascending",
        run: |arguments, _| {
            let board = board(arguments)?;
            let images = Symmetry::of(board.shape()).iter().map(|&symmetry| board.image(symmetry));
            let mut codes: Vec<String> =
                images.filter_map(|image| hexadecimal::write(&image)).collect();
            codes.sort();
            codes.dedup();
            Ok(codes.join(", ").into())
        },
    },
    Computation {
        name: "board-number",
        about: "the `board` as a hexadecimal number, read by rows",
        run: |arguments, _| {
            let code = hexadecimal::write(&board(arguments)?);
            Ok(code.ok_or(ComputeError::Missing("board"))?.into())
        },
    },
    Computation {
        name: "states-bound",
        about: "the number of ways to fill the cells of `shape` with empty cells and tiles up to \
                the face `largest`",
        run: |arguments, _| {
            let Rules { shape, tiles, .. } = arguments.rules()?;
            let largest: u64 = arguments.get("largest")?;
            let kinds =
                tiles.tile_with_face(largest).ok_or(ComputeError::Missing("largest"))?.rank() + 1;
            let bound = u128::from(kinds).checked_pow(shape.cells() as u32);
            Ok(Computed::exact(bound.ok_or(ComputeError::Missing("a smaller shape"))?))
        },
    },
];

pub(super) fn board(arguments: &Arguments) -> Result<twofold_core::Board, ComputeError> {
    parse_board(arguments.text("board")?, arguments.tiles()?, None).map_err(ComputeError::failed)
}
