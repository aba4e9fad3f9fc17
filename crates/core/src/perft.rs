//! Play to a fixed depth, counted: a probe of correctness and speed.
//!
//! Depth is counted in plies from the empty board with Dropper to move: a spawn is one ply, a slide
//! is the next. At every depth there is a number of *paths* (sequences of moves), of distinct
//! *boards*, and of *orbits*, boards up to symmetry.
//!
//! [`walk`] takes every path one by one; [`fold`] goes from depth to depth and keeps, for each board,
//! the number of paths that lead to it. They share nothing but the rules. Both keep to [`Limits`],
//! and refuse what cannot stay within them before they start on it, where that is known.
//!
//! ```
//! use twofold_core::perft::{self, Depth, Limits};
//! use twofold_core::{Game, Rules};
//!
//! // Edixhoven 2019, Section 5.1: 16 first spawns, then 48 slides that lead to 12 boards, 2 up to symmetry.
//! let game = Game::new(Rules::only_twos("4x4".parse()?));
//! let depths = perft::fold(&game, 2, Limits::NONE, &())?;
//! assert_eq!(depths[1], Depth { paths: 16, boards: 16, orbits: 3 });
//! assert_eq!(depths[2], Depth { paths: 48, boards: 12, orbits: 2 });
//! assert_eq!(perft::walk(&game, 2, Limits::NONE, &())?, depths);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::game::Game;
use crate::position::{Afterstate, Position};
use crate::watch::{Progress, Stopped, Watch};
use crate::{Grid, Shape, SlideEngine, Symmetry, TileTooLarge, group_digits};

/// What there is at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Sequences of moves.
    pub paths: u128,
    /// Distinct boards.
    pub boards: u64,
    /// Distinct boards up to the symmetries of the shape.
    pub orbits: u64,
}

/// How much a count may take.
///
/// ```
/// use twofold_core::perft::{self, Limits, PerftError};
/// use twofold_core::{Game, Rules};
///
/// let game = Game::new(Rules::classic("4x4".parse()?));
/// let limits = Limits { paths: 1000, ..Limits::NONE };
/// let refused = perft::walk(&game, 3, limits, &());
/// assert!(matches!(refused, Err(PerftError::TooManyToWalk { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory, roughly.
    pub memory: u64,
    /// Paths that [`walk`] takes, over all depths.
    pub paths: u128,
}

impl Limits {
    /// As much as it takes.
    pub const NONE: Limits = Limits { memory: u64::MAX, paths: u128::MAX };
}

/// Why a count ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// A tile did not fit the engine's boards.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
    /// The watcher asked for it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There are more paths than 128 bits count.
    #[error("there are more than 2^128 paths at depth {depth}")]
    TooManyPaths {
        /// The depth at which that happens.
        depth: usize,
    },
    /// The boards of one depth take more memory than is allowed.
    #[error("depth {depth} has more than {} boards, which take about {} bytes",
        group_digits(&.boards.to_string()), group_digits(&.bytes.to_string()))]
    TooManyBoards {
        /// The depth at which that happens.
        depth: usize,
        /// A lower bound on the number of boards.
        boards: u64,
        /// What they take.
        bytes: u64,
    },
    /// There are more paths to walk than is allowed.
    #[error(
        "there are {} paths to walk to depth {}, more than {}",
        group_digits(&.paths.to_string()), group_digits(&.depth.to_string()), group_digits(&.limit.to_string())
    )]
    TooManyToWalk {
        /// The depth.
        depth: usize,
        /// The paths.
        paths: u128,
        /// The limit.
        limit: u128,
    },
    /// Paths are too long to be walked.
    #[error("paths of more than {} plies are not walked", MAX_WALK)]
    TooDeep,
}

/// The longest path that is walked, since a walk goes as deep into the stack.
const MAX_WALK: usize = 1000;

/// Counts from depth to depth, keeping every distinct board with the number of paths to it.
///
/// The list has an entry for every depth from 0 on, up to the one asked for or to the last one that
/// play reaches.
#[expect(
    clippy::disallowed_methods,
    clippy::iter_over_hash_type,
    reason = "sums do not depend on the order"
)]
pub fn fold<E: SlideEngine>(
    game: &Game<E>,
    depth: usize,
    limits: Limits,
    watch: &impl Watch,
) -> Result<Vec<Depth>, PerftError> {
    let shape = game.rules().shape;
    let mut depths = Vec::new();
    let mut afterstates = Counts::new(limits, shape);
    afterstates.add(game.start(), 1, 0)?;
    let mut positions = Counts::new(limits, shape);
    for ply in 0..=depth {
        let slider_to_move = ply % 2 == 1;
        let summary = if slider_to_move {
            summary(&positions.counts, Position::board, ply, watch)?
        } else {
            summary(&afterstates.counts, Afterstate::board, ply, watch)?
        };
        if summary.boards == 0 {
            break;
        }
        depths.push(summary);
        watch.report(Progress { done: ply as u64, total: Some(depth as u64) });
        if ply == depth {
            break;
        }
        if slider_to_move {
            afterstates = Counts::new(limits, shape);
            for (position, paths) in positions.counts.drain() {
                stop_if_asked(watch)?;
                for slide in game.try_slides(&position) {
                    afterstates.add(slide?.afterstate, paths, ply + 1)?;
                }
            }
        } else {
            positions = Counts::new(limits, shape);
            positions.refuse_more_than(fewest_spawned(game, &afterstates.counts), ply + 1)?;
            for (afterstate, paths) in afterstates.counts.drain() {
                for outcome in game.outcomes(&afterstate) {
                    stop_if_asked(watch)?;
                    positions.add(outcome.position, paths, ply + 1)?;
                }
            }
        }
    }
    Ok(depths)
}

/// Boards of one depth with the number of paths to each, within a limit.
struct Counts<K> {
    counts: HashMap<K, u128>,
    /// Bytes that a board takes, and how many boards there may be.
    bytes: u64,
    limit: u64,
}

impl<K: Hash + Eq> Counts<K> {
    fn new(limits: Limits, shape: Shape) -> Counts<K> {
        let bytes = bytes_per_board::<(K, u128)>(shape);
        Counts { counts: HashMap::new(), bytes, limit: limits.memory / bytes }
    }

    fn add(&mut self, key: K, paths: u128, depth: usize) -> Result<(), PerftError> {
        let count = self.counts.entry(key).or_default();
        *count = count.checked_add(paths).ok_or(PerftError::TooManyPaths { depth })?;
        self.refuse_more_than(self.counts.len() as u64, depth)
    }

    fn refuse_more_than(&self, boards: u64, depth: usize) -> Result<(), PerftError> {
        if boards <= self.limit {
            return Ok(());
        }
        let bytes = boards.saturating_mul(self.bytes);
        Err(PerftError::TooManyBoards { depth, boards: boards - 1, bytes })
    }
}

/// What a board takes in a hash table, the free places of the table included.
fn bytes_per_board<Entry>(shape: Shape) -> u64 {
    let inside = 2 * (size_of::<Entry>() + size_of::<usize>() + 2);
    // Larger boards lie outside of the table.
    let outside = if shape.cells() > 31 { shape.cells() + 16 } else { 0 };
    (inside + outside) as u64
}

/// A lower bound on the number of positions that spawns lead to: a position with *k* tiles comes
/// from at most *k* of these boards, each with another of its tiles taken away.
#[expect(clippy::disallowed_methods, reason = "sums do not depend on the order")]
fn fewest_spawned<E: SlideEngine>(
    game: &Game<E>,
    afterstates: &HashMap<Afterstate<E::Board>, u128>,
) -> u64 {
    if game.rules().spawn.placement.depends_on_slide() {
        return 0;
    }
    let shares = afterstates.keys().map(|afterstate| {
        let tiles = afterstate.board().tiles().filter(|tile| !tile.is_empty()).count();
        game.outcomes(afterstate).len() as f64 / (tiles + 1) as f64
    });
    shares.sum::<f64>() as u64
}

#[expect(clippy::iter_over_hash_type, reason = "counts do not depend on the order")]
fn summary<K, B: Grid>(
    counts: &HashMap<K, u128>,
    board: impl Fn(&K) -> &B,
    depth: usize,
    watch: &impl Watch,
) -> Result<Depth, PerftError> {
    let mut boards: HashSet<&B> = HashSet::new();
    let mut paths = 0_u128;
    for (key, count) in counts {
        stop_if_asked(watch)?;
        boards.insert(board(key));
        paths = paths.checked_add(*count).ok_or(PerftError::TooManyPaths { depth })?;
    }
    let orbits = orbits(&boards, watch)?;
    Ok(Depth { paths, boards: boards.len() as u64, orbits })
}

/// The number of boards up to symmetry, without a second set: each class is counted at its smallest
/// member.
#[expect(clippy::iter_over_hash_type, reason = "counts do not depend on the order")]
fn orbits<B: Grid>(boards: &HashSet<&B>, watch: &impl Watch) -> Result<u64, Stopped> {
    let mut orbits = 0;
    for &board in boards {
        stop_if_asked(watch)?;
        let canonical = board.canonical();
        let smaller = |&symmetry: &Symmetry| {
            let image = board.image(symmetry);
            image < *board && boards.contains(&image)
        };
        let first = canonical == *board
            || !boards.contains(&canonical) && !Symmetry::of(board.shape()).iter().any(smaller);
        orbits += u64::from(first);
    }
    Ok(orbits)
}

/// Counts by taking every path, one after the other.
///
/// If paths are limited, they are counted with [`fold`] first.
#[expect(clippy::disallowed_methods, reason = "counts do not depend on the order")]
pub fn walk<E: SlideEngine>(
    game: &Game<E>,
    depth: usize,
    limits: Limits,
    watch: &impl Watch,
) -> Result<Vec<Depth>, PerftError> {
    if limits.paths < u128::MAX {
        let depths = fold(game, depth, limits, watch)?;
        let paths = depths.iter().fold(0_u128, |sum, depth| sum.saturating_add(depth.paths));
        if paths > limits.paths {
            return Err(PerftError::TooManyToWalk { depth, paths, limit: limits.paths });
        }
    }
    let bytes = bytes_per_board::<E::Board>(game.rules().shape);
    let boards = limits.memory / bytes;
    let mut walk = Walk { game, watch, depth, levels: Vec::new(), boards, bytes };
    walk.spawns(&game.start(), 0)?;
    let depth = |level: &Level<E::Board>| {
        let boards: HashSet<&E::Board> = level.boards.iter().collect();
        let orbits = orbits(&boards, watch)?;
        Ok(Depth { paths: level.paths, boards: boards.len() as u64, orbits })
    };
    walk.levels.iter().map(depth).collect()
}

struct Level<B> {
    paths: u128,
    boards: HashSet<B>,
}

struct Walk<'a, E: SlideEngine, W> {
    game: &'a Game<E>,
    watch: &'a W,
    depth: usize,
    levels: Vec<Level<E::Board>>,
    /// How many boards a level may have, and what each takes.
    boards: u64,
    bytes: u64,
}

impl<E: SlideEngine, W: Watch> Walk<'_, E, W> {
    /// Counts a board; returns whether to go deeper.
    fn visit(&mut self, board: &E::Board, ply: usize) -> Result<bool, PerftError> {
        stop_if_asked(self.watch)?;
        if ply == self.levels.len() {
            self.levels.push(Level { paths: 0, boards: HashSet::new() });
        }
        let level = &mut self.levels[ply];
        level.paths += 1;
        if !level.boards.contains(board) {
            level.boards.insert(board.clone());
            let boards = level.boards.len() as u64;
            if boards > self.boards {
                let bytes = boards.saturating_mul(self.bytes);
                return Err(PerftError::TooManyBoards { depth: ply, boards: boards - 1, bytes });
            }
        }
        let deeper = ply < self.depth;
        if deeper && ply == MAX_WALK { Err(PerftError::TooDeep) } else { Ok(deeper) }
    }

    fn spawns(&mut self, at: &Afterstate<E::Board>, ply: usize) -> Result<(), PerftError> {
        if self.visit(at.board(), ply)? {
            for outcome in self.game.outcomes(at) {
                self.slides(&outcome.position, ply + 1)?;
            }
        }
        Ok(())
    }

    fn slides(&mut self, at: &Position<E::Board>, ply: usize) -> Result<(), PerftError> {
        if self.visit(at.board(), ply)? {
            for slide in self.game.try_slides(at) {
                self.spawns(&slide?.afterstate, ply + 1)?;
            }
        }
        Ok(())
    }
}

fn stop_if_asked(watch: &impl Watch) -> Result<(), Stopped> {
    if watch.is_stopped() { Err(Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use crate::{BitParallel, Rules, Shape, Table, TileSystem};

    use super::*;

    fn agree(rules: &Rules, depth: usize) {
        let naive = walk(&Game::new(rules.clone()), depth, Limits::NONE, &()).unwrap();
        assert_eq!(fold(&Game::new(rules.clone()), depth, Limits::NONE, &()).unwrap(), naive);
        if let Ok(engine) = Table::new(rules) {
            let game = Game::with_engine(engine);
            assert_eq!(fold(&game, depth, Limits::NONE, &()).unwrap(), naive, "{rules}");
        }
        if let Ok(engine) = BitParallel::new(rules) {
            let game = Game::with_engine(engine);
            assert_eq!(fold(&game, depth, Limits::NONE, &()).unwrap(), naive, "{rules}");
        }
    }

    #[test]
    fn walking_and_folding_agree_for_every_engine() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
            for system in TileSystem::ALL {
                agree(&Rules::new(Shape::new(rows, columns).unwrap(), system), 5);
            }
        }
        agree(&Rules::only_twos("4x4".parse().unwrap()), 5);
    }

    #[test]
    fn orbits_are_counted_where_spawns_are_not_symmetric() {
        for rules in
            ["3x3, spawning 2 at top-left-rows", "2x3, spawning 2,4 at bottom-right-columns"]
        {
            let game = Game::new(rules.parse().unwrap());
            let depths = fold(&game, 7, Limits::NONE, &()).unwrap();
            let mut layer = std::collections::BTreeSet::from([game.start()]);
            for ply in (0..7).step_by(2) {
                let positions: std::collections::BTreeSet<_> = layer
                    .iter()
                    .flat_map(|afterstate| game.outcomes(afterstate))
                    .map(|outcome| outcome.position)
                    .collect();
                let orbits: std::collections::BTreeSet<_> =
                    positions.iter().map(|position| position.board().canonical()).collect();
                assert_eq!(depths[ply + 1].orbits, orbits.len() as u64, "{rules}, ply {ply}");
                layer = positions
                    .iter()
                    .flat_map(|position| game.slides(position))
                    .map(|slide| slide.afterstate)
                    .collect();
            }
        }
    }

    #[test]
    fn play_that_ends_ends_the_list() {
        let game = Game::new(Rules::classic("2x2".parse().unwrap()));
        let depths = fold(&game, usize::MAX, Limits::NONE, &()).unwrap();
        assert!(depths.len() < 100 && depths.iter().all(|depth| depth.boards > 0));
        let tiny = Game::new(Rules::classic("1x1".parse().unwrap()));
        assert_eq!(walk(&tiny, usize::MAX, Limits::NONE, &()).unwrap().len(), 2);
    }

    #[test]
    fn limits_are_kept_and_known_before() {
        let large = Game::new(Rules::classic("64x64".parse().unwrap()));
        let limits = Limits { memory: 64 << 20, ..Limits::NONE };
        let refused = fold(&large, 3, limits, &());
        assert!(matches!(refused, Err(PerftError::TooManyBoards { depth: 3, .. })), "{refused:?}");
        let game = Game::new(Rules::classic("4x4".parse().unwrap()));
        let few = Limits { memory: 100_000, ..Limits::NONE };
        assert!(matches!(fold(&game, 5, few, &()), Err(PerftError::TooManyBoards { .. })));
        assert!(matches!(walk(&game, 5, few, &()), Err(PerftError::TooManyBoards { .. })));
        let refused = walk(&game, 3, Limits { paths: 1000, memory: 1 << 30 }, &());
        assert!(matches!(refused, Err(PerftError::TooManyToWalk { .. })), "{refused:?}");
        let strip: Rules = "1x2, spawning 2".parse().unwrap();
        assert!(walk(&Game::new(strip), usize::MAX, Limits::NONE, &()).is_ok());
    }

    #[test]
    fn a_watcher_can_stop_it() {
        struct Impatient;
        impl Watch for Impatient {
            fn report(&self, _: Progress) {}
            fn is_stopped(&self) -> bool {
                true
            }
        }
        let game = Game::new(Rules::classic("4x4".parse().unwrap()));
        let stopped = Err(PerftError::Stopped(Stopped));
        assert_eq!(fold(&game, 9, Limits::NONE, &Impatient), stopped);
        assert_eq!(walk(&game, 9, Limits::NONE, &Impatient), stopped);
    }
}
