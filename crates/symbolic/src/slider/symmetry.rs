//! Mirror images and transposes of boards, as relations.
//!
//! The rules know no left or right. So whatever one direction shows holds for the others, and on a
//! square board no column ever has to slide: it is a row of the transpose. That matters, because
//! the cells of a column are far apart where variables go by rows.

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::space::{Relation, Set, Space};
use crate::transducer::{Rewrite, Transducer};

use super::encoding::Code;
use super::line;

/// Relations of lines are joined into one as long as it has at most so many states.
const FEW_STATES: usize = 20_000;

/// What symmetries of the board do to sets.
pub(super) struct Symmetry {
    /// Exchanges left and right.
    pub(super) across_rows: Vec<Relation>,
    /// Exchanges rows and columns, if there are as many.
    pub(super) transpose: Option<Vec<Relation>>,
}

impl Symmetry {
    pub(super) fn new<D: Diagram>(space: &Space<D>, code: &Code) -> Symmetry {
        let shape = code.shape;
        let across_rows = known(space, mirror(code));
        let is_square = shape.rows() == shape.columns();
        let transpose = is_square.then(|| known(space, transposition(code, code)));
        Symmetry { across_rows, transpose }
    }

    /// A set of boards that is its own mirror image from a half of it: all boards of the half, their
    /// mirror images across rows, and the transposes of both.
    pub(super) fn closed<D: Diagram>(
        &self,
        space: &Space<D>,
        half: &Set<D>,
        transpose: &[Relation],
    ) -> Result<Set<D>, SymbolicError> {
        let both = space.or(half, &images(space, half, &self.across_rows)?)?;
        space.or(&both, &images(space, &both, transpose)?)
    }
}

/// Exchanges left and right.
pub(super) fn mirror(code: &Code) -> Vec<Transducer> {
    let turned = |line: &[u8]| Some((line.to_vec(), line.iter().rev().copied().collect()));
    each_line(code, &code.rows(), turned)
}

/// Makes transducers known to a space.
pub(super) fn known<D: Diagram>(space: &Space<D>, steps: Vec<Transducer>) -> Vec<Relation> {
    steps.into_iter().map(|step| space.relation(step)).collect()
}

/// One relation after the other.
pub(super) fn images<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    relations: &[Relation],
) -> Result<Set<D>, SymbolicError> {
    relations.iter().try_fold(set.clone(), |set, relation| space.image(&set, relation))
}

/// One relation after the other, and of the result what lies within a set.
pub(super) fn images_within<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    relations: &[Relation],
    within: &Set<D>,
) -> Result<Set<D>, SymbolicError> {
    match relations.split_last() {
        Some((last, steps)) => space.image_within(&images(space, set, steps)?, last, within),
        None => space.and(set, within),
    }
}

/// The relation that turns every line into another at the same time: `pair` gives both for each
/// way to fill a line, or nothing. As few transducers as possible, one after the other.
pub(super) fn each_line(
    code: &Code,
    lines: &[Vec<usize>],
    pair: impl Fn(&[u8]) -> Option<(Vec<u8>, Vec<u8>)>,
) -> Vec<Transducer> {
    let mut steps: Vec<Transducer> = Vec::new();
    for line in lines {
        let pairs = line::all(line.len(), code.target()).filter_map(|ranks| pair(&ranks));
        let rewrites = pairs.map(|(before, after)| rewrite(code, line, &before, &after));
        let relation = Transducer::of(rewrites);
        let joined = steps.last().and_then(|last| last.beside(&relation, FEW_STATES));
        match joined {
            Some(joined) => *steps.last_mut().expect("it was joined") = joined,
            None => steps.push(relation),
        }
    }
    steps
}

/// Leads from boards written with a code to their transposes, written with the code of those:
/// exchanges of two cells, one after the other.
pub(super) fn transposition(code: &Code, transposed: &Code) -> Vec<Transducer> {
    let (rows, columns) = (code.shape.rows(), code.shape.columns());
    // For every place where its rank goes.
    let mut targets = vec![0; code.shape.cells()];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let target = transposed.place(column * rows + row);
        targets[code.place(row * columns + column)] = target;
    }
    let cells = code.cells();
    let mut exchanges = Vec::new();
    for place in 0..targets.len() {
        // Whatever is here goes where it belongs, until what belongs here has come.
        while targets[place] != place {
            let target = targets[place];
            exchanges.push(exchange(code, [cells[place], cells[target]]));
            targets.swap(place, target);
        }
    }
    exchanges
}

/// Exchanges two cells.
fn exchange(code: &Code, cells: [usize; 2]) -> Transducer {
    let ranks = line::all(2, code.target());
    Transducer::of(ranks.map(|pair| rewrite(code, &cells, &pair, &[pair[1], pair[0]])))
}

/// Some cells get other ranks.
pub(super) fn rewrite(code: &Code, cells: &[usize], before: &[u8], after: &[u8]) -> Rewrite {
    let (before, after) = (code.write_line(cells, before), code.write_line(cells, after));
    let bits =
        before.iter().zip(&after).map(|(&(variable, one), &(_, other))| (variable, one, other));
    Rewrite { bits: bits.collect() }
}
