//! Expectimax with a network on small boards: the fast twin of the plain search.

use std::sync::Arc;

use super::network::Network;
use super::selector::{Selected, Selector};
use crate::expectimax::transposition::TranspositionTable;
use crate::small::SmallBoards;

/// What all searches of one network share.
pub(super) struct SmallParts {
    boards: SmallBoards,
    selector: Selector,
    network: Arc<Network>,
}

impl SmallParts {
    pub(super) fn new(boards: SmallBoards, network: Arc<Network>) -> SmallParts {
        SmallParts { selector: Selector::new(network.layout()), boards, network }
    }
}

/// Slots of the transposition table, as a power of two.
const CACHE_BITS: u32 = 18;

/// A search with its transposition table.
pub(super) struct SmallSearch {
    parts: Arc<SmallParts>,
    entries: Selected,
    cache: TranspositionTable,
    cutoff: f64,
}

impl SmallSearch {
    pub(super) fn new(parts: Arc<SmallParts>, cutoff: f64) -> SmallSearch {
        let mut cache = TranspositionTable::new(CACHE_BITS);
        cache.clear();
        SmallSearch { entries: parts.selector.buffer(), parts, cache, cutoff }
    }

    /// Starts a new decision. Without a cutoff, values depend on boards and depths alone, so those of
    /// earlier decisions stay valid.
    pub(super) fn begin(&mut self) {
        if self.cutoff > 0.0 {
            self.cache.clear();
        }
    }

    /// The value of an afterstate, searched `depth` spawns deep; see [`crate::expectimax::plain::afterstate`]
    /// for the cutoff.
    pub(super) fn afterstate(&mut self, board: u64, depth: u8, likelihood: f64) -> f64 {
        let parts = &*self.parts;
        let empty = parts.boards.empty(board);
        let share = likelihood / f64::from(empty.count_ones());
        let chances = parts
            .boards
            .chances()
            .map(|chance| if share * chance < self.cutoff { 0.0 } else { chance });
        if depth == 0 || empty == 0 || chances == [0.0; 2] {
            parts.selector.select(board, &mut self.entries);
            return self
                .entries
                .entries()
                .map(|entry| f64::from(parts.network.weights.get(entry)))
                .sum();
        }
        if let Some(value) = self.cache.get(board, depth) {
            return value.into();
        }
        let parts = self.parts.clone();
        let (mut total, mut cells) = (0.0, empty);
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            for (rank, chance) in (1..).zip(chances) {
                if chance > 0.0 {
                    let slides = parts.boards.slides(board | (cell * rank));
                    let best = slides
                        .into_iter()
                        .flatten()
                        .map(|slide| {
                            let likelihood = share * chance;
                            f64::from(slide.score)
                                + self.afterstate(slide.board, depth - 1, likelihood)
                        })
                        .reduce(f64::max);
                    total += chance * best.unwrap_or(0.0);
                }
            }
        }
        let value = total / (f64::from(empty.count_ones()) * (chances[0] + chances[1]));
        self.cache.put(board, depth, value as f32);
        value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{BitParallel, Game, Packed, Rules};

    use super::super::train::{LearningRule, Settings, Trainer};
    use super::*;
    use crate::expectimax::plain::{self, BoardEvaluator};

    struct Plain<'a>(&'a Network);

    impl BoardEvaluator<Packed> for Plain<'_> {
        fn afterstate(&self, board: &Packed) -> f64 {
            self.0.value(board)
        }

        fn points(&self, score: u64) -> f64 {
            score as f64
        }
    }

    #[test]
    fn the_search_is_the_plain_one() {
        let rules = Rules::classic("2x3".parse().unwrap());
        let settings = Settings {
            learning: LearningRule::TemporalDifference,
            rate: 0.3,
            optimism: 0.0,
            seed: 1,
            carousel: 0,
            downgrade: None,
        };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        trainer.run(300, &());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        trainer.save_network(&path).unwrap();
        let network = Arc::new(Network::open(&path).unwrap());
        let boards = SmallBoards::of(&rules).unwrap();
        let parts = Arc::new(SmallParts::new(boards, network.clone()));
        let game = Game::with_engine(BitParallel::new(&rules).unwrap());
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(40));
        let inputs = (any::<u32>(), any::<u32>(), 0_u8..=2, prop_oneof![Just(0.0), Just(0.03)]);
        let kept = std::cell::RefCell::new(SmallSearch::new(parts.clone(), 0.0));
        runner
            .run(&inputs, |(code, gaps, depth, cutoff)| {
                let code = u64::from(code & ((gaps & 0x11_1111) * 15) & 0x77_7777);
                let board = Packed::from_code(rules.shape, code).unwrap();
                let start = game.afterstate(board).unwrap();
                let slow =
                    plain::afterstate(&game, &Plain(&network), &start, depth, 1.0, cutoff).unwrap();
                // With a cutoff, boards that are met twice may be valued by their first likelihood.
                if cutoff == 0.0 || depth < 2 {
                    let mut search = SmallSearch::new(parts.clone(), cutoff);
                    let fast = search.afterstate(code, depth, 1.0);
                    prop_assert!((fast - slow).abs() <= 1e-4 * (1.0 + slow.abs()), "{fast} {slow}");
                    if cutoff == 0.0 {
                        // What was asked before changes nothing.
                        let mut kept = kept.borrow_mut();
                        kept.begin();
                        let again = kept.afterstate(code, depth, 1.0);
                        prop_assert!((again - fast).abs() <= 1e-4 * (1.0 + fast.abs()));
                    }
                }
                Ok(())
            })
            .unwrap();
    }
}
