//! Figures about rows of tiles, found by playing them.

use std::collections::BTreeSet;

use twofold_core::{Board, Cell, Direction, Game, Grid, Rules, Shape, Tile, Watch};
use twofold_reach::life::{Edges, LifePattern, World};
use twofold_reach::paint::{DocumentMethod, RowVerdict, Side, build_row};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "largest-in-a-row",
        about: "the largest tile in any row of a `width` that spawns of 2 and 4 next to its ends and slides \
                along it lead to",
        run: |arguments, _| {
            let rows = rows_met(arguments.get("width")?);
            let largest = rows.iter().flatten().copied().max().unwrap_or(0);
            Ok(Computed::exact(1_u64 << largest))
        },
    },
    Computation {
        name: "stacked-rows",
        about: "what comes of building the row 4, 8, …, 2^(n+1) at an edge of an n×n board (`side`) and \
                sliding it away as often as possible: the number of `rows`, the `largest` tile, or the most \
                rows `merged` into the one farthest away (argument `figure`)",
        run: stacked_rows,
    },
    Computation {
        name: "spawns-that-merge",
        about: "the faces of shortest spawns that, with slides along it, let two tiles `face` merge in a \
                `row`",
        run: spawns_that_merge,
    },
    Computation {
        name: "rectangle-states",
        about: "the sets of cells of a square `shape` on which tiles that never merge can slide in exactly \
                one direction, for each edge, those with `rows` filled lines or more",
        run: rectangle_states,
    },
    Computation {
        name: "life-tiles",
        about: "the most different tiles on any of the boards that show `generations` of a Life `pattern` on \
                a `shape` by the method of Catania and Raymond 2024, one or two tiles for each state",
        run: life_tiles,
    },
    Computation {
        name: "most-empty-cells",
        about: "the empty cells of a `shape` when play begins with two tiles",
        run: |arguments, _| {
            let shape: Shape = arguments.get("shape")?;
            Ok(Computed::exact(shape.cells().saturating_sub(2)))
        },
    },
];

/// A row of ranks, slid towards its first cell.
fn slid(row: &[u8]) -> Vec<u8> {
    let mut slid: Vec<u8> = Vec::new();
    let mut open = false;
    for &rank in row.iter().filter(|&&rank| rank > 0) {
        if open && slid.last() == Some(&rank) {
            slid.pop();
            slid.push(rank + 1);
            open = false;
        } else {
            slid.push(rank);
            open = true;
        }
    }
    slid.resize(row.len(), 0);
    slid
}

/// A row of ranks, slid towards its last cell.
pub(super) fn slid_right(row: &[u8]) -> Vec<u8> {
    let mirrored: Vec<u8> = row.iter().rev().copied().collect();
    let mut slid = slid(&mirrored);
    slid.reverse();
    slid
}

/// The row after a slide to either side, if that changes it.
fn slides(row: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let row = row.to_vec();
    [slid(&row), slid_right(&row)].into_iter().filter(move |slid| *slid != row)
}

/// Every row with a tile just spawned, next to either end of what is empty.
fn rows_met(width: usize) -> BTreeSet<Vec<u8>> {
    let mut met = BTreeSet::new();
    let mut open = vec![vec![0; width]];
    while let Some(row) = open.pop() {
        let empty: Vec<usize> = (0..width).filter(|&cell| row[cell] == 0).collect();
        for place in [empty.first(), empty.last()].into_iter().flatten() {
            for rank in [1, 2] {
                let mut spawned: Vec<u8> = row.clone();
                spawned[*place] = rank;
                if met.insert(spawned.clone()) {
                    open.extend(slides(&spawned));
                }
            }
        }
    }
    met
}

fn stacked_rows(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let side: usize = arguments.get("side")?;
    let shape = Shape::new(side, side).map_err(ComputeError::failed)?;
    let game = Game::new(Rules::classic(shape));
    let ranks: Vec<u8> = (2..=side as u8 + 1).collect();
    let RowVerdict::Built(steps) = build_row(&ranks, usize::MAX) else {
        return Err(ComputeError::Missing("a row that can be built"));
    };
    let mut board = Board::new(shape);
    let slide = |board: &Board, direction| {
        let position = game.position(board.clone()).ok()?;
        Some(game.slide(&position, direction)?.afterstate.into_board())
    };
    let (mut rows, mut merged) = (0_u64, 0);
    'rows: loop {
        for step in &steps {
            let mut columns: Vec<usize> = (0..side).collect();
            if step.at == Side::Right {
                columns.reverse();
            }
            let place = columns.into_iter().map(|column| Cell::new(0, column));
            let Some(cell) = place.into_iter().find(|&cell| board.tile(cell) == Tile::EMPTY) else {
                break 'rows;
            };
            board.set(cell, Tile::new(step.rank).ok_or(ComputeError::Missing("side"))?);
            let direction = match step.slide {
                Some(Side::Left) => Direction::Left,
                Some(Side::Right) => Direction::Right,
                None => continue,
            };
            // Of a row that stands at its place already, nothing moves; the next tile goes beside it.
            board = slide(&board, direction).unwrap_or(board);
        }
        let is_built =
            (0..side).all(|column| board.tile(Cell::new(0, column)).rank() == ranks[column]);
        if !is_built {
            return Ok(format!("not built: {board}").into());
        }
        rows += 1;
        let Some(after) = slide(&board, Direction::Down) else { break };
        board = after;
        merged = merged.max(1_u64 << (board.tile(Cell::new(side - 1, 0)).rank() - ranks[0]));
    }
    Ok(Computed::exact(match arguments.text("figure")? {
        "rows" => rows,
        "merged" => merged,
        _ => 1 << board.largest().rank(),
    }))
}

fn spawns_that_merge(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let wrong = |error: std::num::ParseIntError| ComputeError::Argument {
        name: "row",
        error: Box::new(error),
    };
    let faces = arguments
        .text("row")?
        .split(' ')
        .map(|face| if face == "." { Ok(0) } else { face.parse() });
    let faces: Vec<u64> = faces.collect::<Result<_, _>>().map_err(wrong)?;
    let row: Vec<u8> =
        faces.iter().map(|&face| if face == 0 { 0 } else { face.ilog2() as u8 }).collect();
    let rank = arguments.get::<u64>("face")?.ilog2() as u8;
    let count = |row: &[u8]| row.iter().filter(|&&tile| tile > rank).count();
    // Faces spawned so far with the row that they led to; what goes on from a success is not shortest.
    let (mut open, mut found) = (vec![(Vec::<u64>::new(), row)], BTreeSet::new());
    while let Some((spawned, row)) = open.pop() {
        for cell in (0..row.len()).filter(|&cell| row[cell] == 0) {
            for face in [2_u64, 4] {
                let mut next = row.clone();
                next[cell] = face.ilog2() as u8;
                let mut spawned = spawned.clone();
                spawned.push(face);
                // Slides that only bring tiles together may take two of them before anything appears.
                for slid in slides(&next) {
                    let is_merged = count(&slid) > count(&next) || {
                        let more = slides(&slid);
                        more.into_iter().any(|again| count(&again) > count(&next))
                    };
                    match is_merged {
                        true => {
                            found.insert(spawned.clone());
                        }
                        false => open.push((spawned.clone(), slid)),
                    }
                }
            }
        }
    }
    let text =
        |spawned: &Vec<u64>| spawned.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    Ok(found.iter().map(text).collect::<Vec<_>>().join(", ").into())
}

fn rectangle_states(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let shape: Shape = arguments.get("shape")?;
    let lines: usize = arguments.get("rows")?;
    if shape.rows() != shape.columns() || shape.cells() > 16 {
        return Err(ComputeError::Missing("a square shape of up to 16 cells"));
    }
    let cells: Vec<Cell> = shape.iter().collect();
    let mut found = 0;
    for occupied in 1_u32..1 << shape.cells() {
        let is_occupied = |cell: Cell| {
            let place = cells.iter().position(|&other| other == cell);
            place.is_some_and(|place| occupied >> place & 1 == 1)
        };
        let can_slide = |direction: Direction| {
            cells.iter().filter(|&&cell| is_occupied(cell)).any(|&cell| {
                let (row, column) = (cell.row() as i64, cell.column() as i64);
                let (down, right) = match direction {
                    Direction::Up => (-1, 0),
                    Direction::Down => (1, 0),
                    Direction::Left => (0, -1),
                    Direction::Right => (0, 1),
                };
                let (row, column) = (row + down, column + right);
                let is_inside = (0..shape.rows() as i64).contains(&row)
                    && (0..shape.columns() as i64).contains(&column);
                is_inside && !is_occupied(Cell::new(row as usize, column as usize))
            })
        };
        let directions =
            Direction::ALL.into_iter().filter(|&direction| can_slide(direction)).count();
        let is_large = occupied.count_ones() as usize >= lines * shape.columns();
        found += u64::from(directions == 1 && is_large);
    }
    Ok(Computed::exact(found / 4))
}

fn life_tiles(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let shape: Shape = arguments.get("shape")?;
    let pattern: LifePattern = arguments.get("pattern")?;
    let mut world = World::new(shape, Edges::Toroidal, &pattern).map_err(ComputeError::failed)?;
    let mut most = 0;
    for generation in 0..arguments.get::<usize>("generations")? {
        let Some(painting) = DocumentMethod::new().paint(&world.picture()) else {
            return Ok(format!("generation {generation} is not painted").into());
        };
        let ranks: BTreeSet<Tile> =
            painting.board.as_tiles().iter().copied().filter(|&tile| tile != Tile::EMPTY).collect();
        most = most.max(ranks.len());
        world = world.next();
    }
    Ok(Computed::exact(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use twofold_reach::paint::count_rows;

    #[test]
    fn rows_that_are_met_are_as_many_as_those_that_are_counted() {
        for width in 1..=5 {
            let counts = count_rows(width, &()).unwrap();
            assert_eq!(rows_met(width).len() as u64, counts.met, "{width}");
        }
    }

    #[test]
    fn a_row_slides_as_the_rules_say() {
        let shape: Shape = "1x4".parse().unwrap();
        let game = Game::new(Rules::classic(shape));
        for number in 0..256_u32 {
            let row: Vec<u8> = (0..4).map(|cell| (number >> (2 * cell) & 3) as u8).collect();
            let board = Board::from_ranks(shape, &row).unwrap();
            let position = game.position(board).unwrap();
            let left = game.slide(&position, Direction::Left);
            let expected = left.map_or(row.clone(), |slide| {
                slide.afterstate.board().as_tiles().iter().map(|tile| tile.rank()).collect()
            });
            assert_eq!(slid(&row), expected, "{row:?}");
        }
    }
}
