//! Figures about play to a small depth.

use std::collections::BTreeSet;

use twofold_core::{Afterstate, BitParallel, Board, Game, Grid, Position, Rules};
use twofold_core::{Watch, perft};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "perft",
        about: "the `paths`, `boards` or `orbits` (argument `count`) at a `depth` in plies from the \
                empty board",
        run: perft,
    },
    Computation {
        name: "sum-rises-by",
        about: "by how much the tile sum rises from position to position in `depth` plies of play",
        run: sum_rises_by,
    },
    Computation {
        name: "largest-rises-by",
        about: "by how many ranks the largest tile rises at most in one slide, over `depth` plies",
        run: largest_rises_by,
    },
];

fn perft(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let rules = arguments.rules()?;
    let depth: usize = arguments.get("depth")?;
    let engine = BitParallel::new(&rules).map_err(ComputeError::failed)?;
    let game = Game::with_engine(engine);
    let depths = perft::fold(&game, depth, perft::Limits::NONE, &watch);
    let depths = depths.map_err(ComputeError::failed)?;
    // Play that ends earlier leaves nothing at this depth.
    let last = depths.get(depth).copied().unwrap_or_default();
    match arguments.text("count")? {
        "paths" => Ok(Computed::exact(last.paths)),
        "boards" => Ok(Computed::exact(last.boards)),
        "orbits" => Ok(Computed::exact(last.orbits)),
        _ => Err(ComputeError::Missing("count")),
    }
}

/// Calls `each` with every slide that is possible within some plies: the position before it and the
/// afterstate behind it.
fn play(
    rules: Rules,
    depth: usize,
    mut each: impl FnMut(&Game, &Position<Board>, &Afterstate<Board>),
) {
    let game = Game::new(rules);
    let mut afterstates = BTreeSet::from([game.start()]);
    for _ in 0..depth / 2 {
        let mut next = BTreeSet::new();
        for afterstate in &afterstates {
            for outcome in game.outcomes(afterstate) {
                for slide in game.slides(&outcome.position) {
                    each(&game, &outcome.position, &slide.afterstate);
                    next.insert(slide.afterstate);
                }
            }
        }
        afterstates = next;
    }
}

fn sum_rises_by(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let mut rises = BTreeSet::new();
    play(arguments.rules()?, arguments.get("depth")?, |game, position, afterstate| {
        let sum = game.tile_sum(position.board());
        for outcome in game.outcomes(afterstate) {
            rises.insert(game.tile_sum(outcome.position.board()) - sum);
        }
    });
    Ok(rises.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ").into())
}

fn largest_rises_by(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let mut most = 0;
    play(arguments.rules()?, arguments.get("depth")?, |_, position, afterstate| {
        let (before, after) = (position.board().largest(), afterstate.board().largest());
        most = most.max(after.rank() - before.rank());
    });
    Ok(Computed::exact(most))
}
