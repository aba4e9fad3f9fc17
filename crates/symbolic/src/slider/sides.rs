//! The sweep by tile sum, with boards told apart by the last slide.
//!
//! After a slide all tiles lie against a side of the board, and a drop adds one. So it is enough to
//! know which boards that lie against the left side Slider wins: those at the right side are their
//! mirror images, and on a square board the others are their transposes. This keeps sets small, and
//! where the board is a square no vertical slide is ever undone: it is a horizontal one of the
//! transpose.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Part, Player, image, preimage_within};
use crate::space::{Relation, Set, Space};

use super::line;
use super::question::{Answer, Method};
use super::sums::{layers, weight};
use super::symmetry::{each_line, images, images_within, known};
use super::table::SliderTable;

/// The boards that lie against the first cells of their rows, or of their columns.
struct Side<'a, D: Diagram> {
    /// The slides to this side.
    towards: &'a Part<D>,
    /// Leads to the boards whose mirror images a slide turns into a board of this side.
    unslide_mirrored: Vec<Relation>,
    /// Turns the board round, to the opposite side.
    mirror: &'a [Relation],
    /// Boards with room for a tile after a slide to this side.
    slid: Set<D>,
    /// Boards after a drop on those.
    dropped: Set<D>,
    /// Those from which no slide makes the wanted tile.
    open: Set<D>,
    /// Of the open boards at this side those that a slide to it changes, and a slide away from it.
    moving: [Set<D>; 2],
    /// Of the open boards at the side that shares a corner with this one, those that a slide to
    /// this side changes.
    crossing: Set<D>,
}

/// All that is known about boards by their sides.
struct Sides<'a, D: Diagram> {
    table: &'a SliderTable<D>,
    /// The left side, and the upper one if it is not the same.
    sides: Vec<Side<'a, D>>,
    /// Exchanges rows and columns, if there are as many.
    transpose: Option<&'a [Relation]>,
}

pub(super) fn prove<D: Diagram, O: Observer + ?Sized>(
    table: &SliderTable<D>,
    method: &Method,
    observer: &O,
) -> Result<Answer, SymbolicError> {
    let space = &table.space;
    let sides = Sides::new(table)?;
    let layers = layers(table)?;
    let highest = table.drops_of.iter().map(|(value, _)| weight(*value)).max().unwrap_or(1);
    let nothing = space.empty();
    // For every side the positions of the sums above from which Slider does not get there, the
    // nearest first.
    let mut lost: Vec<Vec<Set<D>>> = vec![vec![nothing.clone(); highest]; sides.sides.len()];
    let mut states = [BigUint::ZERO, BigUint::ZERO];
    let mut forced = false;
    for (sum, layer) in layers.iter().enumerate().rev() {
        let mut after = Vec::new();
        for (side, lost) in sides.sides.iter().zip(&lost) {
            let mut escapes = nothing.clone();
            for (value, drops) in &table.drops_of {
                let lost = &lost[weight(*value) - 1];
                let here = preimage_within(space, lost, drops, &side.slid)?;
                escapes = space.or(&escapes, &here)?;
            }
            after.push(space.minus(&space.and(layer, &side.slid)?, &escapes)?);
        }
        let wins = sides.before(&after)?;
        for ((side, lost), wins) in sides.sides.iter().zip(&mut lost).zip(&wins) {
            lost.insert(0, space.minus(&space.and(layer, &side.open)?, wins)?);
            lost.truncate(highest);
        }
        if method.strong {
            let [positions, afterstates] = sides.all_of(method.side, layer, &lost, &after)?;
            states[0] += space.count(&positions);
            states[1] += space.count(&afterstates);
        }
        let line = Some(format!("sum {}", 2 * sum));
        let step = (layers.len() - sum) as u64;
        let (mut positions, mut afterstates) = (lost[0][0].clone(), after[0].clone());
        if observer.is_curious() {
            let side = &sides.sides[0];
            match method.side {
                Player::First => {
                    positions = space.minus(&space.and(layer, &side.dropped)?, &positions)?;
                }
                Player::Second => {
                    afterstates = space.minus(&space.and(layer, &side.slid)?, &afterstates)?;
                }
            }
        }
        observe(space, observer, line, [&positions, &afterstates], step)?;
        forced = sum == 0 && space.and(&after[0], &table.start)? != nothing;
    }
    let iterations = layers.len() as u64;
    Ok(Answer { forced, states: method.strong.then_some(states), iterations, peak_nodes: 0 })
}

impl<'a, D: Diagram> Sides<'a, D> {
    fn new(table: &'a SliderTable<D>) -> Result<Sides<'a, D>, SymbolicError> {
        let space = &table.space;
        let symmetry = &table.symmetry;
        let transpose = symmetry.transpose.as_deref();
        let [up, down, left, right] = &table.slides[..] else {
            unreachable!("there are four directions");
        };
        let mut axes = vec![(left, right, table.code.rows(), &symmetry.across_rows)];
        if transpose.is_none() {
            axes.push((up, down, table.code.columns(), &symmetry.across_columns));
        }
        let mut sides = Vec::new();
        for (towards, away, lines, mirror) in axes {
            let range = towards.range.as_ref().unwrap_or(&table.roomy);
            let slid = space.and(range, &table.roomy)?;
            let all_drops = image(space, &slid, &table.drops)?;
            let dropped = space.and(&all_drops, &table.universe)?;
            let open = space.minus(&dropped, &table.ready)?;
            let moving = [changed(space, &open, towards)?, changed(space, &open, away)?];
            let turned = |line: &[u8]| -> Vec<u8> { line.iter().rev().copied().collect() };
            let unslide_mirrored = each_line(&table.code, &lines, |line| {
                Some((line::slide(line, table.code.goal)?, turned(line)))
            });
            let unslide_mirrored = known(space, unslide_mirrored);
            let crossing = space.empty();
            sides.push(Side {
                towards,
                unslide_mirrored,
                mirror,
                slid,
                dropped,
                open,
                moving,
                crossing,
            });
        }
        for number in 0..sides.len() {
            let others = match transpose {
                Some(swaps) => images(space, &sides[0].open, swaps)?,
                None => sides[1 - number].open.clone(),
            };
            sides[number].crossing = changed(space, &others, sides[number].towards)?;
        }
        Ok(Sides { table, sides, transpose })
    }

    /// For every side its open boards from which a slide leads to boards that are given by sides.
    fn before(&self, after: &[Set<D>]) -> Result<Vec<Set<D>>, SymbolicError> {
        let space = &self.table.space;
        let mut along = Vec::new();
        let mut across = Vec::new();
        for (side, after) in self.sides.iter().zip(after) {
            let towards = side.towards.before(space, after, &side.moving[0])?;
            // A slide away from the side mirrors one to it.
            let away = images_within(space, after, &side.unslide_mirrored, &side.moving[1])?;
            along.push(space.or(&towards, &away)?);
            // The boards at the other side are their own mirror images, all of them together.
            let crossing = side.towards.before(space, after, &side.crossing)?;
            let mirrored = images(space, &crossing, side.mirror)?;
            across.push(space.or(&crossing, &mirrored)?);
        }
        match self.transpose {
            Some(swaps) => across[0] = images(space, &across[0], swaps)?,
            None => across.reverse(),
        }
        along.iter().zip(&across).map(|(along, across)| space.or(along, across)).collect()
    }

    /// The positions and afterstates of a layer that a player wins, at whatever side they lie.
    fn all_of(
        &self,
        player: Player,
        layer: &Set<D>,
        lost: &[Vec<Set<D>>],
        after: &[Set<D>],
    ) -> Result<[Set<D>; 2], SymbolicError> {
        let space = &self.table.space;
        let mut all = [space.empty(), space.empty()];
        for ((side, lost), after) in self.sides.iter().zip(lost).zip(after) {
            let here = match player {
                Player::First => {
                    let positions = space.and(layer, &side.dropped)?;
                    [space.minus(&positions, &lost[0])?, after.clone()]
                }
                Player::Second => {
                    let afterstates = space.and(layer, &side.slid)?;
                    [lost[0].clone(), space.minus(&afterstates, after)?]
                }
            };
            for (all, here) in all.iter_mut().zip(here) {
                let both = space.or(&here, &images(space, &here, side.mirror)?)?;
                *all = space.or(all, &both)?;
            }
        }
        if let Some(swaps) = self.transpose {
            for all in &mut all {
                *all = space.or(all, &images(space, all, swaps)?)?;
            }
        }
        Ok(all)
    }
}

/// The boards of a set that a kind of slide changes.
fn changed<D: Diagram>(
    space: &Space<D>,
    boards: &Set<D>,
    part: &Part<D>,
) -> Result<Set<D>, SymbolicError> {
    match &part.idle {
        Some(idle) => space.minus(boards, idle),
        None => Ok(boards.clone()),
    }
}
