//! Figures about Slider against Dropper, from decision diagrams.

use twofold_exact::{Progress, Watch};
use twofold_symbolic::slider::{Question, prove};
use twofold_symbolic::{Bdd, Formula, Iteration, Observer, Resources, Space, Zbdd};

use super::{Arguments, Computation, ComputeError};

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "slider-forces",
        about: "whether Slider can force a tile of logarithmic `value` on `shape` when tiles of \
                value 1 are dropped: yes or no",
        run: slider_forces,
    },
    Computation {
        name: "diagram-nodes",
        about: "nodes of the ordered diagram of a `formula` with variables in the `order`",
        run: diagram_nodes,
    },
];

/// Passes on what the row's watch says.
struct Quiet<'a>(&'a dyn Watch);

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

fn slider_forces(arguments: &Arguments, watch: &dyn Watch) -> Result<String, ComputeError> {
    let question = Question::new(arguments.get("shape")?, arguments.get("value")?);
    let cells = question.shape.cells();
    // Diagrams grow with the board; small ones should not wait for memory.
    let resources = Resources { memory: if cells < 8 { 1 << 26 } else { 3 << 30 }, threads: 2 };
    let answer = prove::<Zbdd, _>(&question, resources, &Quiet(watch));
    Ok(if answer.map_err(ComputeError::failed)?.forced { "yes" } else { "no" }.to_owned())
}

fn diagram_nodes(arguments: &Arguments, _: &dyn Watch) -> Result<String, ComputeError> {
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
    Ok(space.nodes(&[&set]).to_string())
}
