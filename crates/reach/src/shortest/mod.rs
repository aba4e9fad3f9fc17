//! Short games: the fewest spawns until no slide is possible.
//!
//! No slide is possible on a full board without equal neighbours, and a board of that kind is
//! reached after as many spawns as its tiles are merged from, whatever the way. So the shortest game is
//! found by asking for each such *dead* board, the cheapest first, whether it can be reached. The
//! search goes backwards from the board, where there is little room, and is exhaustive.

mod bounds;
mod dead;
mod endgame;

pub use bounds::{conjectured, zeegers};
pub use dead::{dead_boards, least_spawns};
pub use endgame::{shortest_end, through_filled};

use twofold_core::{Figure, Shape};

use crate::{Answer, DecideError, Destination, ReachQuestion, Turn, Witness, by_search};
use twofold_core::Watch;

/// What is known about the shortest game on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The board.
    pub shape: Shape,
    /// No game is shorter: every cheaper dead board was searched exhaustively.
    pub at_least: usize,
    /// The shortest game found.
    pub game: Option<Witness>,
    /// Dead boards that were ruled out, up to symmetry.
    pub ruled_out: u64,
    /// Dead boards about which nothing is known within the limits, up to symmetry.
    pub undecided: u64,
}

impl Shortest {
    /// The fewest spawns of any game, as far as they are known: what is ruled out bounds them from below,
    /// the game found from above.
    pub fn spawns(&self) -> Figure {
        match &self.game {
            Some(game) => Figure::between(self.at_least, game.spawns()),
            None => Figure::at_least(self.at_least),
        }
    }

    /// The fewest spawns of any game, if they are known.
    pub fn exact(&self) -> Option<usize> {
        let spawns = self.game.as_ref()?.spawns();
        (spawns == self.at_least).then_some(spawns)
    }
}

/// How much work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Boards that each search may look at.
    pub boards: u64,
    /// Dead boards that are looked at for each number of spawns.
    pub dead: usize,
}

/// Finds the shortest game, or bounds on it.
///
/// ```
/// use twofold_reach::shortest::{Limits, shortest};
///
/// let limits = Limits { boards: 100_000, dead: 1000 };
/// let found = shortest("4x4".parse()?, limits, &())?;
/// assert_eq!(found.exact(), Some(26));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the watch asks to stop, or the rules engine contradicts a search.
pub fn shortest(shape: Shape, limits: Limits, watch: &dyn Watch) -> Result<Shortest, DecideError> {
    let constructed = endgame::constructed(shape, limits.boards.max(endgame::LEAST_LIMIT));
    let most = constructed.as_ref().map(Witness::spawns);
    let mut found = Shortest { shape, at_least: 0, game: None, ruled_out: 0, undecided: 0 };
    let mut certain = true;
    for spawns in least_spawns(shape).. {
        if most.is_some_and(|most| spawns >= most) {
            found.game = constructed;
            break;
        }
        let (boards, all) = dead_boards(shape, spawns, limits.dead);
        certain &= all;
        let mut undecided = 0;
        for board in boards {
            let mut question =
                ReachQuestion::new(Destination::board(&board)).expect("boards are bounded");
            question.turn = Turn::Slider;
            match by_search(&question, limits.boards, watch)? {
                Answer::Yes { witness, .. } => {
                    found.game = Some(*witness);
                    break;
                }
                Answer::No { .. } => found.ruled_out += 1,
                Answer::Undecided { .. } => undecided += 1,
            }
        }
        if found.game.is_some() {
            if certain {
                found.at_least = spawns;
            }
            break;
        }
        found.undecided += undecided;
        certain &= undecided == 0;
        if certain {
            found.at_least = spawns + 1;
        }
        // Without a game to compare with there is no end to the search, once it is uncertain.
        if !certain && most.is_none() && spawns > least_spawns(shape) + 8 {
            break;
        }
    }
    if let (true, Some(game)) = (certain, &found.game) {
        found.at_least = game.spawns();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twofold_core::{BitParallel, Board, Game, Grid, Packed, Rules};

    use super::*;

    const LIMITS: Limits = Limits { boards: 100_000, dead: 1000 };

    /// The shortest game by breadth-first search over everything that play can reach.
    fn by_the_rules(shape: Shape) -> usize {
        let rules = Rules::only_twos(shape);
        let engine = BitParallel::new(&rules).unwrap();
        let game = Game::with_engine(engine);
        let mut afterstates = BTreeSet::from([Packed::empty(shape).unwrap()]);
        for spawns in 1.. {
            let mut next = BTreeSet::new();
            for board in &afterstates {
                let afterstate = game.afterstate(*board).unwrap();
                for outcome in game.outcomes(&afterstate) {
                    if game.is_dead(&outcome.position)
                        && (outcome.position.board().is_full() || shape.cells() == 1)
                    {
                        return spawns;
                    }
                    let slides = game.try_slides(&outcome.position).map(Result::unwrap);
                    next.extend(slides.map(|slide| slide.afterstate.into_board().canonical()));
                }
            }
            afterstates = next;
        }
        unreachable!()
    }

    #[test]
    fn small_boards_agree_with_plain_search() {
        for text in ["1x1", "1x2", "1x3", "1x4", "2x1", "2x2", "2x3", "3x2", "2x4", "3x3"] {
            let shape = text.parse().unwrap();
            let found = shortest(shape, LIMITS, &()).unwrap();
            assert_eq!(found.exact(), Some(by_the_rules(shape)), "{text}");
        }
    }

    #[test]
    fn four_by_four_takes_twenty_six_spawns() {
        let found = shortest("4x4".parse().unwrap(), LIMITS, &()).unwrap();
        assert_eq!(found.exact(), Some(26));
        let game = found.game.unwrap();
        let board: &Board = game.board();
        assert!(board.is_full() && board.largest().rank() == 3);
    }

    #[test]
    fn six_by_six_takes_fifty_seven_spawns() {
        let found = shortest("6x6".parse().unwrap(), LIMITS, &()).unwrap();
        assert_eq!(found.exact(), Some(57));
    }

    #[test]
    fn what_is_not_searched_leaves_an_interval() {
        let shape = "6x6".parse().unwrap();
        let found = shortest(shape, Limits { boards: 10, dead: 10 }, &()).unwrap();
        assert!(matches!(found.spawns(), Figure::Between(..)), "{}", found.spawns());
        assert!(found.spawns().agrees_with(&Figure::exact(57)));
        let exact = shortest("4x4".parse().unwrap(), LIMITS, &()).unwrap();
        assert_eq!(exact.spawns(), Figure::exact(26));
    }

    #[test]
    fn a_filled_board_ends_one_spawn_before_the_document_s() {
        for (text, spawns) in [("6x6", 60), ("10x10", 156)] {
            // The document: 3/2·mn + 7, by its Figure 8.
            let game = through_filled(text.parse().unwrap(), 20_000).unwrap();
            assert_eq!(game.spawns(), spawns, "{text}");
        }
    }
}
