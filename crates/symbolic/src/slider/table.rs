//! The game itself: moves, sets and the board it begins with.

use std::collections::HashSet;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::game::{Moves, Part, Player, SymbolicGame, image, preimage_within};
use crate::space::{Resources, Set, Space};
use crate::transducer::Transducer;

use super::encoding::Code;
use super::line;
use super::problem::{Constraint, SliderProblem};
use super::symmetry::{Symmetry, each_line, rewrite};
use super::tiles::Tiles;

/// Where the slides to the left are among all slides.
const LEFT: std::ops::Range<usize> = 2..3;

/// Slider against Dropper in some space. Slider is the first player, and Dropper begins.
pub struct SliderTable<D: Diagram> {
    pub(super) space: Space<D>,
    pub(super) code: Code,
    pub(super) symmetry: Symmetry,
    /// A part for each direction: up, down, left and right.
    pub(super) slides: Moves<D>,
    /// All spawns.
    pub(super) spawns: Moves<D>,
    /// For every rank that may spawn, its spawns.
    pub(super) spawns_of: Vec<(u8, Moves<D>)>,
    /// All boards.
    pub(super) universe: Set<D>,
    /// Boards with an empty cell.
    pub(super) roomy: Set<D>,
    /// Boards from which some slide makes the target.
    pub(super) ready: Set<D>,
    /// Boards on which no slide changes anything.
    dead: Set<D>,
    /// The empty board.
    pub(super) start: Set<D>,
    nothing: Set<D>,
}

impl<D: Diagram> SliderTable<D> {
    /// Encodes the game of a problem, with a constraint that need not be the one asked for.
    pub(super) fn new(
        problem: &SliderProblem,
        tiles: Tiles,
        constraint: Constraint,
        resources: Resources,
    ) -> Result<SliderTable<D>, SymbolicError> {
        let method = &problem.method;
        let code = Code::new(problem.rules.shape, tiles, method.encoding, method.order);
        let space: Space<D> = Space::new(code.variables(), resources);
        let cells = code.cells();
        let (all, tiles): (Vec<u8>, Vec<u8>) =
            ((0..code.target()).collect(), (1..code.target()).collect());
        // Cells from the last to the first: what is there already lies below what is added.
        let mut universe = space.full();
        let mut full = space.full();
        for &cell in cells.iter().rev() {
            universe = space.and(&one_of(&space, &code, cell, &all)?, &universe)?;
            full = space.and(&one_of(&space, &code, cell, &tiles)?, &full)?;
        }
        if constraint != Constraint::None {
            universe = space.and(&universe, &plausible(&space, &code)?)?;
        }
        let mut roomy = space.minus(&universe, &full)?;

        let mut slides = Vec::new();
        let mut slid = space.empty();
        let mut ready = space.empty();
        let mut dead = space.full();
        for lines in directions(&code) {
            let LineTables { part, makes } = LineTables::new(&space, &code, &lines)?;
            dead = space.and(&dead, part.idle.as_ref().unwrap_or(&dead))?;
            slid = space.or(&slid, part.range.as_ref().unwrap_or(&slid))?;
            ready = space.or(&ready, &makes)?;
            slides.push(part);
        }
        let spawn = |rank: u8| {
            let rewrites = cells.iter().map(|&cell| rewrite(&code, &[cell], &[0], &[rank]));
            Part::new(&space, Transducer::of(rewrites))
        };
        let spawns_of: Vec<(u8, Moves<D>)> =
            code.tiles.spawns.iter().map(|&rank| (rank, vec![spawn(rank)])).collect();
        let spawns: Moves<D> = spawns_of.iter().flat_map(|(_, moves)| moves.clone()).collect();
        if constraint == Constraint::LastMove {
            roomy = space.and(&roomy, &slid)?;
            universe = space.and(&universe, &image(&space, &roomy, &spawns)?)?;
        }
        let ready = space.and(&ready, &universe)?;
        let dead = space.and(&dead, &universe)?;
        let mut empty = code.write_line(&cells, &vec![0; cells.len()]);
        empty.sort_by_key(|bit| bit.0);
        let start = space.state(&empty.iter().map(|bit| bit.1).collect::<Vec<_>>())?;
        let nothing = space.empty();
        let symmetry = Symmetry::new(&space, &code);
        Ok(SliderTable {
            space,
            code,
            symmetry,
            slides,
            spawns,
            spawns_of,
            universe,
            roomy,
            ready,
            dead,
            start,
            nothing,
        })
    }

    /// The tiles below the target.
    pub(super) fn tiles(&self) -> &Tiles {
        &self.code.tiles
    }

    /// What the heaviest tile that spawns counts.
    pub(super) fn heaviest_spawn(&self) -> usize {
        self.tiles().weight(self.tiles().highest_spawn())
    }

    /// Boards in which a cell has one of some ranks.
    pub(super) fn one_of(&self, cell: usize, ranks: &[u8]) -> Result<Set<D>, SymbolicError> {
        one_of(&self.space, &self.code, cell, ranks)
    }
}

/// The slides of all lines of a board to their first cells.
pub(super) struct LineTables<D: Diagram> {
    /// Those that do not make the target.
    pub(super) part: Part<D>,
    /// Boards on which they make it.
    makes: Set<D>,
}

impl<D: Diagram> LineTables<D> {
    pub(super) fn new(
        space: &Space<D>,
        code: &Code,
        lines: &[Vec<usize>],
    ) -> Result<LineTables<D>, SymbolicError> {
        // Lines that make the target have no part in it.
        let steps = each_line(code, lines, |line| Some((line.to_vec(), code.slide(line)?)));
        let mut idle = space.full();
        let mut range = space.full();
        let mut makes = space.empty();
        for line in lines {
            let still = |ranks: &[u8]| code.slide(ranks).as_deref() == Some(ranks);
            idle = space.and(&idle, &lines_with(space, code, line, still)?)?;
            let made: HashSet<Vec<u8>> = line::all(line.len(), code.target())
                .filter_map(|ranks| code.slide(&ranks))
                .collect();
            let is_made = |ranks: &[u8]| made.contains(ranks);
            range = space.and(&range, &lines_with(space, code, line, is_made)?)?;
            let makes_it = |ranks: &[u8]| code.slide(ranks).is_none();
            makes = space.or(&makes, &lines_with(space, code, line, makes_it)?)?;
        }
        let (idle, range) = (Some(idle), Some(range));
        Ok(LineTables { part: Part { idle, range, ..Part::steps(space, steps) }, makes })
    }
}

/// For every direction the lines of the board, each from the cell that tiles slide to.
pub(super) fn directions(code: &Code) -> [Vec<Vec<usize>>; 4] {
    let turned = |lines: &[Vec<usize>]| -> Vec<Vec<usize>> {
        lines.iter().map(|line| line.iter().rev().copied().collect()).collect()
    };
    let (up, left) = (code.columns(), code.rows());
    [up.clone(), turned(&up), left.clone(), turned(&left)]
}

/// Boards in which a line is as wanted.
fn lines_with<D: Diagram>(
    space: &Space<D>,
    code: &Code,
    cells: &[usize],
    wanted: impl Fn(&[u8]) -> bool,
) -> Result<Set<D>, SymbolicError> {
    let variables: Vec<u32> =
        code.write_line(cells, &vec![0; cells.len()]).iter().map(|bit| bit.0).collect();
    let lines = line::all(cells.len(), code.target()).filter(|ranks| wanted(ranks));
    let words = lines.map(|ranks| code.write_line(cells, &ranks).iter().map(|bit| bit.1).collect());
    space.words(&variables, words)
}

fn one_of<D: Diagram>(
    space: &Space<D>,
    code: &Code,
    cell: usize,
    ranks: &[u8],
) -> Result<Set<D>, SymbolicError> {
    lines_with(space, code, &[cell], |line| ranks.contains(&line[0]))
}

/// For every number up to `most`, boards with at least so many cells in their set.
pub(super) fn at_least<D: Diagram>(
    space: &Space<D>,
    sets: &[Set<D>],
    most: usize,
) -> Result<Vec<Set<D>>, SymbolicError> {
    let mut counts = vec![space.empty(); most + 1];
    counts[0] = space.full();
    for set in sets.iter().rev() {
        for number in (1..=most).rev() {
            let more = space.and(set, &counts[number - 1])?;
            counts[number] = space.or(&counts[number], &more)?;
        }
    }
    Ok(counts)
}

/// Boards that have as many empty or lower cells as each of their tiles needs.
fn plausible<D: Diagram>(space: &Space<D>, code: &Code) -> Result<Set<D>, SymbolicError> {
    let cells = code.cells();
    let mut all = space.full();
    for rank in 1..code.target() {
        let needed = code.tiles.lower_cells(rank);
        let mut absent = space.full();
        let mut lower = Vec::new();
        for &cell in &cells {
            let below: Vec<u8> = (0..rank).collect();
            lower.push(one_of(space, code, cell, &below)?);
            absent = space.minus(&absent, &one_of(space, code, cell, &[rank])?)?;
        }
        let enough = at_least(space, &lower, needed)?.swap_remove(needed);
        all = space.and(&all, &space.or(&absent, &enough)?)?;
    }
    Ok(all)
}

impl<D: Diagram> SymbolicGame<D> for SliderTable<D> {
    fn space(&self) -> &Space<D> {
        &self.space
    }

    fn moves(&self, player: Player) -> &Moves<D> {
        match player {
            Player::First => &self.slides,
            Player::Second => &self.spawns,
        }
    }

    fn before(
        &self,
        player: Player,
        set: &Set<D>,
        within: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        match (player, &self.symmetry.transpose) {
            // All sets of a solution are their own mirror images, so one direction is enough.
            (Player::First, Some(transpose)) => {
                let half = preimage_within(&self.space, set, &self.slides[LEFT], within)?;
                self.symmetry.closed(&self.space, &half, transpose)
            }
            _ => preimage_within(&self.space, set, self.moves(player), within),
        }
    }

    fn universe(&self, to_move: Player) -> &Set<D> {
        match to_move {
            Player::First => &self.universe,
            Player::Second => &self.roomy,
        }
    }

    fn start(&self) -> &Set<D> {
        &self.start
    }

    fn first_to_move(&self) -> Player {
        Player::Second
    }

    fn won(&self, winner: Player, to_move: Player) -> &Set<D> {
        match (winner, to_move) {
            (Player::First, Player::First) => &self.ready,
            (Player::Second, Player::First) => &self.dead,
            _ => &self.nothing,
        }
    }
}
