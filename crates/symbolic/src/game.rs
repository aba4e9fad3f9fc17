//! What the engine has to know of a game.

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::space::{Relation, Set, Space};

/// One of the two players of a symbolic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one whose wins are looked for first.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// A kind of move: relations that are applied one after the other, and the states that this kind
/// of move leaves as they are, on which it is not allowed.
#[derive(Clone)]
pub struct Part<D: Diagram> {
    /// From the state before the move to the state after it.
    pub forward: Vec<Relation>,
    /// The same relations reversed, the last one first.
    pub backward: Vec<Relation>,
    /// The states on which nothing would change, if that is not allowed.
    pub idle: Option<Set<D>>,
    /// The states that it can lead to, if they are few enough to be worth knowing.
    pub range: Option<Set<D>>,
}

impl<D: Diagram> Part<D> {
    /// A kind of move that consists of one relation.
    pub fn new(space: &Space<D>, transducer: crate::Transducer) -> Part<D> {
        Part::steps(space, vec![transducer])
    }

    /// A kind of move that consists of several relations.
    pub fn steps(space: &Space<D>, transducers: Vec<crate::Transducer>) -> Part<D> {
        let backward =
            transducers.iter().rev().map(|step| space.relation(step.reversed())).collect();
        let forward = transducers.into_iter().map(|step| space.relation(step)).collect();
        Part { forward, backward, idle: None, range: None }
    }

    /// The states within a set that its relations lead from to another set, whether or not
    /// anything changes.
    pub(crate) fn before(
        &self,
        space: &Space<D>,
        set: &Set<D>,
        within: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        let Some((last, steps)) = self.backward.split_last() else {
            return space.and(set, within);
        };
        let mut states = set.clone();
        for relation in steps {
            states = space.image(&states, relation)?;
        }
        space.image_within(&states, last, within)
    }
}

/// The moves of one player, by kinds.
pub type Moves<D> = Vec<Part<D>>;

/// The states that some state of a set has a move to.
pub fn image<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    moves: &Moves<D>,
) -> Result<Set<D>, SymbolicError> {
    let mut all = space.empty();
    for part in moves {
        let mut states = match &part.idle {
            Some(idle) => space.minus(set, idle)?,
            None => set.clone(),
        };
        for relation in &part.forward {
            states = space.image(&states, relation)?;
        }
        all = space.or(&all, &states)?;
    }
    Ok(all)
}

/// The states that have a move to some state of a set.
pub fn preimage<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    moves: &Moves<D>,
) -> Result<Set<D>, SymbolicError> {
    let mut all = space.empty();
    for part in moves {
        let mut states = match &part.range {
            Some(range) => space.and(set, range)?,
            None => set.clone(),
        };
        for relation in &part.backward {
            states = space.image(&states, relation)?;
        }
        if let Some(idle) = &part.idle {
            states = space.minus(&states, idle)?;
        }
        all = space.or(&all, &states)?;
    }
    Ok(all)
}

/// The states of another set that have a move to some state of a set: the same as `and` after
/// [`preimage`], but made at once.
pub fn preimage_within<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    moves: &[Part<D>],
    within: &Set<D>,
) -> Result<Set<D>, SymbolicError> {
    let mut all = space.empty();
    for part in moves {
        let set = match &part.range {
            Some(range) => &space.and(set, range)?,
            None => set,
        };
        let within = match &part.idle {
            Some(idle) => &space.minus(within, idle)?,
            None => within,
        };
        all = space.or(&all, &part.before(space, set, within)?)?;
    }
    Ok(all)
}

/// The states within `universe` all of whose moves lead into a set, those without any included; the
/// moves must not lead out of the universe.
pub fn universal_preimage<D: Diagram>(
    space: &Space<D>,
    set: &Set<D>,
    moves: &Moves<D>,
    universe: &Set<D>,
) -> Result<Set<D>, SymbolicError> {
    let outside = space.minus(universe, set)?;
    space.minus(universe, &preimage(space, &outside, moves)?)
}

/// A game of two players who take turns, as the engine sees it. States with either player to move
/// are sets of their own over the same variables, so that nothing has to encode whose turn it is.
pub trait SymbolicGame<D: Diagram> {
    /// The space of its states.
    fn space(&self) -> &Space<D>;

    /// The moves of a player.
    fn moves(&self, player: Player) -> &Moves<D>;

    /// The states of a set that a player has a move from to some state of another set. Games whose
    /// sets have symmetries may find it in a shorter way.
    fn before(
        &self,
        player: Player,
        set: &Set<D>,
        within: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        preimage_within(self.space(), set, self.moves(player), within)
    }

    /// The states of which the engine has to think at all when a player is to move.
    fn universe(&self, to_move: Player) -> &Set<D>;

    /// The state in which the game begins.
    fn start(&self) -> &Set<D>;

    /// Who makes the first move.
    fn first_to_move(&self) -> Player;

    /// The states in which the game is over and `winner` has won, with `to_move` to move.
    fn won(&self, winner: Player, to_move: Player) -> &Set<D>;

    /// Moves of a player that win at once, if they are easy to recognise.
    fn last_moves(&self, _: Player) -> Option<&LastMoves<D>> {
        None
    }
}

/// Moves that end the game: the states that have one, and the states that they lead to.
#[derive(Clone)]
pub struct LastMoves<D: Diagram> {
    /// States from which the player to move can win at once by such a move.
    pub before: Set<D>,
    /// States after such a move, all of them won; no other move leads to them.
    pub after: Set<D>,
}

/// A set for each player to move.
#[derive(Clone)]
pub struct ByTurn<D: Diagram> {
    /// The first player is to move.
    pub first: Set<D>,
    /// The second player is to move.
    pub second: Set<D>,
}

impl<D: Diagram> ByTurn<D> {
    /// The set with a player to move.
    pub fn get(&self, to_move: Player) -> &Set<D> {
        match to_move {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }

    /// The set with a player to move, to be changed.
    pub fn get_mut(&mut self, to_move: Player) -> &mut Set<D> {
        match to_move {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }

    /// No states.
    pub fn empty(space: &Space<D>) -> ByTurn<D> {
        ByTurn { first: space.empty(), second: space.empty() }
    }
}

/// A game of which only some states are to be thought of.
pub struct Within<'a, D: Diagram, G> {
    /// The game.
    pub game: &'a G,
    /// The states.
    pub states: &'a ByTurn<D>,
}

impl<D: Diagram, G: SymbolicGame<D>> SymbolicGame<D> for Within<'_, D, G> {
    fn space(&self) -> &Space<D> {
        self.game.space()
    }

    fn moves(&self, player: Player) -> &Moves<D> {
        self.game.moves(player)
    }

    fn before(
        &self,
        player: Player,
        set: &Set<D>,
        within: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        self.game.before(player, set, within)
    }

    fn universe(&self, to_move: Player) -> &Set<D> {
        self.states.get(to_move)
    }

    fn start(&self) -> &Set<D> {
        self.game.start()
    }

    fn first_to_move(&self) -> Player {
        self.game.first_to_move()
    }

    fn won(&self, winner: Player, to_move: Player) -> &Set<D> {
        self.game.won(winner, to_move)
    }
}
