//! The sweep by tile sum. A slide keeps the sum and a drop raises it, so every sum needs one step
//! for Dropper and one for Slider, and nothing is iterated.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Player, SymbolicGame, preimage_within};
use crate::space::Set;

use super::question::{Answer, Method};
use super::table::SliderTable;

/// What a tile counts: half of what people see on it, so that the smallest tile counts one.
pub(super) fn weight(value: u8) -> usize {
    if value == 0 { 0 } else { 1 << (value - 1) }
}

pub(super) fn prove<D: Diagram, O: Observer + ?Sized>(
    table: &SliderTable<D>,
    method: &Method,
    observer: &O,
) -> Result<Answer, SymbolicError> {
    let space = &table.space;
    let layers = layers(table)?;
    let highest = table.drops_of.iter().map(|(value, _)| weight(*value)).max().unwrap_or(1);
    let nothing = space.empty();
    // The positions of the sums above from which Slider does not get there, the nearest first.
    let mut lost: Vec<Set<D>> = vec![nothing.clone(); highest];
    let mut states = [BigUint::ZERO, BigUint::ZERO];
    let mut forced = false;
    for (sum, layer) in layers.iter().enumerate().rev() {
        let boards = space.and(layer, &table.universe)?;
        let roomy = space.and(layer, &table.roomy)?;
        let mut escapes = nothing.clone();
        for (value, drops) in &table.drops_of {
            let lost = &lost[weight(*value) - 1];
            let here = preimage_within(space, lost, drops, &roomy)?;
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
        let line = Some(format!("sum {}", 2 * sum));
        let step = (layers.len() - sum) as u64;
        observe(space, observer, line, [positions, &afterstates], step)?;
        forced = sum == 0 && space.and(&after, &table.start)? != nothing;
        lost.insert(0, loses);
        lost.truncate(highest);
    }
    let iterations = layers.len() as u64;
    Ok(Answer { forced, states: method.strong.then_some(states), iterations, peak_nodes: 0 })
}

/// The boards of every sum, up to the largest that the universe has.
pub(super) fn layers<D: Diagram>(table: &SliderTable<D>) -> Result<Vec<Set<D>>, SymbolicError> {
    let space = &table.space;
    let nothing = space.empty();
    let mut layers = vec![space.full()];
    for &cell in table.code.cells().iter().rev() {
        let most = layers.len() - 1 + weight(table.code.goal - 1);
        let mut more = vec![nothing.clone(); most + 1];
        for value in 0..table.code.goal {
            let has_it = table.one_of(cell, &[value])?;
            for (sum, layer) in layers.iter().enumerate() {
                if *layer != nothing {
                    let target = &mut more[sum + weight(value)];
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
