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
use crate::transducer::Transducer;

use super::line;
use super::question::{Answer, Method};
use super::sums::{layers, weight};
use super::table::{FEW_STATES, SliderTable, directions, rewrite};

/// The boards that lie against the first cells of their rows, or of their columns.
struct Side<'a, D: Diagram> {
    /// Slides towards this side and away from it, each with the boards from which it may be made.
    slides: [(&'a Part<D>, Set<D>); 2],
    /// Turns the board round, to the opposite side.
    mirror: Vec<Relation>,
    /// Boards with room for a tile after a slide to this side.
    slid: Set<D>,
    /// Boards after a drop on those.
    dropped: Set<D>,
    /// Those from which no slide makes the wanted tile.
    open: Set<D>,
}

/// All that is known about boards by their sides.
struct Sides<'a, D: Diagram> {
    table: &'a SliderTable<D>,
    /// The left side, and the upper one if it is not the same.
    sides: Vec<Side<'a, D>>,
    /// Exchanges rows and columns, if there are as many.
    transpose: Option<Transpose<D>>,
}

struct Transpose<D: Diagram> {
    swaps: Vec<Relation>,
    /// The open boards of the upper side.
    open: Set<D>,
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
        observe(space, observer, line, [&lost[0][0], &after[0]], step)?;
        forced = sum == 0 && space.and(&after[0], &table.start)? != nothing;
    }
    let iterations = layers.len() as u64;
    Ok(Answer { forced, states: method.strong.then_some(states), iterations, peak_nodes: 0 })
}

impl<'a, D: Diagram> Sides<'a, D> {
    fn new(table: &'a SliderTable<D>) -> Result<Sides<'a, D>, SymbolicError> {
        let space = &table.space;
        let shape = table.code.shape;
        let is_square = shape.rows() == shape.columns();
        let [up, down, left, right] = &table.slides[..] else {
            unreachable!("there are four directions");
        };
        let [up_lines, _, left_lines, _] = directions(shape);
        let mut axes = vec![(left, right, left_lines)];
        if !is_square {
            axes.push((up, down, up_lines));
        }
        let mut sides = Vec::new();
        for (towards, away, lines) in axes {
            let range = towards.range.as_ref().unwrap_or(&table.roomy);
            let slid = space.and(range, &table.roomy)?;
            let all_drops = image(space, &slid, &table.drops)?;
            let dropped = space.and(&all_drops, &table.universe)?;
            let open = space.minus(&dropped, &table.ready)?;
            let slides = [towards, away].map(|part| (part, space.empty()));
            let mirror = mirror(table, &lines);
            sides.push(Side { slides, mirror, slid, dropped, open });
        }
        let mut worth = space.empty();
        for side in &sides {
            worth = space.or(&worth, &side.open)?;
        }
        let mut transpose = None;
        if is_square {
            let swaps = swaps(table);
            let open = images(space, &sides[0].open, &swaps)?;
            worth = space.or(&worth, &open)?;
            transpose = Some(Transpose { swaps, open });
        }
        for (part, from) in sides.iter_mut().flat_map(|side| &mut side.slides) {
            *from = match &part.idle {
                Some(idle) => space.minus(&worth, idle)?,
                None => worth.clone(),
            };
        }
        Ok(Sides { table, sides, transpose })
    }

    /// For every side its open boards from which a slide leads to boards that are given by sides.
    fn before(&self, after: &[Set<D>]) -> Result<Vec<Set<D>>, SymbolicError> {
        let space = &self.table.space;
        let mut all = space.empty();
        for (side, after) in self.sides.iter().zip(after) {
            let mirrored = images(space, after, &side.mirror)?;
            for ((part, from), goals) in side.slides.iter().zip([after, &mirrored]) {
                all = space.or(&all, &part.before(space, goals, from)?)?;
            }
        }
        let mut wins = Vec::new();
        for side in &self.sides {
            let mut here = space.and(&all, &side.open)?;
            if let Some(transpose) = &self.transpose {
                let there = space.and(&all, &transpose.open)?;
                here = space.or(&here, &images(space, &there, &transpose.swaps)?)?;
            }
            wins.push(here);
        }
        Ok(wins)
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
                let both = space.or(&here, &images(space, &here, &side.mirror)?)?;
                *all = space.or(all, &both)?;
            }
        }
        if let Some(transpose) = &self.transpose {
            for all in &mut all {
                *all = space.or(all, &images(space, all, &transpose.swaps)?)?;
            }
        }
        Ok(all)
    }
}

/// One relation after the other.
fn images<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    relations: &[Relation],
) -> Result<Set<D>, SymbolicError> {
    relations.iter().try_fold(set.clone(), |set, relation| space.image(&set, relation))
}

/// Turns lines round.
fn mirror<D: Diagram>(table: &SliderTable<D>, lines: &[Vec<usize>]) -> Vec<Relation> {
    let mut steps: Vec<Transducer> = Vec::new();
    for line in lines {
        let turned = rearrange(table, line, |values| values.iter().rev().copied().collect());
        let joined = steps.last().and_then(|last| last.beside(&turned, FEW_STATES));
        match joined {
            Some(joined) => *steps.last_mut().expect("it was joined") = joined,
            None => steps.push(turned),
        }
    }
    steps.into_iter().map(|step| table.space.relation(step)).collect()
}

/// Exchanges every cell with the one on the other side of the diagonal.
fn swaps<D: Diagram>(table: &SliderTable<D>) -> Vec<Relation> {
    let size = table.code.shape.rows();
    let pairs = (0..size).flat_map(|row| (row + 1..size).map(move |column| (row, column)));
    let swap = |(row, column): (usize, usize)| {
        let cells = [row * size + column, column * size + row];
        let swap = rearrange(table, &cells, |values| vec![values[1], values[0]]);
        table.space.relation(swap)
    };
    pairs.map(swap).collect()
}

/// Puts the values of some cells elsewhere among them.
fn rearrange<D: Diagram>(
    table: &SliderTable<D>,
    cells: &[usize],
    order: impl Fn(&[u8]) -> Vec<u8>,
) -> Transducer {
    let all = line::all(cells.len(), table.code.goal);
    Transducer::of(all.map(|before| rewrite(&table.code, cells, &before, &order(&before))))
}
