//! The search for any rules and any slide engine: the specification of the fast one.

use twofold_core::{Afterstate, Board, Game, Grid, Position, Slide, SlideEngine, TileTooLarge};

use super::limits::Limits;
use crate::heuristic::LineRating;
use crate::search::SlideEvaluator;

/// Expectimax over the line rating.
#[derive(Clone, Debug)]
pub struct PlainExpectimax {
    /// The evaluation of leaves.
    pub rating: LineRating,
    /// Depth and cutoff.
    pub limits: Limits,
}

impl SlideEvaluator for PlainExpectimax {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        root: &Board,
    ) -> Result<f64, TileTooLarge> {
        let depth = self.limits.depth_at(root);
        afterstate(game, &self.rating, &slide.afterstate, depth, 1.0, self.limits.cutoff)
    }
}

/// The evaluation of leaves of a search.
pub trait BoardEvaluator<B: Grid> {
    /// The value of an afterstate.
    fn afterstate(&self, board: &B) -> f64;

    /// What the score of a slide adds to the value of its afterstate.
    fn points(&self, score: u64) -> f64;
}

impl<B: Grid> BoardEvaluator<B> for LineRating {
    fn afterstate(&self, board: &B) -> f64 {
        self.board(board)
    }

    /// Ratings account for the score by the tiles on the board.
    fn points(&self, _: u64) -> f64 {
        0.0
    }
}

/// The value of an afterstate, searched `depth` spawns deep; a lost game has value zero.
///
/// `likelihood` is the probability of the line of play so far. Spawns that would make it less likely
/// than the cutoff are left out and the weights of the others are normalised; if none is left, the board
/// is evaluated as a leaf.
pub fn afterstate<E: SlideEngine>(
    game: &Game<E>,
    evaluation: &impl BoardEvaluator<E::Board>,
    start: &Afterstate<E::Board>,
    depth: u8,
    likelihood: f64,
    cutoff: f64,
) -> Result<f64, TileTooLarge> {
    let (mut value, mut weight) = (0.0, 0.0);
    let outcomes = (depth > 0).then(|| game.outcomes(start));
    for outcome in outcomes.into_iter().flatten() {
        let chance = outcome.chance.to_f64();
        let likelihood = likelihood * chance;
        if likelihood < cutoff {
            continue;
        }
        let next = &outcome.position;
        value += chance * position(game, evaluation, next, depth - 1, likelihood, cutoff)?;
        weight += chance;
    }
    if weight > 0.0 { Ok(value / weight) } else { Ok(evaluation.afterstate(start.board())) }
}

fn position<E: SlideEngine>(
    game: &Game<E>,
    evaluation: &impl BoardEvaluator<E::Board>,
    position: &Position<E::Board>,
    depth: u8,
    likelihood: f64,
    cutoff: f64,
) -> Result<f64, TileTooLarge> {
    let mut best: Option<f64> = None;
    for slide in game.try_slides(position) {
        let slide = slide?;
        let behind = afterstate(game, evaluation, &slide.afterstate, depth, likelihood, cutoff)?;
        let value = evaluation.points(slide.score) + behind;
        if best.is_none_or(|best| value > best) {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or(0.0))
}
