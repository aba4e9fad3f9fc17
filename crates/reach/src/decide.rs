//! Answers: yes with a witness, no with a reason, or undecided with what was searched.

use std::sync::atomic::{AtomicU64, Ordering};

use super::field::with_planes;
use super::question::{ReachQuestion, Spawns};
use super::search::{SearchResult, Searched, backward, beam, forward};
use super::strategy::strategies;
use super::theorem::{Theorem, theorem_against};
use super::witness::{Witness, WitnessError};
use twofold_core::{Progress, Stopped, Watch};

/// How a yes is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By a sequence that is known for every size.
    Strategy(&'static str),
    /// By a search.
    Search(Searched),
}

/// How a no is known. A limit is never a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing was left to look at.
    Exhausted(Searched),
    /// A theorem covers the question.
    Theorem(Theorem),
}

/// The answer to a question about reaching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can be reached.
    Yes {
        /// How, checked by the rules.
        witness: Box<Witness>,
        /// How it was found.
        how: How,
    },
    /// It cannot be reached.
    No {
        /// Every reason that is known; at least one.
        reasons: Vec<Reason>,
    },
    /// Nobody knows.
    Undecided {
        /// What was searched in vain.
        searched: Vec<Searched>,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The rules engine contradicts a search: a mistake in this program.
    #[error("the search found a sequence that the rules refuse: {0}")]
    Contradiction(#[from] WitnessError),
}

/// The cells of a board that a forward search may still finish.
const SMALL: usize = 20;

/// Decides whether a destination can be reached, looking at no more boards than the limit in each way.
///
/// Known strategies come first, then exhaustive search, backwards where the destination consists of
/// single boards and forwards otherwise and for deterministic spawns, then the theorems. Where a
/// small search leaves the question open, one along promising boards comes before the full one.
///
/// ```
/// use twofold_reach::{Answer, Destination, ReachQuestion, decide};
///
/// let question = ReachQuestion::new(Destination::checkerboard("4x4".parse()?))?;
/// assert!(matches!(decide(&question, 100_000, &())?, Answer::No { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Answer, DecideError> {
    if let Some(answer) = by_strategy(question) {
        return Ok(answer);
    }
    // Most questions are settled by a few boards, or by a theorem.
    let few = limit.min(QUICK);
    let parts = Parts::new(watch, few + 2 * (limit - few));
    let quick = by_search(question, few, &parts)?;
    if !matches!(quick, Answer::Undecided { .. }) || limit <= QUICK {
        return Ok(quick);
    }
    parts.next(limit);
    let along = with_planes!(question, beam(question, limit, &parts))?;
    if let Some(SearchResult { found: Some(steps), searched }) = along {
        let witness = Box::new(Witness::new(question, steps)?);
        return Ok(Answer::Yes { witness, how: How::Search(searched) });
    }
    parts.next(0);
    by_search(question, limit, &parts)
}

/// Progress of searches that follow each other: the boards of all of them, and the most that those
/// that are left may look at.
struct Parts<'a> {
    watch: &'a dyn Watch,
    /// Boards of the searches that are over.
    before: AtomicU64,
    /// Boards of the search that is going on.
    now: AtomicU64,
    /// The most boards that later searches look at.
    later: AtomicU64,
}

impl<'a> Parts<'a> {
    fn new(watch: &'a dyn Watch, later: u64) -> Parts<'a> {
        let (before, now, later) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(later));
        Parts { watch, before, now, later }
    }

    /// A search is over; after the next one, searches of so many boards are left.
    fn next(&self, later: u64) {
        self.before.fetch_add(self.now.swap(0, Ordering::Relaxed), Ordering::Relaxed);
        self.later.store(later, Ordering::Relaxed);
    }
}

impl Watch for Parts<'_> {
    fn report(&self, Progress { done, total }: Progress) {
        // A second way of the same search starts anew.
        let done = self.now.fetch_max(done, Ordering::Relaxed).max(done);
        let before = self.before.load(Ordering::Relaxed);
        let later = self.later.load(Ordering::Relaxed);
        let total = total.map(|total| before + total.max(done) + later);
        self.watch.report(Progress { done: before + done, total });
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

/// The boards that a search looks at before a search along promising boards is tried.
const QUICK: u64 = 10_000;

/// Decides by search and theorem alone, so that strategies can be checked against them.
pub fn by_search(
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Answer, DecideError> {
    let mut tried = Vec::new();
    let mut reasons = Vec::new();
    let ways: &[bool] = match question.spawns {
        Spawns::Anywhere => &[true, false],
        Spawns::Deterministic => &[false, true],
    };
    for &backwards in ways {
        let outcome = if backwards {
            with_planes!(question, backward(question, limit, watch))?
        } else {
            Some(with_planes!(question, forward(question, limit, watch))?)
        };
        let Some(outcome) = outcome else { continue };
        let searched = outcome.searched;
        if let Some(steps) = outcome.found {
            let witness = Box::new(Witness::new(question, steps)?);
            return Ok(Answer::Yes { witness, how: How::Search(searched) });
        }
        if searched.finished {
            reasons.push(Reason::Exhausted(searched));
            break;
        }
        tried.push(searched);
        // Forwards there is no hope where backwards there was none, except on small boards.
        if backwards && question.destination.shape.cells() > SMALL {
            break;
        }
    }
    // What cannot be reached with spawns anywhere cannot be reached with deterministic ones.
    reasons.extend(theorem_against(question).map(Reason::Theorem));
    Ok(if reasons.is_empty() {
        Answer::Undecided { searched: tried }
    } else {
        Answer::No { reasons }
    })
}

fn by_strategy(question: &ReachQuestion) -> Option<Answer> {
    let fits = strategies(question.destination.shape).into_iter().filter(|strategy| {
        question.spawns == Spawns::Anywhere || strategy.spawns == Spawns::Deterministic
    });
    fits.into_iter().find_map(|strategy| {
        let witness = Box::new(Witness::new(question, strategy.steps).ok()?);
        Some(Answer::Yes { witness, how: How::Strategy(strategy.name) })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use twofold_core::notation::ranks;
    use twofold_core::{Board, Game, Grid, Rules, Shape};

    use super::super::destination::Destination;
    use super::super::question::Turn;
    use super::super::search::Way;
    use super::*;

    const LIMIT: u64 = 200_000;

    fn is_yes(answer: &Answer) -> bool {
        matches!(answer, Answer::Yes { .. })
    }

    /// All boards that play reaches by a spawn and by a slide, by plain recursion over the rules.
    fn by_the_rules(
        shape: Shape,
        max_rank: u8,
        spawns: Spawns,
    ) -> (HashSet<Board>, HashSet<Board>) {
        let destination = Destination::board(&Board::new(shape));
        let question = ReachQuestion { spawns, ..ReachQuestion::new(destination).unwrap() };
        let game = Game::new(question.rules());
        let (mut by_spawn, mut by_slide) = (HashSet::new(), HashSet::from([Board::new(shape)]));
        let mut open = vec![Board::new(shape)];
        while let Some(board) = open.pop() {
            let afterstate = game.afterstate(board).unwrap();
            for outcome in game.outcomes(&afterstate) {
                if !by_spawn.insert(outcome.position.board().clone()) {
                    continue;
                }
                for slide in game.slides(&outcome.position) {
                    let after = slide.afterstate.into_board();
                    if after.largest().rank() <= max_rank && by_slide.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
        }
        (by_spawn, by_slide)
    }

    /// Both searches on every board of a shape, against plain recursion.
    #[test]
    fn searches_agree_with_the_rules_on_every_board() {
        let shape: Shape = "2x2".parse().unwrap();
        for spawns in [Spawns::Anywhere, Spawns::Deterministic] {
            let (by_spawn, by_slide) = by_the_rules(shape, 3, spawns);
            for code in 0..256_usize {
                let ranks = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|r| r as u8);
                let board = Board::from_ranks(shape, &ranks).unwrap();
                for turn in [Turn::Slider, Turn::Dropper, Turn::Either] {
                    let expected = turn != Turn::Dropper && by_spawn.contains(&board)
                        || turn != Turn::Slider && by_slide.contains(&board);
                    let question = ReachQuestion::bounded(Destination::board(&board), 3).unwrap();
                    let question = ReachQuestion { spawns, turn, ..question };
                    let ahead = forward::<u32, 2>(&question, LIMIT, &()).unwrap();
                    let back = backward::<u32, 2>(&question, LIMIT, &()).unwrap().unwrap();
                    for outcome in [ahead, back] {
                        assert_eq!(
                            outcome.found.is_some(),
                            expected,
                            "{board:?} {turn:?} {spawns:?}"
                        );
                        match outcome.found {
                            Some(steps) => drop(Witness::new(&question, steps).unwrap()),
                            None => assert!(outcome.searched.finished),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn both_searches_agree_on_checkerboards() {
        for text in ["1x3", "1x4", "2x3", "3x3", "3x4", "4x4", "5x3", "3x5"] {
            let question =
                ReachQuestion::new(Destination::checkerboard(text.parse().unwrap())).unwrap();
            let ahead = forward::<u32, 2>(&question, 1_000_000, &()).unwrap();
            let back = backward::<u32, 2>(&question, LIMIT, &()).unwrap().unwrap();
            assert_eq!(ahead.found.is_some(), back.found.is_some(), "{text}");
            let by_theorem = theorem_against(&question).is_some();
            assert_eq!(by_theorem, ahead.found.is_none(), "{text}");
        }
    }

    #[test]
    fn theorem_14_holds_as_far_as_ten_by_ten() {
        for rows in 3..=10 {
            for columns in rows..=10 {
                let shape = Shape::new(rows, columns).unwrap();
                let question = ReachQuestion::new(Destination::checkerboard(shape)).unwrap();
                if theorem_against(&question).is_none() {
                    continue;
                }
                let Answer::No { reasons } = by_search(&question, LIMIT, &()).unwrap() else {
                    panic!("{shape} has a checkerboard");
                };
                assert!(
                    matches!(reasons[0], Reason::Exhausted(s) if s.way == Way::Backward && s.finished)
                );
            }
        }
    }

    #[test]
    fn a_limit_leaves_a_question_undecided() {
        let destination = Destination::pattern("board", "333/***/***".parse().unwrap());
        let question = ReachQuestion::bounded(destination, 3).unwrap();
        let answer = by_search(&question, 100, &()).unwrap();
        let Answer::Undecided { searched } = answer else { panic!("{answer:?}") };
        assert!(searched.iter().all(|searched| !searched.finished));
        assert!(is_yes(&by_search(&question, 1_000_000, &()).unwrap()));
    }

    #[test]
    fn deterministic_checkerboards_are_found_where_the_document_has_them() {
        for (text, expected) in [
            ("3x3", true),
            ("5x3", true),
            ("3x5", false),
            ("3x7", false),
            ("7x3", false),
            ("4x2", true),
            ("2x9", true),
            ("4x4", false),
        ] {
            let question =
                ReachQuestion::new(Destination::checkerboard(text.parse().unwrap())).unwrap();
            let answer = decide(&question.deterministic(), LIMIT, &()).unwrap();
            assert_eq!(is_yes(&answer), expected, "{text}");
        }
    }

    #[test]
    fn figure_7_is_reached_at_once() {
        let board = "1121212121/1212121212/2121212121/1212121212/2121212121/1212121212/2121212121/1212121212/2121212121/1212121212";
        let destination = Destination::board(&ranks::parse(board).unwrap());
        let answer = decide(&ReachQuestion::new(destination).unwrap(), 0, &()).unwrap();
        let Answer::Yes { witness, how: How::Strategy(_) } = answer else { panic!("{answer:?}") };
        assert_eq!(witness.spawns(), 149);
    }

    #[test]
    fn figure_8_is_reached_in_157_spawns() {
        let board = "1231212121/2312121212/3121212121/1212121212/2121212121/1212121212/2121212121/1212121212/2121212121/1212121212";
        let destination = Destination::board(&ranks::parse(board).unwrap());
        let answer = decide(&ReachQuestion::new(destination).unwrap(), LIMIT, &()).unwrap();
        let Answer::Yes { witness, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(witness.spawns(), 157);
    }

    /// Found by no search within two minutes before boards were chosen by their empty cells.
    #[test]
    fn a_board_with_many_ways_is_reached_soon() {
        let board = ranks::parse("12321/21212/32123/21212/12321").unwrap();
        let question = ReachQuestion::new(Destination::board(&board)).unwrap();
        let answer = decide(&question, 2_000_000, &()).unwrap();
        let Answer::Yes { witness, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(witness.board(), &board);
    }

    /// What a search that hit its limit knows: how deep it is complete, and what is left.
    #[test]
    fn a_limit_leaves_what_is_known() {
        let board = ranks::parse("12321/21212/32123/21212/12321").unwrap();
        let question = ReachQuestion::new(Destination::board(&board)).unwrap();
        let searched = |limit| match by_search(&question, limit, &()).unwrap() {
            Answer::Undecided { searched } => searched[0],
            answer => panic!("{answer:?}"),
        };
        let few = searched(30_000);
        assert!(few.boards <= 30_000 && few.boards + few.ahead > 30_000, "{few:?}");
        assert!(few.open > 0 && few.open <= few.boards && !few.finished, "{few:?}");
        // The next layer fits into twice as many boards as it was said to have.
        let more = searched(few.boards + 2 * few.ahead);
        assert!(more.depth > few.depth && more.boards > few.boards, "{few:?} {more:?}");
    }

    /// Progress never falls, never passes its total, and the total only shrinks.
    #[test]
    fn progress_is_that_of_all_searches() {
        #[derive(Default)]
        struct Told(std::sync::Mutex<Vec<(u64, u64)>>);
        impl Watch for Told {
            fn report(&self, progress: Progress) {
                self.0.lock().unwrap().push((progress.done, progress.total.unwrap()));
            }
            fn is_stopped(&self) -> bool {
                false
            }
        }
        let board = ranks::parse("12321/23132/31213/23132/12321").unwrap();
        let question = ReachQuestion::new(Destination::board(&board)).unwrap();
        let told = Told::default();
        let _ = decide(&question, 40_000, &told).unwrap();
        let told = told.0.into_inner().unwrap();
        assert!(told.len() > 3, "{told:?}");
        assert!(told.iter().all(|(done, total)| done <= total && *total <= 80_000 + 10_000));
        assert!(told.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{told:?}");
    }

    #[test]
    fn a_theorem_settles_a_question_at_once() {
        let board = ranks::parse(&["33333"; 5].join("/")).unwrap();
        let question = ReachQuestion::new(Destination::board(&board)).unwrap();
        let answer = decide(&question, 10_000_000, &()).unwrap();
        let Answer::No { reasons } = answer else { panic!("{answer:?}") };
        assert!(matches!(&reasons[..], [.., Reason::Theorem(_)]));
    }

    #[test]
    fn the_rules_of_the_question_are_those_of_the_document() {
        let question =
            ReachQuestion::new(Destination::checkerboard("2x2".parse().unwrap())).unwrap();
        assert_eq!(question.rules(), Rules::only_twos("2x2".parse().unwrap()));
    }
}
