//! The sweep by tile sum, with boards told apart by the last slide.
//!
//! After a slide all tiles lie against a side of the board, and a spawn adds one. So it is enough to
//! know which boards that lie against the left side Slider wins: those at the right side are their
//! mirror images. Boards at the upper side are transposed, to the left side of a board that has rows
//! for columns: the same board if it is a square, else one with variables of its own order. This
//! keeps sets small, and no vertical slide is ever undone: it is a horizontal one of the transpose.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{Part, Player, image, preimage_within};
use crate::space::{Relation, Set, Space};

use super::encoding::Code;
use super::problem::{Answer, Method};
use super::sums::layers;
use super::symmetry::{each_line, images, images_within, known, mirror, transposition};
use super::table::{LineTables, SliderTable, directions};

/// The boards that lie against their left side.
struct Side<D: Diagram> {
    /// The slides to this side.
    towards: Part<D>,
    /// Leads to the boards whose mirror images a slide turns into a board of this side.
    unslide_mirrored: Vec<Relation>,
    /// Turns the board round, to the opposite side.
    mirror: Vec<Relation>,
    /// Leads to the transposes.
    transpose: Vec<Relation>,
    /// Boards with room for a tile after a slide to this side.
    slid: Set<D>,
    /// Boards after a spawn on those.
    spawned: Set<D>,
    /// Those from which no slide makes the target.
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
    /// The left side, and that of the transposed board if it has another shape.
    sides: Vec<Side<D>>,
}

pub(super) fn prove<D: Diagram, O: Observer + ?Sized>(
    table: &SliderTable<D>,
    method: &Method,
    observer: &O,
) -> Result<Answer, SymbolicError> {
    let space = &table.space;
    let sides = Sides::new(table)?;
    let layers = layers(table)?;
    let highest = table.heaviest_spawn();
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
            for (rank, spawns) in &table.spawns_of {
                let lost = &lost[table.tiles().weight(*rank) - 1];
                let here = preimage_within(space, lost, spawns, &side.slid)?;
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
        let line = Some(format!("sum {}", table.tiles().unit * sum as u64));
        let step = (layers.len() - sum) as u64;
        let (mut positions, mut afterstates) = (lost[0][0].clone(), after[0].clone());
        if observer.is_curious() {
            let side = &sides.sides[0];
            match method.side {
                Player::First => {
                    positions = space.minus(&space.and(layer, &side.spawned)?, &positions)?;
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
    Ok(Answer::of(forced, method.strong.then_some(states), iterations))
}

impl<D: Diagram> Side<D> {
    /// The left side of boards written with a code; `ready` are those from which some slide makes
    /// the wanted tile.
    fn new(table: &SliderTable<D>, code: &Code, ready: &Set<D>) -> Result<Side<D>, SymbolicError> {
        let space = &table.space;
        let [_, _, left, right] = directions(code);
        let towards = LineTables::new(space, code, &left)?.part;
        let away = LineTables::new(space, code, &right)?.part;
        let range = towards.range.as_ref().unwrap_or(&table.roomy);
        // Sums, spawns and Corollary 7 are the same for every order of cells.
        let slid = space.and(range, &table.roomy)?;
        let spawned = space.and(&image(space, &slid, &table.spawns)?, &table.universe)?;
        let open = space.minus(&spawned, ready)?;
        let moving = [changed(space, &open, &towards)?, changed(space, &open, &away)?];
        let turned = |line: &[u8]| -> Vec<u8> { line.iter().rev().copied().collect() };
        let unslide_mirrored =
            each_line(code, &code.rows(), |line| Some((code.slide(line)?, turned(line))));
        Ok(Side {
            towards,
            unslide_mirrored: known(space, unslide_mirrored),
            mirror: known(space, mirror(code)),
            transpose: known(space, transposition(code, &code.transposed())),
            slid,
            spawned,
            open,
            moving,
            crossing: space.empty(),
        })
    }
}

impl<'a, D: Diagram> Sides<'a, D> {
    fn new(table: &'a SliderTable<D>) -> Result<Sides<'a, D>, SymbolicError> {
        let space = &table.space;
        let code = &table.code;
        let mut sides = vec![Side::new(table, code, &table.ready)?];
        if !code.shape.is_square() {
            let ready = images(space, &table.ready, &sides[0].transpose)?;
            sides.push(Side::new(table, &code.transposed(), &ready)?);
        }
        let transposed: Vec<Set<D>> = sides
            .iter()
            .map(|side| images(space, &side.open, &side.transpose))
            .collect::<Result<_, _>>()?;
        for (side, others) in sides.iter_mut().zip(transposed.iter().rev()) {
            side.crossing = changed(space, others, &side.towards)?;
        }
        Ok(Sides { table, sides })
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
            let mirrored = images(space, &crossing, &side.mirror)?;
            across.push(images(space, &space.or(&crossing, &mirrored)?, &side.transpose)?);
        }
        let across = across.iter().rev();
        along.iter().zip(across).map(|(along, across)| space.or(along, across)).collect()
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
        for (number, side) in self.sides.iter().enumerate() {
            let (lost, after) = (&lost[number], &after[number]);
            let here = match player {
                Player::First => {
                    let positions = space.and(layer, &side.spawned)?;
                    [space.minus(&positions, &lost[0])?, after.clone()]
                }
                Player::Second => {
                    let afterstates = space.and(layer, &side.slid)?;
                    [lost[0].clone(), space.minus(&afterstates, after)?]
                }
            };
            for (all, here) in all.iter_mut().zip(here) {
                let both = space.or(&here, &images(space, &here, &side.mirror)?)?;
                // Boards at the upper side are transposes of those at the left one.
                if number == 0 {
                    *all = space.or(all, &both)?;
                }
                if number + 1 == self.sides.len() {
                    *all = space.or(all, &images(space, &both, &side.transpose)?)?;
                }
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
