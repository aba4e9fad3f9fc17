//! From how many positions of a tile sum the target cannot be forced: all boards, Slider to move.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::gather::Gathered;
use super::geometry::Geometry;
use super::layer::{Layer, Sides, ones};
use super::pass::Tables;
use super::rows::NONE;
use super::vertical::{Common, Slides};

/// A half with its tiles where they are; rows without gaps stand for all rows with the same tiles.
struct Placement {
    /// What its columns add to the numbers of the board's columns.
    parts: Vec<u16>,
    /// Whether slides to the left and to the right do nothing to it.
    fixed: [bool; 2],
}

/// How many boards each sum has, full or not, with or without gaps.
pub(super) fn boards_by_sum(geometry: &Geometry) -> BTreeMap<u64, u64> {
    let mut boards = BTreeMap::from([(0_u64, 1_u64)]);
    for _ in 0..geometry.shape.cells() {
        let mut more = BTreeMap::new();
        for (sum, count) in boards {
            for face in &geometry.faces {
                *more.entry(sum + face).or_default() += count;
            }
        }
        boards = more;
    }
    boards
}

/// How many positions lead to lost boards of the layer, or to none at all.
pub(super) fn lost(tables: &Tables, layer: &Layer) -> u64 {
    let sides = tables.sides();
    let block = |classes: [usize; 2]| {
        lost_in_block(tables, &sides, layer, classes) * tables.images(classes)
    };
    sides.plan(layer.sum).into_par_iter().map(block).sum()
}

fn lost_in_block(tables: &Tables, sides: &Sides<'_>, layer: &Layer, classes: [usize; 2]) -> u64 {
    let [upper, lower] = [sides.class(0, classes[0]), sides.class(1, classes[1])];
    let mut needed = [vec![false; upper.count], vec![false; upper.count]];
    for place in 0..upper.count {
        let after = [0, 1].map(|direction: usize| upper.slides[direction].after[place]);
        if !after.contains(&NONE) {
            (needed[0][after[0] as usize], needed[1][after[1] as usize]) = (true, true);
        }
    }
    let gathered = Gathered::both(layer, sides, 0, classes, [&needed[0], &needed[1]]);
    let slides = Slides { columns: &tables.columns, sides: *sides, layer };
    // Lower halves with gaps that the tables do not have.
    let moved: Vec<Vec<Placement>> = match tables.geometry.packed {
        true => (0..lower.open)
            .into_par_iter()
            .map(|place| placements(tables, 1, classes[1], place))
            .collect(),
        false => Vec::new(),
    };
    let of_row = |place: usize| {
        let after = [0, 1].map(|direction: usize| upper.slides[direction].after[place]);
        if after.contains(&NONE) {
            return 0;
        }
        let [left, right] =
            [0, 1].map(|direction: usize| gathered[direction].row(after[direction]));
        let mut lost = 0;
        let mut others = Vec::new();
        for own in placements(tables, 0, classes[0], place) {
            others.clear();
            for (word, (&left, &right)) in left.iter().zip(right).enumerate() {
                let fixed = |direction: usize| match own.fixed[direction] {
                    true => lower.slides[direction].fixed[word],
                    false => 0,
                };
                let failing = (left | fixed(0)) & (right | fixed(1));
                others.extend(ones(failing).map(|bit| (64 * word + bit) as u32));
            }
            slides
                .keep_lost(&Common { side: 0, parts: &own.parts, other: classes[1] }, &mut others);
            lost += others.len() as u64;
            for (other, moved) in moved.iter().enumerate() {
                let is_lost = |set: &[u64]| set[other / 64] >> (other % 64) & 1 == 1;
                let fails = [is_lost(left), is_lost(right)];
                // The first placement is that of the tables, which is done.
                for moved in moved.iter().skip(1) {
                    let is_failing = |direction: usize| {
                        fails[direction] || own.fixed[direction] && moved.fixed[direction]
                    };
                    if is_failing(0) && is_failing(1) {
                        lost += u64::from(slides.is_lost(&own.parts, &moved.parts));
                    }
                }
            }
        }
        lost
    };
    (0..upper.count).into_par_iter().map(of_row).sum()
}

/// A half as it stands; if rows have no gaps, then with its tiles moved apart in every way.
fn placements(tables: &Tables, side: usize, class: usize, place: usize) -> Vec<Placement> {
    let (sides, geometry) = (tables.sides(), &tables.geometry);
    let (halves, columns) = (sides.halves[side], geometry.columns);
    let is_fixed = |direction: usize| {
        halves.classes[class].slides[direction].fixed[place / 64] >> (place % 64) & 1 == 1
    };
    let standing = Placement {
        parts: halves.parts(side, class, place).to_vec(),
        fixed: [is_fixed(0), is_fixed(1)],
    };
    if !geometry.packed || place >= halves.classes[class].open {
        return vec![standing];
    }
    // Nothing merges if a slide to the left does nothing.
    let merges = !standing.fixed[0];
    let mut found = vec![Placement { parts: vec![0; columns], fixed: [!merges; 2] }];
    for (row, ranks) in halves.ranks(class, place).chunks_exact(columns).enumerate() {
        let row = if side == 0 { row } else { geometry.rows - 1 - row };
        let weight = geometry.kinds().pow(row as u32) as u16;
        let tiles: Vec<u8> = ranks.iter().copied().filter(|&rank| rank > 0).collect();
        let cells =
            (0_u32..1 << columns).filter(|cells| cells.count_ones() as usize == tiles.len());
        let cells: Vec<u32> = cells.collect();
        let mut longer = Vec::new();
        // The lowest cells come first, in every row: so the first placement is the one without gaps.
        for placement in &found {
            for &cells in &cells {
                let mut parts = placement.parts.clone();
                for (column, &rank) in ones(cells.into()).zip(&tiles) {
                    parts[column] += u16::from(rank) * weight;
                }
                let at_left = cells.trailing_ones() as usize == tiles.len();
                let at_right = (cells << (32 - columns)).leading_ones() as usize == tiles.len();
                let fixed = [placement.fixed[0] && at_left, placement.fixed[1] && at_right];
                longer.push(Placement { parts, fixed });
            }
        }
        found = longer;
    }
    found
}
