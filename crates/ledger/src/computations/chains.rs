//! Figures about chain paths.

use twofold_core::{Shape, Watch};
use twofold_reach::chains::{self, ChainCounts, Measure, Start, measure};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "chain-paths",
        about: "complete paths of a `shape`: `directed`, `undirected`, `directed-orbits`, \
                `undirected-orbits`, `corner-orbits`, `border-orbits` or `inside-orbits` \
                (argument `count`)",
        run: chain_paths,
    },
    Computation {
        name: "most-chain-paths",
        about: "the kind of cell (corner, border or inside) from which most complete paths of a `shape` start, \
                all such cells together and each of them alone",
        run: most_chain_paths,
    },
    Computation {
        name: "most-aligned-lines",
        about: "the most rows and columns that one path of a `shape` passes in the same direction",
        run: |arguments, _| {
            let measures = measures(arguments.get("shape")?)?;
            Ok(Computed::exact(measures.iter().map(|measure| measure.aligned).max().unwrap_or(0)))
        },
    },
    Computation {
        name: "most-monotone-has-fewest-turns",
        about: "whether the paths of a `shape` with most rows and columns in order have fewest turns",
        run: most_monotone,
    },
];

fn chain_paths(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let counts = ChainCounts::within(arguments.get("shape")?, u64::MAX, watch)
        .map_err(ComputeError::failed)?;
    let count = match arguments.text("count")? {
        "directed" => counts.directed,
        "undirected" => counts.undirected,
        "directed-orbits" => counts.directed_orbits,
        "corner-orbits" => counts.start(Start::Corner).orbits,
        "border-orbits" => counts.start(Start::Border).orbits,
        "inside-orbits" => counts.start(Start::Inside).orbits,
        "undirected-orbits" => counts.undirected_orbits,
        _ => return Err(ComputeError::Missing("count")),
    };
    Ok(Computed::exact(count))
}

fn most_chain_paths(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let counts = ChainCounts::within(arguments.get("shape")?, u64::MAX, watch)
        .map_err(ComputeError::failed)?;
    let kinds = Start::ALL.map(|start| counts.start(start));
    let all = kinds.iter().max_by_key(|kind| kind.directed);
    let alone = kinds.iter().max_by_key(|kind| kind.directed / (kind.cells.max(1) as u128));
    let name = |start| match start {
        Start::Corner => "corner",
        Start::Border => "border",
        Start::Inside => "inside",
    };
    Ok(match (all, alone) {
        (Some(all), Some(alone)) if all.start == alone.start => name(all.start).into(),
        (Some(all), Some(alone)) => {
            format!("{} together, {} alone", name(all.start), name(alone.start)).into()
        }
        _ => return Err(ComputeError::Missing("shape")),
    })
}

fn measures(shape: Shape) -> Result<Vec<Measure>, ComputeError> {
    let mut measures = Vec::new();
    let list = chains::list(shape, |path| measures.push(measure(shape, path)));
    list.map_err(ComputeError::failed)?;
    Ok(measures)
}

fn most_monotone(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let measures = measures(arguments.get("shape")?)?;
    let most = measures.iter().map(|measure| measure.monotone).max();
    let fewest = measures.iter().map(|measure| measure.turns).min();
    let mut best = measures.iter().filter(|measure| Some(measure.monotone) == most);
    Ok(if best.all(|measure| Some(measure.turns) == fewest) { "yes" } else { "no" }.into())
}
