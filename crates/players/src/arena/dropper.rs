//! Who drops tiles.

use rand::{Rng, RngExt};
use twofold_core::{Afterstate, Board, Game, Outcome, SlideEngine, TileTooLarge};

use crate::heuristic::LineRating;
use crate::minimax::WorstCase;

/// Who drops tiles, as far as the spawn rule leaves a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropper {
    /// Chance, by the probabilities of the spawn rule.
    Chance,
    /// An adversary who looks some drops ahead for the worst.
    Adversary {
        /// How many drops, at least one.
        depth: u8,
    },
}

impl Dropper {
    /// Drops a tile; `None` if there is no room for one.
    pub fn drop_tile(
        self,
        game: &Game,
        afterstate: &Afterstate<Board>,
        random: &mut impl Rng,
    ) -> Result<Option<Outcome<Board>>, TileTooLarge> {
        match self {
            Dropper::Chance => draw(game, afterstate, random),
            Dropper::Adversary { depth } => {
                WorstCase { rating: LineRating::default(), depth }.drop_tile(game, afterstate)
            }
        }
    }
}

/// Draws a tile by the spawn rule: a cell, then a tile, as exact fractions say.
pub fn draw<E: SlideEngine>(
    game: &Game<E>,
    afterstate: &Afterstate<E::Board>,
    random: &mut impl Rng,
) -> Result<Option<Outcome<E::Board>>, TileTooLarge> {
    let mut outcomes = game.outcomes(afterstate)?;
    if outcomes.is_empty() {
        return Ok(None);
    }
    // All chances in terms of one denominator.
    let whole = outcomes.iter().map(|outcome| outcome.chance.denominator()).fold(1, lcm);
    let mut drawn = random.random_range(0..whole);
    let place = outcomes.iter().position(|outcome| {
        let weight = whole / outcome.chance.denominator() * outcome.chance.numerator();
        let here = drawn < weight;
        drawn = drawn.wrapping_sub(weight);
        here
    });
    Ok(Some(outcomes.swap_remove(place.expect("the chances make up a whole"))))
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use twofold_core::{Rules, notation::logarithmic};

    use super::*;

    #[test]
    fn draws_follow_the_spawn_rule() {
        let game = Game::new(Rules::classic("2x2".parse().unwrap()));
        let afterstate = game.afterstate(logarithmic::parse("10/20").unwrap()).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut counts = [[0; 2]; 2];
        for _ in 0..4000 {
            let outcome = draw(&game, &afterstate, &mut random).unwrap().unwrap();
            assert_eq!(outcome.cell.column(), 1);
            counts[outcome.cell.row()][usize::from(outcome.tile.rank() - 1)] += 1;
        }
        for [twos, fours] in counts {
            // 1800 and 200 are to be expected, with standard deviations of 31 and 14.
            assert!((1650..1950).contains(&twos) && (130..270).contains(&fours), "{counts:?}");
        }
    }
}
