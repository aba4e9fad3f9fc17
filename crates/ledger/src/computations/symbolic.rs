//! Figures about Slider against Dropper, from decision diagrams.

use std::sync::Mutex;

use twofold_core::{Progress, Rules, Shape, Tile, Watch};
use twofold_symbolic::slider::{
    Constraint, LineCount, ProveError, SliderProblem, Sweep, boards_of_line, highest_lines, prove,
    walk,
};
use twofold_symbolic::{
    Bcdd, Bdd, Formula, Iteration, Observer, Resources, Space, SymbolicError, Zbdd,
};

use super::{Arguments, Computation, ComputeError, quotient};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "slider-forces",
        about: "whether Slider can force a tile of logarithmic `value` on `shape` when tiles of \
                value 1 are dropped: yes or no",
        run: slider_forces,
    },
    Computation {
        name: "sweep-line",
        about: "how many states Slider wins in a `line` (k,l) of the sweep by the largest tile \
                for a tile of logarithmic `value` on `shape`, boards being those of Corollary 7: \
                `figure` is states, the nodes of their diagram with complemented edges, or its bytes per \
                state",
        run: sweep_line,
    },
    Computation {
        name: "largest-nodes",
        about: "the most nodes, with complemented edges, of what Slider wins after any step of the \
                `sweep` (none or max) for a tile of logarithmic `value` on `shape`, boards being \
                those of Corollary 7; or those at the end, if `when` says so",
        run: largest_nodes,
    },
    Computation {
        name: "line-states",
        about: "how many states Slider wins in a `line` (k,l) for a tile of logarithmic `value` on \
                `shape`, found board by board: boards of Corollary 7 with Dropper to move, or with \
                Slider to move and a tile of value 1; all of them, and boards with the tile, if \
                the line is `all`",
        run: line_states,
    },
    Computation {
        name: "highest-line-states",
        about: "the same states as line-states where all tiles but some `tiles` of value \
                `value` - 1 are lower, found by patterns of those tiles",
        run: highest_line_states,
    },
    Computation {
        name: "line-boards",
        about: "boards of `shape` with so many `times` the tile of logarithmic `value` and none higher that \
                Corollary 7 allows",
        run: |arguments, _| {
            let (shape, value) = (arguments.get("shape")?, arguments.get("value")?);
            Ok(Computed::exact(boards_of_line(shape, value, arguments.get("times")?)))
        },
    },
    Computation {
        name: "iteration-decreases",
        about: "the lines (k,l) of the sweep by the largest tile for a tile of logarithmic `value` on `shape` \
                that take fewer iterations than the line (k,l+1) before them, boards being those of \
                Corollary 7",
        run: iteration_decreases,
    },
    Computation {
        name: "diagram-nodes",
        about: "nodes of the ordered diagram of a `formula` with variables in the `order`",
        run: diagram_nodes,
    },
];

/// Passes on what the row's watch says.
pub(super) struct Quiet<'a>(pub(super) &'a dyn Watch);

impl Watch for Quiet<'_> {
    fn report(&self, progress: Progress) {
        self.0.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Observer for Quiet<'_> {
    fn iteration(&self, _: Iteration) {}

    fn micros(&self) -> u64 {
        0
    }

    fn is_curious(&self) -> bool {
        false
    }
}

/// Diagrams grow with the board; small ones should not wait for memory. By lines or all at once, large
/// values need most.
fn memory(problem: &SliderProblem) -> u64 {
    match (problem.rules.shape.cells(), problem.method.sweep) {
        (..8, _) => 1 << 26,
        (_, Sweep::None) if problem.target.rank() > 8 => 11 << 30,
        (_, Sweep::Max) if problem.target.rank() > 8 => 8 << 30,
        _ => 3 << 30,
    }
}

/// The game of Edixhoven 2019 on a board: only 2s spawn.
fn rules(arguments: &Arguments) -> Result<Rules, ComputeError> {
    Ok(Rules::only_twos(arguments.get("shape")?))
}

/// The tile of logarithmic `value`.
fn target(arguments: &Arguments) -> Result<Tile, ComputeError> {
    Tile::new(arguments.get("value")?).ok_or(ComputeError::Missing("value"))
}

fn problem(arguments: &Arguments) -> Result<SliderProblem, ComputeError> {
    Ok(SliderProblem::new(rules(arguments)?, target(arguments)?))
}

fn slider_forces(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let problem = problem(arguments)?;
    let resources = Resources { memory: memory(&problem), threads: 2 };
    let answer = prove::<Zbdd, _>(&problem, resources, &Quiet(watch));
    Ok(if answer.map_err(ComputeError::failed)?.forced { "yes" } else { "no" }.into())
}

/// Listens to a sweep until a line of it is complete.
struct UntilLine<'a> {
    watch: &'a dyn Watch,
    line: &'a str,
    /// The last step in the line, and whether it changed nothing any more.
    last: Mutex<(Option<Iteration>, bool)>,
}

impl Watch for UntilLine<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped() || self.last.lock().is_ok_and(|last| last.1)
    }
}

impl Observer for UntilLine<'_> {
    fn iteration(&self, iteration: Iteration) {
        if iteration.line.as_deref() != Some(self.line) {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        // Sets of a line only grow.
        last.1 = last.0.as_ref().is_some_and(|before| before.states == iteration.states);
        last.0 = Some(iteration);
    }

    fn micros(&self) -> u64 {
        0
    }
}

/// Keeps the most nodes of any step, and those of the last one.
struct Largest<'a>(&'a dyn Watch, Mutex<(usize, usize)>);

impl Watch for Largest<'_> {
    fn report(&self, progress: Progress) {
        self.0.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Observer for Largest<'_> {
    fn iteration(&self, iteration: Iteration) {
        if let Ok(mut nodes) = self.1.lock() {
            *nodes = (iteration.nodes.max(nodes.0), iteration.nodes);
        }
    }

    fn micros(&self) -> u64 {
        0
    }
}

fn largest_nodes(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let mut problem = problem(arguments)?;
    problem.method.sweep = match arguments.text("sweep")? {
        "max" => Sweep::Max,
        _ => Sweep::None,
    };
    problem.method.constraint = Constraint::Corollary7;
    let resources = Resources { memory: memory(&problem), threads: 2 };
    let observer = Largest(watch, Mutex::new((0, 0)));
    prove::<Bcdd, _>(&problem, resources, &observer).map_err(ComputeError::failed)?;
    let (largest, last) = observer.1.into_inner().map_err(ComputeError::failed)?;
    let is_end = arguments.text("when").is_ok_and(|when| when == "end");
    Ok(Computed::exact(if is_end { last } else { largest }))
}

fn sweep_line(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let mut problem = problem(arguments)?;
    problem.method.sweep = Sweep::Max;
    problem.method.constraint = Constraint::Corollary7;
    let resources = Resources { memory: memory(&problem), threads: 2 };
    let observer =
        UntilLine { watch, line: arguments.text("line")?, last: Mutex::new((None, false)) };
    let answer = prove::<Bcdd, _>(&problem, resources, &observer);
    let (last, is_complete) = observer.last.into_inner().map_err(ComputeError::failed)?;
    match (answer, last) {
        (Err(ProveError::Symbolic(SymbolicError::Stopped)) | Ok(_), Some(last)) if is_complete => {
            Ok(match arguments.text("figure")? {
                "nodes" => Computed::exact(last.nodes),
                // A node takes 24 bytes in the library of the thesis.
                "bytes" => {
                    let states: f64 =
                        last.states.to_string().parse().map_err(ComputeError::failed)?;
                    quotient(24.0 * last.nodes as f64, states)
                }
                _ => Computed::exact(last.states),
            })
        }
        (Err(error), _) => Err(ComputeError::failed(error)),
        (Ok(_), _) => Err(ComputeError::Missing("line")),
    }
}

/// Counts the steps of every line.
struct Steps<'a>(&'a dyn Watch, Mutex<Vec<(String, usize)>>);

impl Watch for Steps<'_> {
    fn report(&self, progress: Progress) {
        self.0.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Observer for Steps<'_> {
    fn iteration(&self, iteration: Iteration) {
        let (Some(line), Ok(mut lines)) = (iteration.line, self.1.lock()) else { return };
        match lines.last_mut() {
            Some((last, steps)) if *last == line => *steps += 1,
            _ => lines.push((line, 1)),
        }
    }

    fn micros(&self) -> u64 {
        0
    }
}

fn iteration_decreases(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let mut problem = problem(arguments)?;
    problem.method.sweep = Sweep::Max;
    problem.method.constraint = Constraint::Corollary7;
    let resources = Resources { memory: memory(&problem), threads: 2 };
    let observer = Steps(watch, Mutex::default());
    prove::<Bcdd, _>(&problem, resources, &observer).map_err(ComputeError::failed)?;
    let lines = observer.1.into_inner().map_err(ComputeError::failed)?;
    let rank = |line: &str| line.split(',').next().map(str::to_owned);
    let falls = lines.windows(2).filter(|pair| {
        let [(one, before), (other, after)] = pair else { return false };
        rank(one) == rank(other) && after < before
    });
    let falls: Vec<String> = falls.map(|pair| format!("{} to {}", pair[0].0, pair[1].0)).collect();
    Ok(if falls.is_empty() { "none".to_owned() } else { falls.join(", ") }.into())
}

fn line_states(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let (shape, target): (Shape, Tile) = (arguments.get("shape")?, target(arguments)?);
    let lines = walk(&rules(arguments)?, target).map_err(ComputeError::failed)?;
    let wanted = arguments.text("line")?;
    if wanted == "all" {
        let with_it = |times| boards_of_line(shape, target.rank(), times);
        let with_it = (2..=shape.cells()).map(with_it).fold(with_it(1), |sum, more| sum + more);
        return Ok(Computed::exact(with_it + lines.values().map(states_won).sum::<u64>()));
    }
    let named = |(rank, times): (u8, usize)| format!("({rank},{times})") == wanted;
    let line = lines.iter().find(|(line, _)| named(**line));
    Ok(Computed::exact(states_won(line.ok_or(ComputeError::Missing("line"))?.1)))
}

fn highest_line_states(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let (target, tiles) = (target(arguments)?, arguments.get("tiles")?);
    let lines = highest_lines(&rules(arguments)?, target, tiles).map_err(ComputeError::failed)?;
    let line = lines.get(&(target.rank() - 1, tiles)).ok_or(ComputeError::Missing("tiles"))?;
    Ok(Computed::exact(states_won(line)))
}

/// What Edixhoven 2019 calls states.
fn states_won(count: &LineCount) -> u64 {
    count.positions_won_after_a_spawn + count.afterstates_won
}

fn diagram_nodes(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let formula: Formula = arguments.get("formula")?;
    let wrong = |error: std::num::ParseIntError| ComputeError::Argument {
        name: "order",
        error: Box::new(error),
    };
    let order: Vec<u32> = arguments
        .text("order")?
        .split(',')
        .map(|number| number.parse().map_err(wrong))
        .collect::<Result<_, _>>()?;
    if (1..=formula.variables()).any(|variable| !order.contains(&variable)) {
        return Err(ComputeError::Missing("order"));
    }
    let space: Space<Bdd> =
        Space::new(order.len() as u32, Resources { memory: 1 << 22, threads: 1 });
    let place = |variable| {
        order.iter().position(|&other| other == variable).expect("the order was checked") as u32
    };
    let set = formula.set(&space, &place).map_err(ComputeError::failed)?;
    Ok(Computed::exact(space.nodes(&[&set])))
}
