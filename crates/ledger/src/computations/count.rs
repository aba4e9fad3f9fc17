//! Figures about all positions of a game.

use twofold_exact::Watch;
use twofold_exact::count::{Counter, StateGraph};
use twofold_exact::layers::{Positions, Start, Task};

use super::{Arguments, Computation, ComputeError};

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "count",
        about: "the `live`, `dead`, `total`, `afterstates`, `labelled` or `live-plus-win-and-lose` \
                (argument `figure`) positions from two tiles, up to symmetry, stopping at the tile \
                `to` if it is given",
        run: count,
    },
    Computation {
        name: "graph-states",
        about: "the number of states in the whole state graph, found by a plain search",
        run: |arguments, _| {
            let graph = StateGraph::new(&task(arguments)?).map_err(ComputeError::failed)?;
            Ok(graph.nodes.len().to_string())
        },
    },
];

/// Bytes of memory for a count; the smaller rows need a fraction of it.
const MEMORY: u64 = 12 << 30;

fn task(arguments: &Arguments) -> Result<Task, ComputeError> {
    let rules = arguments.rules()?;
    let goal = match arguments.0.contains_key("to") {
        true => {
            let tile = rules.tiles.tile_of(arguments.get("to")?);
            Some(tile.ok_or(ComputeError::Missing("to"))?)
        }
        false => None,
    };
    Task::new(rules, goal, Start::TwoTiles).map_err(ComputeError::failed)
}

fn count(arguments: &Arguments, watch: &dyn Watch) -> Result<String, ComputeError> {
    let counter = Counter::new(&task(arguments)?).with_memory(MEMORY);
    let outcome = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
    let positions = outcome.counts.positions();
    let figure = match arguments.text("figure")? {
        "live" => positions.live.canonical,
        "dead" => positions.dead.canonical,
        "total" => positions.total().canonical,
        "labelled" => positions.total().labelled,
        "afterstates" => outcome.counts.afterstates().canonical,
        "live-plus-win-and-lose" => outcome.counts.live_plus_win_and_lose(),
        _ => return Err(ComputeError::Missing("figure")),
    };
    Ok(figure.to_string())
}
