//! Figures about Breakthrough.

use std::sync::Mutex;

use twofold_breakthrough::table::solve;
use twofold_breakthrough::{Baseline, Breakthrough};
use twofold_core::{Progress, Watch};
use twofold_symbolic::breakthrough::{CellOrder, visit};
use twofold_symbolic::{Bcdd, Iteration, Observer, Resources};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

/// Bytes of memory for tables or diagrams; most rows need a fraction of it.
const MEMORY: u64 = 6 << 30;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "breakthrough",
        about: "the `winner` (first or second), or the `reachable`, `white` or `black` positions \
                (argument `figure`) of Breakthrough on `shape` by `method` 1 or 2, from tables",
        run: breakthrough,
    },
    Computation {
        name: "breakthrough-nodes",
        about: "nodes of the diagram of visited positions, breadth first by `method`, complemented \
                edges, a node for the turn added: the `peak` or the `end` (argument `figure`)",
        run: nodes,
    },
];

fn game(arguments: &Arguments) -> Result<(Breakthrough, Baseline), ComputeError> {
    let game = Breakthrough::new(arguments.get("shape")?).map_err(ComputeError::failed)?;
    let baseline = match arguments.text("method")? {
        "1" => Baseline::Made,
        "2" => Baseline::Imminent,
        _ => return Err(ComputeError::Missing("method")),
    };
    Ok((game, baseline))
}

fn breakthrough(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (game, baseline) = game(arguments)?;
    let solved = solve(&game, baseline, MEMORY, watch).map_err(ComputeError::failed)?;
    let figure = match arguments.text("figure")? {
        "winner" => return Ok(solved.winner(&game.start()).place().into()),
        "reachable" => solved.counts.reachable(),
        "white" => solved.counts.white,
        "black" => solved.counts.black,
        _ => return Err(ComputeError::Missing("figure")),
    };
    Ok(Computed::exact(figure))
}

/// Remembers the nodes of every step.
struct Nodes<'a> {
    watch: &'a dyn Watch,
    nodes: Mutex<Vec<usize>>,
}

impl Watch for Nodes<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

impl Observer for Nodes<'_> {
    fn iteration(&self, iteration: Iteration) {
        self.nodes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(iteration.nodes);
    }

    fn micros(&self) -> u64 {
        0
    }
}

fn nodes(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (game, baseline) = game(arguments)?;
    let observer = Nodes { watch, nodes: Mutex::default() };
    let resources = Resources { memory: 1 << 30, threads: 1 };
    visit::<Bcdd, _>(&game, baseline, CellOrder::Rows, resources, &observer)
        .map_err(ComputeError::failed)?;
    let nodes = observer.nodes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let figure = match arguments.text("figure")? {
        "peak" => nodes.iter().max(),
        "end" => nodes.last(),
        _ => None,
    };
    // One more node decides whose turn it is.
    figure.map(|nodes| Computed::exact(nodes + 1)).ok_or(ComputeError::Missing("figure"))
}
