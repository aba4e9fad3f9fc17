//! What is fuzzed of solved stores: blocks of values in a store whose checksums are right again, and
//! policies signed again.
//!
//! The test `fuzz_smoke` of the solve crate calls these functions on stable with a bounded number of
//! mutations.

use std::path::Path;

use twofold_core::{Board, Rules, Tile};
use twofold_layers::store::{Role, Store, StoreWriter};
use twofold_layers::{Blocks, BoardsFile, Kind};
use twofold_solve::{Goal, Opponent, Problem, Solution, Solver, read_policy};
use xxhash_rust::xxh3::xxh3_64;

/// The layer whose values are changed.
pub(crate) const SUM: u64 = 12;

/// Solves a small game into an empty directory.
pub(crate) fn solve_into(dir: &Path) {
    let rules = Rules::classic("2x2".parse().expect("a shape"));
    let problem = Problem::new(rules, Goal::Score, Opponent::Chance, Tile::new(4));
    let problem = problem.expect("a problem");
    let solver = Solver::new(&problem).with_store(dir).expect("an empty directory");
    solver.run(&()).expect("it is small");
}

/// A block of values, put into a solved store in place of another one; everything is signed again.
pub(crate) fn value_block(dir: &Path, bytes: &[u8]) {
    let store = Store::open(dir).expect("a solved store");
    let (game, problem) = (store.game().clone(), store.manifest().problem.clone());
    let values = store.file(SUM, Role::Values).expect("a whole file").expect("values");
    let block = values.index()[0];
    drop((values, store));
    let mut store = StoreWriter::open(dir, &game, problem, 1).expect("the same game");
    let mut file = store.create(Role::Values, Kind::Sparse, SUM).expect("a directory");
    file.block(block.key, block.boards, bytes).expect("room on the disk");
    store.add_values(&[file.finish().expect("room on the disk")]).expect("the same layer");
    drop(store);
    let solution = Solution::open(dir).expect("the manifest is whole");
    let shape = "2x2".parse().expect("a shape");
    for ranks in [[0, 1, 1, 2], [3, 1, 1, 0], [2, 2, 1, 1], [1, 0, 0, 1], [3, 2, 0, 0]] {
        let _ = solution.ask(&Board::from_ranks(shape, &ranks).expect("small ranks"));
    }
    assert!(solution.verify(&()).iter().all(|file| file.error.is_none()), "signed again");
    let _ = solution.recompute(&());
}

/// Policies, signed again.
pub(crate) fn policy(bytes: &[u8]) {
    let mut signed = bytes.to_vec();
    signed.extend_from_slice(&xxh3_64(bytes).to_le_bytes());
    if let Ok(layers) = read_policy(&signed) {
        let slides: usize = layers.iter().map(|layer| layer.slides.len()).sum();
        assert!(slides <= 4 * bytes.len(), "two bits a position");
    }
}
