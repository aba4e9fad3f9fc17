//! What a player is.

use twofold_core::{Board, Game, Position, Slide, TileTooLarge};

/// What the values of a player's judgement mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Only their order counts.
    Rating,
    /// An estimate of the points still to come, this slide's among them.
    Estimate,
    /// Proved.
    Exact,
}

impl Meaning {
    /// The word that commands use.
    pub const fn name(self) -> &'static str {
        match self {
            Meaning::Rating => "rating",
            Meaning::Estimate => "estimate",
            Meaning::Exact => "exact",
        }
    }
}

/// A legal slide and what it is worth to a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The slide.
    pub slide: Slide<Board>,
    /// Its value; larger is better.
    pub value: f64,
}

/// All legal slides of a position with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The slides in the order up, down, left, right; none if the game is over.
    pub slides: Vec<Judgement>,
    /// What the values mean.
    pub meaning: Meaning,
}

impl Judged {
    /// The slide of highest value; the first of several.
    pub fn best(&self) -> Option<&Judgement> {
        self.slides.iter().reduce(|best, next| if next.value > best.value { next } else { best })
    }

    /// By how much the best slide is better than the next one; `None` if there is no other.
    pub fn margin(&self) -> Option<f64> {
        let mut values: Vec<f64> = self.slides.iter().map(|slide| slide.value).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        Some(values.first()? - values.get(1)?)
    }
}

/// Somebody who slides.
///
/// A player is made for a [`Game`] and keeps it. Whoever referees, searches or learns takes the
/// rules, and with them the spawn rule, from [`Player::game`]: there is no second place where a
/// spawn rule could be said, and so none where a wrong one could be.
///
/// A judgement depends on the position and on the player's parameters alone, never on what was asked
/// before; `&mut` is for scratch memory. The one exception is the random player, whose generator
/// moves on.
pub trait Player: Send {
    /// The game that the player was made for.
    fn game(&self) -> &Game;

    /// What each legal slide is worth.
    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge>;
}

/// Judges slides one by one by a function of the slide.
pub(crate) fn judge_each(
    game: &Game,
    position: &Position<Board>,
    meaning: Meaning,
    mut value: impl FnMut(&Slide<Board>) -> Result<f64, TileTooLarge>,
) -> Result<Judged, TileTooLarge> {
    let judge = |slide: Slide<Board>| Ok(Judgement { value: value(&slide)?, slide });
    let slides = game.slides(position)?.into_iter().map(judge).collect::<Result<_, _>>()?;
    Ok(Judged { slides, meaning })
}

#[cfg(test)]
mod tests {
    use twofold_core::{Direction, Rules, notation::logarithmic};

    use super::*;

    #[test]
    fn ties_go_to_the_first() {
        let game = Game::new(Rules::classic("2x2".parse().unwrap()));
        let position = game.position(logarithmic::parse("10/00").unwrap()).unwrap();
        let judged = judge_each(&game, &position, Meaning::Rating, |_| Ok(1.0)).unwrap();
        assert_eq!(judged.best().unwrap().slide.direction, Direction::Down);
        assert_eq!(judged.margin(), Some(0.0));
    }
}
