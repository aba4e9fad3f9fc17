//! Figures about all positions of a game.

use twofold_core::Watch;
use twofold_layers::{LayeredGame, Positions, Start};
use twofold_solve::count::{Counter, StateGraph};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "count",
        about: "the `live`, `dead`, `total`, `afterstates`, `boards` or `live-plus-win-and-lose` \
                (argument `figure`) positions from two tiles, up to symmetry, stopping at the tile \
                `to` if it is given",
        run: count,
    },
    Computation {
        name: "graph-states",
        about: "the number of states in the whole state graph, found by a plain search",
        run: |arguments, _| {
            let graph = StateGraph::new(&layered_game(arguments)?).map_err(ComputeError::failed)?;
            Ok(Computed::exact(graph.nodes.len()))
        },
    },
];

/// Bytes of memory for a count; the smaller rows need a fraction of it.
pub(super) const MEMORY: u64 = 12 << 30;

pub(super) fn layered_game(arguments: &Arguments) -> Result<LayeredGame, ComputeError> {
    let rules = arguments.rules()?;
    let target = match arguments.0.contains_key("to") {
        true => {
            let tile = rules.tiles.tile_with_face(arguments.get("to")?);
            Some(tile.ok_or(ComputeError::Missing("to"))?)
        }
        false => None,
    };
    LayeredGame::new(rules, target, Start::TwoTiles).map_err(ComputeError::failed)
}

fn count(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let counter = Counter::new(&layered_game(arguments)?).with_memory(MEMORY);
    let outcome = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
    let positions = outcome.game.positions();
    let figure = match arguments.text("figure")? {
        "live" => positions.live.orbits,
        "dead" => positions.dead.orbits,
        "total" => positions.total().orbits,
        "boards" => positions.total().boards,
        "afterstates" => outcome.game.afterstates().orbits,
        "live-plus-win-and-lose" => outcome.game.live_plus_win_and_lose(),
        _ => return Err(ComputeError::Missing("figure")),
    };
    Ok(Computed::exact(figure))
}
