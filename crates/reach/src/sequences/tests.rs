use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use twofold_core::{Board, Game, Grid, Shape};

use super::super::destination::Destination;
use super::super::question::Turn;
use super::super::witness::Witness;
use super::*;

const LIMIT: u64 = 10_000_000;

fn checkerboards(shape: &str) -> ReachQuestion {
    ReachQuestion::new(Destination::checkerboard(shape.parse().unwrap())).unwrap()
}

/// Every sequence, written out by plain recursion over the rules engine.
fn by_the_rules(question: &ReachQuestion) -> Vec<String> {
    fn walk(
        game: &Game,
        question: &ReachQuestion,
        board: &Board,
        path: &mut Vec<Step>,
        all: &mut Vec<String>,
    ) {
        let afterstate = game.afterstate(board.clone()).unwrap();
        for outcome in game.outcomes(&afterstate) {
            path.push(Step::Spawn { cell: outcome.cell, tile: outcome.tile });
            if question.turn.by_spawn()
                && question.destination.variant_of(outcome.position.board()).is_some()
            {
                all.push(witness::text(path, &question.rules()));
            }
            for slide in game.slides(&outcome.position) {
                let after = slide.afterstate.into_board();
                if after.largest().rank() > question.max_rank {
                    continue;
                }
                path.push(Step::Slide(slide.direction));
                if question.turn.by_slide() && question.destination.variant_of(&after).is_some() {
                    all.push(witness::text(path, &question.rules()));
                }
                walk(game, question, &after, path, all);
                path.pop();
            }
            path.pop();
        }
    }
    let game = Game::new(question.rules());
    let mut all = Vec::new();
    walk(&game, question, &Board::new(question.destination.shape), &mut Vec::new(), &mut all);
    all.sort();
    all
}

fn listed(question: &ReachQuestion) -> Vec<String> {
    let sequences = Sequences::of(question, LIMIT, &()).unwrap();
    let mut all: Vec<_> =
        sequences.list(usize::MAX).iter().map(|steps| sequences.text(steps)).collect();
    assert_eq!(sequences.count().to_string(), all.len().to_string());
    all.sort();
    all
}

#[test]
fn the_same_sequences_as_by_plain_recursion() {
    for shape in ["1x3", "2x2", "2x4", "4x2", "3x3", "2x7", "2x8"] {
        let question = checkerboards(shape).deterministic();
        assert_eq!(listed(&question), by_the_rules(&question), "{shape}");
    }
    for shape in ["1x1", "1x2", "1x3", "2x2"] {
        let question = checkerboards(shape);
        assert_eq!(listed(&question), by_the_rules(&question), "{shape}");
    }
}

#[test]
fn partial_boards_count_at_either_turn() {
    for (pattern, max_rank) in [("12/2*", 2), ("10/00", 2), ("3*/*0", 3), ("*+/*+", 2)] {
        let destination = Destination::pattern("board", pattern.parse().unwrap());
        for turn in [Turn::Slider, Turn::Dropper, Turn::Either] {
            let mut question = ReachQuestion::bounded(destination.clone(), max_rank).unwrap();
            question.turn = turn;
            assert_eq!(listed(&question), by_the_rules(&question), "{pattern} {turn:?}");
        }
    }
}

/// Table 1 of Edixhoven 2019 for small boards; 2×7 differs, see docs/reach.md.
#[test]
fn deterministic_sequences_of_the_document() {
    for (shape, count) in [
        ("2x3", 197),
        ("2x4", 761),
        ("2x5", 1860),
        ("2x6", 3320),
        ("2x7", 7383),
        ("3x3", 750),
        ("5x3", 304),
        ("3x5", 0),
    ] {
        let question = checkerboards(shape).deterministic();
        let sequences = Sequences::of(&question, LIMIT, &()).unwrap();
        assert_eq!(sequences.count().to_string(), count.to_string(), "{shape}");
    }
}

#[test]
fn variants_of_the_undetermined_game_are_mirror_images() {
    let question = checkerboards("3x2");
    for variant in 0..2 {
        let sequences = Sequences::of(&question.only(variant), LIMIT, &()).unwrap();
        assert_eq!(sequences.count().to_string(), "2859468");
    }
    assert_eq!(Sequences::of(&question, LIMIT, &()).unwrap().count().to_string(), "5718936");
}

#[test]
fn random_sequences_are_legal_and_evenly_spread() {
    let question = checkerboards("1x3");
    let sequences = Sequences::of(&question, LIMIT, &()).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut seen = BTreeMap::new();
    for _ in 0..3200 {
        let steps = sequences.random(&mut random).unwrap();
        *seen.entry(sequences.text(&steps)).or_insert(0) += 1;
        Witness::new(&question, steps).unwrap();
    }
    // 32 sequences, a hundred draws each; six standard deviations are sixty.
    assert_eq!(seen.len(), 32);
    assert!(seen.values().all(|&count| (40..160).contains(&count)), "{seen:?}");
}

#[test]
fn sequences_can_be_searched_for_a_pattern() {
    let question = checkerboards("2x5").deterministic();
    let sequences = Sequences::of(&question, LIMIT, &()).unwrap();
    let regex = Regex::new("^(DUR)+DUD(UUD)+UU$").unwrap();
    let found = sequences.matching(&regex, usize::MAX);
    assert_eq!(found.iter().map(|s| sequences.text(s)).collect::<Vec<_>>(), ["DURDURDUDUUDUU"]);
    assert_eq!(sequences.count_matching(&regex), 1);
}

#[test]
fn a_limit_is_an_error_not_an_answer() {
    let shape: Shape = "3x3".parse().unwrap();
    let question = ReachQuestion::new(Destination::checkerboard(shape)).unwrap();
    assert_eq!(
        Sequences::of(&question, 50, &()).err(),
        Some(SequencesError::TooMany { limit: 50 })
    );
}
