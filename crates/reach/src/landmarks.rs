//! Boards that are known to be reachable, so that a search from the destination can stop at them.

use std::collections::HashMap;

use twofold_core::notation::sequence::Step;

use super::field::{Beginning, Field};
use super::plane::Plane;
use super::planes::Planes;
use super::question::Spawns;
use super::strategy;

/// All boards that known sequences pass after a slide, up to the symmetries of the destination.
#[derive(Clone, Debug)]
pub(super) struct Landmarks<P, const BITS: usize> {
    sequences: Vec<Vec<Step>>,
    /// The board itself, the number of the sequence, and how many of its steps lead there.
    boards: HashMap<Planes<P, BITS>, (Planes<P, BITS>, usize, usize)>,
}

impl<P: Plane, const BITS: usize> Landmarks<P, BITS> {
    /// The landmarks of a shape; none where spawns are deterministic.
    pub(super) fn new(field: &Field<P, BITS>) -> Self {
        let shape = field.engine.shape();
        let sequences = match field.spawns {
            Spawns::Anywhere => strategy::landmarks(shape),
            Spawns::Deterministic => Vec::new(),
        };
        let mut boards = HashMap::new();
        for (number, steps) in sequences.iter().enumerate() {
            let mut board = Planes::EMPTY;
            for (index, step) in steps.iter().enumerate() {
                match *step {
                    Step::Spawn { cell, .. } => board = board.with_one(shape.index(cell)),
                    Step::Slide(direction) => {
                        let Some(after) = field.engine.slide(board, direction) else { break };
                        board = after;
                        let entry = boards.entry(field.images.canonical(board));
                        entry.or_insert((board, number, index + 1));
                    }
                }
            }
        }
        Landmarks { sequences, boards }
    }

    /// A sequence to a board, up to the symmetries of the destination.
    pub(super) fn beginning(&self, board: &Planes<P, BITS>) -> Option<Beginning<P, BITS>> {
        let &(board, number, length) = self.boards.get(board)?;
        Some(Beginning { steps: self.sequences[number][..length].to_vec(), board })
    }
}
