//! Slider against Dropper with diagrams: asserts its answer and prints what it cost.
//!
//! `cargo bench --package twofold-symbolic --bench prove -- SHAPE RANK THREADS DIAGRAM SWEEP MEMORY_MB no|yes|more ORDER ENCODING quiet|steps SIDE`

use std::sync::Mutex;
use std::time::Instant;

use twofold_core::{Progress, Rules, Tile, Watch};
use twofold_symbolic::slider::{Constraint, Encoding, SliderProblem, Sweep, VariableOrder, prove};
use twofold_symbolic::{Bcdd, Bdd, Iteration, Observer, Player, Resources, Zbdd};

/// Keeps all steps, and prints them as they come if that is wanted.
struct Log {
    start: Instant,
    prints: bool,
    steps: Mutex<Vec<Iteration>>,
}

impl Watch for Log {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for Log {
    fn iteration(&self, iteration: Iteration) {
        if self.prints {
            let Iteration { line, nodes, states, micros } = &iteration;
            let line = line.as_deref().unwrap_or("all");
            println!("{line}: {nodes} nodes, {states} states at {:.1} s", *micros as f64 / 1e6);
        }
        self.steps.lock().expect("no panic").push(iteration);
    }

    fn micros(&self) -> u64 {
        self.start.elapsed().as_micros() as u64
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let argument = |n: usize, usual: &str| arguments.get(n).cloned().unwrap_or(usual.to_owned());
    let shape = argument(0, "2x2");
    let rank = argument(1, "4").parse().expect("a number");
    let threads = argument(2, "1").parse().expect("a number");
    let diagram = argument(3, "bcdd");
    let mut problem = SliderProblem::new(
        Rules::only_twos(shape.parse().expect("a shape")),
        Tile::new(rank).expect("a rank"),
    );
    problem.method.sweep = match argument(4, "sum").as_str() {
        "none" => Sweep::None,
        "max" => Sweep::Max,
        _ => Sweep::Sum,
    };
    let memory = argument(5, "1000").parse::<u64>().expect("a number") << 20;
    problem.method.constraint = match argument(6, "more").as_str() {
        "no" => Constraint::None,
        "yes" => Constraint::Corollary7,
        _ => Constraint::LastMove,
    };
    problem.method.order = match argument(7, "rows").as_str() {
        "columns" => VariableOrder::Columns,
        "snake" => VariableOrder::Snake,
        "interleaved" => VariableOrder::Interleaved,
        _ => VariableOrder::Rows,
    };
    if argument(8, "binary") == "one-hot" {
        problem.method.encoding = Encoding::OneHot;
    }
    let resources = Resources { memory, threads };
    let prints = argument(9, "quiet") == "steps";
    if argument(10, "slider") == "dropper" {
        problem.method.side = Player::Second;
    }
    let log = Log { start: Instant::now(), prints, steps: Mutex::default() };
    let answer = match diagram.as_str() {
        "bdd" => prove::<Bdd, _>(&problem, resources, &log),
        "zbdd" => prove::<Zbdd, _>(&problem, resources, &log),
        _ => prove::<Bcdd, _>(&problem, resources, &log),
    };
    let answer = answer.expect("enough memory");
    let seconds = log.start.elapsed().as_secs_f64();
    if [("2x2", 4), ("3x3", 9)].contains(&(shape.as_str(), rank)) {
        assert!(answer.forced);
    }
    let steps = log.steps.into_inner().expect("no panic");
    let largest = steps.iter().max_by_key(|step| step.nodes);
    println!(
        "{shape} {rank} {diagram} {threads} threads: {seconds:.2} s, {answer:?}, largest {largest:?}"
    );
}
