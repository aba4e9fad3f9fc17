//! Fixpoints: what can occur, and what a player can force.

use num_bigint::BigUint;
use twofold_core::{Progress, Watch};

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::game::{ByTurn, Player, SymbolicGame, image};
use crate::space::{Set, Space};

/// How things stand after a step of a fixpoint or of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The line of the sweep that it belongs to, if there is one.
    pub line: Option<String>,
    /// Nodes of the sets that were computed, for both players to move.
    pub nodes: usize,
    /// States in them.
    pub states: BigUint,
    /// Microseconds since the computation began, by the clock that was given.
    pub micros: u64,
}

/// Hears of every step; tells the time, which libraries do not know.
pub trait Observer: Watch {
    /// Everything is set up, and the first step begins.
    fn begin(&self) {}

    /// A step is done.
    fn iteration(&self, iteration: Iteration);

    /// Microseconds since some moment.
    fn micros(&self) -> u64;

    /// Whether anybody wants to hear of steps: counting states takes time.
    fn is_curious(&self) -> bool {
        true
    }
}

impl Observer for () {
    fn iteration(&self, _: Iteration) {}

    fn micros(&self) -> u64 {
        0
    }

    fn is_curious(&self) -> bool {
        false
    }
}

/// Tells an observer about a step, and learns whether to go on.
pub(crate) fn observe<D: Diagram, O: Observer + ?Sized>(
    space: &Space<D>,
    observer: &O,
    line: Option<String>,
    sets: [&Set<D>; 2],
    step: u64,
) -> Result<(), SymbolicError> {
    space.tidy();
    if observer.is_curious() {
        observer.iteration(Iteration {
            line,
            nodes: space.nodes(&sets),
            states: sets.iter().map(|set| space.count(set)).sum(),
            micros: observer.micros(),
        });
    }
    observer.report(Progress { done: step, total: None });
    if observer.is_stopped() { Err(SymbolicError::Stopped) } else { Ok(()) }
}

/// Every state that can occur: play goes on from all states that are not won, breadth first.
pub fn reachable<D: Diagram, G: SymbolicGame<D>, O: Observer + ?Sized>(
    game: &G,
    observer: &O,
) -> Result<ByTurn<D>, SymbolicError> {
    reachable_step_by_step(game, |reached, step| {
        observe(game.space(), observer, None, [&reached.first, &reached.second], step)
    })
}

/// The same; `each` sees all states so far after every move, and may stop.
pub(crate) fn reachable_step_by_step<D: Diagram, G: SymbolicGame<D>>(
    game: &G,
    mut each: impl FnMut(&ByTurn<D>, u64) -> Result<(), SymbolicError>,
) -> Result<ByTurn<D>, SymbolicError> {
    let space = game.space();
    let mut player = game.first_to_move();
    let mut reached = ByTurn::empty(space);
    *reached.get_mut(player) = game.start().clone();
    let mut frontier = game.start().clone();
    let empty = space.empty();
    let mut step = 0;
    while frontier != empty {
        for winner in Player::BOTH {
            frontier = space.minus(&frontier, game.won(winner, player))?;
        }
        let next = image(space, &frontier, game.moves(player))?;
        player = player.other();
        frontier = space.minus(&next, reached.get(player))?;
        *reached.get_mut(player) = space.or(reached.get(player), &frontier)?;
        step += 1;
        each(&reached, step)?;
    }
    Ok(reached)
}

/// What a player can force, and whether the start is part of it.
#[derive(Clone)]
pub struct Forced<D: Diagram> {
    /// States from which the player wins; all of them if the fixpoint was completed.
    pub states: ByTurn<D>,
    /// Whether the start is among them.
    pub holds: bool,
    /// Steps of the fixpoint.
    pub iterations: u64,
}

/// The states of the universe from which `player` can force a win: the least fixpoint, from the
/// won states backward. It ends as soon as the start is found, unless `strong` wants all of it.
///
/// A player who cannot move and has not won does not win: such states of the opponent, deadlocks,
/// have to be won by definition if they count as wins.
pub fn forced<D: Diagram, G: SymbolicGame<D>, O: Observer + ?Sized>(
    game: &G,
    player: Player,
    strong: bool,
    observer: &O,
) -> Result<Forced<D>, SymbolicError> {
    let space = game.space();
    let opponent = player.other();
    let won = |to_move| space.and(game.won(player, to_move), game.universe(to_move));
    let mut states = ByTurn { first: won(Player::First)?, second: won(Player::Second)? };
    // Nobody moves once the game is over, and who cannot move forces nothing.
    let mut open: ByTurn<D> = ByTurn {
        first: game.universe(Player::First).clone(),
        second: game.universe(Player::Second).clone(),
    };
    for to_move in Player::BOTH {
        for winner in Player::BOTH {
            *open.get_mut(to_move) = space.minus(open.get(to_move), game.won(winner, to_move))?;
        }
    }
    let open_opponent = game.before(opponent, game.universe(player), open.get(opponent))?;
    let start = game.start();
    let holds = |states: &ByTurn<D>| {
        let found = space.and(states.get(game.first_to_move()), start)?;
        Ok::<bool, SymbolicError>(found != space.empty())
    };
    let mut iterations = 0;
    loop {
        let before = states.clone();
        let mine = game.before(player, states.get(opponent), open.get(player))?;
        *states.get_mut(player) = space.or(states.get(player), &mine)?;
        let others = space.minus(game.universe(player), states.get(player))?;
        let escapes = game.before(opponent, &others, &open_opponent)?;
        let theirs = space.minus(&open_opponent, &escapes)?;
        *states.get_mut(opponent) = space.or(states.get(opponent), &theirs)?;
        iterations += 1;
        observe(space, observer, None, [&states.first, &states.second], iterations)?;
        let is_found = holds(&states)?;
        if (is_found && !strong) || (before.first == states.first && before.second == states.second)
        {
            return Ok(Forced { states, holds: is_found, iterations });
        }
    }
}
