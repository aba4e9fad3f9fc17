//! Canonical forms of boards of bit planes, by table.

use twofold_core::{Shape, Symmetry};

use super::plane::Plane;
use super::planes::Planes;

/// Symmetries of a shape, as tables of where every eight cells go.
#[derive(Clone, Debug)]
pub(super) struct Images<P> {
    /// For each symmetry but the identity, for each byte of a plane, the cells that it becomes.
    tables: Vec<Vec<[P; 256]>>,
}

impl<P: Plane> Images<P> {
    /// Tables for a group of symmetries that keep the shape.
    pub(super) fn new(shape: Shape, group: &[Symmetry]) -> Images<P> {
        let others = group.iter().filter(|&&symmetry| symmetry != Symmetry::Identity);
        let table = |symmetry: &Symmetry| {
            let image = |index: usize| {
                (index < shape.cells())
                    .then(|| P::cell(shape.index(symmetry.cell(shape, shape.cell(index)))))
            };
            let byte = |k: usize| {
                std::array::from_fn(|bits| {
                    let cells = (0..8).filter(|bit| bits >> bit & 1 == 1);
                    cells
                        .filter_map(|bit| image(8 * k + bit))
                        .fold(P::EMPTY, |set, cell| set | cell)
                })
            };
            (0..shape.cells().div_ceil(8)).map(byte).collect()
        };
        Images { tables: others.map(table).collect() }
    }

    /// The smallest image of a board under the group.
    #[inline]
    pub(super) fn canonical<const BITS: usize>(&self, board: Planes<P, BITS>) -> Planes<P, BITS> {
        let image = |table: &Vec<[P; 256]>| {
            Planes(board.0.map(|plane| {
                let bytes = table.iter().enumerate();
                bytes.fold(P::EMPTY, |set, (k, byte)| set | byte[usize::from(plane.byte(k))])
            }))
        };
        self.tables.iter().map(image).fold(board, Ord::min)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::Rules;

    use super::super::plane_engine::PlaneEngine;
    use super::*;

    proptest! {
        #[test]
        fn canonical_is_the_smallest_image(rows in 1..7_usize, columns in 1..7_usize, low: u64, high: u64) {
            let shape = Shape::new(rows, columns).unwrap();
            let engine = PlaneEngine::<u64, 2>::new(&Rules::only_twos(shape), 3).unwrap();
            let board = Planes([low & engine.all(), high & engine.all()]);
            let group = Symmetry::of(shape);
            let smallest = group.iter().map(|&symmetry| engine.image(board, symmetry)).min();
            prop_assert_eq!(Some(Images::new(shape, group).canonical(board)), smallest);
        }
    }
}
