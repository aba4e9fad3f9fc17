//! The program's look-ahead.

use twofold_core::{
    Afterstate, Board, Direction, Game, Position, Slide, SlideEngine, Tile, TileTooLarge,
};

use super::program_features;
use crate::features::{FeatureBoard, FeatureWeights};
use crate::search::SlideEvaluator;

/// The order in which the program tries slides; the first of equal ones is played.
const ORDER: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// The best board after some slides and spawns, with branches pruned.
///
/// A board before the last slide counts, too, and is followed only if it is worth more than half of the best
/// board so far, or a third if another tile than the smallest has spawned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrunedFutures {
    /// The weights of the features.
    pub weights: FeatureWeights,
    /// Slides to look ahead.
    pub slides: u8,
}

impl PrunedFutures {
    /// The best board after a slide; `best` is the best one so far, of all slides.
    fn follow<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
        slides: u8,
        best: &mut f64,
    ) -> Result<f64, TileTooLarge> {
        let mut outcomes: Vec<_> = game.outcomes(afterstate).collect();
        outcomes.sort_by_key(|outcome| (outcome.cell.column(), outcome.cell.row(), outcome.tile));
        let smallest = outcomes.iter().map(|outcome| outcome.tile).min();
        let mut value = f64::NEG_INFINITY;
        for outcome in &outcomes {
            let board = FeatureBoard::new(outcome.position.board(), game.rules().tiles);
            let rating = program_features(&board).weigh(&self.weights);
            value = value.max(rating);
            if slides > 1 && !is_followed(rating, *best, outcome.tile, smallest) {
                continue;
            }
            *best = best.max(rating);
            if slides > 1 {
                for direction in ORDER {
                    if let Some(next) = game.try_slide(&outcome.position, direction)? {
                        value = value.max(self.follow(game, &next.afterstate, slides - 1, best)?);
                    }
                }
            }
        }
        Ok(value)
    }
}

/// Whether a board is good enough to look further.
fn is_followed(rating: f64, best: f64, tile: Tile, smallest: Option<Tile>) -> bool {
    let share = if Some(tile) == smallest { 2.0 } else { 3.0 };
    rating > if rating < 0.0 { best * share } else { best / share }
}

impl SlideEvaluator for PrunedFutures {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        let mut best = f64::NEG_INFINITY;
        self.follow(game, &slide.afterstate, self.slides, &mut best)
    }

    fn values<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
        _: &Board,
    ) -> Result<Vec<f64>, TileTooLarge> {
        let slides: Vec<_> = game.try_slides(position).collect::<Result<_, _>>()?;
        let mut values = vec![f64::NEG_INFINITY; slides.len()];
        let (mut best, mut chosen) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for direction in ORDER {
            let Some(index) = slides.iter().position(|slide| slide.direction == direction) else {
                continue;
            };
            let value = self.follow(game, &slides[index].afterstate, self.slides, &mut best)?;
            // A later slide that is only as good is not played.
            values[index] = if value == chosen { value.next_down() } else { value };
            chosen = chosen.max(value);
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, notation::ranks};

    use super::*;
    use crate::player::Player;
    use crate::search::SearchPlayer;

    fn best(board: &str, slides: u8) -> Direction {
        let game = Game::new(Rules::classic("4x4".parse().unwrap()));
        let position = game.position(ranks::parse(board).unwrap()).unwrap();
        let method = PrunedFutures { weights: FeatureWeights::FINAL, slides };
        let values = SearchPlayer::new(game, method).evaluate(&position).unwrap();
        values.best().unwrap().slide.direction
    }

    /// What the program's `crystalBall` plays in these positions, one and two slides ahead.
    #[test]
    fn slides_are_those_of_the_program() {
        for line in include_str!("slides.csv").lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            for (slides, expected) in [(1, cells[1]), (2, cells[2])] {
                assert_eq!(best(cells[0], slides).to_string(), expected, "{line}");
            }
        }
    }

    #[test]
    fn poor_boards_are_not_followed() {
        let [two, four] = [1, 2].map(|rank| Tile::new(rank).unwrap());
        let is_followed = |rating, best, tile| is_followed(rating, best, tile, Some(two));
        assert!(is_followed(51.0, 100.0, two) && !is_followed(50.0, 100.0, two));
        assert!(is_followed(34.0, 100.0, four) && !is_followed(33.0, 100.0, four));
        assert!(is_followed(-19.0, -10.0, two) && !is_followed(-20.0, -10.0, two));
        assert!(is_followed(-29.0, -10.0, four) && !is_followed(-30.0, -10.0, four));
    }
}
