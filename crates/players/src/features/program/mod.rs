//! The features as the authors' public program computes them (`tRaymodn/2048`, its last commit), where they
//! differ from the text: [`Variant::Program`](super::Variant).
//!
//! Every function follows the program to the letter, mistakes included, so that its figures can be compared.

mod adjacent;
mod chain;
mod largest;
mod monotonicity;
mod search;
mod shift_load;

use twofold_core::{Cell, Shape};

use super::{FeatureBoard, Features, empty};

pub(crate) use search::PrunedFutures;

/// All features of a board after a slide and a spawn. Unlike those of the text, they do not depend on the
/// slide.
pub fn program_features(board: &FeatureBoard) -> Features {
    let (root, largest) = largest::root_and_value(board);
    let chain = chain::chain(board, root);
    let face = |cell: &Cell| board.face(board.rank(cell.row(), cell.column()));
    Features {
        largest,
        monotonicity: monotonicity::monotonicity(board, root),
        empty: empty(board),
        chain: chain.iter().map(face).sum::<f64>() / chain.len() as f64,
        shift_load: shift_load::shift_load(board),
        adjacent: adjacent::adjacent(board, &chain),
    }
}

/// The cells of a row or column, from either end.
fn line(shape: Shape, is_column: bool, index: usize, reversed: bool) -> Vec<Cell> {
    let length = if is_column { shape.rows() } else { shape.columns() };
    let place = |at: usize| if reversed { length - 1 - at } else { at };
    let cell = |at: usize| match is_column {
        true => Cell::new(place(at), index),
        false => Cell::new(index, place(at)),
    };
    (0..length).map(cell).collect()
}

/// Whether lines along a side are read from the far end, because the root is in that half.
fn from_far_end(place: usize, length: usize) -> bool {
    2 * place + 1 >= length
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation::ranks};

    use super::*;

    fn of(board: &str) -> Features {
        program_features(&FeatureBoard::new(&ranks::parse(board).unwrap(), TileSystem::Classic))
    }

    /// What the program's `evaluation` returns for these boards, run by itself.
    #[test]
    fn the_features_are_those_of_the_program() {
        for line in include_str!("evaluations.csv").lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let expected: Vec<f64> = cells[1..].iter().map(|cell| cell.parse().unwrap()).collect();
            for (found, expected) in of(cells[0]).to_array().into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{line}: {found}");
            }
        }
    }
}
