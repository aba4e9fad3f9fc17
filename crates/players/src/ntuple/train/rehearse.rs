//! Playing on from where late stages began.
//!
//! Few games come far, and late stages would learn from few of them. So the boards with which games
//! entered a stage are kept, and for every game each stage is played from such boards again and again,
//! until it has learned from some times as many slides as the game had: stages that end soon are begun
//! more often.

use std::sync::{Mutex, PoisonError};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Boards that are kept of each stage: enough for few games to begin with the same one, and few enough
/// to be the work of what the network has learned.
const KEPT: usize = 4096;

/// The boards with which each stage was entered of late.
pub(super) struct Entrances {
    of: Vec<Mutex<Entered>>,
}

/// The ranks of boards on which a tile is about to appear.
#[derive(Default)]
struct Entered {
    boards: Vec<Vec<u8>>,
    all: usize,
}

impl Entrances {
    pub(super) fn new(stages: usize) -> Entrances {
        Entrances { of: (0..stages).map(|_| Mutex::default()).collect() }
    }

    /// A game has gone from one stage to another.
    pub(super) fn note(&self, stage: usize, ranks: Vec<u8>) {
        let mut entered = self.of[stage].lock().unwrap_or_else(PoisonError::into_inner);
        let place = entered.all % KEPT;
        entered.all += 1;
        match entered.boards.get_mut(place) {
            Some(oldest) => *oldest = ranks,
            None => entered.boards.push(ranks),
        }
    }

    /// Any of the boards that are kept of a stage.
    fn draw(&self, stage: usize, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
        let entered = self.of[stage].lock().unwrap_or_else(PoisonError::into_inner);
        let boards = &entered.boards;
        (!boards.is_empty()).then(|| boards[random.random_range(0..boards.len())].clone())
    }

    /// Plays on from entrances to each stage until at least so many slides have been made, the earlier
    /// stages first: what is played from there may enter later ones.
    pub(super) fn rehearse(
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
                // At least one, so that this ends.
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
    fn stages_are_rehearsed_in_their_order_from_what_was_entered() {
        let entrances = Entrances::new(4);
        entrances.note(1, vec![1]);
        let mut played = Vec::new();
        entrances.rehearse(7, &mut ChaCha8Rng::seed_from_u64(0), |stage, board, _| {
            played.push((stage, board[0]));
            if stage == 1 {
                entrances.note(3, vec![3]);
                5
            } else {
                3
            }
        });
        assert_eq!(played, [(1, 1), (1, 1), (3, 3), (3, 3), (3, 3)]);
    }

    #[test]
    fn the_oldest_boards_make_room() {
        let entrances = Entrances::new(2);
        (0..KEPT + 1).for_each(|number| entrances.note(1, vec![u8::from(number < KEPT)]));
        let entered = entrances.of[1].lock().unwrap();
        assert_eq!(entered.boards.len(), KEPT);
        assert_eq!((entered.boards[0][0], entered.boards[1][0]), (0, 1));
    }
}
