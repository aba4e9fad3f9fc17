//! Players and the values they give to slides.

use twofold_core::{Board, Game, Position, Slide, Stopped, TileTooLarge, Watch};
use twofold_solve::{Goal, PlayValue};

/// What a player's values mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Ratings: only their order counts.
    Rating,
    /// Estimates of the score still to come, this slide's included.
    Estimate,
    /// Values of a goal from a solved store; slides are negative where fewer are better.
    Exact(Goal),
}

impl ValueKind {
    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            ValueKind::Rating => "rating",
            ValueKind::Estimate => "estimate",
            ValueKind::Exact(_) => "exact",
        }
    }
}

/// A legal slide and its value for a player.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideValue {
    /// The slide.
    pub slide: Slide<Board>,
    /// Its value; larger is better.
    pub value: f64,
}

/// All legal slides of a position with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideValues {
    /// The slides in the order up, down, left, right; none if the game is over.
    pub slides: Vec<SlideValue>,
    /// What the values mean.
    pub kind: ValueKind,
    /// For values from a solved store, how surely each is known, in the order of the slides; otherwise
    /// empty.
    pub solved: Vec<PlayValue>,
}

impl SlideValues {
    /// Values that are ratings or estimates.
    pub fn new(slides: Vec<SlideValue>, kind: ValueKind) -> SlideValues {
        SlideValues { slides, kind, solved: Vec::new() }
    }

    /// The slide of highest value; the first of several.
    pub fn best(&self) -> Option<&SlideValue> {
        self.slides.iter().reduce(|best, next| if next.value > best.value { next } else { best })
    }

    /// By how much the best slide is better than the next one; `None` if there is no other.
    pub fn margin(&self) -> Option<f64> {
        let mut values: Vec<f64> = self.slides.iter().map(|slide| slide.value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        Some(values.first()? - values.get(1)?)
    }
}

/// Why a player has no values for a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// A tile does not exist.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
    /// Another program failed.
    #[error(transparent)]
    Exec(#[from] crate::exec::ExecError),
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A program that chooses slides.
///
/// A player is made for a [`Game`] and keeps it. The arena, searches and training take the rules,
/// spawn rule included, from [`Player::game`], so that a player cannot be paired with other rules.
///
/// Values depend on the position and on the player's parameters alone, not on earlier positions;
/// `&mut` is for scratch memory. The one exception is the random player, whose generator advances.
pub trait Player: Send {
    /// The game that the player was made for.
    fn game(&self) -> &Game;

    /// The value of each legal slide.
    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError>;

    /// As [`Player::evaluate`], for players that may wait long for others: they give up when somebody
    /// asks to stop.
    fn evaluate_watched(
        &mut self,
        position: &Position<Board>,
        _watch: &dyn Watch,
    ) -> Result<SlideValues, EvaluateError> {
        self.evaluate(position)
    }
}

/// Evaluates slides one by one.
pub(crate) fn evaluate_each(
    game: &Game,
    position: &Position<Board>,
    kind: ValueKind,
    mut value: impl FnMut(&Slide<Board>) -> Result<f64, TileTooLarge>,
) -> Result<SlideValues, EvaluateError> {
    let evaluate =
        |slide: Slide<Board>| Ok::<_, TileTooLarge>(SlideValue { value: value(&slide)?, slide });
    let slides = game.slides(position).map(evaluate).collect::<Result<_, _>>()?;
    Ok(SlideValues::new(slides, kind))
}

#[cfg(test)]
mod tests {
    use twofold_core::{Direction, Rules, notation::ranks};

    use super::*;

    #[test]
    fn ties_go_to_the_first() {
        let game = Game::new(Rules::classic("2x2".parse().unwrap()));
        let position = game.position(ranks::parse("10/00").unwrap()).unwrap();
        let values = evaluate_each(&game, &position, ValueKind::Rating, |_| Ok(1.0)).unwrap();
        assert_eq!(values.best().unwrap().slide.direction, Direction::Down);
        assert_eq!(values.margin(), Some(0.0));
    }
}
