//! The engine on a game of ten states, against pencil and paper.
//!
//! The states are 0 to 9. The first player adds 1 or 2, the second player 1 or 3, and nobody goes
//! past 9. Whoever says 9 has won.

use num_bigint::BigUint;
use twofold_symbolic::{
    Bcdd, Bdd, Diagram, Part, Player, Resources, Rewrite, Set, Space, SymbolicGame, Transducer,
    Zbdd, forced, game, reachable,
};

struct Toy<D: Diagram> {
    space: Space<D>,
    moves: [game::Moves<D>; 2],
    universe: Set<D>,
    start: Set<D>,
    nine: Set<D>,
    empty: Set<D>,
}

/// The four bits of a number, the highest first.
fn bits(number: usize) -> Vec<bool> {
    (0..4).rev().map(|bit| number >> bit & 1 == 1).collect()
}

fn set<D: Diagram>(space: &Space<D>, numbers: impl IntoIterator<Item = usize>) -> Set<D> {
    space.words(&[0, 1, 2, 3], numbers.into_iter().map(bits)).unwrap()
}

fn numbers<D: Diagram>(space: &Space<D>, set: &Set<D>) -> Vec<usize> {
    (0..16).filter(|&number| space.contains(set, &bits(number))).collect()
}

impl<D: Diagram> Toy<D> {
    fn new(threads: u32) -> Toy<D> {
        let space = Space::new(4, Resources { memory: 1 << 22, threads });
        let adding = |amount: usize| {
            let rewrites = (0..10 - amount).map(|number| {
                let (before, after) = (bits(number), bits(number + amount));
                Rewrite { bits: (0..4).map(|i| (i as u32, before[i], after[i])).collect() }
            });
            Part::new(&space, Transducer::of(rewrites))
        };
        let moves = [vec![adding(1), adding(2)], vec![adding(1), adding(3)]];
        let (universe, start, nine) = (set(&space, 0..10), set(&space, [0]), set(&space, [9]));
        let empty = space.empty();
        Toy { space, moves, universe, start, nine, empty }
    }
}

impl<D: Diagram> SymbolicGame<D> for Toy<D> {
    fn space(&self) -> &Space<D> {
        &self.space
    }

    fn moves(&self, player: Player) -> &game::Moves<D> {
        &self.moves[player as usize]
    }

    fn universe(&self, _: Player) -> &Set<D> {
        &self.universe
    }

    fn start(&self) -> &Set<D> {
        &self.start
    }

    fn first_to_move(&self) -> Player {
        Player::First
    }

    fn won(&self, winner: Player, to_move: Player) -> &Set<D> {
        if winner == to_move.other() { &self.nine } else { &self.empty }
    }
}

/// Who wins from a number, by the definition.
fn wins(number: usize, player: Player) -> bool {
    let amounts = if player == Player::First { [1, 2] } else { [1, 3] };
    amounts
        .iter()
        .map(|amount| number + amount)
        .filter(|&next| next <= 9)
        .any(|next| next == 9 || !wins(next, player.other()))
}

fn check<D: Diagram>(threads: u32) {
    let toy = Toy::<D>::new(threads);
    let reached = reachable(&toy, &()).unwrap();
    // The second player is to move after 1, 2, 3 ...; both may see every number but the first few.
    assert_eq!(numbers(&toy.space, &reached.second), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(numbers(&toy.space, &reached.first), [0, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(toy.space.count(&reached.second), BigUint::from(9_u32));

    for player in Player::BOTH {
        let all = forced(&toy, player, true, &()).unwrap();
        for number in 0..9 {
            let to_move = wins(number, player);
            let not_to_move = !wins(number, player.other());
            assert_eq!(toy.space.contains(all.states.get(player), &bits(number)), to_move);
            let theirs = toy.space.contains(all.states.get(player.other()), &bits(number));
            assert_eq!(theirs, not_to_move, "{number} {player:?}");
        }
        assert_eq!(all.holds, wins(0, Player::First) == (player == Player::First));
        let soon = forced(&toy, player, false, &()).unwrap();
        assert_eq!(soon.holds, all.holds);
        assert!(soon.iterations <= all.iterations);
    }
    let into = |set: &Set<D>| {
        let all = game::universal_preimage(&toy.space, set, &toy.moves[0], &toy.universe).unwrap();
        numbers(&toy.space, &all)
    };
    assert_eq!(into(&set(&toy.space, [5, 6, 9])), [4, 8, 9]);
    assert_eq!(into(&toy.empty), [9]);
}

#[test]
fn every_kind_of_diagram_with_one_and_two_threads() {
    for threads in [1, 2] {
        check::<Bdd>(threads);
        check::<Bcdd>(threads);
        check::<Zbdd>(threads);
    }
}

#[test]
fn memory_ends_in_an_error() {
    // A function whose diagram is exponential in this order: bits of two halves, pairwise equal.
    let space: Space<Bcdd> = Space::new(40, Resources { memory: 1 << 16, threads: 1 });
    let mut all = space.full();
    let mut result = Ok(());
    for i in 0..20 {
        let both = |value| space.and(&space.literal(i, value)?, &space.literal(i + 20, value)?);
        let step = both(true)
            .and_then(|one| space.or(&one, &both(false)?))
            .and_then(|equal| space.and(&all, &equal));
        match step {
            Ok(set) => all = set,
            Err(error) => {
                result = Err(error);
                break;
            }
        }
    }
    let error = result.unwrap_err();
    assert!(matches!(error, twofold_symbolic::SymbolicError::Memory { .. }), "{error}");
}
