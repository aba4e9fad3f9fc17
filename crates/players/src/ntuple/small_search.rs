//! A network as the evaluation of the fast search on small boards.

use std::sync::Arc;

use super::network::Network;
use super::selector::{Selected, Selector};
use crate::expectimax::small::SmallEvaluator;

/// A network that evaluates packed boards.
pub(super) struct SmallNetwork {
    selector: Arc<Selector>,
    network: Arc<Network>,
    entries: Selected,
}

impl SmallNetwork {
    pub(super) fn new(selector: Arc<Selector>, network: Arc<Network>) -> SmallNetwork {
        SmallNetwork { entries: selector.buffer(), selector, network }
    }
}

impl SmallEvaluator for SmallNetwork {
    fn afterstate(&mut self, board: u64) -> f64 {
        self.selector.select(board, &mut self.entries);
        let weight = |entry| f64::from(self.network.weights.get(entry));
        self.entries.entries().map(weight).sum()
    }

    fn points(&self, score: u32) -> f64 {
        score.into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{BitParallel, Game, Packed, Rules};

    use super::super::train::{LearningRule, Settings, Trainer};
    use super::*;
    use crate::expectimax::plain::{self, BoardEvaluator};
    use crate::expectimax::small::SmallSearch;
    use crate::small::SmallBoards;

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
        let boards = Arc::new(SmallBoards::of(&rules).unwrap());
        let selector = Arc::new(Selector::new(network.layout()));
        let searching = |cutoff| {
            let leaf = SmallNetwork::new(selector.clone(), network.clone());
            SmallSearch::new(boards.clone(), leaf, cutoff)
        };
        let game = Game::with_engine(BitParallel::new(&rules).unwrap());
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(40));
        let inputs = (any::<u32>(), any::<u32>(), 0_u8..=2, prop_oneof![Just(0.0), Just(0.03)]);
        let kept = std::cell::RefCell::new(searching(0.0));
        runner
            .run(&inputs, |(code, gaps, depth, cutoff)| {
                let code = u64::from(code & ((gaps & 0x11_1111) * 15) & 0x77_7777);
                let board = Packed::from_code(rules.shape, code).unwrap();
                let start = game.afterstate(board).unwrap();
                let slow =
                    plain::afterstate(&game, &Plain(&network), &start, depth, 1.0, cutoff).unwrap();
                // With a cutoff, boards that are met twice may be valued by their first likelihood.
                if cutoff == 0.0 || depth < 2 {
                    let mut search = searching(cutoff);
                    let fast = search.afterstate(code, depth, 1.0);
                    prop_assert!((fast - slow).abs() <= 1e-4 * (1.0 + slow.abs()), "{fast} {slow}");
                    if cutoff == 0.0 {
                        // What was asked before changes nothing.
                        let mut kept = kept.borrow_mut();
                        kept.begin();
                        let again = kept.afterstate(code, depth, 1.0);
                        prop_assert_eq!(again, fast);
                    }
                }
                Ok(())
            })
            .unwrap();
    }
}
