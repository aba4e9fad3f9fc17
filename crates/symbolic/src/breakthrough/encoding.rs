//! The encoding of de Vink 2021, without a variable for the turn.
//!
//! Every cell has two variables: 00 is empty, 01 a pawn of White, 10 a pawn of Black. White is the
//! first player.

use twofold_breakthrough::{Baseline, Breakthrough, Position, Side};

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::game::{ByTurn, LastMoves, Moves, Part, Player, SymbolicGame};
use crate::space::{Set, Space};
use crate::sweep::Graded;
use crate::transducer::{Rewrite, Transducer};

/// In which order the cells come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row, from White's home row.
    #[default]
    Rows,
    /// Column by column.
    Columns,
    /// Rows alternately from both ends of the board.
    Ends,
}

/// A board of Breakthrough in some space.
pub struct SymbolicBreakthrough<D: Diagram> {
    game: Breakthrough,
    space: Space<D>,
    /// The place of every cell in the order of variables.
    places: Vec<u32>,
    moves: [Moves<D>; 2],
    start: Set<D>,
    legal: Set<D>,
    /// By winner and by player to move.
    won: [[Set<D>; 2]; 2],
    /// By player, arrivals on the opponent's home row, if they are positions at all.
    arrivals: Option<[LastMoves<D>; 2]>,
}

/// The number of variables that a board needs.
pub(super) fn variables(game: &Breakthrough) -> u32 {
    2 * game.shape().cells() as u32
}

/// What stands on a cell, as its two variables.
fn code(side: Option<Side>) -> [bool; 2] {
    match side {
        None => [false, false],
        Some(Side::White) => [false, true],
        Some(Side::Black) => [true, false],
    }
}

fn player(side: Side) -> Player {
    match side {
        Side::White => Player::First,
        Side::Black => Player::Second,
    }
}

impl<D: Diagram> SymbolicBreakthrough<D> {
    /// Encodes a board, in a space of two variables a cell. More variables may follow; sets leave them free.
    pub fn new(
        game: &Breakthrough,
        baseline: Baseline,
        order: CellOrder,
        space: Space<D>,
    ) -> Result<SymbolicBreakthrough<D>, SymbolicError> {
        debug_assert!(space.variables() >= variables(game));
        let places = places(game, order);
        let moves = [Side::White, Side::Black]
            .map(|side| vec![Part::new(&space, moves(game, &places, side))]);
        let cells: Vec<u32> = (0..variables(game)).collect();
        let start = space.words(&cells, [bits(&places, &game.start())])?;
        let legal = legal(&space, variables(game))?;
        let sets = |winner, to_move| won(game, &space, &places, baseline, winner, to_move);
        let (white, black) = (Side::White, Side::Black);
        let won = [
            [sets(white, white)?, sets(white, black)?],
            [sets(black, white)?, sets(black, black)?],
        ];
        let arrivals = match baseline {
            Baseline::Made => {
                let arrivals = |side| {
                    let stands = |row| stands(game, &space, &places, side, Some(row));
                    let before = stands(game.threat_row(side))?;
                    Ok::<_, SymbolicError>(LastMoves {
                        before,
                        after: stands(game.goal_row(side))?,
                    })
                };
                Some([arrivals(white)?, arrivals(black)?])
            }
            Baseline::Imminent => None,
        };
        Ok(SymbolicBreakthrough { game: *game, space, places, moves, start, legal, won, arrivals })
    }

    /// The states by the steps that all pawns together still have to go. Every move takes one of
    /// them, and a pawn that is taken takes its own along.
    pub fn grades(&self) -> Result<Graded<D>, SymbolicError> {
        let shape = self.game.shape();
        let (rows, columns) = (shape.rows(), shape.columns());
        let mut cells = vec![0; shape.cells()];
        for (cell, &place) in self.places.iter().enumerate() {
            cells[place as usize] = cell;
        }
        let start = self.game.start();
        let to_go = |pawns: u64, row: &dyn Fn(usize) -> usize| -> usize {
            (0..shape.cells())
                .filter(|cell| pawns >> cell & 1 == 1)
                .map(|cell| row(cell / columns))
                .sum()
        };
        let white = to_go(start.white, &|row| rows - 1 - row);
        let black = to_go(start.black, &|row| row);
        let grade = |grade: usize| {
            let step = |&sum: &usize, variable: u32, bit: bool| {
                let row = cells[variable as usize / 2] / columns;
                let more = match (bit, variable % 2) {
                    (false, _) => 0,
                    (true, 0) => row,
                    (true, _) => rows - 1 - row,
                };
                (sum + more <= grade).then_some(sum + more)
            };
            self.space.accepted(0, step, |&sum| sum == grade)
        };
        let grades = (0..=white + black).map(grade).collect::<Result<_, _>>()?;
        // The pawn that moves takes one step, the one that is taken may have all but one to go.
        Ok(Graded { grades, longest: rows })
    }

    /// Whether a position is in a set of states.
    pub fn contains(&self, states: &ByTurn<D>, position: &Position) -> bool {
        let set = states.get(player(position.to_move));
        self.space.contains(set, &bits(&self.places, position))
    }
}

/// The place of every cell.
fn places(game: &Breakthrough, order: CellOrder) -> Vec<u32> {
    let shape = game.shape();
    let (rows, columns) = (shape.rows(), shape.columns());
    let place = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        match order {
            CellOrder::Rows => cell,
            CellOrder::Columns => column * rows + row,
            CellOrder::Ends => {
                let far = rows - 1 - row;
                let place = if row < far { 2 * row } else { 2 * far + usize::from(row != far) };
                place * columns + column
            }
        }
    };
    (0..shape.cells()).map(|cell| place(cell) as u32).collect()
}

/// The values of all variables in a position.
fn bits(places: &[u32], position: &Position) -> Vec<bool> {
    let mut bits = vec![false; 2 * places.len()];
    for (cell, &place) in places.iter().enumerate() {
        let side = match (position.white >> cell & 1, position.black >> cell & 1) {
            (1, _) => Some(Side::White),
            (_, 1) => Some(Side::Black),
            _ => None,
        };
        bits[2 * place as usize..][..2].copy_from_slice(&code(side));
    }
    bits
}

/// All moves of a side.
fn moves(game: &Breakthrough, places: &[u32], side: Side) -> Transducer {
    let mut rewrites = Vec::new();
    for from in 0..game.shape().cells() {
        for step in 0..3 {
            let Some(to) = game.target(side, from, step) else { continue };
            let taken = [None, Some(side.other())];
            // Only a diagonal move takes a pawn.
            for &before in &taken[..if step == 1 { 1 } else { 2 }] {
                let cells = [(from, Some(side), None), (to, before, Some(side))];
                let mut bits = Vec::new();
                for (cell, before, after) in cells {
                    let (before, after) = (code(before), code(after));
                    let variable = 2 * places[cell];
                    bits.extend([0, 1].map(|i| (variable + i as u32, before[i], after[i])));
                }
                bits.sort_by_key(|bit| bit.0);
                rewrites.push(Rewrite { bits });
            }
        }
    }
    Transducer::of(rewrites)
}

/// All states without an impossible cell among the first variables.
fn legal<D: Diagram>(space: &Space<D>, variables: u32) -> Result<Set<D>, SymbolicError> {
    let step = |&last: &bool, variable: u32, bit: bool| {
        if variable >= variables {
            return Some(false);
        }
        let is_first = variable.is_multiple_of(2);
        (is_first || !(last && bit)).then_some(is_first && bit)
    };
    space.accepted(false, step, |_| true)
}

/// The states in which a side has a pawn, on a certain row if one is given.
fn stands<D: Diagram>(
    game: &Breakthrough,
    space: &Space<D>,
    places: &[u32],
    side: Side,
    row: Option<usize>,
) -> Result<Set<D>, SymbolicError> {
    let columns = game.shape().columns();
    let mut any = space.empty();
    for (cell, &place) in places.iter().enumerate() {
        if row.is_none_or(|row| cell / columns == row) {
            let variable = 2 * place + u32::from(side == Side::White);
            any = space.or(&any, &space.literal(variable, true)?)?;
        }
    }
    Ok(any)
}

/// The states that a side has won.
fn won<D: Diagram>(
    game: &Breakthrough,
    space: &Space<D>,
    places: &[u32],
    baseline: Baseline,
    winner: Side,
    to_move: Side,
) -> Result<Set<D>, SymbolicError> {
    let stands = |side, row| stands(game, space, places, side, row);
    if winner == to_move {
        return match baseline {
            // A move that wins is always the last one.
            Baseline::Made => Ok(space.empty()),
            Baseline::Imminent => stands(winner, Some(game.threat_row(winner))),
        };
    }
    let none_left = space.minus(&space.full(), &stands(winner.other(), None)?)?;
    match baseline {
        Baseline::Made => space.or(&none_left, &stands(winner, Some(game.goal_row(winner)))?),
        Baseline::Imminent => Ok(none_left),
    }
}

impl<D: Diagram> SymbolicGame<D> for SymbolicBreakthrough<D> {
    fn space(&self) -> &Space<D> {
        &self.space
    }

    fn moves(&self, player: Player) -> &Moves<D> {
        &self.moves[player as usize]
    }

    fn universe(&self, _: Player) -> &Set<D> {
        &self.legal
    }

    fn start(&self) -> &Set<D> {
        &self.start
    }

    fn first_to_move(&self) -> Player {
        Player::First
    }

    fn won(&self, winner: Player, to_move: Player) -> &Set<D> {
        &self.won[winner as usize][to_move as usize]
    }

    fn last_moves(&self, player: Player) -> Option<&LastMoves<D>> {
        self.arrivals.as_ref().map(|arrivals| &arrivals[player as usize])
    }
}
