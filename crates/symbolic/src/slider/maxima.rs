//! The sweep of Edixhoven 2019: line (k, l) holds the boards with exactly l tiles of rank k and
//! none above. Play leads from a line to itself, to one with more tiles of rank k, or to one with
//! a larger k; so lines are done from the largest k on, and from many tiles to few.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Player, SymbolicGame, preimage_within};
use crate::space::Set;

use super::problem::{Answer, Method};
use super::table::{SliderTable, at_least};

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
    // Of the lines that spawns may lead to: positions that Slider does not win.
    let mut lost_below = nothing.clone();
    let mut states = [BigUint::ZERO, BigUint::ZERO];
    let mut iterations = 0;
    let mut forced = false;
    for rank in (0..table.tiles().target).rev() {
        for (count, line) in lines(table, rank)?.into_iter().enumerate().rev() {
            // Without any tile there is one line only, the empty board.
            if (rank > 0 && count == 0) || (rank == 0 && count != table.code.shape.cells()) {
                continue;
            }
            let boards = space.and(&line, &table.universe)?;
            let roomy = space.and(&line, &table.roomy)?;
            if boards == nothing && roomy == nothing {
                continue;
            }
            let mut wins = space.and(&known, &boards)?;
            let mut after = nothing.clone();
            let name = format!("({rank},{count})");
            loop {
                let lost = space.or(&space.minus(&boards, &wins)?, &lost_below)?;
                let mut escapes = nothing.clone();
                for (_, spawns) in &table.spawns_of {
                    let here = preimage_within(space, &lost, spawns, &roomy)?;
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
            // Above the highest tile that spawns, spawns stay in their line.
            if rank <= table.tiles().highest_spawn() {
                lost_below = space.or(&lost_below, &space.minus(&boards, &wins)?)?;
            }
            forced |= space.and(&after, &table.start)? != nothing;
        }
    }
    Ok(Answer::of(forced, method.strong.then_some(states), iterations))
}

/// The boards without a tile above `rank`, by the number of tiles that have it.
fn lines<D: Diagram>(table: &SliderTable<D>, rank: u8) -> Result<Vec<Set<D>>, SymbolicError> {
    let space = &table.space;
    let cells = table.code.cells();
    let mut low = space.full();
    let mut here = Vec::new();
    for &cell in &cells {
        let below: Vec<u8> = (0..=rank).collect();
        low = space.and(&low, &table.one_of(cell, &below)?)?;
        here.push(table.one_of(cell, &[rank])?);
    }
    let counts = at_least(space, &here, cells.len() + 1)?;
    counts.windows(2).map(|pair| space.and(&low, &space.minus(&pair[0], &pair[1])?)).collect()
}
