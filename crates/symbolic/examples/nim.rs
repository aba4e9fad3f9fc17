//! A game of one's own, solved with decision diagrams: take one, two or three matches from a heap;
//! whoever takes the last one has won.
//!
//! `cargo run --package twofold-symbolic --example nim`

use twofold_symbolic::{
    Part, Player, Resources, Rewrite, Set, Space, SymbolicError, SymbolicGame, Transducer, Zbdd,
    forced, game,
};

/// Bits of a heap.
const BITS: usize = 4;

struct Nim {
    space: Space<Zbdd>,
    /// Both players have the same moves.
    moves: game::Moves<Zbdd>,
    heaps: Set<Zbdd>,
    start: Set<Zbdd>,
    gone: Set<Zbdd>,
    nothing: Set<Zbdd>,
}

/// The bits of a heap, the highest first.
fn bits(heap: usize) -> Vec<bool> {
    (0..BITS).rev().map(|bit| heap >> bit & 1 == 1).collect()
}

impl Nim {
    fn new(matches: usize) -> Result<Nim, SymbolicError> {
        let space = Space::new(BITS as u32, Resources { memory: 1 << 22, threads: 1 });
        let taking = |taken: usize| {
            let rewrites = (taken..1 << BITS).map(|heap| {
                let pairs = bits(heap).into_iter().zip(bits(heap - taken));
                let bits =
                    pairs.enumerate().map(|(variable, (one, other))| (variable as u32, one, other));
                Rewrite { bits: bits.collect() }
            });
            Part::new(&space, Transducer::of(rewrites))
        };
        let moves = (1..=3).map(taking).collect();
        let (start, gone) = (space.state(&bits(matches))?, space.state(&bits(0))?);
        let (heaps, nothing) = (space.full(), space.empty());
        Ok(Nim { space, moves, heaps, start, gone, nothing })
    }
}

impl SymbolicGame<Zbdd> for Nim {
    fn space(&self) -> &Space<Zbdd> {
        &self.space
    }

    fn moves(&self, _: Player) -> &game::Moves<Zbdd> {
        &self.moves
    }

    fn universe(&self, _: Player) -> &Set<Zbdd> {
        &self.heaps
    }

    fn start(&self) -> &Set<Zbdd> {
        &self.start
    }

    fn first_to_move(&self) -> Player {
        Player::First
    }

    fn won(&self, winner: Player, to_move: Player) -> &Set<Zbdd> {
        // Nothing is left for the one who has lost.
        if winner == to_move { &self.nothing } else { &self.gone }
    }
}

fn main() -> Result<(), SymbolicError> {
    for matches in 1..1 << BITS {
        let wins = forced(&Nim::new(matches)?, Player::First, false, &())?.holds;
        println!("{matches:>2} matches: the {} player wins", if wins { "first" } else { "second" });
        assert_eq!(wins, matches % 4 != 0);
    }
    Ok(())
}
