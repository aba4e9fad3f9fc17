//! Figures about parts of an enumeration, and about bounds on it.

use rayon::prelude::*;
use twofold_core::{BitParallel, Game, Grid, Packed, Tile, Watch};
use twofold_layers::{ForwardPass, Positions, Retention};
use twofold_solve::count::{Counter, StateGraph, combinatorics_bound, is_resolved, unresolved};

use super::count::{MEMORY, layered_game};
use super::{Arguments, Computation, ComputeError, quotient};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "combinatorics-bound",
        about: "the bound of Lees-Miller 2017 on the states of a `shape` up to the tile `to`: boards \
                below it with two tiles or more, a 2 or 4 among them, up to two empty layers, plus one",
        run: |arguments, _| Ok(Computed::exact(bound(arguments)?)),
    },
    Computation {
        name: "bound-over-actual",
        about: "that bound divided by the states counted (live, won and lost) of a `shape` `to` a tile",
        run: |arguments, watch| {
            let counter = Counter::new(&layered_game(arguments)?).with_memory(MEMORY);
            let run = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
            let actual = run.game.live_plus_win_and_lose();
            Ok(quotient(bound(arguments)? as f64, actual as f64))
        },
    },
    Computation {
        name: "part-states",
        about: "live positions of a `sum` and a `largest` tile (or any) on a `shape` `to` a tile, up to \
                symmetry",
        run: part_states,
    },
    Computation {
        name: "most-states-of-a-sum",
        about: "the most live positions of one tile sum on a `shape` `to` a tile, or with a `largest` \
                tile",
        run: most_of_a_sum,
    },
    Computation {
        name: "step-of-a-part",
        about: "the mean number of live positions of one tile sum, with a `largest` tile on a `shape` `to` a \
                tile, over the first step of their curve: from its first peak until it rises above it",
        run: step_of_a_part,
    },
    Computation {
        name: "unresolved-states",
        about: "live positions of a `shape` `to` a tile if those one slide before a certain win or loss \
                are ends of the game, by a plain search",
        run: |arguments, _| {
            Ok(Computed::exact(unresolved(&layered_game(arguments)?).values().sum::<u64>()))
        },
    },
    Computation {
        name: "unresolved-part",
        about: "live positions of a `sum` and a `largest` tile on a `shape` `to` a tile that are not one \
                move before a certain loss, from the layers below",
        run: unresolved_part,
    },
    Computation {
        name: "successors",
        about: "the canonical forms of the live positions that follow a `board` after a slide and a spawn \
                in the game `to` a tile, as hexadecimal numbers",
        run: successors,
    },
];

fn bound(arguments: &Arguments) -> Result<u128, ComputeError> {
    let game = layered_game(arguments)?;
    let goal = game.target().ok_or(ComputeError::Missing("to"))?;
    let bound = combinatorics_bound(game.rules().shape, goal.rank());
    bound.ok_or(ComputeError::Missing("a smaller shape"))
}

/// The tile that an argument names, if it is there.
fn tile(arguments: &Arguments, name: &'static str) -> Result<Option<Tile>, ComputeError> {
    if !arguments.0.contains_key(name) {
        return Ok(None);
    }
    let tile = arguments.tiles()?.tile_with_face(arguments.get(name)?);
    tile.map(Some).ok_or(ComputeError::Missing(name))
}

fn part_states(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (game, sum) = (layered_game(arguments)?, arguments.get("sum")?);
    let largest = tile(arguments, "largest")?;
    let counter = Counter::new(&game).with_memory(MEMORY).until_sum(Some(sum));
    let run = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
    let rows = run.game.by_sum_and_largest();
    let rows = rows.filter(|row| row.sum == sum && largest.is_none_or(|tile| row.largest == tile));
    Ok(Computed::exact(rows.map(|row| row.positions.live.orbits).sum::<u64>()))
}

fn most_of_a_sum(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let largest = tile(arguments, "largest")?;
    let counter = Counter::new(&layered_game(arguments)?).with_memory(MEMORY);
    let run = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
    let layers = run.game.layers().iter().map(|layer| {
        let parts = layer.by_largest().filter(|(tile, _)| largest.is_none_or(|one| *tile == one));
        parts.map(|(_, positions)| positions.live.orbits).sum::<u64>()
    });
    Ok(Computed::exact(layers.max().unwrap_or(0)))
}

fn step_of_a_part(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let largest = tile(arguments, "largest")?;
    let counter = Counter::new(&layered_game(arguments)?).with_memory(MEMORY);
    let run = counter.run(&Positions(watch)).map_err(ComputeError::failed)?;
    let rows = run.game.by_sum_and_largest().filter(|row| Some(row.largest) == largest);
    let curve: Vec<u64> = rows.map(|row| row.positions.live.orbits).collect();
    let peak = curve.windows(2).position(|pair| pair[0] > pair[1]);
    let step = &curve[peak.ok_or(ComputeError::Missing("a step"))?..];
    let step: Vec<u64> = step.iter().copied().take_while(|&states| states <= step[0]).collect();
    Ok(quotient(step.iter().sum::<u64>() as f64, step.len() as f64))
}

fn unresolved_part(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (game, sum) = (layered_game(arguments)?, arguments.get("sum")?);
    let largest = tile(arguments, "largest")?.ok_or(ComputeError::Missing("largest"))?;
    // Before the last slides to the target only losses show, and positions that are lost in any case lead
    // to no live one: nothing below this layer changes.
    if game.target().is_some_and(|target| largest.rank() + 1 >= target.rank()) {
        return Err(ComputeError::Missing("a smaller `largest`"));
    }
    let mut pass = ForwardPass::new(&game, Retention::Positions, MEMORY);
    while let Some(next) = pass.next_sum().filter(|&next| next <= sum) {
        if next == sum {
            pass.list_up_to(u64::MAX);
        }
        pass.step(&Positions(watch)).map_err(ComputeError::failed)?;
    }
    let codes = pass.codes(sum).map_err(ComputeError::failed)?;
    let codes = codes.ok_or(ComputeError::Missing("sum"))?;
    let engine = BitParallel::new(game.rules()).map_err(ComputeError::failed)?;
    let play = Game::with_engine(engine);
    let is_counted = |code: &u64| {
        let Some(board) = Packed::from_code(game.rules().shape, *code) else { return false };
        let Some(position) = play.position(board).ok().filter(|_| board.largest() == largest)
        else {
            return false;
        };
        !play.is_dead(&position) && !is_resolved(&play, None, &position)
    };
    Ok(Computed::exact(codes.par_iter().filter(|code| is_counted(code)).count()))
}

fn successors(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let board = super::board::board(arguments)?.canonical();
    let graph = StateGraph::new(&layered_game(arguments)?).map_err(ComputeError::failed)?;
    let from = graph.nodes.iter().position(|node| node.board == board);
    let from = from.ok_or(ComputeError::Missing("board"))?;
    let to = graph.edges.iter().filter(|edge| edge.0 == from).map(|edge| edge.1);
    let mut codes: Vec<String> = to
        .filter_map(|to| twofold_core::notation::hexadecimal::write(&graph.nodes[to].board))
        .collect();
    codes.sort();
    Ok(codes.join(", ").into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::computations::find;
    use twofold_solve::count::naive_codes;

    fn run(name: &str, arguments: &[(&str, &str)]) -> String {
        let arguments = arguments.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
        let arguments = Arguments(arguments.collect::<BTreeMap<_, _>>());
        find(name).unwrap().run(&arguments, &()).unwrap().to_string()
    }

    /// Positions one move before a loss, found in the layers and by a plain walk over the same boards.
    #[test]
    fn parts_without_certain_losses_are_found_in_two_ways() {
        let arguments = [("shape", "3x3"), ("to", "128"), ("sum", "100"), ("largest", "32")];
        let arguments_of = |arguments: &[(&str, &str)]| {
            let pairs = arguments.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
            Arguments(pairs.collect::<BTreeMap<_, _>>())
        };
        let game = layered_game(&arguments_of(&arguments)).unwrap();
        let play = Game::new(game.rules().clone());
        let mut counted = 0;
        for code in &naive_codes(&game).unwrap()[&100] {
            let board = Packed::from_code(game.rules().shape, *code).unwrap().convert().unwrap();
            let position = play.position(board).unwrap();
            let is_part = position.board().largest() == Tile::new(5).unwrap();
            let is_lost = play.slides(&position).all(|slide| {
                play.outcomes(&slide.afterstate).all(|outcome| play.is_dead(&outcome.position))
            });
            counted += u64::from(is_part && !play.is_dead(&position) && !is_lost);
        }
        let all = run("part-states", &arguments);
        assert!(counted > 0 && counted.to_string() != all, "{counted} of {all}");
        assert_eq!(run("unresolved-part", &arguments), counted.to_string());
    }
}
