//! Sweeps: games in which every move lowers some grade, solved grade by grade.
//!
//! One pass down finds the states of each grade that can occur, one pass up who wins them. Neither
//! iterates: everything that a grade depends on is complete when its turn comes.

use num_bigint::BigUint;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, observe};
use crate::game::{ByTurn, Player, SymbolicGame, image};
use crate::space::{Set, Space};

/// The grades of a game.
pub struct Graded<D: Diagram> {
    /// The states of each grade, the lowest first.
    pub grades: Vec<Set<D>>,
    /// By how much one move can lower the grade at most.
    pub longest: usize,
}

/// The states of one grade that can occur.
#[derive(Clone)]
pub struct Layer<D: Diagram> {
    /// Those that can occur.
    pub reached: ByTurn<D>,
    /// Those that the first player wins.
    pub first: ByTurn<D>,
    /// Those that the second player wins.
    pub second: ByTurn<D>,
}

impl<D: Diagram> Layer<D> {
    /// The states that a player wins.
    pub fn won(&self, player: Player) -> &ByTurn<D> {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }

    /// Whether no state is won by both and every state by one.
    pub fn is_decided(&self, space: &Space<D>) -> Result<bool, SymbolicError> {
        let mut decided = true;
        for to_move in Player::BOTH {
            let (first, second) = (self.first.get(to_move), self.second.get(to_move));
            decided &= space.and(first, second)? == space.empty();
            decided &= space.or(first, second)? == *self.reached.get(to_move);
        }
        Ok(decided)
    }

    /// The number of states in two sets.
    pub fn count(space: &Space<D>, states: &ByTurn<D>) -> BigUint {
        space.count(&states.first) + space.count(&states.second)
    }
}

/// Solves a graded game in which nobody is ever without a move before the game is over: the states
/// that can occur, grade by grade, and for each player, on its own, those that the player wins.
pub fn sweep<D: Diagram, G: SymbolicGame<D> + Sync, O: Observer + ?Sized>(
    game: &G,
    graded: &Graded<D>,
    observer: &O,
) -> Result<Vec<Layer<D>>, SymbolicError> {
    let space = game.space();
    let mut layers: Vec<Layer<D>> = Vec::new();
    down(game, graded, observer, |reached| {
        let (first, second) = (ByTurn::empty(space), ByTurn::empty(space));
        layers.push(Layer { reached, first, second });
    })?;
    layers.reverse();
    for grade in 0..layers.len() {
        for player in Player::BOTH {
            let below = grade.saturating_sub(graded.longest)..grade;
            let won = wins(game, &layers[below], &layers[grade].reached, player)?;
            match player {
                Player::First => layers[grade].first = won,
                Player::Second => layers[grade].second = won,
            }
        }
        let first = &layers[grade].first;
        let line = Some(format!("up {grade}"));
        observe(space, observer, line, [&first.first, &first.second], 0)?;
    }
    Ok(layers)
}

/// How many states of a graded game can occur; no grade is kept.
pub(crate) fn count<D: Diagram, G: SymbolicGame<D> + Sync, O: Observer + ?Sized>(
    game: &G,
    graded: &Graded<D>,
    observer: &O,
) -> Result<BigUint, SymbolicError> {
    let mut states = BigUint::ZERO;
    down(game, graded, observer, |reached| states += Layer::count(game.space(), &reached))?;
    Ok(states)
}

/// The pass down: what can occur, from the highest grade.
fn down<D: Diagram, G: SymbolicGame<D> + Sync, O: Observer + ?Sized>(
    game: &G,
    graded: &Graded<D>,
    observer: &O,
    mut each: impl FnMut(ByTurn<D>),
) -> Result<(), SymbolicError> {
    let space = game.space();
    let mut pending = ByTurn::empty(space);
    *pending.get_mut(game.first_to_move()) = game.start().clone();
    for (grade, states) in graded.grades.iter().enumerate().rev() {
        let mut reached = ByTurn::empty(space);
        for to_move in Player::BOTH {
            *reached.get_mut(to_move) = space.and(pending.get(to_move), states)?;
            *pending.get_mut(to_move) = space.minus(pending.get(to_move), states)?;
        }
        let next = |to_move: Player| {
            let open = unfinished(game, reached.get(to_move), to_move)?;
            let next = image(space, &open, game.moves(to_move))?;
            space.or(pending.get(to_move.other()), &next)
        };
        let (second, first) = space.both(|| next(Player::First), || next(Player::Second));
        pending = ByTurn { first: first?, second: second? };
        let line = Some(format!("down {grade}"));
        observe(space, observer, line, [&reached.first, &reached.second], 0)?;
        each(reached);
    }
    Ok(())
}

/// The states of a set in which the game is not over.
fn unfinished<D: Diagram, G: SymbolicGame<D>>(
    game: &G,
    states: &Set<D>,
    to_move: Player,
) -> Result<Set<D>, SymbolicError> {
    let mut open = states.clone();
    for winner in Player::BOTH {
        open = game.space().minus(&open, game.won(winner, to_move))?;
    }
    Ok(open)
}

/// A set without the states that only last moves of a player lead to.
fn before_last<D: Diagram, G: SymbolicGame<D>>(
    game: &G,
    states: &Set<D>,
    player: Player,
) -> Result<Set<D>, SymbolicError> {
    match game.last_moves(player) {
        Some(last) => game.space().minus(states, &last.after),
        None => Ok(states.clone()),
    }
}

/// The states of a grade that a player wins, given what the player wins in the grades below.
fn wins<D: Diagram, G: SymbolicGame<D> + Sync>(
    game: &G,
    below: &[Layer<D>],
    reached: &ByTurn<D>,
    player: Player,
) -> Result<ByTurn<D>, SymbolicError> {
    let space = game.space();
    let opponent = player.other();
    let wins = |to_move: Player| {
        let mut goals = space.empty();
        for layer in below {
            let won = layer.won(player).get(to_move.other());
            let goal = match to_move == player {
                true => before_last(game, won, player)?,
                false => {
                    before_last(game, &space.minus(layer.reached.get(player), won)?, opponent)?
                }
            };
            goals = space.or(&goals, &goal)?;
        }
        let open = unfinished(game, reached.get(to_move), to_move)?;
        let mut there = game.before(to_move, &goals, &open)?;
        if let Some(last) = game.last_moves(to_move) {
            there = space.or(&there, &last.before)?;
        }
        let forced = match to_move == player {
            true => space.and(&open, &there)?,
            false => space.minus(&open, &there)?,
        };
        let over = space.and(reached.get(to_move), game.won(player, to_move))?;
        space.or(&over, &forced)
    };
    let (first, second) = space.both(|| wins(Player::First), || wins(Player::Second));
    Ok(ByTurn { first: first?, second: second? })
}
