//! The game itself: moves, sets and the board it begins with.

use std::collections::HashSet;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::game::{Moves, Part, Player, SymbolicGame, image, preimage_within};
use crate::space::{Resources, Set, Space};
use crate::transducer::Transducer;

use super::encoding::Code;
use super::line;
use super::question::{Constraint, Question};
use super::symmetry::{Symmetry, each_line, rewrite};

/// Where the slides to the left are among all slides.
const LEFT: std::ops::Range<usize> = 2..3;

/// Slider against Dropper in some space. Slider is the first player, and Dropper begins.
pub struct SliderTable<D: Diagram> {
    pub(super) space: Space<D>,
    pub(super) code: Code,
    pub(super) symmetry: Symmetry,
    /// A part for each direction: up, down, left and right.
    pub(super) slides: Moves<D>,
    /// All drops.
    pub(super) drops: Moves<D>,
    /// For every value that may be dropped, its drops.
    pub(super) drops_of: Vec<(u8, Moves<D>)>,
    /// All boards.
    pub(super) universe: Set<D>,
    /// Boards with an empty cell.
    pub(super) roomy: Set<D>,
    /// Boards from which some slide makes the wanted tile.
    pub(super) ready: Set<D>,
    /// Boards on which no slide changes anything.
    dead: Set<D>,
    /// The empty board.
    pub(super) start: Set<D>,
    nothing: Set<D>,
}

impl<D: Diagram> SliderTable<D> {
    /// Encodes the game of a question, with a constraint that need not be the one asked for.
    pub(super) fn new(
        question: &Question,
        constraint: Constraint,
        resources: Resources,
    ) -> Result<SliderTable<D>, SymbolicError> {
        let method = &question.method;
        let code = Code::new(question.shape, question.value, method.encoding, method.order);
        let space: Space<D> = Space::new(code.variables(), resources);
        let cells = code.cells();
        let values = |wanted: &dyn Fn(u8) -> bool| -> Vec<u8> {
            (0..question.value).filter(|&value| wanted(value)).collect()
        };
        // Cells from the last to the first: what is there already lies below what is added.
        let mut universe = space.full();
        let mut full = space.full();
        for &cell in cells.iter().rev() {
            universe = space.and(&one_of(&space, &code, cell, &values(&|_| true))?, &universe)?;
            full = space.and(&one_of(&space, &code, cell, &values(&|value| value > 0))?, &full)?;
        }
        if constraint != Constraint::None {
            universe = space.and(&universe, &plausible(&space, &code, &question.drops)?)?;
        }
        let mut roomy = space.minus(&universe, &full)?;

        let mut slides = Vec::new();
        let mut slid = space.empty();
        let mut ready = space.empty();
        let mut dead = space.full();
        for lines in directions(&code) {
            let Slides { part, makes } = Slides::new(&space, &code, &lines)?;
            dead = space.and(&dead, part.idle.as_ref().unwrap_or(&dead))?;
            slid = space.or(&slid, part.range.as_ref().unwrap_or(&slid))?;
            ready = space.or(&ready, &makes)?;
            slides.push(part);
        }
        let drop = |value: u8| {
            let rewrites = cells.iter().map(|&cell| rewrite(&code, &[cell], &[0], &[value]));
            Part::new(&space, Transducer::of(rewrites))
        };
        let drops_of: Vec<(u8, Moves<D>)> =
            question.drops.iter().map(|&value| (value, vec![drop(value)])).collect();
        let drops: Moves<D> = drops_of.iter().flat_map(|(_, moves)| moves.clone()).collect();
        if constraint == Constraint::LastMove {
            roomy = space.and(&roomy, &slid)?;
            universe = space.and(&universe, &image(&space, &roomy, &drops)?)?;
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
            drops,
            drops_of,
            universe,
            roomy,
            ready,
            dead,
            start,
            nothing,
        })
    }

    /// Boards in which a cell has one of some values.
    pub(super) fn one_of(&self, cell: usize, values: &[u8]) -> Result<Set<D>, SymbolicError> {
        one_of(&self.space, &self.code, cell, values)
    }
}

/// The slides of all lines of a board to their first cells.
pub(super) struct Slides<D: Diagram> {
    /// Those that do not make the wanted tile.
    pub(super) part: Part<D>,
    /// Boards on which they make it.
    makes: Set<D>,
}

impl<D: Diagram> Slides<D> {
    pub(super) fn new(
        space: &Space<D>,
        code: &Code,
        lines: &[Vec<usize>],
    ) -> Result<Slides<D>, SymbolicError> {
        // Lines that make the wanted tile have no part in it.
        let steps =
            each_line(code, lines, |line| Some((line.to_vec(), line::slide(line, code.goal)?)));
        let mut idle = space.full();
        let mut range = space.full();
        let mut makes = space.empty();
        for line in lines {
            let still = |values: &[u8]| line::slide(values, code.goal).as_deref() == Some(values);
            idle = space.and(&idle, &lines_with(space, code, line, still)?)?;
            let made: HashSet<Vec<u8>> = line::all(line.len(), code.goal)
                .filter_map(|values| line::slide(&values, code.goal))
                .collect();
            let is_made = |values: &[u8]| made.contains(values);
            range = space.and(&range, &lines_with(space, code, line, is_made)?)?;
            let makes_it = |values: &[u8]| line::slide(values, code.goal).is_none();
            makes = space.or(&makes, &lines_with(space, code, line, makes_it)?)?;
        }
        let (idle, range) = (Some(idle), Some(range));
        Ok(Slides { part: Part { idle, range, ..Part::steps(space, steps) }, makes })
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
    let lines = line::all(cells.len(), code.goal).filter(|values| wanted(values));
    let words =
        lines.map(|values| code.write_line(cells, &values).iter().map(|bit| bit.1).collect());
    space.words(&variables, words)
}

fn one_of<D: Diagram>(
    space: &Space<D>,
    code: &Code,
    cell: usize,
    values: &[u8],
) -> Result<Set<D>, SymbolicError> {
    lines_with(space, code, &[cell], |line| values.contains(&line[0]))
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

/// Boards that Corollary 7 of Edixhoven 2019 allows: a tile of value k needs k - 1 cells that are
/// empty or lower. Where higher tiles than those of value 1 are dropped, it needs fewer.
fn plausible<D: Diagram>(
    space: &Space<D>,
    code: &Code,
    drops: &[u8],
) -> Result<Set<D>, SymbolicError> {
    let head_start = drops.iter().copied().max().unwrap_or(1);
    let cells = code.cells();
    let mut all = space.full();
    for value in 1..code.goal {
        let needed = usize::from(value.saturating_sub(head_start));
        let mut absent = space.full();
        let mut lower = Vec::new();
        for &cell in &cells {
            let below: Vec<u8> = (0..value).collect();
            lower.push(one_of(space, code, cell, &below)?);
            absent = space.minus(&absent, &one_of(space, code, cell, &[value])?)?;
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
            Player::Second => &self.drops,
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
