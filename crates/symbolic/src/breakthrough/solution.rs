//! Boards of Breakthrough, solved with diagrams.

use num_bigint::BigUint;
use twofold_breakthrough::{Baseline, Breakthrough, Side};
use twofold_core::{Progress, Watch};

use super::encoding::{CellOrder, SymbolicBreakthrough, variables};
use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Iteration, Observer, forced, reachable, reachable_step_by_step};
use crate::game::{Player, SymbolicGame, Within};
use crate::space::{Resources, Space};
use crate::sweep::{Layer, count, sweep};

/// A board of Breakthrough, solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub winner: Side,
    /// Positions that can occur.
    pub reachable: BigUint,
    /// Those that White wins.
    pub white: BigUint,
    /// Those that Black wins.
    pub black: BigUint,
    /// Whether no position is won by both sides and every position by one.
    pub is_decided: bool,
    /// The most nodes that there were at the end of any step, garbage included.
    pub peak_nodes: usize,
}

/// Solves a board, one grade after the other.
pub fn solve<D: Diagram, O: Observer + ?Sized>(
    game: &Breakthrough,
    baseline: Baseline,
    order: CellOrder,
    resources: Resources,
    observer: &O,
) -> Result<Solution, SymbolicError> {
    let space = Space::for_pairs(variables(game), resources);
    let encoded = SymbolicBreakthrough::<D>::new(game, baseline, order, space)?;
    let grades = encoded.grades()?;
    observer.begin();
    let layers = sweep(&encoded, &grades, observer)?;
    let space = encoded.space();
    let mut solution = Solution {
        winner: Side::Black,
        reachable: BigUint::ZERO,
        white: BigUint::ZERO,
        black: BigUint::ZERO,
        is_decided: true,
        peak_nodes: 0,
    };
    for layer in &layers {
        solution.reachable += Layer::count(space, &layer.reached);
        solution.white += Layer::count(space, &layer.first);
        solution.black += Layer::count(space, &layer.second);
        solution.is_decided &= layer.is_decided(space)?;
        if encoded.contains(&layer.first, &game.start()) {
            solution.winner = Side::White;
        }
    }
    solution.peak_nodes = space.peak();
    Ok(solution)
}

/// Solves a board as de Vink 2021 does: all positions that can occur, breadth first, and then for
/// each side a fixpoint from the positions that it has won. The observer sees the lines `reach`,
/// `White` and `Black`.
pub fn solve_by_fixpoints<D: Diagram, O: Observer + ?Sized>(
    game: &Breakthrough,
    baseline: Baseline,
    order: CellOrder,
    resources: Resources,
    observer: &O,
) -> Result<Solution, SymbolicError> {
    let space = Space::new(variables(game), resources);
    let encoded = SymbolicBreakthrough::<D>::new(game, baseline, order, space)?;
    let space = encoded.space();
    observer.begin();
    let reached = reachable(&encoded, &Named { observer, line: "reach" })?;
    let within = Within { game: &encoded, states: &reached };
    let white = forced(&within, Player::First, true, &Named { observer, line: "White" })?;
    let black = forced(&within, Player::Second, true, &Named { observer, line: "Black" })?;
    let (holds, first, second) = (white.holds, white.states, black.states);
    let layer = Layer { reached, first, second };
    Ok(Solution {
        winner: if holds { Side::White } else { Side::Black },
        reachable: Layer::count(space, &layer.reached),
        white: Layer::count(space, &layer.first),
        black: Layer::count(space, &layer.second),
        is_decided: layer.is_decided(space)? && holds != black.holds,
        peak_nodes: space.peak(),
    })
}

/// How many positions can occur, one grade after the other, of which none is kept.
pub fn count_positions<D: Diagram, O: Observer + ?Sized>(
    game: &Breakthrough,
    baseline: Baseline,
    resources: Resources,
    observer: &O,
) -> Result<BigUint, SymbolicError> {
    let space = Space::for_pairs(variables(game), resources);
    let encoded = SymbolicBreakthrough::<D>::new(game, baseline, CellOrder::Rows, space)?;
    count(&encoded, &encoded.grades()?, observer)
}

/// The nodes of the set of all positions so far, breadth first after every move, in the order of
/// variables of de Vink's program: the cells row by row from White's home row, of each cell Black's variable
/// before White's, and last a variable for the turn, which is one if White is to move.
pub fn visit_turn_last<D: Diagram>(
    game: &Breakthrough,
    baseline: Baseline,
    resources: Resources,
    watch: &dyn Watch,
) -> Result<Vec<usize>, SymbolicError> {
    let turn = variables(game);
    let space = Space::new(turn + 1, resources);
    let encoded = SymbolicBreakthrough::<D>::new(game, baseline, CellOrder::Rows, space)?;
    let space = encoded.space();
    let mut nodes = Vec::new();
    reachable_step_by_step(&encoded, |reached, step| {
        space.tidy();
        let both = space.decision(turn, &reached.first, &reached.second)?;
        nodes.push(space.nodes(&[&both]));
        watch.report(Progress { done: step, total: None });
        if watch.is_stopped() { Err(SymbolicError::Stopped) } else { Ok(()) }
    })?;
    Ok(nodes)
}

/// Gives the steps of a fixpoint a name.
struct Named<'a, O: ?Sized> {
    observer: &'a O,
    line: &'static str,
}

impl<O: Observer + ?Sized> Watch for Named<'_, O> {
    fn report(&self, progress: Progress) {
        self.observer.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.observer.is_stopped()
    }
}

impl<O: Observer + ?Sized> Observer for Named<'_, O> {
    fn iteration(&self, iteration: Iteration) {
        self.observer.iteration(Iteration { line: Some(self.line.to_owned()), ..iteration });
    }

    fn micros(&self) -> u64 {
        self.observer.micros()
    }

    fn is_curious(&self) -> bool {
        self.observer.is_curious()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Bcdd, Bdd, Zbdd};

    fn check<D: Diagram>(shape: &str, order: CellOrder) {
        let game = Breakthrough::new(shape.parse().unwrap()).unwrap();
        let resources = Resources { memory: 1 << 26, threads: 2 };
        for baseline in [Baseline::Made, Baseline::Imminent] {
            let explicit =
                twofold_breakthrough::table::solve(&game, baseline, 1 << 30, &()).unwrap();
            let solution = solve::<D, ()>(&game, baseline, order, resources, &()).unwrap();
            let counts = explicit.counts;
            assert_eq!(solution.white, BigUint::from(counts.white), "{shape} {baseline:?}");
            assert_eq!(solution.black, BigUint::from(counts.black), "{shape} {baseline:?}");
            assert_eq!(solution.reachable, BigUint::from(counts.reachable()));
            assert_eq!(solution.winner, explicit.winner(&game.start()));
            assert!(solution.is_decided);
            let counted = count_positions::<D, ()>(&game, baseline, resources, &()).unwrap();
            assert_eq!(counted, solution.reachable);
            let again =
                solve_by_fixpoints::<D, ()>(&game, baseline, order, resources, &()).unwrap();
            assert_eq!(Solution { peak_nodes: 0, ..again }, Solution { peak_nodes: 0, ..solution });
        }
    }

    /// The nodes of a diagram by its definition: for every number of leading variables the distinct
    /// functions of the others that depend on their first one, a function and its complement being one.
    fn nodes_by_definition(functions: &[bool]) -> usize {
        let mut level: std::collections::BTreeSet<Vec<bool>> = [functions.to_vec()].into();
        let mut nodes = 0;
        while level.iter().any(|function| function.len() > 1) {
            let mut next = std::collections::BTreeSet::new();
            for function in &level {
                let (zero, one) = function.split_at(function.len() / 2);
                nodes += usize::from(zero != one);
                for half in [zero, one] {
                    next.insert(half.iter().map(|&value| value != half[0]).collect());
                }
            }
            level = next;
        }
        nodes
    }

    #[test]
    fn nodes_with_the_turn_last_are_those_of_the_definition() {
        let game = Breakthrough::new("4x2".parse().unwrap()).unwrap();
        let resources = Resources { memory: 1 << 26, threads: 1 };
        for baseline in [Baseline::Made, Baseline::Imminent] {
            let space = Space::<Bcdd>::new(variables(&game), resources);
            let encoded =
                SymbolicBreakthrough::new(&game, baseline, CellOrder::Rows, space).unwrap();
            let reached = reachable(&encoded, &()).unwrap();
            let mut functions = Vec::new();
            for number in 0..1_u32 << variables(&game) {
                let bits: Vec<bool> =
                    (0..variables(&game)).rev().map(|bit| number >> bit & 1 == 1).collect();
                let contains = |set| encoded.space().contains(set, &bits);
                functions.extend([contains(&reached.second), contains(&reached.first)]);
            }
            let nodes = visit_turn_last::<Bcdd>(&game, baseline, resources, &()).unwrap();
            assert_eq!(nodes.last(), Some(&nodes_by_definition(&functions)), "{baseline:?}");
        }
    }

    #[test]
    fn diagrams_find_what_tables_find() {
        check::<Bcdd>("4x2", CellOrder::Rows);
        check::<Bcdd>("5x3", CellOrder::Rows);
        check::<Bdd>("5x2", CellOrder::Columns);
        check::<Zbdd>("4x3", CellOrder::Ends);
    }
}
