//! Figures about Breakthrough.

use twofold_breakthrough::table::solve;
use twofold_breakthrough::{Baseline, Breakthrough};
use twofold_core::Watch;
use twofold_symbolic::breakthrough::{count_positions, visit_turn_last};
use twofold_symbolic::{Bcdd, Resources, Zbdd};

use super::symbolic::Quiet;
use super::{Arguments, Computation, ComputeError, quotient};
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
        name: "breakthrough-ratio",
        about: "how many times fewer positions of `shape` are reachable with method 2 than with method 1",
        run: |arguments, watch| {
            let game = Breakthrough::new(arguments.get("shape")?).map_err(ComputeError::failed)?;
            let reachable = |baseline| {
                let solved = solve(&game, baseline, MEMORY, watch).map_err(ComputeError::failed)?;
                Ok::<_, ComputeError>(solved.counts.reachable())
            };
            let (made, imminent) = (reachable(Baseline::Made)?, reachable(Baseline::Imminent)?);
            Ok(quotient(made as f64, imminent as f64))
        },
    },
    Computation {
        name: "breakthrough-positions",
        about: "the reachable positions of Breakthrough on `shape` by `method` 1 or 2, from diagrams",
        run: |arguments, watch| {
            let (game, baseline) = game(arguments)?;
            let resources = Resources { memory: 2 * MEMORY, threads: 2 };
            let counted = count_positions::<Zbdd, _>(&game, baseline, resources, &Quiet(watch));
            Ok(Computed::exact(counted.map_err(ComputeError::failed)?))
        },
    },
    Computation {
        name: "breakthrough-nodes",
        about: "nodes of the diagram of visited positions, breadth first by `method`, complemented \
                edges, the variable for the turn last, the terminal included: the `peak` or the `end` (argument `figure`)",
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

fn nodes(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (game, baseline) = game(arguments)?;
    let resources = Resources { memory: MEMORY / 2, threads: 1 };
    let nodes = visit_turn_last::<Bcdd>(&game, baseline, resources, watch);
    let nodes = nodes.map_err(ComputeError::failed)?;
    let figure = match arguments.text("figure")? {
        "peak" => nodes.iter().max(),
        "end" => nodes.last(),
        _ => None,
    };
    // Sylvan, with which the thesis counts, includes the terminal.
    figure.map(|&nodes| Computed::exact(nodes + 1)).ok_or(ComputeError::Missing("figure"))
}
