//! The lines of a sweep by the largest tile, against a walk over all boards one by one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use twofold_exact::{Progress, Watch};
use twofold_symbolic::slider::{Constraint, Question, Sweep, prove};
use twofold_symbolic::{Bcdd, Iteration, Observer, Resources};

/// By the largest value and how often it is there: the boards that Slider wins, either to move.
type Lines = BTreeMap<(u8, usize), u64>;

const SIZE: usize = 3;
type Board = [u8; SIZE * SIZE];

/// All boards of 3x3 with values below a goal that Corollary 7 of Edixhoven 2019 allows.
struct Walk {
    goal: u8,
    /// Whether Slider wins, for every board; with Slider to move, and with Dropper to move.
    slider: Vec<bool>,
    dropper: Vec<bool>,
}

impl Walk {
    fn lines(goal: u8) -> Lines {
        let boards = usize::from(goal).pow((SIZE * SIZE) as u32);
        let mut walk = Walk { goal, slider: vec![false; boards], dropper: vec![false; boards] };
        let mut lines = Lines::new();
        for sum in (0..=SIZE * SIZE * weight(goal - 1)).rev() {
            let mut layer = Vec::new();
            walk.layer(&mut [0; SIZE * SIZE], 0, sum, &mut layer);
            // Drops lead to a higher sum, slides to the boards just done.
            for board in &layer {
                let is_won = walk.wins_after_drops(board);
                let number = walk.number(board);
                walk.dropper[number] = is_won;
                count(&mut lines, board, is_won);
            }
            for board in &layer {
                let is_won = walk.wins_by_a_slide(board);
                let number = walk.number(board);
                walk.slider[number] = is_won;
                count(&mut lines, board, is_won);
            }
        }
        lines
    }

    fn layer(&self, board: &mut Board, cell: usize, left: usize, layer: &mut Vec<Board>) {
        if cell == board.len() {
            if left == 0 && is_plausible(board, self.goal) {
                layer.push(*board);
            }
            return;
        }
        if left > (board.len() - cell) * weight(self.goal - 1) {
            return;
        }
        for value in (0..self.goal).filter(|&value| weight(value) <= left) {
            board[cell] = value;
            self.layer(board, cell + 1, left - weight(value), layer);
        }
        board[cell] = 0;
    }

    fn number(&self, board: &Board) -> usize {
        let goal = usize::from(self.goal);
        board.iter().fold(0, |number, &value| number * goal + usize::from(value))
    }

    fn wins_after_drops(&self, board: &Board) -> bool {
        let empty: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == 0).collect();
        let wins = |&cell: &usize| {
            let mut next = *board;
            next[cell] = 1;
            self.slider[self.number(&next)]
        };
        !empty.is_empty() && empty.iter().all(wins)
    }

    fn wins_by_a_slide(&self, board: &Board) -> bool {
        let columns = |line: usize, place: usize| place * SIZE + line;
        let rows = |line: usize, place: usize| line * SIZE + place;
        let ways: [&dyn Fn(usize, usize) -> usize; 4] =
            [&columns, &|line, place| columns(line, SIZE - 1 - place), &rows, &|line, place| {
                rows(line, SIZE - 1 - place)
            }];
        ways.iter().any(|cell| {
            let next = slid(board, cell);
            next.contains(&self.goal) || (next != *board && self.dropper[self.number(&next)])
        })
    }
}

fn weight(value: u8) -> usize {
    if value == 0 { 0 } else { 1 << (value - 1) }
}

fn count(lines: &mut Lines, board: &Board, is_won: bool) {
    let largest = board.iter().copied().max().unwrap_or(0);
    let times = board.iter().filter(|&&value| value == largest).count();
    *lines.entry((largest, times)).or_default() += u64::from(is_won);
}

fn is_plausible(board: &Board, goal: u8) -> bool {
    (1..goal).filter(|value| board.contains(value)).all(|value| {
        let lower = board.iter().filter(|&&other| other < value).count();
        lower >= usize::from(value) - 1
    })
}

/// The board after a slide; `cell` tells where the places of each line are.
fn slid(board: &Board, cell: &dyn Fn(usize, usize) -> usize) -> Board {
    let mut next = [0; SIZE * SIZE];
    for line in 0..SIZE {
        let mut place = 0;
        let mut may_merge = false;
        for value in (0..SIZE).map(|place| board[cell(line, place)]).filter(|&value| value > 0) {
            if may_merge && next[cell(line, place - 1)] == value {
                next[cell(line, place - 1)] += 1;
                may_merge = false;
            } else {
                next[cell(line, place)] = value;
                place += 1;
                may_merge = true;
            }
        }
    }
    next
}

/// Keeps the last step of every line.
#[derive(Default)]
struct Log(Mutex<Vec<Iteration>>);

impl Watch for Log {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for Log {
    fn iteration(&self, iteration: Iteration) {
        self.0.lock().unwrap().push(iteration);
    }

    fn micros(&self) -> u64 {
        0
    }
}

#[test]
fn lines_hold_the_boards_that_a_plain_walk_finds() {
    for goal in [3, 4] {
        let mut question = Question::new("3x3".parse().unwrap(), goal);
        question.method.sweep = Sweep::Max;
        question.method.constraint = Constraint::Corollary7;
        let log = Log::default();
        prove::<Bcdd, _>(&question, Resources { memory: 1 << 26, threads: 1 }, &log).unwrap();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for step in log.0.into_inner().unwrap() {
            found.insert(step.line.unwrap(), step.states.to_string());
        }
        for ((value, times), states) in Walk::lines(goal) {
            assert_eq!(found[&format!("({value},{times})")], states.to_string());
        }
    }
}

/// Table 4 of Edixhoven 2019 prints 3.6e7, 4.5e7 and 1.2e7.
#[test]
#[ignore = "takes minutes and 0.8 GB: cargo test --release -p twofold-symbolic --test lines -- --ignored"]
fn lines_of_table_4() {
    let lines = Walk::lines(9);
    println!("{lines:?} together {}", lines.values().sum::<u64>());
    assert_eq!([lines[&(8, 2)], lines[&(8, 1)], lines[&(7, 2)]], [0; 3]);
}
