//! Both passes, layer by layer.

use crate::{Baseline, Breakthrough, Position, Side};
use rayon::prelude::*;

use super::forward::{Scratch, black_arrivals, tables, white_arrivals};
use super::geometry::Geometry;
use super::subsets::{count, words};
use super::{Tables, backward, bit, index};
use twofold_core::{Progress, Watch};

/// Positions that can occur, by winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinCounts {
    /// Those that White wins.
    pub white: u64,
    /// Those that Black wins.
    pub black: u64,
}

impl WinCounts {
    /// All of them.
    pub const fn reachable(&self) -> u64 {
        self.white + self.black
    }
}

impl std::ops::Add for WinCounts {
    type Output = WinCounts;

    fn add(self, other: WinCounts) -> WinCounts {
        WinCounts { white: self.white + other.white, black: self.black + other.black }
    }
}

/// Why a board could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The tables do not fit into the memory that was given.
    #[error("the tables need {needed} bytes of memory, and {given} are allowed")]
    Memory {
        /// Bytes that are needed.
        needed: u128,
        /// Bytes that were given.
        given: u64,
    },
    /// Somebody asked to stop.
    #[error("stopped on request")]
    Stopped,
}

/// A board whose every position is decided.
#[derive(Clone, Debug)]
pub struct SolvedBoard {
    /// Positions that can occur, by winner.
    pub counts: WinCounts,
    geometry: Geometry,
    /// By placement of White's pawns, the positions that the side to move loses.
    lost: Vec<Tables>,
}

impl SolvedBoard {
    /// The bytes that solving a board takes.
    pub fn bytes(game: &Breakthrough) -> u128 {
        // Both passes share the tables; a layer of the second pass exists twice for a moment.
        Geometry::new(game).bytes() * 5 / 4
    }

    /// Who wins a position of this board, whether it can occur or not.
    ///
    /// # Panics
    ///
    /// If the position belongs to another board, or has more pawns than a game begins with.
    pub fn winner(&self, position: &Position) -> Side {
        let game = &self.geometry.game;
        assert_eq!(position.shape, game.shape(), "a position of another board");
        game.winner(position).unwrap_or_else(|| {
            let table = self.lost[position.white as usize].of(position.to_move);
            if bit(table, index(self.geometry.free(position.white), position.black)) {
                position.to_move.other()
            } else {
                position.to_move
            }
        })
    }
}

/// Finds every position that can occur, and who wins it, within `memory` bytes.
pub fn solve<W: Watch + ?Sized>(
    game: &Breakthrough,
    baseline: Baseline,
    memory: u64,
    watch: &W,
) -> Result<SolvedBoard, SolveError> {
    let geometry = Geometry::new(game);
    let needed = SolvedBoard::bytes(game);
    if needed > u128::from(memory) {
        return Err(SolveError::Memory { needed, given: memory });
    }
    let layers = geometry.layers();
    let mut pace = Pace::new(watch, &layers, &geometry);
    let placements = geometry.white_cells as usize + 1;
    let mut tables_of = vec![Tables::default(); placements];
    let mut counts = WinCounts::default();

    for layer in layers.iter().rev() {
        pace.layer(layer, &geometry)?;
        let made: Vec<(Tables, WinCounts)> = layer
            .par_iter()
            .map_init(Scratch::default, |scratch, &white| {
                tables(&geometry, baseline, white, &tables_of, scratch)
            })
            .collect();
        for (&white, (tables, over)) in layer.iter().zip(made) {
            tables_of[white as usize] = tables;
            counts = counts + over;
        }
    }
    if baseline == Baseline::Made {
        for layer in &layers {
            pace.check()?;
            let arrivals =
                layer.par_iter().map_init(Scratch::default, |scratch, &white| WinCounts {
                    white: white_arrivals(&geometry, white, &tables_of, scratch),
                    black: black_arrivals(&geometry, white, &tables_of, scratch),
                });
            counts = counts + arrivals.reduce(WinCounts::default, |one, other| one + other);
        }
    }
    for layer in &layers {
        pace.layer(layer, &geometry)?;
        let lost: Vec<Tables> =
            layer.par_iter().map(|&white| backward::lost(&geometry, white, &tables_of)).collect();
        for (&white, lost) in layer.iter().zip(lost) {
            let reached = std::mem::take(&mut tables_of[white as usize]);
            counts = counts + by_winner(&reached, &lost);
            tables_of[white as usize] = lost;
        }
    }
    Ok(SolvedBoard { counts, geometry, lost: tables_of })
}

/// Positions in which play goes on, by winner.
fn by_winner(reached: &Tables, lost: &Tables) -> WinCounts {
    let both = |reached: &[u64], lost: &[u64]| {
        let lost: u64 = reached
            .iter()
            .zip(lost)
            .map(|(one, other)| u64::from((one & other).count_ones()))
            .sum();
        (lost, count(reached) - lost)
    };
    let (white_loses, white_wins) = both(&reached.white, &lost.white);
    let (black_loses, black_wins) = both(&reached.black, &lost.black);
    WinCounts { white: white_wins + black_loses, black: black_wins + white_loses }
}

/// Tells the watch how many words of tables are done, of both passes.
struct Pace<'a, W: ?Sized> {
    watch: &'a W,
    done: u64,
    total: u64,
}

fn size(layer: &[u64], geometry: &Geometry) -> u64 {
    layer.iter().map(|&white| words(geometry.elements(white)) as u64).sum()
}

impl<'a, W: Watch + ?Sized> Pace<'a, W> {
    fn new(watch: &'a W, layers: &[Vec<u64>], geometry: &Geometry) -> Self {
        let total = 2 * layers.iter().map(|layer| size(layer, geometry)).sum::<u64>();
        Pace { watch, done: 0, total }
    }

    fn check(&self) -> Result<(), SolveError> {
        if self.watch.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }

    fn layer(&mut self, layer: &[u64], geometry: &Geometry) -> Result<(), SolveError> {
        self.watch.report(Progress { done: self.done, total: Some(self.total) });
        self.done += size(layer, geometry);
        self.check()
    }
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;

    fn game(shape: &str) -> Breakthrough {
        Breakthrough::new(shape.parse().unwrap()).unwrap()
    }

    #[test]
    fn tables_find_what_walking_finds() {
        for shape in ["4x2", "5x2", "6x2", "7x2", "4x3", "5x3"] {
            for baseline in [Baseline::Made, Baseline::Imminent] {
                // Two million positions are too many to walk through for a test.
                if (shape, baseline) == ("5x3", Baseline::Made) {
                    continue;
                }
                let game = game(shape);
                let solved = solve(&game, baseline, 1 << 30, &()).unwrap();
                let (winner, counts) = naive::solve(&game, baseline);
                assert_eq!(solved.counts, counts, "{shape} {baseline:?}");
                assert_eq!(solved.winner(&game.start()), winner, "{shape} {baseline:?}");
            }
        }
    }

    #[test]
    fn every_position_has_a_winner_that_its_moves_bear_out() {
        let game = game("5x3");
        let solved = solve(&game, Baseline::Imminent, 1 << 30, &()).unwrap();
        let mut todo = vec![game.start()];
        let mut seen = std::collections::HashSet::new();
        while let Some(position) = todo.pop() {
            let next: Vec<_> = game.moves(&position).map(|ply| game.play(&position, ply)).collect();
            if !next.is_empty() {
                let wins = next.iter().any(|next| solved.winner(next) == position.to_move);
                assert_eq!(wins, solved.winner(&position) == position.to_move, "{position}");
            }
            todo.extend(next.into_iter().filter(|next| seen.insert(*next)));
        }
    }

    #[test]
    fn too_little_memory_is_told_beforehand() {
        let error = solve(&game("8x8"), Baseline::Made, 1 << 30, &()).unwrap_err();
        assert!(matches!(error, SolveError::Memory { .. }));
    }

    struct Impatient;

    impl Watch for Impatient {
        fn report(&self, _: Progress) {}

        fn is_stopped(&self) -> bool {
            true
        }
    }

    #[test]
    fn somebody_may_stop_it() {
        let stopped = solve(&game("5x3"), Baseline::Made, 1 << 30, &Impatient);
        assert_eq!(stopped.err(), Some(SolveError::Stopped));
    }
}
