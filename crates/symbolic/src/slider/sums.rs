//! The sweep by tile sum. A slide keeps the sum and a spawn raises it, so every sum needs one step
//! for Dropper and one for Slider, and nothing is iterated.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Player, SymbolicGame, preimage_within};
use crate::space::Set;

use super::problem::{Answer, Method};
use super::table::SliderTable;

pub(super) fn prove<D: Diagram, O: Observer + ?Sized>(
    table: &SliderTable<D>,
    method: &Method,
    observer: &O,
) -> Result<Answer, SymbolicError> {
    let space = &table.space;
    let tiles = table.tiles();
    let layers = layers(table)?;
    let highest = table.heaviest_spawn();
    let nothing = space.empty();
    // The positions of the sums above from which Slider does not get there, the nearest first.
    let mut lost: Vec<Set<D>> = vec![nothing.clone(); highest];
    let mut states = [BigUint::ZERO, BigUint::ZERO];
    let mut forced = false;
    for (sum, layer) in layers.iter().enumerate().rev() {
        let boards = space.and(layer, &table.universe)?;
        let roomy = space.and(layer, &table.roomy)?;
        let mut escapes = nothing.clone();
        for (rank, spawns) in &table.spawns_of {
            let lost = &lost[tiles.weight(*rank) - 1];
            let here = preimage_within(space, lost, spawns, &roomy)?;
            escapes = space.or(&escapes, &here)?;
        }
        let after = space.minus(&roomy, &escapes)?;
        let ready = space.and(&table.ready, &boards)?;
        let wins = space.or(&ready, &table.before(Player::First, &after, &boards)?)?;
        let loses = space.minus(&boards, &wins)?;
        let (positions, afterstates) = match method.side {
            Player::First => (&wins, after.clone()),
            Player::Second => (&loses, space.minus(&roomy, &after)?),
        };
        if method.strong {
            states[0] += space.count(positions);
            states[1] += space.count(&afterstates);
        }
        let line = Some(format!("sum {}", tiles.unit * sum as u64));
        let step = (layers.len() - sum) as u64;
        observe(space, observer, line, [positions, &afterstates], step)?;
        forced = sum == 0 && space.and(&after, &table.start)? != nothing;
        lost.insert(0, loses);
        lost.truncate(highest);
    }
    let iterations = layers.len() as u64;
    Ok(Answer::of(forced, method.strong.then_some(states), iterations))
}

/// The boards of every sum, up to the largest that the universe has.
pub(super) fn layers<D: Diagram>(table: &SliderTable<D>) -> Result<Vec<Set<D>>, SymbolicError> {
    let (space, tiles) = (&table.space, table.tiles());
    let nothing = space.empty();
    let mut layers = vec![space.full()];
    for &cell in table.code.cells().iter().rev() {
        let most = layers.len() - 1 + tiles.heaviest();
        let mut more = vec![nothing.clone(); most + 1];
        for rank in 0..tiles.target {
            let has_it = table.one_of(cell, &[rank])?;
            for (sum, layer) in layers.iter().enumerate() {
                if *layer != nothing {
                    let target = &mut more[sum + tiles.weight(rank)];
                    *target = space.or(target, &space.and(&has_it, layer)?)?;
                }
            }
        }
        layers = more;
        space.tidy();
    }
    // High sums lie outside of what the constraint allows.
    while layers.len() > 1 {
        let Some(last) = layers.last() else { break };
        if space.and(last, &table.universe)? != nothing {
            break;
        }
        layers.pop();
    }
    Ok(layers)
}
