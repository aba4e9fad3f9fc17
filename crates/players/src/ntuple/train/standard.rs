//! Fast training for classic 2048 on 4×4 with the standard tuples.

use std::sync::atomic::AtomicU32;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::kernel::transpose;

use super::carousel::StageStarts;
use super::{Played, Trainer};
use crate::expectimax::packed::empty_cells;
use crate::four::{Classic4x4, slide_rows, unpack};
use crate::memory::{load, store};
use crate::ntuple::downgrade::{self, Downgrade};
use crate::ntuple::fast;
use crate::ntuple::network::{standard_value, tables};
use crate::ntuple::stages::Stages;

/// A candidate slide.
#[derive(Clone, Copy)]
struct Choice {
    board: u64,
    score: f32,
    value: f32,
    stage: usize,
    way: Way,
}

/// A direction: along columns or rows, and which way.
#[derive(Clone, Copy)]
struct Way {
    is_turned: bool,
    is_right: bool,
}

impl Way {
    const LEFT: Way = Way { is_turned: false, is_right: false };
}

/// What the network sees of a board: its downgraded image.
struct Seen {
    board: u64,
    stage: usize,
    by: Downgrade,
}

impl Trainer {
    /// Plays one game and learns from it: the twin of the plain path.
    pub(super) fn standard_game(
        &self,
        four: &Classic4x4,
        words: &[AtomicU32],
        random: &mut ChaCha8Rng,
    ) -> Played {
        let teacher =
            self.teacher.as_ref().map(|it| self.learner(four, words, &it.stages, &it.places));
        let mut learner = self.learner(four, words, self.network.stages(), &self.places);
        learner.teacher = teacher.as_ref();
        let board = spawn(four, spawn(four, 0, random), random);
        let mut played = learner.play(board, None, random);
        let slides = u64::from(self.settings.carousel) * played.slides;
        self.stage_starts.play(slides, random, |stage, ranks, random| {
            let board = Downgrade::NONE.pack(ranks.iter().copied());
            let value = standard_value(tables(words, stage), board);
            let before = Some(Choice { board, score: 0.0, value, stage, way: Way::LEFT });
            let again = learner.play(spawn(four, board, random), before, random).slides;
            played.slides += again;
            again
        });
        played
    }

    /// A learner, or a teacher that only chooses slides, with some stages and the index of their weights.
    fn learner<'a>(
        &'a self,
        four: &'a Classic4x4,
        words: &'a [AtomicU32],
        stages: &'a Stages,
        places: &'a [usize],
    ) -> Learner<'a> {
        Learner {
            four,
            stages,
            places,
            least_points: stages.least_points(),
            downgrade: self.settings.downgrade,
            large_points: self
                .settings
                .downgrade
                .map_or(f32::INFINITY, |rank| (1_u32 << rank) as f32),
            words,
            coherence: self.coherence.as_ref().map(|floats| floats.words()),
            rate: self.settings.rate,
            part: self.part(),
            stage_starts: &self.stage_starts,
            teacher: None,
            is_taught: self.teacher.as_ref().map_or(&[], |teacher| &teacher.is_new),
            own: self.teacher.as_ref().map_or(0.0, |teacher| teacher.own),
        }
    }
}

/// Draws a spawn by the spawn rule.
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

/// Plays games and updates weights.
struct Learner<'a> {
    four: &'a Classic4x4,
    stages: &'a Stages,
    /// The index of the weights of each stage.
    places: &'a [usize],
    /// Slides with a lower score stay in their stage.
    least_points: f32,
    /// The rank from which on tiles are downgraded.
    downgrade: Option<u8>,
    /// Slides with a lower score make no tile of that rank.
    large_points: f32,
    words: &'a [AtomicU32],
    coherence: Option<&'a [AtomicU32]>,
    rate: f32,
    part: f32,
    stage_starts: &'a StageStarts,
    /// Chooses the slides in stages that are taught.
    teacher: Option<&'a Learner<'a>>,
    is_taught: &'a [bool],
    /// The share of slides that a taught stage chooses itself.
    own: f32,
}

impl Learner<'_> {
    /// Plays to the end and learns; `before` is the last afterstate, if there was one.
    fn play(&self, mut board: u64, mut before: Option<Choice>, random: &mut ChaCha8Rng) -> Played {
        let mut played = Played { score: 0, slides: 0, largest: 0 };
        let mut stage = before.map_or(0, |before| before.stage);
        let is_large = |board| unpack(board).into_iter().max() >= self.downgrade;
        let mut seen = Seen { board, stage, by: Downgrade::NONE };
        let mut has_large = self.downgrade.is_some() && is_large(board);
        loop {
            if has_large {
                let by = seen.by;
                seen = self.see(board);
                // Values under different downgrades are not comparable.
                before = before.filter(|_| seen.by == by);
            } else {
                seen = Seen { board, stage, by: Downgrade::NONE };
            }
            let choice = match self.teacher {
                Some(teacher) if self.is_taught[seen.stage] && !self.chooses_itself(random) => {
                    teacher.way(board).map(|way| self.along(&seen, way))
                }
                _ => self.best(seen.board, seen.stage),
            };
            let Some(choice) = choice else { break };
            if let Some(before) = before {
                self.adjust(before, choice.score + choice.value - before.value);
            }
            before = Some(choice);
            let made = if seen.by == Downgrade::NONE { choice } else { self.made(board, choice) };
            if made.stage != stage {
                stage = made.stage;
                self.stage_starts.note(stage, unpack(made.board).to_vec());
            }
            has_large |= made.score >= self.large_points;
            played.score += made.score as u64;
            played.slides += 1;
            board = spawn(self.four, made.board, random);
        }
        if let Some(before) = before {
            self.adjust(before, -before.value);
        }
        played.largest = unpack(board).into_iter().max().unwrap_or(0);
        played
    }

    /// What the network sees of a board with a large tile.
    fn see(&self, board: u64) -> Seen {
        let ranks = unpack(board);
        let from = self.downgrade.unwrap_or(u8::MAX);
        let by = Downgrade::of(ranks, from, self.stages);
        let board = by.pack(ranks.into_iter());
        Seen { board, stage: self.stage(board), by }
    }

    fn chooses_itself(&self, random: &mut ChaCha8Rng) -> bool {
        self.own > 0.0 && random.random::<f32>() < self.own
    }

    /// The direction that a teacher chooses.
    fn way(&self, board: u64) -> Option<Way> {
        let seen = self.see(board);
        self.best(seen.board, seen.stage).map(|choice| choice.way)
    }

    /// The slide of the seen board in a given direction.
    fn along(&self, seen: &Seen, way: Way) -> Choice {
        let (board, score) = self.slide(seen.board, way);
        let (stage, value) = self.look_up(board);
        Choice { board, score, value, stage, way }
    }

    /// The slide of the board itself, in the direction chosen on the seen board.
    fn made(&self, board: u64, choice: Choice) -> Choice {
        let (board, score) = self.slide(board, choice.way);
        Choice { board, score, stage: self.stage(board), ..choice }
    }

    /// The board after a slide, and its score.
    fn slide(&self, board: u64, way: Way) -> (u64, f32) {
        let slides = &self.four.slides;
        let turn = |board| if way.is_turned { transpose(board) } else { board };
        let lines = turn(board);
        let table = if way.is_right { &slides.right } else { &slides.left };
        (turn(slide_rows(lines, table)), slides.row_score(lines))
    }

    /// The slide with the highest score plus value on a board of a stage; the first of several.
    #[inline(always)]
    fn best(&self, board: u64, stage: usize) -> Option<Choice> {
        let slides = &self.four.slides;
        let tables = tables(self.words, stage);
        let mut best: Option<Choice> = None;
        let turned = transpose(board);
        let scores = [slides.row_score(turned), slides.row_score(board)];
        for (lines, score, is_turned) in [(turned, scores[0], true), (board, scores[1], false)] {
            for (table, is_right) in [(&slides.left, false), (&slides.right, true)] {
                let slid = slide_rows(lines, table);
                if slid == lines {
                    continue;
                }
                let slid = if is_turned { transpose(slid) } else { slid };
                let (stage, value) = if score < self.least_points {
                    (stage, standard_value(tables, slid))
                } else {
                    self.look_up(slid)
                };
                if best.is_none_or(|best| score + value > best.score + best.value) {
                    let way = Way { is_turned, is_right };
                    best = Some(Choice { board: slid, score, value, stage, way });
                }
            }
        }
        best
    }

    /// The stage of a board.
    fn stage(&self, board: u64) -> usize {
        self.places[self.stages.of_packed(board)]
    }

    /// The stage and the value of a board.
    #[cold]
    fn look_up(&self, board: u64) -> (usize, f32) {
        let stage = self.stage(board);
        if let Some(from) = self.downgrade
            && downgrade::has_rank_15(board)
        {
            let seen = downgrade::lowered(board, from, self.stages);
            return (stage, standard_value(tables(self.words, self.stage(seen)), seen));
        }
        (stage, standard_value(tables(self.words, stage), board))
    }

    /// Moves the value of a board towards the TD target, given the TD error.
    #[inline(always)]
    fn adjust(&self, choice: Choice, error: f32) {
        let Choice { board, stage, .. } = choice;
        let tables = tables(self.words, stage);
        let error = error * self.part;
        let Some(coherence) = self.coherence else {
            let step = self.rate * error;
            for image in fast::images(board) {
                let entries = fast::entries(image);
                for (table, entry) in tables.iter().zip(entries) {
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
                let word = &tables[table][entry];
                let place = 2 * ((4 * stage + table) * fast::TABLE + entry);
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

    use super::super::{LearningRule, Promotion, Settings};
    use super::*;
    use crate::four::pack;
    use crate::ntuple::network::Network;

    fn trainer(stages: &[u64], carousel: u32, games: u64) -> Trainer {
        let rules = Rules::classic("4x4".parse().unwrap());
        let learning = LearningRule::TemporalCoherence;
        let settings =
            Settings { learning, rate: 1.0, optimism: 0.0, seed: 4, carousel, downgrade: None };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        if !stages.is_empty() {
            trainer.set_stages(Stages::new(stages.to_vec()).unwrap(), Promotion::Same).unwrap();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let block = pool.install(|| trainer.run(games, &()));
        assert!(block.games == games && block.mean() > 500.0, "{block:?}");
        trainer
    }

    /// Both ways to value and to change the weights of a board, after some games of learning.
    #[test]
    fn values_and_changes_are_those_of_the_definition() {
        for stages in [&[][..], &[64, 96]] {
            let [fast, slow] = [0, 1].map(|_| trainer(stages, 1, 40));
            let four = Classic4x4::of(fast.network.rules()).unwrap();
            let words = fast.network.standard_words().unwrap();
            let learner = fast.learner(&four, words, fast.network.stages(), &fast.places);
            let mut random = ChaCha8Rng::seed_from_u64(9);
            let mut board = spawn(&four, 0, &mut random);
            let mut stage = 0;
            for error in 0..90 {
                board = spawn(&four, board, &mut random);
                let Some(choice) = learner.best(board, stage) else { break };
                (board, stage) = (choice.board, choice.stage);
                let packed = Packed::from_code(fast.network.rules().shape, board).unwrap();
                let ranks: Vec<u8> = packed.tiles().map(|tile| tile.rank()).collect();
                assert_eq!(stage, slow.network.stage_of_ranks(&ranks));
                learner.adjust(choice, error as f32 - 10.0);
                slow.adjust(&ranks, f64::from(error) - 10.0);
                let found = f64::from(fast.network.value_of_packed(board));
                for network in [&fast.network, &slow.network] {
                    let expected = network.value(&packed);
                    assert!((found - expected).abs() <= 1e-3 * (1.0 + expected.abs()));
                }
            }
            assert_eq!(stage, stages.len(), "the game was too short to meet all stages");
        }
    }

    #[test]
    fn late_stages_are_played_from_their_start() {
        let [restarted, not] = [3, 0].map(|times| trainer(&[128], times, 60).slides);
        assert!(restarted > 2 * not, "{restarted} {not}");
    }

    /// A new stage with zero weights loses soon, unless the previous stage chooses its slides.
    #[test]
    fn new_stages_are_taught_by_the_old_ones() {
        let [taught, alone] = [0.0, 1.0].map(|over| {
            let mut trainer = trainer(&[], 0, 200);
            trainer.set_stages(Stages::new(vec![64]).unwrap(), Promotion::Fresh).unwrap();
            trainer.set_teacher(Stages::one()).unwrap();
            trainer.set_teaching_progress(over);
            // Next to nothing is learned.
            trainer.set_rate(1e-6);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let mean = pool.install(|| trainer.run(100, &())).mean();
            let start = trainer.network.layout().entries();
            let weights =
                (start..start + fast::TABLE).map(|index| trainer.network.weights.get(index));
            assert!(weights.into_iter().any(|weight| weight != 0.0), "it watches, and learns");
            mean
        });
        assert!(taught > 1.5 * alone, "{taught} {alone}");
    }

    /// Slides chosen on a downgraded board are slides of the board itself.
    #[test]
    fn boards_seen_with_smaller_tiles_are_slid_as_they_are() {
        let mut trainer = trainer(&[], 0, 20);
        trainer.set_downgrade(256).unwrap();
        let four = Classic4x4::of(trainer.network.rules()).unwrap();
        let words = trainer.network.standard_words().unwrap();
        let learner = trainer.learner(&four, words, trainer.network.stages(), &trainer.places);
        let game = crate::four::classic();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        // A 1024 and a 256 without a 512 between them are seen as a 512 and a 256, and further down.
        let mut board = spawn(&four, 0xA800_0000_0000_0000, &mut random);
        let seen = learner.see(board);
        assert_eq!(seen.board >> 56, 0x76);
        for _ in 0..60 {
            let seen = learner.see(board);
            let Some(choice) = learner.best(seen.board, seen.stage) else { break };
            let made = learner.made(board, choice);
            let ranks = unpack(board);
            let before = twofold_core::Board::from_ranks("4x4".parse().unwrap(), &ranks).unwrap();
            let position = game.position(before).unwrap();
            let mut slides = game.slides(&position);
            let legal = slides.find(|slide| pack(slide.afterstate.board()) == made.board);
            assert_eq!(legal.unwrap().score as f32, made.score);
            let after = unpack(made.board);
            if after.iter().all(|rank| *rank < 5 || ranks.contains(rank)) {
                assert_eq!(seen.by.pack(after.into_iter()), choice.board);
            }
            board = spawn(&four, made.board, &mut random);
        }
    }

    /// Downgraded boards are learned as such, and games continue with the actual tiles.
    #[test]
    fn large_tiles_are_learned_by_smaller_ones() {
        let [seen, plain] = [Some(128), None].map(|tile| {
            let mut trainer = trainer(&[], 0, 5);
            tile.inspect(|&tile| trainer.set_downgrade(tile).unwrap());
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let block = pool.install(|| trainer.run(200, &()));
            assert!(block.reached(twofold_core::Tile::new(8).unwrap()) > 0, "{block:?}");
            trainer.network
        });
        // Only where no smaller tile is missing has a 256 been seen as it is.
        let met = |network: &Network| {
            let has_256 = |&entry: &usize| network.layout().ranks_of(entry).any(|rank| rank == 8);
            let learned = |&entry: &usize| network.weights.get(entry) != 0.0;
            (0..fast::TABLE).filter(learned).filter(has_256).count()
        };
        let (seen, plain) = (met(&seen), met(&plain));
        assert!(seen < plain / 4 * 3, "{seen} {plain}");
    }
}
