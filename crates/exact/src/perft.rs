//! Play to a fixed depth, counted: a probe of correctness and speed.
//!
//! Depth is counted in plies from the empty board with Dropper to move: a drop is one ply, a slide
//! is the next. At every depth there is a number of *paths* (sequences of moves), of distinct
//! *boards*, and of *classes* of boards up to symmetry.
//!
//! [`walk`] takes every path one by one; [`fold`] goes from depth to depth and keeps, for each board,
//! the number of paths that lead to it. They share nothing but the rules.
//!
//! ```
//! use twofold_core::{Game, Rules};
//! use twofold_exact::perft;
//!
//! // Edixhoven 2019, Section 5.1: 16 first drops, then 48 slides that lead to 12 boards, 2 up to symmetry.
//! let game = Game::new(Rules::only_twos("4x4".parse()?));
//! let depths = perft::fold(&game, 2, &())?;
//! assert_eq!(depths[1], perft::Depth { paths: 16, boards: 16, classes: 3 });
//! assert_eq!(depths[2], perft::Depth { paths: 48, boards: 12, classes: 2 });
//! assert_eq!(perft::walk(&game, 2, &())?, depths);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use twofold_core::{Afterstate, Game, Grid, Position, SlideEngine, TileTooLarge};

use crate::watch::{Progress, Stopped, Watch};

/// What there is at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Sequences of moves.
    pub paths: u128,
    /// Distinct boards.
    pub boards: u64,
    /// Distinct boards up to the symmetries of the shape.
    pub classes: u64,
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
}

/// Counts from depth to depth, keeping every distinct board with the number of paths to it.
pub fn fold<E: SlideEngine>(
    game: &Game<E>,
    depth: usize,
    watch: &impl Watch,
) -> Result<Vec<Depth>, PerftError> {
    let mut depths = Vec::with_capacity(depth + 1);
    let mut afterstates = HashMap::from([(game.start(), 1)]);
    let mut positions = HashMap::new();
    for ply in 0..=depth {
        let slider_to_move = ply % 2 == 1;
        let summary = if slider_to_move {
            summary(&positions, Position::board)
        } else {
            summary(&afterstates, Afterstate::board)
        };
        depths.push(summary.ok_or(PerftError::TooManyPaths { depth: ply })?);
        watch.report(Progress { done: ply as u64, total: Some(depth as u64) });
        if ply == depth {
            break;
        }
        let too_many = PerftError::TooManyPaths { depth: ply + 1 };
        if slider_to_move {
            afterstates = HashMap::new();
            for (position, paths) in positions.drain() {
                stop_if_asked(watch)?;
                for slide in game.slides(&position)? {
                    add(&mut afterstates, slide.afterstate, paths).ok_or(too_many.clone())?;
                }
            }
        } else {
            for (afterstate, paths) in afterstates.drain() {
                stop_if_asked(watch)?;
                for outcome in game.outcomes(&afterstate)? {
                    add(&mut positions, outcome.position, paths).ok_or(too_many.clone())?;
                }
            }
        }
    }
    Ok(depths)
}

fn add<K: Hash + Eq>(counts: &mut HashMap<K, u128>, key: K, paths: u128) -> Option<()> {
    let count = counts.entry(key).or_default();
    *count = count.checked_add(paths)?;
    Some(())
}

fn summary<K, B: Grid>(counts: &HashMap<K, u128>, board: impl Fn(&K) -> &B) -> Option<Depth> {
    let classes: HashSet<B> = counts.keys().map(|key| board(key).canonical()).collect();
    let boards: HashSet<&B> = counts.keys().map(board).collect();
    Some(Depth {
        paths: counts.values().try_fold(0_u128, |sum, &paths| sum.checked_add(paths))?,
        boards: boards.len() as u64,
        classes: classes.len() as u64,
    })
}

/// Counts by taking every path, one after the other.
pub fn walk<E: SlideEngine>(
    game: &Game<E>,
    depth: usize,
    watch: &impl Watch,
) -> Result<Vec<Depth>, PerftError> {
    let levels = (0..=depth).map(|_| Level { paths: 0, boards: HashSet::new() }).collect();
    let mut walk = Walk { game, watch, levels };
    walk.drops(&game.start(), 0)?;
    let depth = |level: &Level<E::Board>| {
        let classes: HashSet<_> = level.boards.iter().map(Grid::canonical).collect();
        Depth {
            paths: level.paths,
            boards: level.boards.len() as u64,
            classes: classes.len() as u64,
        }
    };
    Ok(walk.levels.iter().map(depth).collect())
}

struct Level<B> {
    paths: u128,
    boards: HashSet<B>,
}

struct Walk<'a, E: SlideEngine, W> {
    game: &'a Game<E>,
    watch: &'a W,
    levels: Vec<Level<E::Board>>,
}

impl<E: SlideEngine, W: Watch> Walk<'_, E, W> {
    /// Counts a board; returns whether to go deeper.
    fn visit(&mut self, board: &E::Board, ply: usize) -> Result<bool, PerftError> {
        stop_if_asked(self.watch)?;
        let level = &mut self.levels[ply];
        level.paths += 1;
        if !level.boards.contains(board) {
            level.boards.insert(board.clone());
        }
        Ok(ply + 1 < self.levels.len())
    }

    fn drops(&mut self, at: &Afterstate<E::Board>, ply: usize) -> Result<(), PerftError> {
        if self.visit(at.board(), ply)? {
            for outcome in self.game.outcomes(at)? {
                self.slides(&outcome.position, ply + 1)?;
            }
        }
        Ok(())
    }

    fn slides(&mut self, at: &Position<E::Board>, ply: usize) -> Result<(), PerftError> {
        if self.visit(at.board(), ply)? {
            for slide in self.game.slides(at)? {
                self.drops(&slide.afterstate, ply + 1)?;
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
    use twofold_core::{BitParallel, Rules, Shape, Table, TileSystem};

    use super::*;

    fn agree(rules: &Rules, depth: usize) {
        let naive = walk(&Game::new(rules.clone()), depth, &()).unwrap();
        assert_eq!(fold(&Game::new(rules.clone()), depth, &()).unwrap(), naive);
        if let Ok(engine) = Table::new(rules) {
            let game = Game::with_engine(rules.clone(), engine);
            assert_eq!(fold(&game, depth, &()).unwrap(), naive, "{}", rules.brief());
        }
        if let Ok(engine) = BitParallel::new(rules) {
            let game = Game::with_engine(rules.clone(), engine);
            assert_eq!(fold(&game, depth, &()).unwrap(), naive, "{}", rules.brief());
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
        assert_eq!(fold(&game, 9, &Impatient), stopped);
        assert_eq!(walk(&game, 9, &Impatient), stopped);
    }
}
