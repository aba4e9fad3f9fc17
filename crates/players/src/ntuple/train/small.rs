//! Fast training for classic 2048 on small boards, backwards from the end of each game.
//!
//! Going backwards, the outcome of a game reaches its first slides at once. With large tuples, which see
//! few boards twice, that halves the number of games needed.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::Rules;

use super::{Played, Trainer};
use crate::memory::{SharedFloats, load, store};
use crate::ntuple::layout::Layout;
use crate::ntuple::network::Weights;
use crate::ntuple::selector::{Selected, Selector};
use crate::ntuple::stages::Stages;
use crate::small::{SmallBoards, SmallSlide};

/// Slides, spawns and entries of small boards.
pub(super) struct SmallGames {
    boards: SmallBoards,
    selector: Selector,
}

impl SmallGames {
    /// The tables, if they are valid for the rules and there is a single stage.
    pub(super) fn of(rules: &Rules, layout: &Layout, stages: &Stages) -> Option<SmallGames> {
        (stages.count() == 1).then_some(())?;
        Some(SmallGames { boards: SmallBoards::of(rules)?, selector: Selector::new(layout) })
    }

    /// The slide with the highest score plus value, and that sum.
    #[inline(always)]
    fn best(
        &self,
        weights: &SharedFloats,
        board: u64,
        entries: &mut Selected,
    ) -> Option<(f32, SmallSlide)> {
        let slides = self.boards.slides(board).into_iter().flatten();
        let totals = slides.map(|slide| {
            self.selector.select(slide.board, entries);
            (slide.score as f32 + value(weights, entries), slide)
        });
        totals.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }

    /// A legal slide, uniformly at random.
    fn any(&self, board: u64, random: &mut ChaCha8Rng) -> Option<SmallSlide> {
        let slides = || self.boards.slides(board).into_iter().flatten();
        slides().nth(random.random_range(0..slides().count().max(1)))
    }

    /// The expected TD target of an afterstate: the score plus value of the best slide, averaged over all
    /// spawns.
    fn mean(&self, weights: &SharedFloats, afterstate: u64, entries: &mut Selected) -> f32 {
        let mut cells = self.boards.empty(afterstate);
        let share = 1.0 / f64::from(cells.count_ones());
        let mut mean = 0.0;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            for (rank, chance) in (1..).zip(self.boards.chances()) {
                if chance > 0.0
                    && let Some((total, _)) =
                        self.best(weights, afterstate | (cell * rank), entries)
                {
                    mean += share * chance * f64::from(total);
                }
            }
        }
        mean as f32
    }
}

impl Trainer {
    /// Plays one game and learns from it, last slide first.
    pub(super) fn small_game(&self, small: &SmallGames, random: &mut ChaCha8Rng) -> Played {
        let mut played = Played { score: 0, slides: 0, largest: 0 };
        let Weights::Shared(weights) = &self.network.weights else { return played };
        let boards = &small.boards;
        let mut entries = small.selector.buffer();
        let mut board = boards.spawn(boards.spawn(0, random), random);
        let mut slides: Vec<SmallSlide> = Vec::new();
        while let Some((_, best)) = small.best(weights, board, &mut entries) {
            let explores = self
                .expected_updates
                .is_some_and(|means| random.random::<f32>() < means.exploration);
            let slide = if explores { small.any(board, random).unwrap_or(best) } else { best };
            slides.push(slide);
            played.score += u64::from(slide.score);
            board = boards.spawn(slide.board, random);
        }
        // The last afterstate has the TD target 0; each earlier one sees the updated value of the next.
        let mut target = 0.0;
        for slide in slides.iter().rev() {
            if self.expected_updates.is_some() {
                target = small.mean(weights, slide.board, &mut entries);
            }
            small.selector.select(slide.board, &mut entries);
            let before = value(weights, &entries);
            self.adjust_entries(weights, &entries, target - before);
            target = slide.score as f32 + value(weights, &entries);
        }
        played.slides = slides.len() as u64;
        played.largest = (0..16).map(|cell| (board >> (4 * cell) & 0xF) as u8).max().unwrap_or(0);
        played
    }

    /// Moves the value of a board towards the TD target, given the TD error.
    #[inline(always)]
    fn adjust_entries(&self, weights: &SharedFloats, entries: &Selected, error: f32) {
        let error = error * self.part();
        let step = self.settings.rate * error;
        let weights = weights.words();
        let Some(coherence) = &self.coherence else {
            for entry in entries.entries() {
                store(&weights[entry], load(&weights[entry]) + step);
            }
            return;
        };
        let coherence = coherence.words();
        for entry in entries.entries() {
            let [sum_word, size_word] = &coherence[2 * entry..2 * entry + 2] else { return };
            let (sum, size) = (load(sum_word), load(size_word));
            let rate = if size > 0.0 { sum.abs() / size } else { 1.0 };
            store(sum_word, sum + error);
            store(size_word, size + error.abs());
            store(&weights[entry], load(&weights[entry]) + step * rate);
        }
    }
}

#[inline(always)]
fn value(weights: &SharedFloats, entries: &Selected) -> f32 {
    let words = weights.words();
    entries.entries().map(|entry| load(&words[entry])).sum()
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::super::{ExpectedUpdates, LearningRule, Settings};
    use super::*;

    fn ranks(board: u64) -> Vec<u8> {
        (0..6).rev().map(|cell| (board >> (4 * cell) & 0xF) as u8).collect()
    }

    /// Values and changes of weights, in both ways, after the same games of learning.
    #[test]
    fn values_and_changes_are_those_of_the_definition() {
        for learning in [LearningRule::TemporalCoherence, LearningRule::TemporalDifference] {
            let rules = Rules::classic("2x3".parse().unwrap());
            let settings = Settings {
                learning,
                rate: 0.5,
                optimism: 0.0,
                seed: 4,
                carousel: 0,
                downgrade: None,
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let [fast, slow] = [0, 1].map(|_| {
                let mut trainer = Trainer::new(&rules, settings).unwrap();
                let block = pool.install(|| trainer.run(300, &()));
                assert_eq!(block.games, 300);
                trainer
            });
            let small = fast.small.as_ref().unwrap();
            let Weights::Shared(weights) = &fast.network.weights else { panic!("in memory") };
            let mut entries = small.selector.buffer();
            let mut random = ChaCha8Rng::seed_from_u64(9);
            let mut board = small.boards.spawn(0, &mut random);
            for error in 0..30 {
                board = small.boards.spawn(board, &mut random);
                let Some(slide) = small.boards.slides(board).into_iter().flatten().next() else {
                    break;
                };
                board = slide.board;
                small.selector.select(board, &mut entries);
                fast.adjust_entries(weights, &entries, error as f32 - 10.0);
                slow.adjust(&ranks(board), f64::from(error) - 10.0);
                let expected = slow.network.value_of_ranks(&ranks(board));
                let found = f64::from(value(weights, &entries));
                assert!((found - expected).abs() <= 1e-4 * (1.0 + expected.abs()));
            }
        }
    }

    /// The expectation over all spawns, by the rules.
    #[test]
    fn means_are_those_of_the_rules() {
        let rules = Rules::classic("2x3".parse().unwrap());
        let learning = LearningRule::TemporalDifference;
        let settings =
            Settings { learning, rate: 0.3, optimism: 0.0, seed: 4, carousel: 0, downgrade: None };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        trainer.use_expected_updates(ExpectedUpdates { exploration: 0.1 }).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| trainer.run(100, &()));
        let small = trainer.small.as_ref().unwrap();
        let Weights::Shared(weights) = &trainer.network.weights else { panic!("in memory") };
        let game = twofold_core::Game::new(rules.clone());
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let mut board = small.boards.spawn(0, &mut random);
        while let Some(slide) = small.any(board, &mut random) {
            let after = twofold_core::Board::from_ranks(rules.shape, &ranks(slide.board)).unwrap();
            let afterstate = game.afterstate(after).unwrap();
            let best = |position: &_| {
                let totals = game.slides(position).map(|slide| {
                    slide.score as f64 + trainer.network.value(slide.afterstate.board())
                });
                totals.reduce(f64::max).unwrap_or(0.0)
            };
            let outcomes = game.outcomes(&afterstate);
            let weighted = outcomes.map(|tile| tile.chance.to_f64() * best(&tile.position));
            let expected: f64 = weighted.sum();
            let found = small.mean(weights, slide.board, &mut small.selector.buffer());
            assert!((f64::from(found) - expected).abs() <= 1e-3 * (1.0 + expected.abs()));
            board = small.boards.spawn(slide.board, &mut random);
        }
    }
}
