//! Carousel shaping: games restarted at the beginning of late stages (after Jaśkowski 2018).
//!
//! Few games come far, so late stages would see little training. The boards with which games entered a
//! stage are kept, and after each game every late stage is played from such boards until it has learned
//! from a multiple of the slides of the game; stages that end soon are restarted more often.

use std::sync::{Mutex, PoisonError};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Boards kept for each stage: enough for variety, and few enough to stem from the current network.
const KEPT: usize = 4096;

/// The boards with which each stage was entered recently.
pub(super) struct StageStarts {
    of: Vec<Mutex<Entered>>,
}

/// The ranks of afterstates.
#[derive(Default)]
struct Entered {
    boards: Vec<Vec<u8>>,
    all: usize,
}

impl StageStarts {
    pub(super) fn new(stages: usize) -> StageStarts {
        StageStarts { of: (0..stages).map(|_| Mutex::default()).collect() }
    }

    /// Records the first board of a stage.
    pub(super) fn note(&self, stage: usize, ranks: Vec<u8>) {
        let mut entered = self.of[stage].lock().unwrap_or_else(PoisonError::into_inner);
        let place = entered.all % KEPT;
        entered.all += 1;
        match entered.boards.get_mut(place) {
            Some(oldest) => *oldest = ranks,
            None => entered.boards.push(ranks),
        }
    }

    /// A random one of the boards of a stage.
    fn draw(&self, stage: usize, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
        let entered = self.of[stage].lock().unwrap_or_else(PoisonError::into_inner);
        let boards = &entered.boards;
        (!boards.is_empty()).then(|| boards[random.random_range(0..boards.len())].clone())
    }

    /// Plays each late stage from its start boards for at least `slides` slides, earlier stages first: a
    /// game restarted there may enter later ones.
    pub(super) fn play(
        &self,
        slides: u64,
        random: &mut ChaCha8Rng,
        mut play: impl FnMut(usize, &[u8], &mut ChaCha8Rng) -> u64,
    ) {
        for stage in 1..self.of.len() {
            let mut done = 0;
            while done < slides
                && let Some(board) = self.draw(stage, random)
            {
                // At least one, so that the loop ends.
                done += play(stage, &board, random).max(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn stages_are_played_in_order_from_their_start_boards() {
        let stage_starts = StageStarts::new(4);
        stage_starts.note(1, vec![1]);
        let mut played = Vec::new();
        stage_starts.play(7, &mut ChaCha8Rng::seed_from_u64(0), |stage, board, _| {
            played.push((stage, board[0]));
            if stage == 1 {
                stage_starts.note(3, vec![3]);
                5
            } else {
                3
            }
        });
        assert_eq!(played, [(1, 1), (1, 1), (3, 3), (3, 3), (3, 3)]);
    }

    #[test]
    fn the_oldest_boards_make_room() {
        let stage_starts = StageStarts::new(2);
        (0..KEPT + 1).for_each(|number| stage_starts.note(1, vec![u8::from(number < KEPT)]));
        let entered = stage_starts.of[1].lock().unwrap();
        assert_eq!(entered.boards.len(), KEPT);
        assert_eq!((entered.boards[0][0], entered.boards[1][0]), (0, 1));
    }
}
