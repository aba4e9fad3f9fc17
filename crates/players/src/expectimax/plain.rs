//! The search for any rules and any slide engine: the specification of the fast one.

use twofold_core::{Afterstate, Board, Game, Grid, Position, Slide, SlideEngine, TileTooLarge};

use super::limits::Limits;
use crate::heuristic::LineRating;
use crate::search::Method;

/// The rating by lines behind some spawns.
#[derive(Clone, Debug)]
pub struct ExpectLines {
    /// How boards are rated.
    pub rating: LineRating,
    /// How far to look.
    pub limits: Limits,
}

impl Method for ExpectLines {
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

/// How boards at the end of a search are valued.
pub trait Evaluation<B: Grid> {
    /// The value of a board on which a tile is about to appear.
    fn afterstate(&self, board: &B) -> f64;

    /// What the points of a slide add to the values behind it.
    fn points(&self, score: u64) -> f64;
}

impl<B: Grid> Evaluation<B> for LineRating {
    fn afterstate(&self, board: &B) -> f64 {
        self.board(board)
    }

    /// Ratings know of points by the tiles on the board.
    fn points(&self, _: u64) -> f64 {
        0.0
    }
}

/// The value of an afterstate, `depth` spawns deep; a lost game is worth nothing.
///
/// `likelihood` is the probability of the line of play that led here. Tiles that would make it less
/// likely than the cutoff are left out, and the others make up for them; if none is left, the board is
/// rated as it is.
pub fn afterstate<E: SlideEngine>(
    game: &Game<E>,
    evaluation: &impl Evaluation<E::Board>,
    start: &Afterstate<E::Board>,
    depth: u8,
    likelihood: f64,
    cutoff: f64,
) -> Result<f64, TileTooLarge> {
    let outcomes = if depth == 0 { Vec::new() } else { game.outcomes(start)? };
    let (mut value, mut weight) = (0.0, 0.0);
    for outcome in outcomes {
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
    evaluation: &impl Evaluation<E::Board>,
    position: &Position<E::Board>,
    depth: u8,
    likelihood: f64,
    cutoff: f64,
) -> Result<f64, TileTooLarge> {
    let mut best: Option<f64> = None;
    for slide in game.slides(position)? {
        let behind = afterstate(game, evaluation, &slide.afterstate, depth, likelihood, cutoff)?;
        let value = evaluation.points(slide.score) + behind;
        if best.is_none_or(|best| value > best) {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or(0.0))
}
