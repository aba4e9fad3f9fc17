//! Boards that are solved once and kept for the next question.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::ThreadPool;
use twofold_breakthrough::Breakthrough;
use twofold_core::Shape;

use super::position::BoardTable;
use crate::amount;
use crate::error::CommandError;
use crate::face::Face;

/// Solved boards, the last used first, within a bound of memory.
///
/// A board is solved in the background, on threads of its own. Whoever asked may stop waiting: the
/// board goes on being solved, and the next question finds it.
pub struct SolvedBoards {
    /// The most bytes that all boards together take.
    most: u128,
    threads: ThreadPool,
    boards: Mutex<Vec<Kept>>,
    /// Some board is solved, or will not be.
    changed: Condvar,
}

struct Kept {
    shape: Shape,
    bytes: u128,
    /// Nothing while it is being solved.
    table: Option<Arc<BoardTable>>,
}

/// How often whoever waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

impl SolvedBoards {
    /// Nothing yet; boards are solved on these threads and take at most so many bytes in all.
    pub fn new(most: u64, threads: ThreadPool) -> SolvedBoards {
        let (boards, changed) = (Mutex::default(), Condvar::new());
        SolvedBoards { most: most.into(), threads, boards, changed }
    }

    fn boards(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A board, as soon as it is solved.
    ///
    /// # Errors
    /// If it takes too much memory, or more time than the face has.
    pub(super) fn get(
        self: &Arc<Self>,
        game: Breakthrough,
        face: &Arc<dyn Face>,
    ) -> Result<Arc<BoardTable>, CommandError> {
        let (shape, bytes) = (game.shape(), BoardTable::bytes(&game));
        if bytes > self.most {
            let [needed, most] = [bytes, self.most].map(|bytes| amount::bytes(bytes as f64));
            let error = format!(
                "the tables of {shape} take {needed} of memory, and {most} are there for look-ups"
            );
            return Err(CommandError::input(error).hint("choose a smaller board").about("shape"));
        }
        let mut boards = self.boards();
        loop {
            match boards.iter().position(|kept| kept.shape == shape) {
                Some(place) => {
                    // The last used one is the first.
                    boards[..=place].rotate_right(1);
                    if let Some(table) = &boards[0].table {
                        return Ok(Arc::clone(table));
                    }
                }
                None => {
                    if make_room(&mut boards, self.most - bytes) {
                        boards.insert(0, Kept { shape, bytes, table: None });
                        let kept = Arc::clone(self);
                        self.threads.spawn(move || kept.solve(game, bytes));
                    }
                }
            }
            if face.is_stopped() {
                let told = CommandError::interrupted();
                return Err(told.hint(format!("{shape} is being solved; ask again in a moment")));
            }
            let waited = self.changed.wait_timeout(boards, LOOK);
            boards = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn solve(&self, game: Breakthrough, bytes: u128) {
        let shape = game.shape();
        // If it panics, the place is free again.
        let place = Place { kept: self, shape };
        let memory = u64::try_from(bytes).unwrap_or(u64::MAX);
        if let Ok(table) = BoardTable::solve(game, memory, &()) {
            let mut boards = self.boards();
            if let Some(kept) = boards.iter_mut().find(|kept| kept.shape == shape) {
                kept.table = Some(Arc::new(table));
            }
        }
        drop(place);
    }
}

/// Lets the boards go that were not used for the longest time, until the others take at most so many
/// bytes; those that are being solved stay. Whether that was enough.
fn make_room(boards: &mut Vec<Kept>, most: u128) -> bool {
    loop {
        if boards.iter().map(|kept| kept.bytes).sum::<u128>() <= most {
            return true;
        }
        match boards.iter().rposition(|kept| kept.table.is_some()) {
            Some(last) => drop(boards.remove(last)),
            None => return false,
        }
    }
}

/// The place of a board that is being solved.
struct Place<'a> {
    kept: &'a SolvedBoards,
    shape: Shape,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.kept.boards().retain(|kept| kept.shape != self.shape || kept.table.is_some());
        self.kept.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use twofold_core::Progress;

    use super::*;
    use crate::face::Meter;

    struct Patient(bool);

    struct Unseen;

    impl Face for Patient {
        fn meter(&self, _: &str) -> Box<dyn Meter> {
            Box::new(Unseen)
        }

        fn is_stopped(&self) -> bool {
            !self.0
        }

        fn remark(&self, _: &str) {}

        fn interim(&self, _: &dyn Fn() -> Value) {}
    }

    impl Meter for Unseen {
        fn report(&self, _: Progress) {}

        fn say(&self, _: &str) {}

        fn is_hidden(&self) -> bool {
            true
        }
    }

    fn boards(most: u128) -> Arc<SolvedBoards> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        Arc::new(SolvedBoards::new(u64::try_from(most).unwrap(), threads))
    }

    fn game(shape: &str) -> Breakthrough {
        Breakthrough::new(shape.parse().unwrap()).unwrap()
    }

    fn face(is_patient: bool) -> Arc<dyn Face> {
        Arc::new(Patient(is_patient))
    }

    #[test]
    fn a_board_is_solved_once() {
        let boards = boards(1 << 28);
        let one = boards.get(game("4x3"), &face(true)).unwrap();
        let other = boards.get(game("4x3"), &face(true)).unwrap();
        assert!(Arc::ptr_eq(&one, &other));
    }

    #[test]
    fn whoever_does_not_wait_finds_it_later() {
        let boards = boards(1 << 28);
        let error = boards.get(game("5x3"), &face(false)).err().unwrap();
        assert!(error.advice().unwrap().contains("again"));
        boards.get(game("5x3"), &face(true)).unwrap();
        assert!(boards.get(game("5x3"), &face(false)).is_ok());
    }

    #[test]
    fn the_one_not_used_for_the_longest_time_goes() {
        let bytes = |shape: &str| BoardTable::bytes(&game(shape));
        let boards = boards(bytes("4x2") + bytes("5x2") + bytes("4x3") - 1);
        for shape in ["4x2", "5x2", "4x2", "4x3"] {
            boards.get(game(shape), &face(true)).unwrap();
        }
        let kept: Vec<String> = boards.boards().iter().map(|kept| kept.shape.to_string()).collect();
        assert_eq!(kept[0], "4x3");
        assert!(!kept.contains(&"5x2".to_owned()), "{kept:?}");
        let error = boards.get(game("8x8"), &face(true)).err().unwrap();
        assert_eq!(error.option(), Some("shape"));
    }
}
