//! The sweep of Edixhoven 2019: line (k, l) holds the boards with exactly l tiles of value k and
//! none above. Play leads from a line to itself, to one with more tiles of value k, or to one with
//! a larger k; so lines are done from the largest k on, and from many tiles to few.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Player, SymbolicGame, preimage_within};
use crate::space::Set;

use super::question::{Answer, Method};
use super::table::{SliderTable, at_least};

/// Drops reach tiles of value 2 at most: from line (3, 1) on they stay in their line.
const DROPS_STAY: u8 = 3;

pub(super) fn prove<D: Diagram, O: Observer + ?Sized>(
    table: &SliderTable<D>,
    method: &Method,
    observer: &O,
) -> Result<Answer, SymbolicError> {
    let space = &table.space;
    let nothing = space.empty();
    // Positions that are known to be won by a slide into a line that is done.
    let mut known = table.ready.clone();
    // Positions of lines that are not done.
    let mut todo = table.universe.clone();
    // Of the lines that drops may lead to: positions that Slider does not win.
    let mut lost_below = nothing.clone();
    let mut states = [BigUint::ZERO, BigUint::ZERO];
    let mut iterations = 0;
    let mut forced = false;
    for value in (0..table.code.goal).rev() {
        for (count, line) in lines(table, value)?.into_iter().enumerate().rev() {
            // Without any tile there is one line only, the empty board.
            if (value > 0 && count == 0) || (value == 0 && count != table.code.shape.cells()) {
                continue;
            }
            let boards = space.and(&line, &table.universe)?;
            let roomy = space.and(&line, &table.roomy)?;
            if boards == nothing && roomy == nothing {
                continue;
            }
            let mut wins = space.and(&known, &boards)?;
            let mut after = nothing.clone();
            let name = format!("({value},{count})");
            loop {
                let lost = space.or(&space.minus(&boards, &wins)?, &lost_below)?;
                let mut escapes = nothing.clone();
                for (_, drops) in &table.drops_of {
                    let here = preimage_within(space, &lost, drops, &roomy)?;
                    escapes = space.or(&escapes, &here)?;
                }
                let next = space.minus(&roomy, &escapes)?;
                iterations += 1;
                let is_done = next == after;
                after = next;
                if !is_done {
                    let open = space.minus(&boards, &wins)?;
                    let slides = table.before(Player::First, &after, &open)?;
                    wins = space.or(&wins, &slides)?;
                }
                let (positions, afterstates) = match method.side {
                    Player::First => (wins.clone(), after.clone()),
                    Player::Second => (space.minus(&boards, &wins)?, space.minus(&roomy, &after)?),
                };
                observe(
                    space,
                    observer,
                    Some(name.clone()),
                    [&positions, &afterstates],
                    iterations,
                )?;
                if is_done {
                    if method.strong {
                        states[0] += space.count(&positions);
                        states[1] += space.count(&afterstates);
                    }
                    break;
                }
            }
            todo = space.minus(&todo, &boards)?;
            let slides = table.before(Player::First, &after, &todo)?;
            known = space.minus(&space.or(&known, &slides)?, &boards)?;
            if value <= DROPS_STAY {
                lost_below = space.or(&lost_below, &space.minus(&boards, &wins)?)?;
            }
            forced |= space.and(&after, &table.start)? != nothing;
        }
    }
    Ok(Answer { forced, states: method.strong.then_some(states), iterations, peak_nodes: 0 })
}

/// The boards without a tile above `value`, by the number of tiles that have it.
fn lines<D: Diagram>(table: &SliderTable<D>, value: u8) -> Result<Vec<Set<D>>, SymbolicError> {
    let space = &table.space;
    let cells = table.code.cells();
    let mut low = space.full();
    let mut here = Vec::new();
    for &cell in &cells {
        let below: Vec<u8> = (0..=value).collect();
        low = space.and(&low, &table.one_of(cell, &below)?)?;
        here.push(table.one_of(cell, &[value])?);
    }
    let counts = at_least(space, &here, cells.len() + 1)?;
    counts.windows(2).map(|pair| space.and(&low, &space.minus(&pair[0], &pair[1])?)).collect()
}
