//! Solving by plain recursion over boards: slow, obvious, and what the solver is held to.
//!
//! It shares nothing with the solver but the rules of the game: no layers, no canonical forms, no
//! packed boards, no potentials. With fractions for numbers it makes no rounding errors either.

use std::collections::BTreeMap;

use num_rational::Ratio;
use twofold_core::{Board, Chance, Fraction, Game, Grid, Position, TileTooLarge};

use super::goal::Goal;
use super::opponent::Opponent;
use super::problem::Problem;

/// A number to compute with.
pub trait Number: Clone + PartialOrd {
    /// A whole number.
    fn whole(number: u64) -> Self;

    /// The sum of two numbers.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;

    /// The number times a probability.
    #[must_use]
    fn times(&self, chance: Chance) -> Self;
}

impl Number for f64 {
    fn whole(number: u64) -> f64 {
        number as f64
    }

    fn plus(&self, other: &f64) -> f64 {
        self + other
    }

    fn times(&self, chance: Chance) -> f64 {
        self * chance.to_f64()
    }
}

impl Number for Fraction {
    fn whole(number: u64) -> Fraction {
        Ratio::from_integer(number.into())
    }

    fn plus(&self, other: &Fraction) -> Fraction {
        self + other
    }

    fn times(&self, chance: Chance) -> Fraction {
        self * Ratio::new(chance.numerator().into(), chance.denominator().into())
    }
}

/// A recursive solver. `None` is a number of slides after which nothing comes: never.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_solve::{Fraction, Goal, NaiveSolver, Opponent, Problem};
///
/// let problem = Problem::new(
///     Rules::classic("1x2".parse()?), Goal::Score, Opponent::Chance, None,
/// )?;
/// // 2 and 2 (81 in 100) bring 4, and if a 4 follows (1 in 10) another 8; 4 and 4 (1 in 100) bring
/// // 8; 2 and 4 bring nothing: 0.81 · 4.8 + 0.01 · 8 = 3.968.
/// let mut solver = NaiveSolver::<Fraction>::new(&problem);
/// assert_eq!(solver.two_tiles()?.unwrap().to_string(), "496/125");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NaiveSolver<N> {
    problem: Problem,
    game: Game,
    positions: BTreeMap<Board, Option<N>>,
    afterstates: BTreeMap<Board, Option<N>>,
}

impl<N: Number> NaiveSolver<N> {
    /// A solver for a problem.
    pub fn new(problem: &Problem) -> NaiveSolver<N> {
        NaiveSolver {
            problem: problem.clone(),
            game: Game::new(problem.game().rules().clone()),
            positions: BTreeMap::new(),
            afterstates: BTreeMap::new(),
        }
    }

    /// Every position that was met, and what play brings from it on.
    pub fn positions(&self) -> impl Iterator<Item = (&Board, Option<&N>)> {
        self.positions.iter().map(|(board, value)| (board, value.as_ref()))
    }

    /// Every afterstate that was met, and what play brings from it on.
    pub fn afterstates(&self) -> impl Iterator<Item = (&Board, Option<&N>)> {
        self.afterstates.iter().map(|(board, value)| (board, value.as_ref()))
    }

    fn is_over(&self, board: &Board) -> bool {
        self.problem.game().is_over(board.largest())
    }

    fn at_the_end(&self, board: &Board) -> Option<N> {
        Some(N::whole(match self.problem.goal() {
            Goal::Tile => 1,
            Goal::Largest => board.largest().rank().into(),
            Goal::Score | Goal::MostSlides | Goal::FewestSlides => 0,
        }))
    }

    fn at_a_loss(&self, board: &Board) -> Option<N> {
        match self.problem.goal() {
            Goal::Tile => Some(N::whole(0)),
            Goal::FewestSlides if self.problem.game().target().is_some() => None,
            _ => self.at_the_end(board),
        }
    }

    /// Whether Slider would rather have the first than the second.
    fn is_better(&self, new: Option<&N>, old: Option<&N>) -> bool {
        match (new, old) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(new), Some(old)) => match self.problem.goal() {
                Goal::FewestSlides => new < old,
                _ => new > old,
            },
        }
    }

    /// What play brings from a position on.
    pub fn position(&mut self, position: &Position<Board>) -> Result<Option<N>, TileTooLarge> {
        let board = position.board();
        if self.is_over(board) {
            return Ok(self.at_the_end(board));
        }
        if let Some(known) = self.positions.get(board) {
            return Ok(known.clone());
        }
        let mut best: Option<Option<N>> = None;
        let slides: Vec<_> = self.game.slides(position).collect();
        for slide in slides {
            let after = slide.afterstate.board();
            let mut value =
                if self.is_over(after) { self.at_the_end(after) } else { self.afterstate(after)? };
            let gain = match self.problem.goal() {
                Goal::Score => slide.score,
                Goal::MostSlides | Goal::FewestSlides => 1,
                Goal::Tile | Goal::Largest => 0,
            };
            value = value.map(|value| value.plus(&N::whole(gain)));
            let better = |best: &Option<N>| self.is_better(value.as_ref(), best.as_ref());
            if best.as_ref().is_none_or(better) {
                best = Some(value);
            }
        }
        let value = best.unwrap_or_else(|| self.at_a_loss(board));
        self.positions.insert(board.clone(), value.clone());
        Ok(value)
    }

    /// What play brings from an afterstate on.
    pub fn afterstate(&mut self, board: &Board) -> Result<Option<N>, TileTooLarge> {
        if let Some(known) = self.afterstates.get(board) {
            return Ok(known.clone());
        }
        let value = self.spawned(board, 1)?;
        self.afterstates.insert(board.clone(), value.clone());
        Ok(value)
    }

    /// What play is worth when two tiles appear on an empty board.
    pub fn two_tiles(&mut self) -> Result<Option<N>, TileTooLarge> {
        self.spawned(&Board::new(self.problem.game().rules().shape), 2)
    }

    /// What play is worth when one tile appears on an empty board.
    pub fn one_tile(&mut self) -> Result<Option<N>, TileTooLarge> {
        self.spawned(&Board::new(self.problem.game().rules().shape), 1)
    }

    /// What play is worth when so many tiles appear before the next slide.
    fn spawned(&mut self, board: &Board, tiles: u32) -> Result<Option<N>, TileTooLarge> {
        let afterstate = self.game.afterstate(board.clone()).expect("a board of this shape");
        let mut folded: Option<Option<N>> = None;
        let outcomes: Vec<_> = self.game.outcomes(&afterstate).collect();
        for outcome in outcomes {
            let mut value = match tiles {
                1 => self.position(&outcome.position)?,
                _ if self.is_over(outcome.position.board()) => {
                    self.at_the_end(outcome.position.board())
                }
                _ => self.spawned(outcome.position.board(), tiles - 1)?,
            };
            if self.problem.goal() == Goal::Score {
                let gain = self.problem.game().rules().tiles.spawn_score(outcome.tile);
                value = value.map(|value| value.plus(&N::whole(gain)));
            }
            folded = Some(match (self.problem.opponent(), folded) {
                (Opponent::Chance, folded) => {
                    let part = value.map(|value| value.times(outcome.chance));
                    match folded {
                        None => part,
                        Some(sum) => sum.zip(part).map(|(sum, part)| sum.plus(&part)),
                    }
                }
                (_, None) => value,
                (opponent, Some(chosen)) => {
                    let (new, old) = (value.as_ref(), chosen.as_ref());
                    let better = match opponent {
                        Opponent::Helper => self.is_better(new, old),
                        _ => self.is_better(old, new),
                    };
                    if better { value } else { chosen }
                }
            });
        }
        Ok(folded.flatten())
    }
}
