//! Dropper: the player who chooses the spawns.

use rand::{Rng, RngExt};
use twofold_core::{Afterstate, Board, Game, Outcome, SlideEngine, TileTooLarge};

use crate::heuristic::LineRating;
use crate::minimax::Minimax;

/// The player who chooses the spawns, within the spawn rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropper {
    /// Chance: spawns are drawn with the probabilities of the spawn rule.
    Chance,
    /// An adversary who searches for the worst spawn.
    Adversary {
        /// Spawns to look ahead, at least one.
        depth: u8,
    },
}

impl Dropper {
    /// Chooses a spawn; `None` if there is no room for one.
    pub fn spawn(
        self,
        game: &Game,
        afterstate: &Afterstate<Board>,
        random: &mut impl Rng,
    ) -> Result<Option<Outcome<Board>>, TileTooLarge> {
        match self {
            Dropper::Chance => draw(game, afterstate, random),
            Dropper::Adversary { depth } => {
                Minimax { rating: LineRating::default(), depth }.worst_spawn(game, afterstate)
            }
        }
    }
}

/// Draws a spawn with the exact probabilities of the spawn rule.
pub fn draw<E: SlideEngine>(
    game: &Game<E>,
    afterstate: &Afterstate<E::Board>,
    random: &mut impl Rng,
) -> Result<Option<Outcome<E::Board>>, TileTooLarge> {
    let mut outcomes: Vec<_> = game.outcomes(afterstate).collect();
    if outcomes.is_empty() {
        return Ok(None);
    }
    // All probabilities over a common denominator.
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
    use twofold_core::{Rules, notation::ranks};

    use super::*;

    #[test]
    fn draws_follow_the_spawn_rule() {
        let game = Game::new(Rules::classic("2x2".parse().unwrap()));
        let afterstate = game.afterstate(ranks::parse("10/20").unwrap()).unwrap();
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
