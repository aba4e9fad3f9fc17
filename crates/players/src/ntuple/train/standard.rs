//! Learning classic 2048 on 4×4 with the standard tuples, fast.

use std::sync::atomic::AtomicU32;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::kernel::transpose;

use super::{Played, Trainer};
use crate::expectimax::packed::empty_cells;
use crate::four::{Classic4x4, slide_rows};
use crate::memory::{load, store};
use crate::ntuple::fast;
use crate::ntuple::network::{StandardTable, standard_value, tables};

/// A slide on the way to being chosen.
#[derive(Clone, Copy)]
struct Choice {
    board: u64,
    score: f32,
    value: f32,
}

impl Trainer {
    /// Plays one game and learns from it; the twin of the plain way.
    pub(super) fn standard_game(
        &self,
        four: &Classic4x4,
        words: &[AtomicU32],
        random: &mut ChaCha8Rng,
    ) -> Played {
        let tables = tables(words);
        let coherence = self.coherence.as_ref().map(|floats| floats.words());
        let learner = Learner { tables, coherence, rate: self.settings.rate, part: self.part() };
        let mut board = spawn(four, spawn(four, 0, random), random);
        let mut played = Played { score: 0, moves: 0, largest: 0 };
        let mut before: Option<Choice> = None;
        while let Some(choice) = best(four, tables, board) {
            if let Some(before) = before {
                learner.adjust(before.board, choice.score + choice.value - before.value);
            }
            before = Some(choice);
            played.score += choice.score as u64;
            played.moves += 1;
            board = spawn(four, choice.board, random);
        }
        if let Some(before) = before {
            learner.adjust(before.board, -before.value);
        }
        played.largest = (0..16).map(|cell| (board >> (4 * cell) & 0xF) as u8).max().unwrap_or(0);
        played
    }
}

/// The slide of greatest points and value; the first of several.
#[inline(always)]
fn best(four: &Classic4x4, tables: [&StandardTable; 4], board: u64) -> Option<Choice> {
    let slides = &four.slides;
    let mut best: Option<Choice> = None;
    let turned = transpose(board);
    let scores = [slides.row_score(turned), slides.row_score(board)];
    for (lines, score, is_turned) in [(turned, scores[0], true), (board, scores[1], false)] {
        for table in [&slides.left, &slides.right] {
            let slid = slide_rows(lines, table);
            if slid == lines {
                continue;
            }
            let slid = if is_turned { transpose(slid) } else { slid };
            let value = standard_value(tables, slid);
            if best.is_none_or(|best| score + value > best.score + best.value) {
                best = Some(Choice { board: slid, score, value });
            }
        }
    }
    best
}

/// Puts a tile into an empty cell, by the probabilities of the rules.
#[inline(always)]
fn spawn(four: &Classic4x4, board: u64, random: &mut ChaCha8Rng) -> u64 {
    let mut cells = empty_cells(board);
    for _ in 0..random.random_range(0..cells.count_ones()) {
        cells &= cells - 1;
    }
    let cell = cells & cells.wrapping_neg();
    let rank = if random.random::<f32>() < four.chances[0] { 1 } else { 2 };
    board | (cell * rank)
}

/// What changes weights.
struct Learner<'a> {
    tables: [&'a StandardTable; 4],
    coherence: Option<&'a [AtomicU32]>,
    rate: f32,
    part: f32,
}

impl Learner<'_> {
    /// Moves the value of a board by a part of an error.
    #[inline(always)]
    fn adjust(&self, board: u64, error: f32) {
        let error = error * self.part;
        let Some(coherence) = self.coherence else {
            let step = self.rate * error;
            for image in fast::images(board) {
                let entries = fast::entries(image);
                for (table, entry) in self.tables.iter().zip(entries) {
                    let word = &table[entry as usize & (fast::TABLE - 1)];
                    store(word, load(word) + step);
                }
            }
            return;
        };
        let step = self.rate * error;
        for image in fast::images(board) {
            let entries = fast::entries(image);
            for (table, entry) in entries.into_iter().enumerate() {
                let entry = entry as usize & (fast::TABLE - 1);
                let word = &self.tables[table][entry];
                let place = 2 * (table * fast::TABLE + entry);
                let [sum_word, size_word] = &coherence[place..place + 2] else { return };
                let (sum, size) = (load(sum_word), load(size_word));
                let rate = if size > 0.0 { sum.abs() / size } else { 1.0 };
                store(sum_word, sum + error);
                store(size_word, size + error.abs());
                store(word, load(word) + step * rate);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;
    use twofold_core::{Grid, Packed, Rules};

    use super::super::{Learning, Settings};
    use super::*;

    /// Both ways to value and to change the weights of a board, after some games of learning.
    #[test]
    fn values_and_changes_are_those_of_the_definition() {
        let rules = Rules::classic("4x4".parse().unwrap());
        let settings =
            Settings { learning: Learning::Coherence, rate: 1.0, optimism: 0.0, seed: 4 };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let block = pool.install(|| trainer.run(40, &()));
        assert!(block.mean() > 500.0, "{block:?}");
        let four = Classic4x4::of(&rules).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let mut board = spawn(&four, 0, &mut random);
        for _ in 0..30 {
            board = spawn(&four, board, &mut random);
            let network = &trainer.network;
            let tables = tables(network.standard_words().unwrap());
            let Some(choice) = best(&four, tables, board) else { break };
            board = choice.board;
            let packed = Packed::from_code(rules.shape, board).unwrap();
            let plain = network.value(&packed);
            assert!((f64::from(choice.value) - plain).abs() <= 1e-3 * (1.0 + plain.abs()));
            let ranks: Vec<u8> = packed.tiles().map(|tile| tile.rank()).collect();
            // A change and its opposite the other way.
            let coherence = trainer.coherence.as_ref().map(|floats| floats.words());
            let learner = Learner { tables, coherence, rate: 0.5, part: 1.0 / 32.0 };
            learner.adjust(board, 64.0);
            let raised = network.value_of_ranks(&ranks);
            assert!(raised > plain, "{raised} {plain}");
        }
    }
}
