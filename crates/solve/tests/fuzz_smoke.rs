//! A short, bounded run of the fuzz targets of solved stores on stable: good blocks and policies,
//! mutated, and signed again.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/solve.rs"]
mod targets;

use std::sync::LazyLock;

use proptest::prelude::*;
use twofold_layers::store::{Role, Store};
use twofold_solve::{Solution, read_policy, write_policy};

/// A block of values, and a policy without its checksum.
static GOOD: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    targets::solve_into(dir.path());
    let mut block = Vec::new();
    let store = Store::open(dir.path()).unwrap();
    let values = store.file(targets::SUM, Role::Values).unwrap().unwrap();
    values.read_block(0, &mut block).unwrap();
    let mut policy = Vec::new();
    write_policy(&Solution::open(dir.path()).unwrap(), &mut policy, &()).unwrap();
    assert!(read_policy(&policy).is_ok());
    policy.truncate(policy.len() - 8);
    [block, policy]
});

/// A store whose block is replaced again and again.
static STORE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    targets::solve_into(dir.path());
    dir
});

proptest! {
    #![proptest_config(mutate::cases(2000))]

    #[test]
    fn policies_are_read_or_refused(edits in mutate::byte_edits()) {
        targets::policy(&mutate::edited(&GOOD[1], 60, &edits));
    }
}

proptest! {
    // Every case writes and syncs files.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn blocks_of_values_are_read_or_refused(edits in mutate::byte_edits(), nonsense: Vec<u8>) {
        targets::value_block(STORE.path(), &mutate::edited(&GOOD[0], 20, &edits));
        targets::value_block(STORE.path(), &nonsense);
    }
}
