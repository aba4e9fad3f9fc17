//! Play backwards: which slides and spawns can have led to a board.

use std::ops::ControlFlow;

use twofold_core::{Cell, Direction};

use super::plane::Plane;
use super::plane_engine::PlaneEngine;
use super::planes::Planes;

/// What went before a slide: a board that waited for a spawn, the spawn, and the slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before<P, const BITS: usize> {
    /// The board before the spawn: empty, or such as a slide leaves it.
    pub afterstate: Planes<P, BITS>,
    /// The cell into which a tile of rank 1 fell.
    pub spawn: usize,
    /// The slide that followed.
    pub slide: Direction,
}

impl<P: Plane, const BITS: usize> PlaneEngine<P, BITS> {
    /// Whether some slide in a direction leaves this board behind, from any board whatsoever.
    ///
    /// All tiles lie against the border; no two 1s are neighbours along the slide, since they
    /// would have merged; and of two other equal neighbours at least one was just made by a merge,
    /// each of which leaves an empty cell at the end of the line.
    pub fn is_left_by(&self, board: &Planes<P, BITS>, direction: Direction) -> bool {
        if !self.is_aligned(board, direction) {
            return false;
        }
        self.lines_of(direction).all(|line| {
            let (mut gaps, mut merges, mut run, mut last) = (0, 0, 0, 0);
            for index in line {
                let rank = board.rank(index);
                gaps += usize::from(rank == 0);
                run = if rank == last { run + 1 } else { 1 };
                last = rank;
                if rank > 0 && run % 2 == 0 {
                    if rank == 1 {
                        return false;
                    }
                    merges += 1;
                }
            }
            merges <= gaps
        })
    }

    /// The cells of every line along a direction, from the border that tiles slide to.
    pub(super) fn lines_of(
        &self,
        direction: Direction,
    ) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let shape = self.shape();
        let vertical = direction.is_vertical();
        let (count, length) = if vertical {
            (shape.columns(), shape.rows())
        } else {
            (shape.rows(), shape.columns())
        };
        (0..count).map(move |line| {
            (0..length).map(move |step| {
                let along = if direction.is_forward() { length - 1 - step } else { step };
                let cell = if vertical { Cell::new(along, line) } else { Cell::new(line, along) };
                shape.index(cell)
            })
        })
    }

    /// Calls `visit` with everything that can have gone before a board left by a slide, until it
    /// breaks off. What is visited is exact for one slide: each afterstate with its spawn and slide
    /// leads to the board, and is itself empty or left by some slide.
    ///
    /// The same afterstate may be visited more than once, with different spawns and slides.
    pub fn unslide<B>(
        &self,
        board: &Planes<P, BITS>,
        mut visit: impl FnMut(Before<P, BITS>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for slide in Direction::ALL {
            if !self.is_left_by(board, slide) {
                continue;
            }
            for earlier in Direction::ALL {
                Unslider::new(self, board, slide, earlier).run(&mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The search for boards that a slide turns into a given one and that, one tile of rank 1 taken
/// away, were left by an earlier slide. Cells are filled line by line along the slide, from the
/// border on, and lines in the order of the earlier slide, so that alignment prunes early.
struct Unslider<'a, P, const BITS: usize> {
    engine: &'a PlaneEngine<P, BITS>,
    slide: Direction,
    earlier: Direction,
    /// Cells by line, and the ranks that each line must become.
    lines: Vec<(Vec<usize>, Vec<u8>)>,
    /// For each cell, its neighbour towards the border of the earlier slide.
    neighbour: Vec<Option<usize>>,
    board: Planes<P, BITS>,
    before: Planes<P, BITS>,
    afterstate: Planes<P, BITS>,
    spawn: Option<usize>,
}

/// How far a line has been filled.
#[derive(Clone, Copy)]
struct Progress {
    line: usize,
    step: usize,
    /// How many tiles of the result are done.
    done: usize,
    /// Whether the next one has its first half.
    half: bool,
    /// The rank of the last tile if it must not meet its like.
    single: u8,
    /// Whether the line has a tile of the afterstate.
    started: bool,
}

impl Progress {
    fn start_of(line: usize) -> Progress {
        Progress { line, step: 0, done: 0, half: false, single: 0, started: false }
    }
}

impl<'a, P: Plane, const BITS: usize> Unslider<'a, P, BITS> {
    fn new(
        engine: &'a PlaneEngine<P, BITS>,
        board: &Planes<P, BITS>,
        slide: Direction,
        earlier: Direction,
    ) -> Self {
        let shape = engine.shape();
        let mut lines: Vec<_> = engine
            .lines_of(slide)
            .map(|line| {
                let cells: Vec<usize> = line.collect();
                let ranks = cells.iter().map(|&index| board.rank(index));
                let ranks = ranks.take_while(|&rank| rank > 0).collect();
                (cells, ranks)
            })
            .collect();
        if slide.is_vertical() != earlier.is_vertical() && earlier.is_forward() {
            lines.reverse();
        }
        let neighbour = (0..shape.cells()).map(|index| {
            let cell = shape.cell(index);
            let (row, column) = (cell.row(), cell.column());
            let there = match earlier {
                Direction::Up => row.checked_sub(1).map(|row| Cell::new(row, column)),
                Direction::Left => column.checked_sub(1).map(|column| Cell::new(row, column)),
                Direction::Down => Some(Cell::new(row + 1, column)),
                Direction::Right => Some(Cell::new(row, column + 1)),
            };
            there.filter(|&cell| shape.contains(cell)).map(|cell| shape.index(cell))
        });
        Unslider {
            engine,
            slide,
            earlier,
            lines,
            neighbour: neighbour.collect(),
            board: *board,
            before: Planes::EMPTY,
            afterstate: Planes::EMPTY,
            spawn: None,
        }
    }

    fn run<B>(
        &mut self,
        visit: &mut impl FnMut(Before<P, BITS>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.fill(Progress::start_of(0), visit)
    }

    fn fill<B>(
        &mut self,
        at: Progress,
        visit: &mut impl FnMut(Before<P, BITS>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((cells, ranks)) = self.lines.get(at.line) else { return self.finish(visit) };
        let missing = ranks.len() - at.done;
        if at.step == cells.len() {
            return if missing == 0 {
                self.fill(Progress::start_of(at.line + 1), visit)
            } else {
                ControlFlow::Continue(())
            };
        }
        if missing > cells.len() - at.step {
            return ControlFlow::Continue(());
        }
        let index = cells[at.step];
        let next = ranks.get(at.done).copied();
        let opposite = self.earlier == self.slide.opposite();

        // An empty cell; against the far border nothing empty follows a tile.
        if !(opposite && at.started) {
            self.fill(Progress { step: at.step + 1, ..at }, visit)?;
        }
        let Some(result) = next else { return ControlFlow::Continue(()) };
        // A whole tile of the result, or half of one.
        if !at.half && result != at.single {
            let after = Progress { done: at.done + 1, single: result, ..at };
            self.place(index, result, after, visit)?;
        }
        if result > 1 && (at.half || result - 1 != at.single) {
            let half = result - 1;
            let after = if at.half {
                Progress { done: at.done + 1, half: false, single: 0, ..at }
            } else {
                Progress { half: true, single: 0, ..at }
            };
            self.place(index, half, after, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Puts a tile into a cell, as one that was there before the spawn or as the spawn itself.
    fn place<B>(
        &mut self,
        index: usize,
        rank: u8,
        after: Progress,
        visit: &mut impl FnMut(Before<P, BITS>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (before, afterstate) = (self.before, self.afterstate);
        let opposite = self.earlier == self.slide.opposite();
        let next = Progress { step: after.step + 1, ..after };
        self.before = before.with_rank(index, rank);

        // Neighbours along the earlier slide: no gap, and no pair of 1s.
        let towards = if opposite {
            (after.step > 0).then(|| self.lines[after.line].0[after.step - 1])
        } else {
            self.neighbour[index]
        };
        let beside = towards.map(|index| afterstate.rank(index));
        let gap = !opposite && beside == Some(0);
        let pair_of_ones = rank == 1 && beside == Some(1);
        if !gap && !pair_of_ones {
            self.afterstate = afterstate.with_rank(index, rank);
            self.fill(Progress { started: true, ..next }, visit)?;
            self.afterstate = afterstate;
        }
        if rank == 1 && self.spawn.is_none() && !(opposite && after.started) {
            self.spawn = Some(index);
            self.fill(next, visit)?;
            self.spawn = None;
        }
        self.before = before;
        ControlFlow::Continue(())
    }

    fn finish<B>(
        &mut self,
        visit: &mut impl FnMut(Before<P, BITS>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(spawn) = self.spawn else { return ControlFlow::Continue(()) };
        let possible = self.before != self.board
            && (self.afterstate == Planes::EMPTY
                || self.engine.is_left_by(&self.afterstate, self.earlier));
        if !possible {
            return ControlFlow::Continue(());
        }
        debug_assert_eq!(self.engine.slide(self.before, self.slide), Some(self.board));
        visit(Before { afterstate: self.afterstate, spawn, slide: self.slide })
    }
}
