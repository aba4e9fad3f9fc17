//! What each slide of a game lost against the best one, judged by a solved store or by a player.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use twofold_core::notation::sequence::Step;
use twofold_core::replay::Frame;
use twofold_core::{Board, Direction, Figure, Game, Progress, Watch};

use twofold_solve::{AskError, Goal, LayerError, PlayValue, Solution};

use crate::player::{EvaluateError, Player, ValueKind};
use crate::registry::Entrant;

/// Who judges a game.
#[derive(Clone, Copy)]
pub enum Judge<'a> {
    /// A solved store; it knows nothing of the boards that it does not cover.
    Store(&'a Solution),
    /// A player, whose values are mostly estimates.
    Player(&'a Entrant),
}

/// A slide that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedSlide {
    /// The number of the slide in its game, from 1.
    pub number: u64,
    /// The frame before it.
    pub frame: usize,
    /// The slide.
    pub played: Direction,
    /// What the judge says; `None` if it knows nothing of the board.
    pub verdict: Option<Verdict>,
}

/// A slide beside the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The best slide, the first one of equals; the one that was played if it is one of them.
    pub best: Direction,
    /// Its value: that of the position.
    pub value: PlayValue,
    /// The value of the slide that was played.
    pub played_value: PlayValue,
    /// What the values mean.
    pub kind: ValueKind,
}

impl Verdict {
    /// Whether less is better.
    fn hurries(&self) -> bool {
        self.kind == ValueKind::Exact(Goal::FewestSlides)
    }

    /// Whether another slide would have been better, whatever rounding did. Estimates are taken at
    /// their word.
    pub fn is_mistake(&self) -> bool {
        let (worse, better) = match self.hurries() {
            true => (&self.value, &self.played_value),
            false => (&self.played_value, &self.value),
        };
        match (worse.figure(), better.figure()) {
            (Some(Figure::Estimate(worse)), Some(Figure::Estimate(better))) => worse < better,
            _ => worse.is_below(better),
        }
    }

    /// What the slide lost, with its certainty; `None` where the values are bounds, whose difference is
    /// unknown. Never, if the target would have been made, and is not made any more.
    pub fn loss(&self) -> Option<PlayValue> {
        if self.value == self.played_value {
            return Some(PlayValue::Known(Figure::exact(0)));
        }
        match (self.value.figure(), self.played_value.figure()) {
            (Some(best), Some(played)) => best.distance(played).map(PlayValue::Known),
            _ => Some(PlayValue::Never),
        }
    }

    /// The value of a slide, together with the score before it where values are of the score to come: a
    /// number that good play keeps.
    pub fn height(&self, value: &PlayValue, score: u64) -> f64 {
        match self.kind {
            ValueKind::Exact(Goal::Score) | ValueKind::Estimate => value.to_f64() + score as f64,
            ValueKind::Exact(_) | ValueKind::Rating => value.to_f64(),
        }
    }
}

/// Why a game was not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// A player has no values.
    #[error(transparent)]
    Player(#[from] EvaluateError),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] LayerError),
}

/// Slides that one player judges one after the other.
const AT_ONCE: usize = 64;

/// Judges every slide of a game on the current thread pool, in the order of the game. If the watch asks
/// to stop, those that are judged by then are returned.
///
/// # Errors
/// If the judge fails. A board that it does not cover is no failure.
pub fn review(
    game: &Game,
    frames: &[Frame],
    judge: Judge<'_>,
    watch: &dyn Watch,
) -> Result<Vec<ReviewedSlide>, ReviewError> {
    let slides = frames.windows(2).enumerate().filter_map(|(frame, pair)| match pair[1].step {
        Some(Step::Slide(played)) => Some((frame, played)),
        _ => None,
    });
    let slides: Vec<(u64, (usize, Direction))> = (1..).zip(slides).collect();
    let (done, total) = (AtomicU64::new(0), Some(slides.len() as u64));
    let judged = slides.par_chunks(AT_ONCE).map(|slides| {
        let mut player = match judge {
            Judge::Player(entrant) => Some(entrant.player(0)),
            Judge::Store(_) => None,
        };
        let mut judged = Vec::with_capacity(slides.len());
        for &(number, (frame, played)) in slides {
            if watch.is_stopped() {
                break;
            }
            let board = &frames[frame].board;
            let verdict = match (judge, &mut player) {
                (Judge::Store(solution), _) => by_store(solution, board, played)?,
                (_, Some(player)) => match by_player(game, &mut **player, board, played, watch) {
                    Err(EvaluateError::Stopped(_)) => break,
                    verdict => verdict?,
                },
                (Judge::Player(_), None) => None,
            };
            judged.push(ReviewedSlide { number, frame, played, verdict });
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            watch.report(Progress { done, total });
        }
        Ok(judged)
    });
    Ok(judged.collect::<Result<Vec<_>, ReviewError>>()?.concat())
}

fn by_store(
    solution: &Solution,
    board: &Board,
    played: Direction,
) -> Result<Option<Verdict>, LayerError> {
    let answer = match solution.ask(board) {
        Ok(answer) => answer,
        Err(AskError::Layer(error)) => return Err(error),
        // Boards that no play of the store's game leads to.
        Err(AskError::Shape { .. } | AskError::Board(_)) => return Ok(None),
    };
    let value = |direction: Direction| answer.slides[direction as usize].clone();
    // A slide whose value is not known may be the best one.
    let is_whole = (0..4).all(|slide| answer.legal[slide] == answer.slides[slide].is_some());
    let (Some(best), true, true) = (answer.best, answer.is_position, is_whole) else {
        return Ok(None);
    };
    let (Some(value), Some(played_value)) = (value(best), value(played)) else { return Ok(None) };
    let kind = ValueKind::Exact(solution.problem().goal());
    let best = if value == played_value { played } else { best };
    Ok(Some(Verdict { best, value, played_value, kind }))
}

fn by_player(
    game: &Game,
    player: &mut dyn Player,
    board: &Board,
    played: Direction,
    watch: &dyn Watch,
) -> Result<Option<Verdict>, EvaluateError> {
    let Ok(position) = game.position(board.clone()) else { return Ok(None) };
    let values = player.evaluate_watched(&position, watch)?;
    let of = |direction: Direction| {
        values.slides.iter().position(|slide| slide.slide.direction == direction)
    };
    let best = values.best().map(|best| best.slide.direction);
    let (Some(best), Some(played_at)) = (best, of(played)) else { return Ok(None) };
    let best_at = of(best).unwrap_or(played_at);
    let value = |place: usize| match values.solved.get(place) {
        Some(solved) => solved.clone(),
        None => PlayValue::Known(Figure::Estimate(values.slides[place].value)),
    };
    let (value, played_value) = (value(best_at), value(played_at));
    let best = if value == played_value { played } else { best };
    Ok(Some(Verdict { best, value, played_value, kind: values.kind }))
}

#[cfg(test)]
mod tests {
    use twofold_core::{Progress, Rules, notation::ranks, replay::Replay};
    use twofold_solve::{Opponent, Problem, Solver};

    use super::*;
    use crate::PlayerSpec;
    use crate::arena::Series;

    fn entrant(name: &str, rules: &Rules) -> Entrant {
        name.parse::<PlayerSpec>().unwrap().prepare(rules).unwrap()
    }

    fn played(name: &str, rules: &Rules, game: u64) -> Replay {
        Series::new(8, 3).replay(&entrant(name, rules), game, &()).unwrap()
    }

    fn solved(rules: &Rules, goal: Goal, to: Option<u8>) -> (tempfile::TempDir, Solution) {
        let target = to.and_then(twofold_core::Tile::new);
        let problem = Problem::new(rules.clone(), goal, Opponent::Chance, target).unwrap();
        let folder = tempfile::tempdir().unwrap();
        Solver::new(&problem).with_store(folder.path()).unwrap().run(&()).unwrap();
        let solution = Solution::open(folder.path()).unwrap();
        (folder, solution)
    }

    /// The loss by the store is what a plain look at all slides says, and perfect play loses nothing.
    #[test]
    fn losses_are_differences_to_the_best_slide() {
        let rules = Rules::classic("2x3".parse().unwrap());
        let game = Game::new(rules.clone());
        let (folder, solution) = solved(&rules, Goal::Score, None);
        let mut mistakes = 0;
        for number in 0..8 {
            let replay = played("random", &rules, number);
            let frames = replay.play().unwrap();
            let judged = review(&game, &frames, Judge::Store(&solution), &()).unwrap();
            let slides = replay.steps.iter().filter(|step| matches!(step, Step::Slide(_))).count();
            assert_eq!(judged.len(), slides);
            for slide in &judged {
                assert_eq!(frames[slide.frame + 1].step, Some(Step::Slide(slide.played)));
                let answer = solution.ask(&frames[slide.frame].board).unwrap();
                let values = answer.slides.iter().flatten().map(PlayValue::to_f64);
                let best = values.fold(f64::MIN, f64::max);
                let own = answer.slides[slide.played as usize].as_ref().unwrap().to_f64();
                let verdict = slide.verdict.as_ref().unwrap();
                let loss = verdict.loss().unwrap().to_f64();
                assert!((loss - (best - own)).abs() < 1e-9);
                assert_eq!(verdict.is_mistake(), best - own > 1e-6, "{verdict:?}");
                assert_eq!(verdict.is_mistake(), verdict.best != slide.played);
                mistakes += u32::from(verdict.is_mistake());
            }
            // A table says the same as its store, on any number of threads.
            let table = entrant(&format!("table:{}", folder.path().display()), &rules);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            let again = pool.install(|| review(&game, &frames, Judge::Player(&table), &()));
            assert_eq!(again.unwrap(), judged);
            let perfect = Series::new(8, 3).replay(&table, number, &()).unwrap().play().unwrap();
            let judged = review(&game, &perfect, Judge::Store(&solution), &()).unwrap();
            assert!(judged.iter().all(|slide| !slide.verdict.as_ref().unwrap().is_mistake()));
        }
        assert!(mistakes > 5);
    }

    #[test]
    fn fewer_slides_are_better_where_slider_hurries() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let (_folder, solution) = solved(&rules, Goal::FewestSlides, Some(3));
        let game = Game::new(rules.clone());
        let judged = (0..8).flat_map(|number| {
            let frames = played("random", &rules, number).play().unwrap();
            review(&game, &frames, Judge::Store(&solution), &()).unwrap()
        });
        let verdicts: Vec<Verdict> = judged.filter_map(|slide| slide.verdict).collect();
        assert!(
            verdicts.iter().all(|verdict| verdict.value.to_f64() <= verdict.played_value.to_f64())
        );
        assert!(verdicts.iter().any(Verdict::is_mistake));
    }

    #[test]
    fn boards_that_the_store_does_not_cover_are_left_open() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let (_folder, solution) = solved(&rules, Goal::Tile, Some(3));
        let start = ranks::parse("12/34").unwrap();
        let replay = Replay { rules: rules.clone(), start, steps: Vec::new() };
        assert!(
            review(
                &Game::new(rules.clone()),
                &replay.play().unwrap(),
                Judge::Store(&solution),
                &()
            )
            .unwrap()
            .is_empty()
        );
        // Play goes on past the target, where the store ends.
        let game = Game::new(rules.clone());
        let frames = played("expectimax:depth=2", &rules, 0).play().unwrap();
        let judged = review(&game, &frames, Judge::Store(&solution), &()).unwrap();
        assert!(judged.first().unwrap().verdict.is_some());
        assert!(judged.last().unwrap().verdict.is_none());
    }

    #[test]
    fn players_estimate() {
        let rules = Rules::classic("2x3".parse().unwrap());
        let game = Game::new(rules.clone());
        let frames = played("random", &rules, 1).play().unwrap();
        let greedy = entrant("greedy", &rules);
        let judged = review(&game, &frames, Judge::Player(&greedy), &()).unwrap();
        for slide in &judged {
            let verdict = slide.verdict.as_ref().unwrap();
            let position = game.position(frames[slide.frame].board.clone()).unwrap();
            let most = game.slides(&position).map(|slide| slide.score).max().unwrap();
            let own = frames[slide.frame + 1].score - frames[slide.frame].score;
            assert_eq!(verdict.loss().unwrap().to_f64(), (most - own) as f64);
            assert_eq!(verdict.is_mistake(), most > own);
            assert!(
                verdict.value.figure().unwrap().certainty() == twofold_core::Certainty::Estimate
            );
        }
        // Its own games are without a mistake.
        let own = played("greedy", &rules, 1).play().unwrap();
        let judged = review(&game, &own, Judge::Player(&greedy), &()).unwrap();
        assert!(judged.iter().all(|slide| !slide.verdict.as_ref().unwrap().is_mistake()));
    }

    #[test]
    fn a_stop_keeps_what_is_judged() {
        struct After(u64, AtomicU64);
        impl Watch for After {
            fn report(&self, progress: Progress) {
                self.1.fetch_max(progress.done, Ordering::Relaxed);
            }
            fn is_stopped(&self) -> bool {
                self.1.load(Ordering::Relaxed) >= self.0
            }
        }
        let rules = Rules::classic("2x3".parse().unwrap());
        let game = Game::new(rules.clone());
        let frames = played("expectimax:depth=1", &rules, 1).play().unwrap();
        let greedy = entrant("greedy", &rules);
        let all = review(&game, &frames, Judge::Player(&greedy), &()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let watch = After(5, AtomicU64::new(0));
        let some = pool.install(|| review(&game, &frames, Judge::Player(&greedy), &watch)).unwrap();
        assert_eq!(some, all[..5]);
    }
}
