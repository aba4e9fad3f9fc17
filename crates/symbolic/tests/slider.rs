//! Every way to ask what Slider can force classifies the same boards.

use twofold_symbolic::slider::{Answer, Constraint, Encoding, Order, Question, Sweep, prove};
use twofold_symbolic::{Bcdd, Diagram, Player, Resources, Zbdd};

fn answer<D: Diagram>(question: &Question) -> Answer {
    prove::<D, ()>(question, Resources { memory: 1 << 26, threads: 1 }, &()).unwrap()
}

fn question(shape: &str, value: u8, drops: &[u8]) -> Question {
    let mut question = Question::new(shape.parse().unwrap(), value);
    question.drops = drops.to_vec();
    question.method.strong = true;
    question
}

#[test]
fn boards_told_apart_by_their_last_slide_are_those_of_the_fixpoint() {
    for (shape, value, drops) in [
        ("2x2", 4, &[1][..]),
        ("2x2", 5, &[1, 2]),
        ("1x4", 4, &[1]),
        ("2x3", 5, &[1]),
        ("3x2", 4, &[1, 2]),
        ("3x3", 3, &[2]),
        ("3x3", 4, &[1]),
    ] {
        for side in Player::BOTH {
            let mut question = question(shape, value, drops);
            question.method.side = side;
            let by_sides = answer::<Zbdd>(&question);
            question.method.sweep = Sweep::None;
            let fixpoint = answer::<Bcdd>(&question);
            assert_eq!(by_sides.forced, fixpoint.forced, "{question:?}");
            assert_eq!(by_sides.states, fixpoint.states, "{question:?}");
        }
    }
}

#[test]
fn encodings_and_orders_change_nothing() {
    let mut question = question("3x2", 5, &[1]);
    let expected = answer::<Zbdd>(&question);
    for encoding in [Encoding::Binary, Encoding::OneHot] {
        for order in [Order::Rows, Order::Columns, Order::Snake, Order::Interleaved] {
            question.method.encoding = encoding;
            question.method.order = order;
            let answer = answer::<Zbdd>(&question);
            assert_eq!((answer.forced, answer.states), (expected.forced, expected.states.clone()));
        }
    }
}

#[test]
fn sweeps_agree_about_boards_that_corollary_7_allows() {
    for (shape, value) in [("2x2", 4), ("2x3", 5), ("3x3", 4)] {
        let mut question = question(shape, value, &[1]);
        question.method.constraint = Constraint::Corollary7;
        let by_sums = answer::<Zbdd>(&question);
        for sweep in [Sweep::None, Sweep::Max] {
            question.method.sweep = sweep;
            let answer = answer::<Bcdd>(&question);
            assert_eq!((answer.forced, answer.states), (by_sums.forced, by_sums.states.clone()));
        }
    }
}
